//! Whole games written down: position, number of moves and outcome after every ply.
//!
//! After a wanted change, `GALET_REWRITE=1 cargo test -p galet-avalam golden` writes the
//! files anew; read the difference before believing it.

use galet_avalam::{Colour, Position, Setup, Tie};
use galet_core::random::{SplitMix64, random_move};
use galet_core::{Game, Notation, Progress, Setup as _};
use std::fmt::Write;

/// A game of random moves, told line by line.
fn playthrough(setup: Setup, seed: u64) -> String {
    let mut random = SplitMix64::new(seed);
    let mut game = Progress::<Position>::new(setup);
    let mut text = String::from("# ply | move | position | moves | score | outcome\n");
    for (key, value) in setup.changed_options() {
        writeln!(text, "# {key} = {value}").expect("a string takes anything");
    }
    loop {
        let position = game.position();
        let last = game.last_move().map(|(before, m)| before.move_text(m));
        let outcome = game.outcome().map(|o| o.to_string());
        writeln!(
            text,
            "{} | {} | {} | {} | {}-{} | {}",
            game.moves().len(),
            last.as_deref().unwrap_or("-"),
            position.position_text(),
            position.count_moves(),
            position.score().first,
            position.score().second,
            outcome.as_deref().unwrap_or("-"),
        )
        .expect("a string takes anything");
        let Some(m) = random_move(position, &mut random) else { return text };
        game.play(m).expect("legal");
    }
}

fn check(name: &str, setup: Setup, seed: u64) {
    galet_golden::check!(format!("tests/golden/{name}"), playthrough(setup, seed));
}

#[test]
fn a_game_that_light_starts() {
    check("light-starts.txt", Setup::default(), 1);
}

#[test]
fn a_game_that_dark_starts() {
    check("dark-starts.txt", Setup { starts: Colour::Dark, ..Setup::default() }, 2);
}

#[test]
fn a_game_under_the_plain_tie_rule() {
    check("plain-ties.txt", Setup { tie: Tie::Plain, ..Setup::default() }, 3);
}
