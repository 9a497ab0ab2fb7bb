//! The fast rules against the slow ones: along random games from the start with every number of
//! pebbles, and from boards made up so that rare ends happen.

use galet_core::{Game, Notation};
use galet_qawale::{Position, Setup};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use slow::Slow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

mod slow;

/// A reproducible run: the same cases every time.
fn runner(cases: u32) -> TestRunner {
    let config = ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// How often each end was reached.
type Ends = RefCell<BTreeMap<&'static str, u32>>;

/// The end of a fast position in the words of the slow rules.
fn fast_end(position: &Position) -> Option<slow::End> {
    let outcome = position.outcome()?;
    let winner = match outcome.winner {
        Some(galet_core::Side::First) => 'o',
        Some(galet_core::Side::Second) => 'x',
        None => '-',
    };
    Some((winner, outcome.reason.name()))
}

/// Plays on both boards by the choices given, and compares everything at each ply.
fn play_and_compare(start: &Slow, choices: &[u32], ends: &Ends) -> Result<(), TestCaseError> {
    let mut slow = start.clone();
    let setup = Setup::default();
    let mut fast = Position::parse_position(&slow.write(), &setup)
        .map_err(|e| TestCaseError::fail(format!("{}: {e}", slow.write())))?
        .position;
    for ply in 0.. {
        prop_assert_eq!(fast.position_text(), slow.write());
        prop_assert_eq!(fast_end(&fast), slow.end());
        prop_assert_eq!(fast.key(), fast.fresh_key());

        let moves = slow.moves();
        let listed: BTreeSet<String> = fast.moves().iter().map(|m| fast.move_text(*m)).collect();
        prop_assert_eq!(fast.count_moves() as usize, moves.len());
        prop_assert_eq!(&listed, &moves.iter().cloned().collect::<BTreeSet<_>>());
        if let Some((_, reason)) = slow.end() {
            // A board that was made up with its line counts for nothing.
            if ply == 0 {
                return Ok(());
            }
            *ends.borrow_mut().entry(reason).or_default() += 1;
            return Ok(());
        }
        // Every move's result, not only the chosen one's: rare ends hide one ply away.
        let (mut blunders, mut wins) = (Vec::new(), Vec::new());
        for text in &moves {
            let m =
                fast.parse_move(text).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?;
            prop_assert!(fast.is_legal(m));
            let (mut after, slow_after) = (fast, slow.play(text));
            after.play_unchecked(m);
            prop_assert_eq!(after.position_text(), slow_after.write(), "{}", text);
            prop_assert_eq!(fast_end(&after), slow_after.end(), "{}", text);
            match slow_after.end() {
                Some((_, "line-for-the-opponent")) => blunders.push(text.clone()),
                Some((_, "line-of-four")) => wins.push(text.clone()),
                _ => {}
            }
        }
        // Few moves make a line: some choices prefer those for the opponent, some the own ones.
        let choice = choices.get(ply).copied().unwrap_or_default();
        let from = match choice % 8 {
            0 | 1 if !blunders.is_empty() => &blunders,
            2 if !wins.is_empty() => &wins,
            _ => &moves,
        };
        let chosen = &from[choice as usize / 8 % from.len()];
        let m = fast.parse_move(chosen).expect("compared above");
        fast.play_unchecked(m);
        slow = slow.play(chosen);
    }
    Ok(())
}

/// A board with stacks anywhere, both players' colours often on top, and few pebbles left.
fn made_up_board() -> impl Strategy<Value = Slow> {
    let pebble = prop::sample::select(vec!['n', 'o', 'o', 'x', 'x']);
    let stack = prop::collection::vec(pebble, 0..=3);
    let cells = prop::collection::vec(stack, 16);
    (cells, any::<bool>(), 0usize..=2, 0usize..=2).prop_filter_map(
        "more pebbles than a game has, or none to play on",
        |(cells, light, light_left, dark_left)| {
            let pebbles: usize = cells.iter().map(Vec::len).sum();
            let board = cells.chunks(4).map(<[_]>::to_vec).collect();
            let to_move = if light { 'o' } else { 'x' };
            (pebbles > 0 && pebbles + light_left + dark_left <= 28).then_some(Slow {
                board,
                to_move,
                light_left,
                dark_left,
            })
        },
    )
}

#[test]
fn fast_and_slow_rules_agree_and_reach_every_end() {
    let ends = Ends::default();
    let games = (1usize..=10, prop::collection::vec(any::<u32>(), 20));
    runner(250)
        .run(&games, |(pebbles, choices)| play_and_compare(&Slow::start(pebbles), &choices, &ends))
        .unwrap_or_else(|e| panic!("{e}"));
    let endgames = (made_up_board(), prop::collection::vec(any::<u32>(), 4));
    runner(2_000)
        .run(&endgames, |(board, choices)| play_and_compare(&board, &choices, &ends))
        .unwrap_or_else(|e| panic!("{e}"));

    let ends = ends.into_inner();
    for reason in ["line-of-four", "line-for-the-opponent", "pebbles-played"] {
        assert!(ends.get(reason).is_some_and(|&n| n >= 100), "{reason}: {ends:?}");
    }
}

/// Legal exactly when generated, for walks made of any steps from any cell.
#[test]
fn any_walk_is_legal_exactly_when_the_slow_rules_list_it() {
    let step = prop::sample::select(vec!['n', 'e', 's', 'w']);
    let walk = (0usize..16, prop::collection::vec(step, 1..=4));
    let case = (made_up_board(), prop::collection::vec(walk, 200));
    let legal = RefCell::new([0u32; 2]);
    runner(300)
        .run(&case, |(board, walks)| {
            let text = board.write();
            let fast = Position::parse_position(&text, &Setup::default()).expect("playable");
            let moves: BTreeSet<String> = board.moves().into_iter().collect();
            for (cell, steps) in walks {
                let cell = galet_qawale::Cell::from_index(cell).expect("below 16");
                let steps: String = steps.into_iter().collect();
                let directions = steps.chars().filter_map(galet_qawale::Direction::from_letter);
                let m = galet_qawale::Move::new(cell, directions).expect("one to four steps");
                let text = format!("{cell}{steps}");
                prop_assert_eq!(fast.position.is_legal(m), moves.contains(&text), "{}", text);
                prop_assert_eq!(fast.position.parse_move(&text).is_ok(), moves.contains(&text));
                legal.borrow_mut()[usize::from(moves.contains(&text))] += 1;
                // Whatever the walk, playing it breaks nothing.
                let mut after = fast.position;
                after.play_unchecked(m);
            }
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
    assert!(legal.into_inner().iter().all(|&n| n > 1_000));
}
