//! The rules: one readable test for each sentence, the counts, and the fast rules against the
//! slow ones.

mod slow;

use galet_core::perft::{Leaves, perft};
use galet_core::random::walk;
use galet_core::{Game, Notation, Outcome, Progress, Reason, Setup as _, Side, Symmetric};
use galet_sample::reason::{CROSSED, MORE_STONES, STONES_TAKEN};
use galet_sample::{Position, Setup};
use slow::Slow;
use std::collections::{BTreeMap, BTreeSet};

fn setup(options: &[(&str, &str)]) -> Setup {
    Setup::read(None, options.iter().copied()).expect("a setup")
}

fn game_from(position: &str, options: &[(&str, &str)]) -> Progress<Position> {
    let setup = setup(options);
    let position = Position::parse_position(position, &setup).expect("a position").position;
    Progress::from_position(setup, position)
}

/// Plays moves given as text.
fn play(game: &mut Progress<Position>, moves: &str) {
    for text in moves.split_whitespace() {
        let m = game.position().parse_move(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        game.play(m).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

fn refused(position: &str, text: &str) -> String {
    let game = game_from(position, &[]);
    game.position().parse_move(text).expect_err("refused").why.to_string()
}

#[test]
fn each_player_begins_with_three_stones_and_light_moves_first() {
    let start = Position::start(&Setup::default());
    assert_eq!(start.position_text(), "xxx/.../.../ooo o");
    assert_eq!(start.turn(), Side::First);
}

#[test]
fn a_stone_moves_one_step_up_down_left_or_right() {
    let game = game_from("..x/.../.o./... o", &[]);
    let moves: BTreeSet<String> =
        game.position().moves().into_iter().map(|m| m.to_string()).collect();
    assert_eq!(moves, ["b2a2", "b2b1", "b2b3", "b2c2", "pass"].map(String::from).into());
    assert!(refused("..x/.../.o./... o", "b2c3").contains("one step"));
    assert!(refused("..x/.../.o./... o", "b2b4").contains("one step"));
}

#[test]
fn a_stone_never_moves_onto_its_own_colour() {
    assert!(refused("xxx/.../.../ooo o", "a1b1").contains("b1 is taken"));
    assert!(refused("xxx/.../.../ooo o", "a4a3").contains("no stone of yours"));
}

#[test]
fn a_stone_takes_what_it_steps_onto() {
    let mut game = game_from("x.x/.x./.o./o.o o", &[]);
    play(&mut game, "b2b3");
    assert_eq!(game.position().position_text(), "x.x/.o./.../o.o x");
    assert_eq!(game.position().score().second, 2);
}

#[test]
fn a_player_may_pass() {
    let mut game = Progress::<Position>::new(Setup::default());
    play(&mut game, "pass");
    assert_eq!(game.position().position_text(), "xxx/.../.../ooo x");
}

#[test]
fn the_opposite_bank_wins() {
    let mut game = game_from("x.x/.o./.x./o.o o", &[]);
    play(&mut game, "b3b4");
    assert_eq!(game.outcome(), Some(Outcome::win(Side::First, CROSSED)));
}

#[test]
fn with_the_option_two_stones_must_stand_there() {
    let mut game = game_from("x../oo./.../..x o", &[("crossing", "2")]);
    play(&mut game, "a3a4 c1c2");
    assert_eq!(game.outcome(), None);
    play(&mut game, "b3b4");
    assert_eq!(game.outcome(), Some(Outcome::win(Side::First, CROSSED)));
}

#[test]
fn the_last_stone_taken_wins() {
    let mut game = game_from(".../.x./.o./... o", &[]);
    play(&mut game, "b2b3");
    assert_eq!(game.outcome(), Some(Outcome::win(Side::First, STONES_TAKEN)));
}

#[test]
fn the_third_repetition_is_a_draw() {
    let mut game = Progress::<Position>::new(Setup::default());
    play(&mut game, "pass pass a1a2 a4a3 a2a1");
    assert_eq!(game.outcome(), None);
    play(&mut game, "a3a4");
    assert_eq!(game.outcome(), Some(Outcome::draw(Reason::REPETITION)));
}

#[test]
fn at_the_move_limit_more_stones_win() {
    let mut ahead = game_from("x.x/.../.../ooo o", &[("move-limit", "2")]);
    play(&mut ahead, "pass a4a3");
    assert_eq!(ahead.outcome(), Some(Outcome::win(Side::First, MORE_STONES)));
    let mut level = game_from("xxx/.../.../ooo o", &[("move-limit", "2")]);
    play(&mut level, "pass pass");
    assert_eq!(level.outcome(), Some(Outcome::draw(Reason::MOVE_LIMIT)));
}

#[test]
fn an_immediate_win_is_seen_without_trying() {
    let mut seen = [0; 2];
    walk::<Position>(200, 60, 3, |position, _| {
        if position.outcome().is_some() {
            return;
        }
        let wins = position.moves().into_iter().any(|m| {
            let after = (*position).play(m).expect("legal");
            after.outcome().is_some_and(|o| o.winner == Some(position.turn()))
        });
        assert_eq!(position.can_win_at_once(), wins, "{}", position.position_text());
        seen[usize::from(wins)] += 1;
    });
    assert!(seen.iter().all(|&n| n > 300), "{seen:?}");
}

#[test]
fn stones_en_prise_are_those_that_a_move_takes() {
    let mut taken = 0;
    walk::<Position>(100, 60, 4, |position, _| {
        let can_take = position.moves().into_iter().any(|m| position.takes(m));
        if position.outcome().is_none() {
            assert_eq!(position.en_prise() != 0, can_take, "{}", position.position_text());
        }
        taken += usize::from(can_take);
    });
    assert!(taken > 300, "{taken}");
}

#[test]
fn fast_and_slow_rules_agree_and_reach_every_end() {
    let mut ends = BTreeMap::new();
    walk::<Position>(600, 80, 5, |position, setup| {
        let text = position.position_text();
        let slow = Slow::read(&text, setup.crossing().into());
        assert_eq!(slow.write(), text);
        let winner = |o: Outcome| if o.winner == Some(Side::First) { 'o' } else { 'x' };
        let end = position.outcome().map(|o| (winner(o), o.reason.name()));
        assert_eq!(end, slow.end(), "{text}");
        let score = position.score();
        assert_eq!(
            [score.first, score.second].map(|n| n as usize),
            ['o', 'x'].map(|s| slow.count(s))
        );
        let listed: BTreeSet<String> =
            position.moves().into_iter().map(|m| position.move_text(m)).collect();
        assert_eq!(listed, slow.moves().into_iter().collect(), "{text}");
        for text in listed {
            let m = position.parse_move(&text).expect("listed");
            let after = (*position).play(m).expect("legal");
            assert_eq!(after.position_text(), slow.play(&text).write());
        }
        if let Some((_, reason)) = end {
            *ends.entry(reason).or_insert(0) += 1;
        }
    });
    assert!(ends["crossed"] > 100 && ends["stones-taken"] > 10, "{ends:?}");
}

/// Position, stones that must cross, and the number of move sequences of 1, 2, 3, … plies.
const COUNTS: &[(&str, usize, &[u64])] = &[
    ("xxx/.../.../ooo o", 1, &[4, 16, 108, 719, 4_817, 31_531, 217_985]),
    ("x.x/.../.../o.o o", 1, &[5, 25, 125, 619, 3_585, 20_349, 112_975]),
    ("x.x/.o./.x./o.o o", 1, &[9, 68, 501, 3_522, 24_022, 159_297]),
    ("x.x/.x./.o./o.o o", 2, &[9, 77, 510, 3_299, 22_988, 156_568]),
    (".../.x./.o./... o", 1, &[5, 20, 80, 321, 1_177, 4_353, 15_741]),
];

#[test]
fn move_sequences_are_as_many_as_counted_under_every_symmetry() {
    for &(text, crossing, counts) in COUNTS {
        let setup = setup(&[("crossing", &crossing.to_string())]);
        let position = Position::parse_position(text, &setup).expect("a position").position;
        for symmetry in 0..Position::SYMMETRIES {
            let seen = position.transform(symmetry);
            for seen in [seen, seen.swap_colours()] {
                for (depth, &expected) in (1..).zip(counts) {
                    assert_eq!(perft(&seen, depth, Leaves::Counted), expected, "{text} {depth}");
                    assert_eq!(perft(&seen, depth, Leaves::Made), expected, "{text} {depth}");
                }
            }
        }
        let slow = Slow::read(text, crossing);
        for (depth, &expected) in (1..).zip(counts).take(5) {
            assert_eq!(slow::perft(&slow, depth), expected, "{text} {depth}");
        }
    }
}
