//! Help is kind: every command has an example, and the examples work.

use crate::harness::galet;

const COMMANDS: [&str; 24] = [
    "serve",
    "backup",
    "check-data",
    "move-data",
    "worker",
    "games",
    "show",
    "moves",
    "perft",
    "convert",
    "check",
    "analyse",
    "play",
    "puzzle",
    "puzzles",
    "engine",
    "engine-test",
    "bench",
    "arena",
    "review",
    "tune",
    "datagen",
    "solve",
    "verify",
];

#[test]
fn every_command_has_help_with_an_example() {
    for command in COMMANDS {
        let help = galet(&[command, "--help"]).fine();
        assert!(help.contains("Example"), "{help}");
        assert!(help.contains(&format!("galet {command} ")), "{help}");
    }
}

#[test]
fn the_list_of_commands_is_complete() {
    let help = galet(&["--help"]).fine();
    let commands = help.split("Commands:").nth(1).and_then(|rest| rest.split("\n\n").next());
    let listed: Vec<_> =
        commands.unwrap().lines().filter_map(|line| line.split_whitespace().next()).collect();
    let mut expected = COMMANDS.to_vec();
    expected.push("help");
    assert_eq!(listed, expected, "{help}");
}

#[test]
fn exit_codes_are_documented() {
    let help = galet(&["--help"]).fine();
    assert!(help.contains("Exit codes:"), "{help}");
    for code in ["  0  ", "  1  ", "  2  ", "  3  "] {
        assert!(help.contains(code), "{help}");
    }
}

/// The examples of `games`, `show`, `moves` and `perft` need no file: they must work as printed.
#[test]
fn the_examples_work_as_printed() {
    let mut run = 0;
    for command in ["games", "show", "moves", "perft"] {
        let help = galet(&[command, "--help"]).fine();
        let examples = help.lines().filter_map(|line| line.trim().strip_prefix("galet "));
        for example in examples.filter(|line| line.starts_with(command) && !line.contains("svg")) {
            // What follows two spaces says what the example does.
            let line = example.split("  ").next().unwrap_or(example);
            galet(&words(line).iter().map(String::as_str).collect::<Vec<_>>()).fine();
            run += 1;
        }
    }
    assert!(run >= 9, "only {run} examples were found");
}

/// The words of a command line; double quotes hold words together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("there is a word").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
