//! With every option that could change a value switched off, the search equals the reference.

use crate::games::{random_game, with_limit_in};
use crate::reference::{Reference, Repetition};
use crate::watched::{Counts, Shown, Watched};
use galet_core::random::SplitMix64;
use galet_core::{Game, MonotonicTime, Progress};
use galet_minds::FromResources;
use galet_minds::sample::Sample;
use galet_sample::Position;
use galet_search::negamax::outcome_score;
use galet_search::score::{Score, forced_in};
use galet_search::{Limits, Mind, Search, Table, Tuning};

/// A search without anything that could change a value; the aspiration window does not.
fn exact_score<M: Mind<Game = Position>>(
    mind: &M,
    table: &Table,
    game: &Progress<Position>,
    depth: u32,
) -> Score {
    let tuning = Tuning { aspiration: 15, ..Tuning::EXACT };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let search = Search { tuning: Some(&tuning), ..Search::new(mind, table, &MonotonicTime) };
    search.run(game, &limits, |_| {}).lines[0].score
}

fn reference(mind: &Sample) -> Reference<'_> {
    Reference { mind, repetition: Repetition::SecondSinceRoot, quiescence: true }
}

/// Without the table: what is known about a position does not tell what became of it on another
/// way to it.
#[test]
fn the_search_equals_negamax_over_the_game_in_progress() {
    let (mind, table) = (Sample::by_hand(), Table::new(1));
    let reference = reference(&mind);
    let mut random = SplitMix64::new(1);
    let mut counts = Counts::default();
    let (mut repetition, mut limit, mut quiescence, mut forced) = (0, 0, 0, 0);
    for case in 0..400 {
        let depth = 1 + case % 5;
        let free = random_game(&mut random, 24);
        let game = match random.below(2) {
            0 => free.clone(),
            _ => with_limit_in(&free, 1 + random.below(depth as usize + 2)),
        };
        let expected = reference.value(&game, depth);
        let watched = Watched::<true>::emptying(Shown::All, &table);
        let found = exact_score(&watched, &table, &game, depth);
        assert_eq!(found, expected, "case {case}: {game:?}, depth {depth}");
        counts.add(watched.counts());
        forced += u32::from(forced_in(expected).is_some());

        // How often the result would have been another one without each of the things tested.
        let forgetful = Watched::<false>::emptying(Shown::All, &table);
        repetition += u32::from(exact_score(&forgetful, &table, &game, depth) != expected);
        let hasty = Watched::<true>::emptying(Shown::NoQuiescence, &table);
        quiescence += u32::from(exact_score(&hasty, &table, &game, depth) != expected);
        let watched = Watched::<true>::emptying(Shown::All, &table);
        limit += u32::from(exact_score(&watched, &table, &free, depth) != expected);
    }
    assert!(
        repetition > 10 && limit > 30 && quiescence > 30 && forced > 40,
        "too easy: decided by repetition {repetition}, limit {limit}, quiescence {quiescence}, \
         forced {forced}"
    );
    assert!(counts.wins_at_once > 500 && counts.noisy_moves > 2_000, "{counts:?}");
}

/// With the table, where the history plays no part.
#[test]
fn with_the_table_the_search_equals_negamax_over_positions() {
    let (mind, table) = (Sample::by_hand(), Table::new(1));
    let reference = reference(&mind);
    let mut random = SplitMix64::new(2);
    let mut counts = Counts::default();
    for case in 0..300 {
        let depth = 1 + case % 6;
        let game = random_game(&mut random, 24);
        let expected = reference.value_without_history(game.position(), depth, 0, usize::MAX);
        let watched = Watched::<false>::new(Shown::All);
        assert_eq!(exact_score(&watched, &table, &game, depth), expected, "{game:?}, {depth}");
        counts.add(watched.counts());
    }
    assert!(counts.wins_at_once > 1_000 && counts.noisy_moves > 1_000, "{counts:?}");
}

