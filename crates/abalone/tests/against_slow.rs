//! The fast rules against the slow ones along random games: legal moves, boards, outcomes. The
//! run must reach every reason for an end many times.

mod slow;

use galet_abalone::{Position, Setup};
use galet_core::{Game, Notation, Progress, Setup as _};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseError, TestRunner};
use slow::{Slow, SlowGame};
use std::cell::RefCell;
use std::collections::BTreeMap;

const CASES: u32 = 2800;

/// What the players of a random game like to do when they can.
#[derive(Clone, Copy, Debug)]
enum Taste {
    Any,
    /// To eject a marble.
    Eject,
    /// To take their last move back, which repeats positions.
    Shuffle,
}

/// Where a random game begins and how it goes on.
#[derive(Clone, Debug)]
struct Plan {
    layout: usize,
    /// Marbles on the 61 cells instead of the layout: 0 free, 1 black, 2 white.
    board: Option<Vec<u8>>,
    marbles_to_win: u32,
    repetition: bool,
    move_limit: Option<u32>,
    taste: Taste,
    /// One for each ply: which of the moves.
    choices: Vec<u16>,
}

/// The cells of an endgame: sparse, mixed, or crowded with hardly any Black, which walls in.
fn board() -> impl Strategy<Value = Vec<u8>> {
    let cells = |free, black, white| {
        proptest::collection::vec(
            prop_oneof![free => Just(0u8), black => Just(1u8), white => Just(2u8)],
            61,
        )
    };
    prop_oneof![
        1 => cells(12, 1, 1),
        2 => cells(3, 2, 2),
        3 => cells(2, 1, 30),
        2 => cells(1, 6, 24),
    ]
}

fn plan() -> impl Strategy<Value = Plan> {
    let layouts = Setup::layouts().len();
    (
        0..layouts,
        proptest::option::weighted(0.6, board()),
        prop_oneof![1u32..=3, Just(6), 7u32..=14],
        any::<bool>(),
        proptest::option::weighted(0.5, 1u32..30),
        prop_oneof![2 => Just(Taste::Any), 4 => Just(Taste::Eject), 3 => Just(Taste::Shuffle)],
        proptest::collection::vec(any::<u16>(), 1..40),
    )
        .prop_map(|(layout, board, marbles_to_win, repetition, move_limit, taste, choices)| {
            Plan { layout, board, marbles_to_win, repetition, move_limit, taste, choices }
        })
}

impl Plan {
    fn setup(&self) -> Setup {
        let limit = self.move_limit.map_or("off".to_owned(), |n| n.to_string());
        let options = [
            ("marbles-to-win", self.marbles_to_win.to_string()),
            ("repetition", if self.repetition { "on" } else { "off" }.to_owned()),
            ("move-limit", limit),
        ];
        let options = options.iter().map(|(key, value)| (*key, value.as_str()));
        Setup::read(Some(Setup::layouts()[self.layout].name), options).expect("a good setup")
    }

    fn start(&self) -> String {
        let Some(board) = &self.board else {
            return Position::start(&self.setup()).position_text();
        };
        let mut cells = board.iter();
        let rows: Vec<String> = [5, 6, 7, 8, 9, 8, 7, 6, 5]
            .iter()
            .map(|&n| cells.by_ref().take(n).map(|&c| ['1', 'b', 'w'][usize::from(c)]).collect())
            .collect();
        let turn = if self.choices[0].is_multiple_of(2) { 'b' } else { 'w' };
        format!("{} {turn} 0 0", rows.join("/"))
    }
}

