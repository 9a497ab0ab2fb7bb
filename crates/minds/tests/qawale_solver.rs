//! The exact solver of Qawale equals brute force.

use galet_core::random::SplitMix64;
use galet_core::{Game, PerSide, Progress, Side};
use galet_minds::qawale::Qawale;
use galet_minds::{Budget, FromResources, Solution, Solve};
use galet_qawale::{Move, Position, Setup};
use galet_search::Stop;
use std::ops::ControlFlow;

/// Who wins with best play, and in how many plies: 0 is a draw, more is a win of the side to
/// move, sooner is higher; less is a loss.
fn brute_force(position: &Position) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0, |w| if w == position.turn() { FAR } else { -FAR });
    }
    let mut best = -FAR;
    let _ = position.visit_moves(|m| {
        let mut next = *position;
        next.play_unchecked(m);
        let value = -brute_force(&next);
        best = best.max(value - value.signum());
        if best == FAR - 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    best
}

/// The sign of [`brute_force`] if it lies between the bounds, by the rules alone, but without
/// what cannot change the result; the moves that were best lately are tried first.
fn winner(position: &Position, alpha: i32, beta: i32, tried: &mut [Vec<Move>]) -> i32 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0, |w| if w == position.turn() { 1 } else { -1 });
    }
    let (lately, rest) = tried.split_first_mut().expect("as many as plies");
    let first: Vec<Move> = lately.iter().copied().filter(|&m| position.is_legal(m)).collect();
    let (mut alpha, mut best) = (alpha, -1);
    let mut play = |m| {
        let mut next = *position;
        next.play_unchecked(m);
        best = best.max(-winner(&next, -beta, -alpha, rest));
        alpha = alpha.max(best);
        if best < beta {
            return ControlFlow::Continue(());
        }
        lately.retain(|old| *old != m);
        lately.insert(0, m);
        lately.truncate(20);
        ControlFlow::Break(())
    };
    if first.into_iter().try_for_each(&mut play).is_continue() {
        let _ = position.visit_moves(play);
    }
    best
}

const FAR: i32 = 100;

fn solve(position: &Position) -> Solution<Move> {
    let budget = Budget::new(u64::MAX, Stop::new());
    let game = Progress::from_position(Setup::default(), *position);
    Qawale::by_hand().solve(&game, &budget).expect("the budget is endless")
}

fn forced_win(position: &Position) -> Option<Solution<Move>> {
    let game = Progress::from_position(Setup::default(), *position);
    forced_win_within(&game, u64::MAX).expect("the budget is endless")
}

fn forced_win_within(game: &Progress<Position>, nodes: u64) -> Option<Option<Solution<Move>>> {
    Qawale::by_hand().forced_win(game, &Budget::new(nodes, Stop::new()))
}

/// A position after random moves, not finished. In two games of three the moves avoid leaving a
/// win at once, where a few tries find such a move.
fn played(pebbles: u8, plies: usize, random: &mut SplitMix64) -> Position {
    'again: loop {
        let setup = Setup::with_pebbles(pebbles).expect("1 to 10");
        let mut position = Position::start(&setup);
        let tries = if random.below(3) == 0 { 1 } else { 12 };
        for _ in 0..plies {
            let moves = position.moves();
            let mut next = position;
            for _ in 0..tries {
                next = position;
                next.play_unchecked(moves[random.below(moves.len())]);
                let loses = next.outcome().is_some_and(|o| o.winner.is_some())
                    || next.moves().into_iter().any(|m| {
                        let mut after = next;
                        after.play_unchecked(m);
                        after.outcome().is_some_and(|o| o.winner == Some(next.turn()))
                    });
                if !loses {
                    break;
                }
            }
            position = next;
            if position.outcome().is_some() {
                continue 'again;
            }
        }
        return position;
    }
}

/// A position that random play hardly ever gives: the side to move has just been outplayed, if
/// the solver is right.
fn outplayed(pebbles: u8, plies: usize, random: &mut SplitMix64) -> Option<Position> {
    (0..300).find_map(|_| {
        let position = played(pebbles, plies - 1, random);
        let verdict = solve(&position);
        let by_force = verdict.winner == Some(position.turn()) && verdict.line.len() > 1;
        by_force.then(|| position.play(verdict.line[0]).expect("legal"))
    })
}

