//! The engine as another program sees it.

use crate::harness::{Folder, galet, galet_reading, program, said};

/// The arguments that test our own engine.
fn test_of(game: &str, more: &[&str]) -> Vec<String> {
    let mut args = vec!["engine-test"];
    args.extend(more);
    args.extend(["--", env!("CARGO_BIN_EXE_galet"), "engine", "--game", game]);
    args.into_iter().map(str::to_owned).collect()
}

#[test]
fn our_engine_passes_its_own_test() {
    for game in galet_games::all() {
        let out = said(program().args(test_of(game.name(), &[])), b"").fine();
        assert!(out.ends_with("5 of 5 scripts passed\n"), "{out}");
        assert_eq!(out.matches("passed  ").count(), 5, "{out}");
    }
}

#[test]
fn a_search_from_a_pipe_is_finished() {
    for game in galet_games::all() {
        let input = b"ugi\nposition startpos\ngo depth 2\n";
        let out = galet_reading(&["engine", "--game", game.name()], input).fine();
        assert!(out.contains("\nugiok\n"), "{out}");
        let last = out.lines().last().unwrap();
        let best = last.strip_prefix("bestmove ").unwrap_or_else(|| panic!("{out}"));
        assert!(galet(&["moves", game.name()]).fine().lines().any(|m| m == best), "{best}");
    }
}

#[test]
fn the_start_is_what_the_command_line_says() {
    for game in galet_games::all() {
        let first = galet(&["moves", game.name()]).fine().lines().next().unwrap().to_owned();
        let fen = galet(&["show", game.name(), "--moves", &first, "--text"]).fine();
        let input = b"query p1turn\nposition startpos\nquery p1turn\n";
        for start in [["--fen", fen.trim()], ["--moves", &first]] {
            let args = [&["engine", "--game", game.name()], &start[..]].concat();
            let out = galet_reading(&args, input).fine();
            assert_eq!(out, "response false\nresponse false\n", "{args:?}");
        }
    }
}

#[test]
fn what_cannot_begin_is_told_before_the_first_line() {
    galet(&["engine"]).failed(2, &["--game"]);
    galet(&["engine", "--game", "chess"]).failed(1, &["there is no game 'chess'"]);
    galet(&["engine", "--game", "avalam", "--setup", "x"]).failed(1, &["no layout 'x'"]);
    galet(&["engine", "--game", "avalam", "--fen", "x"]).failed(1, &["the position is wrong"]);
}

#[test]
fn an_engine_that_fails_is_told_where() {
    let folder = Folder::new("engine-test");
    // Greeted first, in its own time: a busy machine starts slowly.
    let text = "# Too much to ask.\n> ugi\n< ugiok\n> isready\ntimeout 2000\n< dance *\n";
    let script = folder.write("mine.ugi", text);
    let args = test_of("qawale", &["--script", &script]);
    let said = said(program().args(args), b"");
    assert_eq!(said.code, Some(1), "{said:?}");
    for words in ["mine.ugi, line 6: < dance *", "within 2000 ms", "< readyok", "0 of 1 scripts"] {
        assert!(said.out.contains(words), "{words:?} is not said: {said:?}");
    }
}

#[test]
fn programs_that_are_no_engines_do_not_hang_the_test() {
    let folder = Folder::new("no-engines");
    let script = folder.write("short.ugi", "timeout 500\n> ugi\n< ugiok\n");
    // One ends at once, one never says anything, one says the wrong thing without end.
    for command in [&["true"][..], &["sleep", "60"], &["yes"]] {
        let mut test = program();
        test.args(["engine-test", "--script", &script, "--"]).args(command);
        let said = said(&mut test, b"");
        assert_eq!(said.code, Some(1), "{command:?}: {said:?}");
        assert!(said.out.contains("0 of 1 scripts passed"), "{said:?}");
    }
    galet(&["engine-test", "--", "./no-such-program"]).failed(3, &["cannot start"]);
    galet(&["engine-test"]).failed(2, &["COMMAND"]);
    let wrong = folder.write("wrong.ugi", "> ugi\nhop\n");
    galet(&["engine-test", "--script", &wrong, "--", "true"]).failed(1, &["line 2"]);
}
