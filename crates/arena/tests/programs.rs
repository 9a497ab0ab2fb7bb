//! Programs that misbehave, as players: each loses its games and stops nothing.
#![cfg(unix)]

use galet_arena::opening::OpeningPlan;
use galet_arena::player::Patience;
use galet_arena::{MatchError, MatchPlan, Standing};
use galet_games::SetupText;
use std::path::PathBuf;
use std::time::Duration;

/// A program that answers the protocol and does something of its own when it has to move.
fn program(name: &str, on_go: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.sh"));
    let text = format!(
        "while read -r word rest; do\n\
         case \"$word\" in\n\
         ugi) echo 'id name {name}'; echo 'option name Hash type spin'; echo ugiok;;\n\
         isready) echo readyok;;\n\
         go) {on_go};;\n\
         quit) exit 0;;\n\
         esac\n\
         done\n"
    );
    std::fs::write(&path, text).expect("the program can be written");
    path
}

/// How long a silent program is waited for, where silence is what the test is about.
const SHORT: Duration = Duration::from_secs(1);
/// The same where something else is: longer than a busy machine takes to start a program.
const LONG: Duration = Duration::from_secs(120);

/// Plays a pair of games of a program against a random mover; gives the results and the faults.
fn pair_against(
    command: &str,
    bounds: &str,
    silence: Duration,
) -> Result<(Standing, Vec<String>), MatchError> {
    pair_with(command, bounds, Patience { silence, grace: Duration::from_millis(100) })
}

/// The same with another grace.
fn pair_with(
    command: &str,
    bounds: &str,
    patience: Patience,
) -> Result<(Standing, Vec<String>), MatchError> {
    let game = galet_games::all()[0];
    let plan = MatchPlan {
        starts: vec![game.start(&SetupText::default()).expect("the default setup is fine")],
        contestants: [
            format!("ugi:{command};{bounds}").parse().expect("a player"),
            "random".parse().expect("a player"),
        ],
        pairs: 1,
        concurrency: 1,
        seed: 1,
        opening: OpeningPlan { plies: 0, ..OpeningPlan::default() },
        patience,
        max_plies: 20,
        sprt: None,
    };
    let mut faults = Vec::new();
    let standing = plan.play(|pair, _| {
        for game in &pair.games {
            if let galet_arena::game::End::Forfeit { fault, .. } = &game.end {
                faults.push(fault.to_string());
            }
        }
    })?;
    Ok((standing, faults))
}

/// The fault of a program that is not heard of.
const SILENCE: &str = "silence for";

#[track_caller]
fn loses(name: &str, on_go: &str, bounds: &str, expected: &str) {
    let path = program(name, on_go);
    let command = format!("sh \"{}\"", path.display());
    let silence = if expected == SILENCE { SHORT } else { LONG };
    let (standing, faults) = pair_against(&command, bounds, silence).expect("the program starts");
    assert_eq!(standing.forfeits, [2, 0], "{faults:?}");
    assert_eq!((standing.tally.losses, faults.len()), (2, 2));
    assert!(faults.iter().all(|fault| fault.contains(expected)), "{faults:?}");
}

#[test]
fn an_illegal_move_loses() {
    loses("cheat", "echo 'bestmove a1z9'", "nodes=1", "illegal move: 'a1z9'");
}

#[test]
fn a_crash_loses() {
    loses("weak-heart", "exit 3", "nodes=1", "crash: the program ended (exit status: 3)");
}

#[test]
fn silence_loses() {
    loses("dreamer", "sleep 0", "nodes=1", SILENCE);
}

#[test]
fn more_time_than_given_loses() {
    loses("ponderer", "sleep 1; echo 'bestmove a1b2'", "time=50ms", "time overrun");
}

#[test]
fn an_empty_clock_loses() {
    loses("slow", "sleep 1; echo 'bestmove a1b2'", "time=50ms+10ms", "time overrun");
}

