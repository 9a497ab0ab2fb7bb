//! What the door without a server was told and said, as lines of JSON: the time, the call, and the text of the answer.
//! Whoever makes the same calls of the module for browsers must hear the same, letter for letter.
//!
//! Chance gives [`galet_door_kit::CHANCE`], twice that, and so on, below 2⁵³.

use galet_door_kit::{LocalDoor, Names, Step, game, questions, requests};
use std::io::{BufWriter, Write, stdout};

/// When it begins, in milliseconds since 1970.
const NOW: u64 = 1_700_000_000_000;

fn main() -> std::io::Result<()> {
    let mut out = BufWriter::new(stdout());
    let first = galet_games::all()[0].name();
    for (kind, steps) in
        [("requests", requests()), ("questions", questions()), ("game", game(first))]
    {
        let (mut door, mut names, mut now) = (LocalDoor::new(NOW), Names::default(), NOW);
        for step in steps {
            let answer = door.step(&names.fill(&step));
            if let Step::Wait(milliseconds) = step {
                now += milliseconds;
            }
            for text in answer.iter().flat_map(galet_door_kit::Answered::texts) {
                names.strip(text);
            }
            for (call, told) in door.spoken.drain(..) {
                let told = serde_json::to_string(&told)?;
                let line =
                    serde_json::json!({ "kind": kind, "now": now, "call": call, "told": told });
                writeln!(out, "{line}")?;
            }
        }
    }
    out.flush()
}
