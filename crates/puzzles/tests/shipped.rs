//! The puzzles that ship: enough of them, spread, judged by the network in use, and a sample confirmed again.

use galet_core::MonotonicTime;
use galet_puzzles::check::{apart, checker};
use galet_puzzles::make::maker;
use galet_puzzles::{Puzzle, PuzzleSet};
use std::sync::Arc;

const SHIPPED: [&str; 3] = [
    include_str!("../../../puzzles/abalone.txt"),
    include_str!("../../../puzzles/avalam.txt"),
    include_str!("../../../puzzles/qawale.txt"),
];
/// Puzzles of each game that are checked here; `galet puzzles check --all` checks all.
const SAMPLE: usize = 5;

fn sets() -> impl Iterator<Item = PuzzleSet> {
    SHIPPED.into_iter().map(|text| PuzzleSet::read(text).expect("it ships"))
}

#[test]
fn a_sample_is_confirmed_again() {
    for set in sets() {
        let mut checker = checker(&set.head.game, Arc::new(MonotonicTime)).unwrap();
        // The hardest take a plain search up to a minute each.
        let easier: Vec<&Puzzle> =
            set.puzzles.iter().filter(|puzzle| puzzle.difficulty.class <= 3).collect();
        for n in 0..SAMPLE {
            let puzzle = easier[n * easier.len() / SAMPLE];
            let checked = checker.check(puzzle);
            assert!(checked.is_ok(), "{} {}: {checked:?}", set.head.game, puzzle.id);
        }
        assert_eq!(apart(&set, &*checker), []);
    }
}

/// How hard they are is what the levels of today make of them: whoever changes levels measures again
/// (`galet puzzles measure FILE`).
#[test]
fn they_are_as_hard_as_they_say() {
    for set in sets() {
        let mut maker = maker(&set.head.game, Arc::new(MonotonicTime)).unwrap();
        // One move to find, and some levels that do not.
        let telling = |puzzle: &&Puzzle| puzzle.line.len() == 1 && puzzle.difficulty.class == 3;
        let puzzle = set.puzzles.iter().find(telling).expect("there are many");
        let now = maker.difficulty(puzzle);
        assert_eq!(now.as_ref(), Some(&puzzle.difficulty), "{} {}", set.head.game, puzzle.id);
    }
}

/// Whoever ships another network renews the puzzles (`galet puzzles renew FILE`), whoever changes what levels are worth
/// measures them again.
#[test]
fn they_were_judged_by_the_network_that_ships() {
    for set in sets() {
        let now = maker(&set.head.game, Arc::new(MonotonicTime)).unwrap().head();
        let game = &set.head.game;
        assert_eq!(format!("{:016x}", set.head.network), format!("{:016x}", now.network), "{game}");
        assert_eq!(set.head.levels, now.levels, "{game}");
        assert_eq!(set.head.themes, now.themes, "{game}");
    }
}

#[test]
fn there_are_enough_of_many_kinds() {
    for set in sets() {
        let game = &set.head.game;
        assert!(set.puzzles.len() >= ENOUGH, "{game}: {}", set.puzzles.len());
        let classes = (1..=5).filter(|&class| of_class(&set, class).next().is_some()).count();
        assert!(classes >= 3, "{game}: {classes} classes");
        let used = set.head.themes.iter().filter(|theme| {
            set.puzzles.iter().filter(|puzzle| puzzle.themes.contains(&theme.name)).count() >= 3
        });
        assert!(used.count() >= 6, "{game}");
    }
}

/// The least of each game.
const ENOUGH: usize = 400;

fn of_class(set: &PuzzleSet, class: u8) -> impl Iterator<Item = &Puzzle> {
    set.puzzles.iter().filter(move |puzzle| puzzle.difficulty.class == class)
}

/// A harder class is solved by fewer levels.
#[test]
fn harder_classes_are_solved_by_fewer_levels() {
    for set in sets() {
        let able = |puzzle: &Puzzle| {
            puzzle.difficulty.solved.iter().filter(|&&n| n * 2 >= set.head.tries).count()
        };
        let ranges: Vec<(usize, usize)> = (1..=5)
            .filter_map(|class| {
                let able: Vec<usize> = of_class(&set, class).map(able).collect();
                Some((*able.iter().min()?, *able.iter().max()?))
            })
            .collect();
        let falls = ranges.windows(2).all(|pair| pair[1].1 < pair[0].0);
        assert!(falls, "{}: {ranges:?}", set.head.game);
    }
}

/// A game gives the same puzzles whenever and in whatever order games are looked at.
#[test]
fn puzzles_are_made_again_as_they_were() {
    let set = PuzzleSet::read(SHIPPED[1]).unwrap();
    let mut maker = maker(&set.head.game, Arc::new(MonotonicTime)).unwrap();
    let mut first = |number| {
        let made = maker.in_own_game(set.head.seed, number);
        assert_eq!(made, maker.in_own_game(set.head.seed, number));
        made
    };
    let mut compared = 0;
    for number in [9, 5, 7] {
        for puzzle in first(number) {
            let shipped = set.find(puzzle.id);
            assert!(shipped.is_none_or(|shipped| *shipped == puzzle));
            compared += u32::from(shipped.is_some());
        }
    }
    assert!(compared > 0, "none of them ships");
}