/// The program answers with what it was told, which is no move, so the referee tells us.
#[test]
fn programs_hear_of_the_clocks() {
    let told = "set -- $rest; echo \"bestmove $1$2,$3$4,$5$6,$7$8\"";
    let heard = "'p1time5000,p2time5000,p1inc100,p2inc100'";
    loses("listener", told, "time=5s+0.1s", heard);
}

/// Work that takes some milliseconds of a processor, whatever else the machine does.
#[cfg(target_os = "linux")]
const WORK: &str = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done";

/// A program without a clock thinks without a limit and is told to stop when it has used its time: it answers with
/// what it was told, which is no move.
#[cfg(target_os = "linux")]
#[test]
fn a_program_is_stopped_when_it_has_used_its_processor_time() {
    let told = format!("{WORK}; read -r next; echo \"bestmove $rest,$next\"");
    let path = program("worker", &told);
    let command = format!("sh \"{}\"", path.display());
    let patience = Patience { silence: LONG, grace: LONG };
    let (standing, faults) = pair_with(&command, "cpu=1ms", patience).expect("the program starts");
    assert_eq!(standing.forfeits, [2, 0], "{faults:?}");
    assert!(faults.iter().all(|fault| fault.contains("'infinite,stop'")), "{faults:?}");
}

/// It works on although its time and the grace are used up: by the processor's time, not by that on the wall.
#[cfg(target_os = "linux")]
#[test]
fn more_processor_time_than_given_loses() {
    let told = format!("while :; do {WORK}; done");
    let path = program("deaf", &told);
    let command = format!("sh \"{}\"", path.display());
    let patience = Patience { silence: LONG, grace: Duration::from_millis(5) };
    let (_, faults) = pair_with(&command, "cpu=5ms", patience).expect("the program starts");
    assert!(faults.iter().all(|fault| fault.contains("time overrun")), "{faults:?}");
    assert_eq!(faults.len(), 2);
}

/// Who does nothing at all never uses its time, and is not waited for for ever.
#[cfg(target_os = "linux")]
#[test]
fn sleeping_on_processor_time_is_silence() {
    loses("sleeper", "read -r next", "cpu=60s", SILENCE);
}

/// A program that has the clock is told to use it, and how much time it has.
#[cfg(target_os = "linux")]
#[test]
fn a_program_with_a_clock_keeps_to_it_by_itself() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("clocked.sh");
    let text = "set=; while read -r line; do case \"$line\" in\n\
                ugi) echo 'option name Clock type combo default wall var wall var processor'; echo ugiok;;\n\
                isready) echo readyok;;\n\
                setoption*) set=\"$line\";;\n\
                go*) echo bestmove \"$set,$line\" | tr -d ' ' | sed 's/bestmove/bestmove /';;\n\
                esac; done\n";
    std::fs::write(&path, text).expect("the program can be written");
    let command = format!("sh \"{}\"", path.display());
    let patience = Patience { silence: LONG, grace: LONG };
    let (_, faults) = pair_with(&command, "cpu=70ms", patience).expect("the program starts");
    let told = "'setoptionnameClockvalueprocessor,gomovetime70'";
    assert!(faults.len() == 2 && faults.iter().all(|fault| fault.contains(told)), "{faults:?}");
}

#[test]
fn chatter_is_no_answer() {
    let chatter = "while echo 'info string hm'; do :; done";
    loses("chatterbox", chatter, "nodes=1", SILENCE);
}

#[test]
fn resigning_loses() {
    loses("shy", "echo 'bestmove none'", "nodes=1", "no move was given");
}

#[test]
fn a_program_that_cannot_be_started_is_no_match() {
    let error =
        pair_against("./no-such-program", "nodes=1", LONG).expect_err("there is no program");
    assert!(error.to_string().contains("'ugi:./no-such-program"), "{error}");
    let error = pair_against("true", "nodes=1", LONG).expect_err("it does not speak the protocol");
    assert!(error.to_string().contains("after 'ugi': crash"), "{error}");
}
