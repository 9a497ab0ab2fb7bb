//! Whole games written down ply by ply. Set `GALET_REWRITE=1` to write the file anew, and look
//! at what changed before committing it.

use galet_abalone::{Move, Position, Setup};
use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, Progress, Setup as _};
use galet_scene::Scenic;
use std::fmt::Write as _;

/// Ejects if it can, then pushes if it can, otherwise anything: such games come to an end.
fn choose(position: &Position, random: &mut SplitMix64) -> Move {
    let worth = |m: &Move| {
        let next = position.play(*m).expect("legal");
        let ejects = next.ejected_by(position.turn()) > position.ejected_by(position.turn());
        (ejects, m.pushed() > 0)
    };
    let moves = position.moves();
    let best = moves.iter().map(worth).max().expect("the game is not over");
    let best: Vec<Move> = moves.into_iter().filter(|m| worth(m) == best).collect();
    best[random.below(best.len())]
}

fn written(layout: &str, options: &[(&str, &str)], seed: u64) -> String {
    let setup = Setup::read(Some(layout), options.iter().copied()).expect("a good setup");
    let mut random = SplitMix64::new(seed);
    let mut game = Progress::<Position>::new(setup);
    let mut text = format!("game {layout}");
    for (key, value) in options {
        write!(text, " {key}={value}").expect("a string");
    }
    loop {
        let position = game.position();
        let outcome = game.outcome().map_or("-".to_owned(), |outcome| outcome.to_string());
        let count = position.count_moves();
        write!(text, "\n{} | {count} moves | {outcome}", position.position_text())
            .expect("a string");
        if game.outcome().is_some() {
            break;
        }
        let m = choose(position, &mut random);
        write!(text, "\n  {} {}", position.move_text(m), position.say_move(m).en)
            .expect("a string");
        game.play(m).expect("legal");
    }
    text + "\n"
}

#[test]
fn games_go_as_they_went_before() {
    let games = [
        written("standard", &[], 1),
        written("belgian-daisy", &[("marbles-to-win", "2")], 2),
        written("alien-attack", &[("move-limit", "30")], 3),
    ]
    .join("\n");
    galet_golden::check!("tests/abalone.playthrough", games);
}
