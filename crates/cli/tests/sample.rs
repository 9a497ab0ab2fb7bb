//! The sample game of the tests is in no program that people run.

use std::process::Command;

#[test]
fn the_program_does_not_offer_the_sample_game() {
    let galet = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_galet")).args(arguments).output().expect("it runs")
    };
    let listed = galet(&["games"]);
    assert!(listed.status.success());
    let listed = String::from_utf8(listed.stdout).expect("text");
    assert!(!listed.contains("gue") && !listed.contains("Gué"), "{listed}");
    for command in ["show", "moves", "play", "engine"] {
        assert!(!galet(&[command, "gue"]).status.success(), "galet {command} gue");
    }
}