/// Compares with brute force; 0 is a loss, 1 a draw, 2 a win.
fn check(position: &Position) -> usize {
    let value = brute_force(position);
    let verdict = solve(position);
    let turn = position.turn();
    let winner = match value.signum() {
        1 => Some(turn),
        -1 => Some(turn.other()),
        _ => None,
    };
    assert_eq!(verdict.winner, winner, "{position:?}");
    assert_eq!(verdict.margin, u32::from(winner.is_some()));
    let (plies, moves) = (FAR - value.abs(), (FAR - value.abs() + 1) / 2);
    let plural = if moves == 1 { "" } else { "s" };
    let words = match value.signum() {
        1 => format!("win in {moves} move{plural}"),
        -1 => format!("loss in {moves} move{plural}"),
        _ => "draw (proven)".to_owned(),
    };
    assert_eq!(verdict.words.en, words, "{position:?}");
    // Half of the work says the same where there is a win, and nothing elsewhere.
    let won = forced_win(position);
    assert_eq!(won.is_some(), value > 0, "{position:?}");
    if let Some(won) = won {
        assert_eq!((won.winner, won.line.len()), (winner, plies as usize), "{position:?}");
        assert_eq!(won.plies, plies as usize, "{position:?}");
        assert_eq!(won.words.en, words, "{position:?}");
        let end = won.line.iter().try_fold(*position, |p, &m| p.play(m)).expect("legal");
        assert_eq!(end.outcome().expect("finished").winner, winner);
    }
    if winner.is_some() {
        // The line is legal, shortest, and has the result that was promised.
        assert_eq!(verdict.line.len(), plies as usize, "{position:?}");
        assert_eq!(verdict.plies, plies as usize, "{position:?}");
        let end = verdict.line.iter().try_fold(*position, |p, &m| p.play(m)).expect("legal");
        assert_eq!(end.outcome().expect("finished").winner, winner);
    } else {
        let next = position.play(verdict.line[0]).expect("legal");
        assert_eq!(brute_force(&next), 0, "{position:?}");
    }
    (value.signum() + 1) as usize
}

#[test]
fn equals_brute_force_in_late_positions() {
    let mut random = SplitMix64::new(11);
    let mut results = [0; 3];
    for n in 0..200 {
        let pebbles = 4 + (n % 5) as u8;
        let plies = 2 * usize::from(pebbles) - 1 - n / 5 % 2;
        results[check(&played(pebbles, plies, &mut random))] += 1;
    }
    for n in 0..30 {
        let outplayed = outplayed(6 + (n % 3) as u8, 10 + 2 * (n % 3), &mut random);
        results[check(&outplayed.expect("found among hundreds"))] += 1;
    }
    for _ in 0..12 {
        results[check(&played(4, 5, &mut random))] += 1;
        results[check(&played(5, 7, &mut random))] += 1;
    }
    assert!(results.iter().all(|&n| n >= 20), "one-sided: {results:?}");
}

#[test]
fn equals_cleverer_brute_force_four_and_five_plies_before_the_end() {
    let mut random = SplitMix64::new(16);
    let mut results = [0; 3];
    for n in 0..60 {
        let (pebbles, plies) = [(5, 6), (6, 8), (7, 10), (8, 12), (5, 5), (8, 13)][n % 6];
        let position = played(pebbles, plies, &mut random);
        let value = winner(&position, -1, 1, &mut vec![Vec::new(); 17]);
        let expected = match value {
            1 => Some(position.turn()),
            0 => None,
            _ => Some(position.turn().other()),
        };
        assert_eq!(solve(&position).winner, expected, "{position:?}");
        results[(value + 1) as usize] += 1;
    }
    assert!(results[1] >= 20 && results[2] >= 5, "one-sided: {results:?}");
}

