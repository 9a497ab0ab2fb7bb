//! The win test and the search against the plainest possible reading of the rules.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, PerSide, Side};
use galet_qawale::{Pebble, Position, Setup, Stack};
use galet_qawale_check::{Claim, Search, Wins};

/// The winner if both play as well as possible, by the rules and nothing else.
fn winner(position: &Position) -> Option<Side> {
    if let Some(end) = position.outcome() {
        return end.winner;
    }
    let side = position.turn();
    let mut best = Some(side.other());
    let _ = position.visit_moves(|m| {
        let mut after = *position;
        after.play_unchecked(m);
        match winner(&after) {
            Some(w) if w == side => {
                best = Some(side);
                ControlFlow::Break(())
            }
            None => {
                best = None;
                ControlFlow::Continue(())
            }
            Some(_) => ControlFlow::Continue(()),
        }
    });
    best
}

/// Plays random moves, of which none loses at once if `careful`, until `plies` are played.
fn random_game(pebbles: u8, plies: usize, careful: Option<&Wins>, seed: u64) -> Option<Position> {
    let mut random = SplitMix64::new(seed);
    let mut position = Position::start(&Setup::with_pebbles(pebbles)?);
    for _ in 0..plies {
        let mut choices: Vec<Position> = Vec::new();
        for m in position.moves() {
            let mut after = position;
            after.play_unchecked(m);
            let loses = |wins: &Wins| after.outcome().is_some() || wins.at_once(&after);
            if !careful.is_some_and(loses) {
                choices.push(after);
            }
        }
        if choices.is_empty() {
            return None;
        }
        position = choices[random.below(choices.len())];
    }
    position.outcome().is_none().then_some(position)
}

fn can_win(position: &Position) -> bool {
    let side = position.turn();
    let wins = |m| position.play(m).unwrap().outcome().is_some_and(|e| e.winner == Some(side));
    position.moves().into_iter().any(wins)
}

#[test]
fn immediate_wins_are_those_of_the_rules() {
    let wins = Wins::new();
    let (mut yes, mut no) = (0, 0);
    for seed in 0..400 {
        for plies in [7, 9, 11, 12, 13, 14, 15] {
            let Some(position) = random_game(8, plies, None, seed) else { continue };
            let by_the_rules = can_win(&position);
            assert_eq!(wins.at_once(&position), by_the_rules, "{}", position.position_text());
            if by_the_rules { yes += 1 } else { no += 1 }
        }
    }
    assert!(yes > 500 && no > 500, "{yes} {no}");
}

#[test]
fn tall_stacks_win_like_others() {
    let wins = Wins::new();
    let mut random = SplitMix64::new(11);
    let (mut yes, mut no) = (0, 0);
    for _ in 0..300 {
        // Tops here and there, and one stack that is higher than the lists go.
        let mut stacks: [Stack; 16] = std::array::from_fn(|_| {
            let few: Vec<_> = (0..random.below(2)).map(|_| Pebble::ALL[random.below(3)]).collect();
            Stack::new(&few).unwrap()
        });
        let height = 7 + random.below(3);
        let tall: Vec<_> = (0..height).map(|_| Pebble::ALL[random.below(3)]).collect();
        stacks[random.below(16)] = Stack::new(&tall).unwrap();
        let side = Side::BOTH[random.below(2)];
        let Ok(position) = Position::new(stacks, side, PerSide::new(1, 1)) else { continue };
        if position.outcome().is_none() {
            let expected = can_win(&position);
            assert_eq!(wins.at_once(&position), expected, "{}", position.position_text());
            if expected { yes += 1 } else { no += 1 }
        }
    }
    assert!(yes > 30 && no > 30, "{yes} {no}");
}

#[test]
fn the_search_finds_the_value_of_late_positions() {
    let (wins, stop) = (Wins::new(), AtomicBool::new(false));
    let mut seen = [0; 3];
    // After an odd number of plies it is the second player who may win.
    for (pebbles, plies, seeds) in
        [(8, 14, 40), (8, 13, 8), (7, 12, 30), (7, 13, 40), (6, 10, 30), (6, 11, 40)]
    {
        for seed in 0..seeds {
            let careful = (seed % 3 > 0).then_some(&wins);
            let Some(position) = random_game(pebbles, plies, careful, seed) else { continue };
            let expected = winner(&position);
            let last = 2 * u32::from(pebbles);
            let holds = |attacker| {
                let claim = Claim::new(position, attacker, last).unwrap();
                let mut search = Search::new(&wins, attacker, &stop);
                search.holds(&position, claim.attacks(&position)).unwrap()
            };
            for side in Side::BOTH {
                let text = position.position_text();
                assert_eq!(holds(side), expected != Some(side), "{side:?} in {text}");
            }
            seen[expected.map_or(0, |side| 1 + usize::from(side == Side::Second))] += 1;
        }
    }
    assert!(seen.iter().all(|&n| n >= 5), "{seen:?}");
}

#[test]
fn the_smallest_variants_are_draws() {
    let (wins, stop) = (Wins::new(), AtomicBool::new(false));
    for pebbles in 1..=2 {
        let start = Position::start(&Setup::with_pebbles(pebbles).unwrap());
        assert_eq!(winner(&start), None);
    }
    for pebbles in 1..=4 {
        let start = Position::start(&Setup::with_pebbles(pebbles).unwrap());
        for attacker in Side::BOTH {
            let claim = Claim::new(start, attacker, 2 * u32::from(pebbles)).unwrap();
            let mut search = Search::new(&wins, attacker, &stop);
            assert!(search.holds(&start, claim.attacks(&start)).unwrap(), "{pebbles} {attacker:?}");
        }
    }
}
