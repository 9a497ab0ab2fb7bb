//! The checker finds what is wrong: planted faults of every kind.

use galet_avalam::Position;
use galet_core::random::{SplitMix64, random_move};
use galet_core::{Game, MonotonicTime, Notation, Symmetric};
use galet_puzzles::check::{Checker, Flaw, apart, checker};
use galet_puzzles::make::{Collection, Maker, maker};
use galet_puzzles::{Goal, Proof, Puzzle, PuzzleId, PuzzleSet};
use std::collections::HashMap;
use std::sync::Arc;

fn shipped() -> PuzzleSet {
    PuzzleSet::read(include_str!("../../../puzzles/avalam.txt")).expect("it ships")
}

fn tools() -> (Box<dyn Checker>, Box<dyn Maker>) {
    let time = Arc::new(MonotonicTime);
    (checker("avalam", time.clone()).unwrap(), maker("avalam", time).unwrap())
}

/// A puzzle with few moves left, which is checked in no time.
fn easy() -> Puzzle {
    all_easy().remove(0)
}

/// All of that kind: one move to find, after which the game goes on.
fn all_easy() -> Vec<Puzzle> {
    let game = galet_games::find("avalam").unwrap();
    let few = |puzzle: &&Puzzle| {
        puzzle.goal == Goal::Win
            && puzzle.moves_to_find() == 1
            && (6..25).contains(&puzzle.begin(game).unwrap().legal_moves(0).total)
            && puzzle.replay(game).unwrap().outcome().is_none()
    };
    let found: Vec<Puzzle> = shipped().puzzles.iter().filter(few).cloned().collect();
    assert!(!found.is_empty());
    found
}

#[test]
fn what_is_right_is_confirmed_and_every_planted_fault_is_found() {
    let (mut checker, _) = tools();
    let right = easy();
    assert!(checker.check(&right).is_ok());
    let mut flaw = |change: &dyn Fn(&mut Puzzle)| {
        let mut puzzle = right.clone();
        change(&mut puzzle);
        let flaw = checker.check(&puzzle).expect_err("it is wrong now");
        assert!(!flaw.words().fr.is_empty());
        flaw
    };
    assert!(matches!(flaw(&|p| p.id.0 ^= 1), Flaw::Name { right: r } if r == right.id));
    assert!(matches!(flaw(&|p| p.themes.clear()), Flaw::Themes { .. }));
    assert!(matches!(flaw(&|p| p.goal = Goal::Draw), Flaw::Better { number: 1, .. }));
    assert!(matches!(flaw(&|p| p.proof = Proof::Searched), Flaw::Label { .. }));
    assert!(matches!(flaw(&|p| p.goal = Goal::Advantage), Flaw::Label { .. }));
    assert!(matches!(flaw(&|p| p.line[0] = "a1a2".to_owned()), Flaw::Rules(_)));
    let game = galet_games::find("avalam").unwrap();
    for other in right.begin(game).unwrap().legal_moves(99).texts {
        if other != right.line[0] {
            let flaw = flaw(&|p| p.line[0] = other.clone());
            assert!(matches!(flaw, Flaw::NotRight { number: 1, .. }), "{other}: {flaw}");
        }
    }
}

/// After the line of a puzzle the answer is no longer unique, whatever is replied: one more move is found out.
#[test]
fn a_line_that_is_too_long_is_found() {
    let (mut checker, maker) = tools();
    let game = galet_games::find("avalam").unwrap();
    let mut found = 0;
    // Those after which there is something left to play.
    let goes_on = |puzzle: &Puzzle| {
        let after = puzzle.replay(game).unwrap();
        after.legal_moves(1).texts.first().is_some_and(|reply| {
            let mut replied = after.clone_box();
            replied.play(reply).is_ok() && replied.outcome().is_none()
        })
    };
    for puzzle in all_easy().into_iter().filter(goes_on).take(5) {
        let after = puzzle.replay(game).unwrap();
        for reply in after.legal_moves(99).texts {
            let mut replied = after.clone_box();
            replied.play(&reply).unwrap();
            let mut unique = 0;
            for next in replied.legal_moves(99).texts {
                let mut longer = puzzle.clone();
                longer.line.extend([reply.clone(), next.clone()]);
                longer.themes = maker.themes(&longer);
                match checker.check(&longer) {
                    Ok(_) => unique += 1,
                    Err(
                        Flaw::Second { number: 3, .. }
                        | Flaw::NotRight { number: 3, .. }
                        | Flaw::Forced { number: 3 },
                    ) => found += 1,
                    Err(other) => panic!("{reply} {next}: {other}"),
                }
            }
            assert!(unique <= 1, "{reply}: {unique} answers are the only one");
        }
    }
    assert!(found > 10, "only {found} lines were too long");
}

