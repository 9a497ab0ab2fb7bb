//! Solving puzzles: attempts, the puzzle of the day, the next one.

use galet_games::SetupText;
use galet_puzzles::{Attempt, Puzzle, PuzzleId, PuzzleSet, Verdict, day_number};
use std::collections::HashSet;

fn shipped() -> PuzzleSet {
    PuzzleSet::read(include_str!("../../../puzzles/avalam.txt")).expect("it ships")
}

/// So many puzzles whose names are their numbers.
fn numbered(count: u64) -> PuzzleSet {
    let mut set = shipped();
    let model = set.puzzles[0].clone();
    let puzzle = |n: u64| Puzzle { id: PuzzleId(n), ..model.clone() };
    set.puzzles = (1..=count).map(puzzle).collect();
    set
}

#[test]
fn a_line_is_found_move_by_move() {
    let (set, game) = (shipped(), galet_games::find("avalam").unwrap());
    let long = set.puzzles.iter().find(|puzzle| puzzle.moves_to_find() > 1).expect("there is one");
    let mut attempt = Attempt::new(long, game).unwrap();
    for (step, moves) in long.line.chunks(2).enumerate() {
        assert_eq!(attempt.found(), (step, long.moves_to_find()));
        let before = attempt.game().position_text();
        let wrong = attempt.game().legal_moves(200).texts.into_iter().find(|m| *m != moves[0]);
        assert_eq!(attempt.play(&wrong.expect("there is a choice")), Ok(Verdict::Wrong));
        assert!(attempt.play("nonsense").is_err());
        assert_eq!(attempt.game().position_text(), before, "nothing was played");
        assert_eq!(attempt.answer(), Some(moves[0].as_str()));
        let verdict = attempt.play(&moves[0]).unwrap();
        match moves.get(1) {
            Some(reply) => assert_eq!(verdict, Verdict::GoesOn { reply: reply.clone() }),
            None => assert_eq!(verdict, Verdict::Solved),
        }
    }
    assert_eq!((attempt.answer(), attempt.game().plies()), (None, long.line.len()));
}

/// Sowing a stack of equal pebbles round a square, the one way or the other.
#[test]
fn another_way_to_the_same_position_is_right_too() {
    let puzzle = Puzzle {
        setup: SetupText {
            layout: None,
            options: Vec::new(),
            position: Some("nn,,,nn/,,,/,,,nn/nnn,,, o 8 8".to_owned()),
        },
        line: vec!["a1nesw".to_owned()],
        ..shipped().puzzles[0].clone()
    };
    let game = galet_games::find("qawale").unwrap();
    for (text, verdict) in
        [("a1nesw", Verdict::Solved), ("a1enws", Verdict::Solved), ("a1neee", Verdict::Wrong)]
    {
        let mut attempt = Attempt::new(&puzzle, game).unwrap();
        assert_eq!(attempt.play(text), Ok(verdict), "{text}");
    }
}

/// Everybody has the same puzzle on a day, today and after an update of the program: these never change.
#[test]
fn the_puzzle_of_the_day_is_stable() {
    let set = numbered(7);
    let day = day_number(2027, 1, 1).unwrap();
    let names: Vec<u64> = (day..day + 8).map(|day| set.of_the_day(day).unwrap().id.0).collect();
    assert_eq!(names, THESE);
    let mut turned = set.clone();
    turned.puzzles.reverse();
    for day in day..day + 50 {
        assert_eq!(turned.of_the_day(day), set.of_the_day(day), "the order of the file is nothing");
    }
    assert_eq!(set.of_the_day(-1).map(|p| p.id), set.of_the_day(-1).map(|p| p.id));
    assert_eq!(numbered(0).of_the_day(day), None);
}

const THESE: [u64; 8] = [1, 5, 6, 4, 2, 3, 7, 1];

#[test]
fn no_puzzle_comes_back_before_all_had_their_day() {
    let set = shipped();
    let all = set.puzzles.len() as i64;
    for first in [0, 20_000, 20_123] {
        let days = first..first + all;
        let seen: HashSet<PuzzleId> = days.map(|day| set.of_the_day(day).unwrap().id).collect();
        assert_eq!(seen.len() as i64, all);
    }
}

#[test]
fn the_next_puzzle_is_near_and_new() {
    let set = shipped();
    let (theme, rating) = ("five-tower", 1_500);
    let mut seen = HashSet::new();
    for number in 0..10 {
        let fresh = |id| !seen.contains(&id);
        let puzzle = set.near(rating, Some(theme), fresh, number).expect("there are many");
        assert!(puzzle.themes.iter().any(|name| name == theme));
        let nearer = set.puzzles.iter().filter(|other| {
            other.themes.iter().any(|name| name == theme)
                && !seen.contains(&other.id)
                && other.difficulty.rating.abs_diff(rating)
                    < puzzle.difficulty.rating.abs_diff(rating)
        });
        assert!(nearer.count() < 12);
        assert!(seen.insert(puzzle.id), "it was there before");
    }
    assert!(set.near(rating, Some(theme), |_| false, 1).is_some(), "then they come again");
    assert_eq!(set.near(rating, Some("luck"), |_| true, 1), None);
    let drawn: HashSet<_> =
        (0..30).map(|n| set.near(rating, None, |_| true, n).unwrap().id).collect();
    assert!(drawn.len() > 3, "not always the same");
}