/// Whoever has more pebbles than the other cannot play them all.
#[test]
fn equals_brute_force_with_unequal_pebbles() {
    let mut random = SplitMix64::new(12);
    let mut results = [0; 3];
    for n in 0..40 {
        let from = played(8, 7 + n % 3, &mut random);
        for left in [PerSide::new(1, 2), PerSide::new(2, 1), PerSide::new(1, 0), PerSide::new(0, 1)]
        {
            let position = Position::new(*from.stacks(), from.turn(), left).expect("playable");
            if position.outcome().is_none() {
                results[check(&position)] += 1;
            }
        }
    }
    assert!(results[1] > 20 && results[2] > 10, "one-sided: {results:?}");
}

#[test]
fn of_the_drawing_moves_it_chooses_the_one_with_the_fewest_drawing_replies() {
    let mut random = SplitMix64::new(13);
    let mut compared = 0;
    while compared < 3 {
        let position = played(5, 7, &mut random);
        if brute_force(&position) != 0 {
            continue;
        }
        let replies_after = |m| {
            let next = position.play(m).expect("legal");
            let replies = next.moves().into_iter();
            let draws = |&reply: &Move| brute_force(&next.play(reply).expect("legal")) == 0;
            (brute_force(&next) == 0).then(|| replies.filter(draws).count())
        };
        let fewest = position.moves().into_iter().filter_map(replies_after).min();
        assert_eq!(replies_after(solve(&position).line[0]), fewest, "{position:?}");
        compared += 1;
    }
}

#[test]
fn what_it_cannot_prove_it_leaves_alone() {
    let mind = Qawale::by_hand();
    let start = Progress::new(Setup::default());
    let endless = Budget::new(u64::MAX, Stop::new());
    assert!(mind.solve(&start, &endless).is_none(), "the start takes hours");

    let mut random = SplitMix64::new(14);
    let middle = Progress::from_position(Setup::default(), played(8, 6, &mut random));
    assert!(mind.solve(&middle, &Budget::new(1_000, Stop::new())).is_none());
    let stopped = Budget::new(u64::MAX, Stop::new());
    stopped.stop.stop();
    assert!(mind.solve(&middle, &stopped).is_none());

    // Eleven pebbles of one colour: beyond the lemma that the solver rests on.
    let late = played(8, 15, &mut random);
    let odd = Position::new(*late.stacks(), late.turn(), PerSide::new(4, 0)).expect("playable");
    assert_eq!((odd.turn(), odd.left(Side::First)), (Side::Second, 4));
    assert!(mind.solve(&Progress::from_position(Setup::default(), odd), &endless).is_none());
}

#[test]
fn the_same_answer_every_time() {
    let mut random = SplitMix64::new(15);
    for plies in [10, 11, 12] {
        let position = played(8, plies, &mut random);
        assert_eq!(solve(&position), solve(&position));
    }
}

/// Cut short at any moment, what is said of a win is true: how far it is, and the beginning of the line to it.
#[test]
fn a_win_that_is_found_late_is_no_other() {
    let (mut random, mut won, mut unknown) = (SplitMix64::new(31), 0, 0);
    for number in 0..60 {
        let position = played(7, 6 + number % 3, &mut random);
        let whole = forced_win(&position);
        let game = Progress::from_position(Setup::with_pebbles(7).expect("seven"), position);
        // Most of all where the win has just been found.
        let parts = whole
            .iter()
            .flat_map(|whole| (1..40).map(|back| whole.nodes.saturating_sub(32 * back)));
        for nodes in (0..14).map(|doubled| 32 << doubled).chain(parts) {
            let Some(found) = forced_win_within(&game, nodes) else {
                unknown += 1;
                continue;
            };
            assert_eq!(found.is_some(), whole.is_some(), "{position:?} with {nodes} nodes");
            let (Some(found), Some(whole)) = (found, &whole) else { continue };
            assert_eq!((found.plies, &found.words), (whole.plies, &whole.words), "{position:?}");
            assert!(whole.line.len() == whole.plies && !found.line.is_empty());
            let end = found.line.iter().try_fold(position, |p, &m| p.play(m)).expect("legal");
            assert_eq!(end.outcome().is_some(), found.line.len() == found.plies, "{position:?}");
            won += usize::from(found.plies > 1);
        }
    }
    assert!(won > 20 && unknown > 100, "{won} {unknown}");
}