/// The value for the side to move by trying everything: 1, 0 or -1.
fn brute_force(position: &Position, known: &mut HashMap<Position, i8>) -> i8 {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let value = match position.outcome() {
        Some(outcome) => {
            outcome.winner.map_or(0, |side| if side == position.turn() { 1 } else { -1 })
        }
        None => {
            let next = |m| -brute_force(&position.play(m).unwrap(), known);
            position.moves().into_iter().map(next).max().unwrap()
        }
    };
    known.insert(*position, value);
    value
}

/// Late positions of random games, with the moves that keep their value.
fn late_positions(wanted: usize) -> Vec<(Position, Vec<String>, i8)> {
    let mut random = SplitMix64::new(8);
    let mut found = Vec::new();
    while found.len() < wanted {
        let mut position = Position::start(&Default::default());
        while position.count_moves() > 16 {
            let m = random_move(&position, &mut random).unwrap();
            position.play_unchecked(m);
        }
        if position.count_moves() < 4 {
            continue;
        }
        let mut known = HashMap::new();
        let value = brute_force(&position, &mut known);
        let keeps = |m: &_| -brute_force(&position.play(*m).unwrap(), &mut known) == value;
        let moves = position.moves().into_iter().filter(keeps);
        let texts = moves.map(|m| position.move_text(m)).collect();
        found.push((position, texts, value));
    }
    found
}

/// Every move of these positions, said to be the only right one, is confirmed exactly if trying everything says so.
#[test]
fn uniqueness_is_what_trying_everything_says() {
    let (mut checker, maker) = tools();
    let (mut unique, mut second) = (0, 0);
    for (position, right, value) in late_positions(40) {
        if value < 0 {
            continue;
        }
        for text in position.moves().into_iter().map(|m| position.move_text(m)) {
            let mut puzzle = easy();
            puzzle.setup.position = Some(position.position_text());
            puzzle.id = PuzzleId::of(&position, &[]);
            puzzle.goal = if value > 0 { Goal::Win } else { Goal::Draw };
            puzzle.line = vec![text.clone()];
            puzzle.themes = maker.themes(&puzzle);
            match checker.check(&puzzle) {
                Ok(_) => {
                    assert_eq!(right, std::slice::from_ref(&text));
                    unique += 1;
                }
                Err(Flaw::Second { number: 1, other }) => {
                    assert!(right.contains(&text) && right.contains(&other) && other != text);
                    second += 1;
                }
                Err(Flaw::NotRight { number: 1, .. }) => assert!(!right.contains(&text)),
                Err(other) => panic!("{other}"),
            }
        }
    }
    assert!(unique >= 3 && second >= 3, "{unique} unique, {second} with a second answer");
}

#[test]
fn a_board_seen_from_elsewhere_is_the_same_puzzle() {
    let (_, maker) = tools();
    let game = galet_games::find("avalam").unwrap();
    let puzzle = easy();
    let begun = puzzle.begin(game).unwrap();
    let position = begun.downcast_ref::<Position>().unwrap().position();
    let mut collection = Collection::default();
    assert!(collection.add(puzzle.clone(), &maker.along(&puzzle)));
    for symmetry in 0..Position::SYMMETRIES {
        for seen in [position.transform(symmetry), position.swap_colours().transform(symmetry)] {
            let mut same = puzzle.clone();
            same.setup.position = Some(seen.position_text());
            assert_eq!(PuzzleId::of(&seen, &[]), puzzle.id);
            assert!(!collection.add(same.clone(), &maker.along(&same)));
        }
    }
    assert_eq!(collection.len(), 1);
}

#[test]
fn puzzles_that_follow_from_one_another_are_found() {
    let (checker, maker) = tools();
    let game = galet_games::find("avalam").unwrap();
    let mut set = shipped();
    let long = set.puzzles.iter().find(|puzzle| puzzle.moves_to_find() > 1).unwrap().clone();
    let mut later = long.clone();
    let mut begun = long.begin(game).unwrap();
    long.line[..2].iter().for_each(|m| begun.play(m).unwrap());
    later.setup.position = Some(begun.position_text());
    later.line.drain(..2);
    later.id = PuzzleId::of(begun.downcast_ref::<Position>().unwrap().position(), &[]);
    set.puzzles = vec![long.clone(), later.clone()];
    let related = apart(&set, &*checker);
    assert_eq!(related, [(later.id, Flaw::Related { other: long.id })]);
    for pair in [[&long, &later], [&later, &long]] {
        let mut collection = Collection::default();
        let added = pair.map(|puzzle| collection.add(puzzle.clone(), &maker.along(puzzle)));
        assert_eq!(added, [true, false]);
    }
}
