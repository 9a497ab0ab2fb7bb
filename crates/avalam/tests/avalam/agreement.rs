//! The fast rules and the slow ones agree on legal moves, positions, scores and outcomes, along
//! random games from the start and from made-up positions.

use crate::slow::{SlowGame, Square, move_text};
use galet_avalam::{Cell, Colour, Move, Position, Setup, Tie};
use galet_core::{Game, Notation, Side};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestCaseResult, TestRng, TestRunner};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// How often each end was reached, by tie rule and reason.
type Ends = RefCell<HashMap<(Tie, &'static str), u32>>;

/// The same cases in every run.
fn runner(cases: u32) -> TestRunner {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn setups() -> impl Strategy<Value = Setup> {
    // More ends have to be found under the first rule.
    let ties = prop_oneof![2 => Just(Tie::TowersOfFive), 1 => Just(Tie::Plain)];
    let colours = prop::sample::select(Colour::BOTH.to_vec());
    (ties, colours).prop_map(|(tie, starts)| Setup { tie, starts })
}

/// Position texts with towers anywhere, the centre included. The share of empty holes is drawn
/// too, so that finished positions and crowded ones both occur.
fn texts() -> impl Strategy<Value = String> {
    let letter = |empty: u32| {
        prop_oneof![
            empty => Just('1'),
            2 => prop::sample::select(vec!['a', 'b', 'A', 'B']),
            3 => prop::sample::select("abcdeABCDE".chars().collect::<Vec<_>>()),
        ]
    };
    let letters = (1u32..40).prop_flat_map(move |empty| prop::collection::vec(letter(empty), 49));
    (letters, prop::sample::select(vec!['o', 'x'])).prop_map(|(letters, side)| {
        let mut letters = letters.into_iter();
        let rows =
            [2, 4, 6, 8, 9, 8, 6, 4, 2].map(|n| letters.by_ref().take(n).collect::<String>());
        format!("{} {side}", rows.join("/"))
    })
}

/// A move as the slow implementation has it.
fn squares(m: Move) -> (Square, Square) {
    let [from, to] = [m.from(), m.to()].map(|c| (usize::from(c.row()), usize::from(c.column())));
    (from, to)
}

fn slow_letter(colour: Colour) -> char {
    if colour == Colour::Light { 'o' } else { 'x' }
}

/// Plays the moves that `picks` choose in both implementations, as long as there are any.
fn play_both(
    setup: Setup,
    mut fast: Position,
    mut slow: SlowGame,
    picks: &[u16],
    ends: &Ends,
) -> TestCaseResult {
    let mut picks = picks.iter();
    loop {
        prop_assert_eq!(fast.position_text(), slow.text());
        let slow_moves = slow.moves();
        let mut moves: Vec<_> = fast.moves().into_iter().map(squares).collect();
        moves.sort_unstable();
        // The slow ones come in the order of their squares.
        prop_assert_eq!(&moves, &slow_moves);
        prop_assert_eq!(fast.count_moves(), slow_moves.len() as u64);
        for side in Side::BOTH {
            let colour = fast.colour_of(side);
            let (towers, fives) = slow.towers(slow_letter(colour));
            prop_assert_eq!(fast.score()[side] as usize, towers);
            prop_assert_eq!(fast.towers_of_five(colour) as usize, fives);
        }
        let outcome = fast.outcome().map(|o| (o.result(), o.reason.name()));
        prop_assert_eq!(outcome, slow.outcome());
        if let Some((_, reason)) = outcome {
            *ends.borrow_mut().entry((setup.tie, reason)).or_default() += 1;
            return Ok(());
        }
        let Some(&pick) = picks.next() else { return Ok(()) };
        let chosen = slow_moves[usize::from(pick) % slow_moves.len()];
        let m = fast.parse_move(&move_text(chosen)).expect("legal in both");
        fast = fast.play(m).expect("just read");
        slow.play(chosen);
    }
}

/// Every way a game can end.
const ENDS: [(Tie, &str); 5] = [
    (Tie::TowersOfFive, "more-towers"),
    (Tie::TowersOfFive, "more-five-towers"),
    (Tie::TowersOfFive, "level"),
    (Tie::Plain, "more-towers"),
    (Tie::Plain, "level"),
];

#[test]
fn along_random_games_to_every_end() {
    let ends = Ends::default();
    let from_the_start = (setups(), prop::collection::vec(any::<u16>(), 38));
    runner(3_000)
        .run(&from_the_start, |(setup, picks)| {
            let slow = SlowGame::start(slow_letter(setup.starts), setup.tie == Tie::TowersOfFive);
            play_both(setup, Position::start(&setup), slow, &picks, &ends)
        })
        .unwrap_or_else(|e| panic!("{e}"));
    // No game is longer than 38 plies, so each of them came to its end.
    assert_eq!(ends.borrow().values().sum::<u32>(), 3_000);

    let from_anywhere = (setups(), texts(), prop::collection::vec(any::<u16>(), 0..48));
    runner(3_000)
        .run(&from_anywhere, |(setup, text, picks)| {
            let fast = Position::parse_position(&text, &setup).map_err(|e| {
                TestCaseError::fail(format!("{text} can be played, but was refused: {e}"))
            })?;
            let starts = slow_letter(setup.starts);
            let slow = SlowGame::read(&text, starts, setup.tie == Tie::TowersOfFive);
            play_both(setup, fast.position, slow, &picks, &ends)
        })
        .unwrap_or_else(|e| panic!("{e}"));

    let ends = ends.borrow();
    for end in ENDS {
        let times = ends.get(&end).copied().unwrap_or(0);
        assert!(times >= 100, "{end:?} was reached {times} times only: {ends:?}");
    }
    assert_eq!(ends.len(), ENDS.len(), "an end that the rules do not know: {ends:?}");
}

#[test]
fn is_legal_holds_for_any_two_holes() {
    runner(60)
        .run(&texts(), |text| {
            let fast =
                Position::parse_position(&text, &Setup::default()).expect("playable").position;
            let slow = SlowGame::read(&text, 'o', true);
            let legal: BTreeSet<String> = slow.moves().into_iter().map(move_text).collect();
            for from in Cell::ALL {
                for to in Cell::ALL {
                    let text = format!("{from}{to}");
                    prop_assert_eq!(fast.is_legal(Move::new(from, to)), legal.contains(&text));
                    prop_assert_eq!(fast.parse_move(&text).is_ok(), legal.contains(&text));
                }
            }
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}