/// The move that a choice picks: mostly one to the players' taste if there is one.
fn pick(game: &SlowGame, moves: &BTreeMap<String, Slow>, taste: Taste, choice: u16) -> String {
    let now = game.now();
    let own_before = game.past.len().checked_sub(3).map(|n| game.past[n].marbles(now.turn));
    let to_taste = |after: &Slow| match taste {
        Taste::Any => true,
        Taste::Eject => after.ejected != now.ejected,
        Taste::Shuffle => Some(after.marbles(now.turn)) == own_before,
    };
    let mut wanted: Vec<&String> = Vec::new();
    if !choice.is_multiple_of(8) {
        wanted.extend(moves.iter().filter(|(_, after)| to_taste(after)).map(|(text, _)| text));
    }
    if wanted.is_empty() {
        wanted.extend(moves.keys());
    }
    wanted[usize::from(choice / 8) % wanted.len()].clone()
}

/// Plays a plan on both boards and tells how the game ended, if it did after at least one move.
fn play_both(plan: &Plan) -> Result<Option<String>, TestCaseError> {
    let setup = plan.setup();
    let start = Position::parse_position(&plan.start(), &setup)
        .map_err(|e| TestCaseError::fail(format!("{}: {e}", plan.start())))?;
    let mut fast = Progress::from_position(setup, start.position);
    let mut slow = SlowGame {
        past: vec![Slow::read(&fast.position().position_text(), plan.marbles_to_win)],
        repetition: plan.repetition,
        move_limit: plan.move_limit.map(|n| n as usize),
    };
    prop_assert_eq!(slow.now().text(), fast.position().position_text());

    for (ply, &choice) in plan.choices.iter().enumerate() {
        let moves = slow.now().moves();
        let position = fast.position();
        let mut listed: Vec<String> =
            position.moves().into_iter().map(|m| position.move_text(m)).collect();
        listed.sort();
        let expected: Vec<String> = moves.keys().cloned().collect();
        prop_assert_eq!(listed, expected, "{}", position.position_text());
        // The boards after some of the moves, other ones at each ply.
        for (text, after) in moves.iter().skip(ply % 5).step_by(5) {
            let m = position.parse_move(text).expect("it is listed");
            let played = position.play(m).expect("it is legal");
            prop_assert_eq!(played.position_text(), after.text(), "after {}", text);
        }

        let ending = fast.outcome().map(|outcome| outcome.to_string());
        prop_assert_eq!(ending.as_deref(), slow.ending(&moves), "{}", position.position_text());
        if let Some(ending) = ending {
            return Ok((slow.past.len() > 1).then_some(ending));
        }
        let text = pick(&slow, &moves, plan.taste, choice);
        let m = position.parse_move(&text).expect("it is listed");
        fast.play(m).expect("it is legal");
        slow.past.push(moves[&text].clone());
    }
    Ok(None)
}

#[test]
fn both_play_the_same_games_to_every_kind_of_end() {
    let config = ProptestConfig {
        cases: CASES,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(61),
        ..ProptestConfig::default()
    };
    let ends = RefCell::new(BTreeMap::<String, u32>::new());
    let result = TestRunner::new(config).run(&plan(), |plan| {
        if let Some(ending) = play_both(&plan)? {
            *ends.borrow_mut().entry(ending).or_default() += 1;
        }
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));

    let ends = ends.into_inner();
    let count = |reason: &str| -> u32 {
        let of_that_reason = ends.iter().filter(|(end, _)| end.ends_with(&format!("({reason})")));
        of_that_reason.map(|(_, n)| n).sum()
    };
    for reason in [
        "marbles-ejected",
        "no-legal-move",
        "threefold-repetition",
        "move-limit",
        "move-limit-score",
    ] {
        assert!(count(reason) >= 100, "{reason} was reached too rarely: {ends:?}");
    }
}

#[test]
fn the_slow_rules_count_as_the_rules_page_says() {
    for (layout, depth, nodes) in
        [("standard", 3, 98_912), ("belgian-daisy", 3, 149_322), ("german-daisy", 2, 6_244)]
    {
        let setup = Setup::read(Some(layout), []).expect("a known layout");
        let start = Slow::read(&Position::start(&setup).position_text(), 6);
        assert_eq!(start.perft(depth), nodes, "{layout}");
    }
}