/// What the table knows of a position holds for as many plies as were left then: more of them, or
/// fewer, and another result is forced.
#[test]
fn near_the_move_limit_the_table_tells_positions_apart_by_the_plies_left() {
    let (mind, table) = (Sample::by_hand(), Table::new(1));
    let reference = reference(&mind);
    let mut random = SplitMix64::new(4);
    let (mut forced, mut different) = (0, 0);
    for case in 0..150 {
        let depth = 2 + case % 4;
        let game = random_game(&mut random, 24);
        let mut values = Vec::new();
        for left in [1, 3, 5, 4, 2, 6] {
            let game = with_limit_in(&game, left);
            let expected = reference.value_without_history(game.position(), depth, 0, left);
            let watched = Watched::<false>::new(Shown::All);
            let found = exact_score(&watched, &table, &game, depth);
            assert_eq!(found, expected, "{left} plies left, depth {depth}: {game:?}");
            forced += u32::from(forced_in(expected).is_some());
            values.push(expected);
        }
        different += u32::from(values.iter().any(|value| *value != values[0]));
    }
    assert!(forced > 100 && different > 80, "too easy: {forced} forced, {different} different");
}

/// Within its horizon the move limit turns the evaluation into what the verdict will look at: half
/// of each where half of the plies are left.
#[test]
fn the_nearer_the_move_limit_the_more_counts_what_its_verdict_looks_at() {
    let mind = Sample::by_hand();
    let tuning = Tuning { limit_horizon: 20, ..Tuning::EXACT };
    let limits = Limits { depth: Some(1), ..Limits::default() };
    let mut random = SplitMix64::new(5);
    let mut different = 0;
    for case in 0..200 {
        let left = 2 + case % 24;
        let game = with_limit_in(&random_game(&mut random, 24), left);
        let watched = Watched::<false>::new(Shown::NoQuiescence);
        let table = Table::new(1);
        let search =
            Search { tuning: Some(&tuning), ..Search::new(&watched, &table, &MonotonicTime) };
        let found = search.run(&game, &limits, |_| {}).lines[0].score;
        let values = game.position().moves().into_iter().map(|m| {
            let next = game.position().play(m).expect("a legal move");
            let (score, lead) = (mind.evaluate(&next, &()), mind.lead(&next));
            let rest = (left as Score - 1).min(20);
            match next.outcome() {
                Some(outcome) => -outcome_score(outcome, next.turn(), 1),
                None => -((score * rest + lead * (20 - rest)) / 20),
            }
        });
        assert_eq!(Some(found), values.max(), "{left} plies left: {game:?}");
        different += u32::from(found != exact_score(&watched, &table, &game, 1));
    }
    assert!(different > 100, "too easy: {different}");
}

/// The search counts a position as drawn that has come back once since the root. Forced results
/// and their lengths are those of the rules all the same; near the move limit, where waiting can
/// win, those that it finds are.
#[test]
fn forced_results_are_those_of_the_rules() {
    let mind = Sample::by_hand();
    let once = reference(&mind);
    let by_the_rules = Reference { repetition: Repetition::Third, ..reference(&mind) };
    let mut random = SplitMix64::new(3);
    let (mut forced, mut other, mut by_limit) = (0, 0, 0);
    for case in 0..400 {
        let depth = 1 + case % 5;
        let free = random_game(&mut random, 24);
        let [found, truth] = [&once, &by_the_rules].map(|r| r.value(&free, depth));
        assert_eq!(forced_in(found), forced_in(truth), "{free:?}, {depth}");
        forced += u32::from(forced_in(found).is_some());
        other += u32::from(found != truth);

        let limited = with_limit_in(&free, 1 + random.below(depth as usize + 1));
        let [found, truth] = [&once, &by_the_rules].map(|r| r.value(&limited, depth));
        if forced_in(found).is_some() {
            assert_eq!(found, truth, "{limited:?}, {depth}");
            by_limit += u32::from(found != once.value(&free, depth));
        }
    }
    assert!(
        forced > 60 && other > 10 && by_limit > 40,
        "too easy: {forced} forced, {by_limit} by the limit, {other} judged differently"
    );
}
