//! Moves are read where they enter, once: counted, not timed.

use crate::counting::Counting;
use crate::peer::{Own, start};
use galet_core::{ManualTime, MonotonicTime};
use galet_engine::review::assess;
use galet_engine::{Look, WrongGame};
use galet_games::AnyProgress;
use galet_search::{Limits, Stop};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The moves of a long game that goes nowhere, each a step that some later one takes back.
fn long_game(plies: usize) -> Vec<String> {
    let mut game = start("abalone");
    let mut random = galet_core::random::SplitMix64::new(11);
    while game.plies() < plies && game.outcome().is_none() {
        let moves = game.legal_moves(usize::MAX).texts;
        game.play(&moves[random.below(moves.len())]).unwrap();
        if game.score().first + game.score().second > 0 {
            game.undo();
        }
    }
    assert_eq!(game.plies(), plies, "the game came to an end");
    game.moves()
}

#[test]
fn a_game_that_is_said_again_with_every_move_is_read_once() {
    let moves = long_game(300);
    let (home, read) = Counting::new(start("abalone"));
    let mut engine = Own::by(Box::new(home), Arc::new(MonotonicTime));
    for plies in 1..=moves.len() {
        engine.tell(&format!("position startpos moves {}", moves[..plies].join(" ")));
        let turn = engine.ask("query p1turn");
        assert_eq!(turn, format!("response {}", plies % 2 == 0));
    }
    assert_eq!(read.load(Ordering::Relaxed), moves.len());
    // A search reads nothing either: it takes the game as it is.
    engine.go("go depth 1");
    assert_eq!(read.load(Ordering::Relaxed), moves.len());
    // Moves that are taken back are taken back; another continuation is read from there on.
    engine.tell(&format!("position startpos moves {}", moves[..290].join(" ")));
    assert_eq!(engine.ask("query p1turn"), "response true");
    assert_eq!(read.load(Ordering::Relaxed), moves.len());
    let best = engine.go("go depth 1").0;
    engine.tell(&format!("position startpos moves {} {best}", moves[..290].join(" ")));
    assert_eq!(engine.ask("query p1turn"), "response false");
    assert_eq!(read.load(Ordering::Relaxed), moves.len() + 1);
    // What is refused leaves the game as it was.
    let nonsense = format!("position startpos moves {} nonsense", moves[..200].join(" "));
    assert!(engine.ask(&nonsense).contains("move 201: "));
    assert_eq!(engine.ask("query p1turn"), "response false");
    // From the start once more.
    engine.tell("position startpos");
    assert_eq!(engine.ask("query p1turn"), "response true");
    assert_eq!(read.load(Ordering::Relaxed), moves.len() + 2);
}

#[test]
fn every_position_of_a_game_is_assessed_without_reading_a_move() {
    let mut game = start("abalone");
    for text in long_game(40) {
        game.play(&text).unwrap();
    }
    let (game, read) = Counting::new(game);
    let time = Arc::new(ManualTime::default());
    let mut engine = galet_engine::new("abalone", time).unwrap();
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let look = Look { limits, solver_nodes: 0, lines: 1, to_play: false, stop: Stop::new() };
    for ply in 0..=game.plies() {
        assess(&mut *engine, &*game.at_ply(ply), &look).unwrap();
        assert_eq!(engine.game().plies(), ply);
    }
    assert_eq!(read.load(Ordering::Relaxed), 0);
}

#[test]
fn a_game_of_another_kind_is_refused_and_changes_nothing() {
    for game in galet_games::all() {
        let mut engine = galet_engine::new(game.name(), Arc::new(MonotonicTime)).unwrap();
        for other in galet_games::all().iter().filter(|other| other.name() != game.name()) {
            let refused = engine.set_game(&*start(other.name()));
            assert_eq!(refused, Err(WrongGame { given: other.name(), plays: game.name() }));
            assert_eq!(engine.game().game().name(), game.name());
        }
    }
}
