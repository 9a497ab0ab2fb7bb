//! Full strength does not lose what is drawn, however short its time: a part of what
//! `examples/qawale_pressed.rs` plays, bounded by nodes.

#[path = "../examples/common/pressing.rs"]
#[allow(dead_code, reason = "some of it is for the examples")]
mod pressing;

use galet_core::random::SplitMix64;
use galet_core::{Game, ManualTime, Notation, Progress, Side};
use galet_minds::qawale::Qawale;
use galet_minds::{Budget, FromResources, Safety, Solve};
use galet_qawale::{Move, Position, Setup};
use galet_qawale_check::canonical;
use galet_search::score::FORCED;
use galet_search::{Limits, Stop};
use pressing::{End, Opponent, answer, full_strength, judged_answer, loses, play};
use std::collections::HashSet;
use std::sync::Arc;

/// Drawn positions in which the first move that comes to mind loses by force.
const SHARP: [&str; 3] = [
    "a4sss d4www d1nnn a2nn c4ww a1eene c2se",
    "a1nes b2ws a1ee a2enw b1een d1wwwn c1nwsw",
    "d1nwn a4sss c3ws b3sw b2see a1enws b2sw",
];

fn after(line: &str) -> Progress<Position> {
    let mut game: Progress<Position> = Progress::new(Setup::default());
    for text in line.split(' ') {
        game.play(game.position().parse_move(text).unwrap()).unwrap();
    }
    game
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

#[test]
fn it_plays_a_move_that_holds_where_others_lose() {
    let mut engine = full_strength(Arc::new(ManualTime::default()));
    for line in SHARP {
        let game = after(line);
        for limit in [100_000, 200_000, 400_000] {
            let m = answer(&mut *engine, &game, &nodes(limit));
            assert!(!loses(game.position(), m), "{line}: {m} at {limit} nodes");
        }
    }
    let game = after(SHARP[0]);
    for limit in [10_000, 30_000, 60_000] {
        let m = answer(&mut *engine, &game, &nodes(limit));
        assert!(!loses(game.position(), m), "{m} at {limit} nodes");
    }
}

/// What is known of a position after so many nodes.
fn safety(position: &Position, nodes: u64) -> Safety<Move> {
    let game = Progress::from_position(Setup::default(), *position);
    Qawale::by_hand().safety(&game, &Budget::new(nodes, Stop::new()))
}

#[test]
fn proven_is_what_is_proven_and_losing_what_loses() {
    let (mut proven, mut hints, mut losing) = (0, 0, 0);
    for line in SHARP {
        let game = after(line);
        let position = game.position();
        for nodes in [1_000, 10_000, 30_000, 60_000, 100_000, u64::MAX] {
            let safety = safety(position, nodes);
            let m = safety.m.expect("some moves hold");
            assert!(!safety.losing.contains(&m));
            for &m in &safety.losing {
                assert!(loses(position, m), "{line}: {m} is said to lose");
                losing += 1;
            }
            if safety.proven {
                assert!(!loses(position, m), "{line}: {m} is said to hold");
                proven += 1;
            } else {
                hints += 1;
            }
            assert!(safety.proven || nodes != u64::MAX);
        }
    }
    assert!(proven >= 3 && hints >= 6 && losing >= 6, "{proven} {hints} {losing}");
}

/// The prover looks at one of the moves that lead to the same; whoever leaves it out leaves out all of them.
#[test]
fn what_leads_to_the_same_loses_the_same() {
    let (mut random, mut twins, mut positions) = (SplitMix64::new(6), 0, 0);
    while twins < 3 {
        positions += 1;
        assert!(positions < 3_000, "only {twins} twins");
        let mut game: Progress<Position> = Progress::new(Setup::default());
        while game.moves().len() < 10 && game.outcome().is_none() {
            let moves = game.position().moves();
            game.play(moves[random.below(moves.len())]).unwrap();
        }
        let position = game.position();
        let losing = safety(position, u64::MAX).losing;
        // By the symmetries of the checker, which shares nothing with the prover.
        let image = |m: Move| canonical(&position.play(m).unwrap()).position;
        let lost: HashSet<Position> = losing.iter().map(|&m| image(m)).collect();
        let mut all = position.moves();
        all.retain(|&m| lost.contains(&image(m)));
        assert!(all.iter().all(|m| losing.contains(m)), "{}", position.position_text());
        assert_eq!(all.len(), losing.len());
        twins += all.len() - lost.len();
    }
}

/// A lost position has no move that holds, and every move that was looked at is known to lose.
#[test]
fn nothing_is_recommended_where_everything_loses() {
    let game = after(SHARP[1]);
    let bad = safety(game.position(), u64::MAX).losing[0];
    // The opponent's winning answer is what the prover says about the position after the bad move.
    let lost = game.position().play(bad).unwrap();
    let winning = lost.moves().into_iter().find(|&m| {
        let next = lost.play(m).unwrap();
        next.outcome().is_none() && {
            let safety = safety(&next, u64::MAX);
            safety.m.is_none() && !safety.losing.is_empty()
        }
    });
    assert!(winning.is_some(), "no answer to {bad} wins");
}

/// A sharper move is proven not to lose as well.
#[test]
fn the_sharpest_move_holds_too() {
    let mind = Qawale::by_hand();
    let (mut random, mut sharper, mut held) = (SplitMix64::new(8), 0, 0);
    for _ in 0..40 {
        let mut game: Progress<Position> = Progress::new(Setup::default());
        while game.moves().len() < 10 && game.outcome().is_none() {
            let moves = game.position().moves();
            game.play(moves[random.below(moves.len())]).unwrap();
        }
        let Safety { m: Some(safe), proven: true, .. } = safety(game.position(), u64::MAX) else {
            continue;
        };
        if game.outcome().is_some() {
            continue;
        }
        let budget = |nodes| Budget::new(nodes, Stop::new());
        assert_eq!(mind.sharpest(&game, safe, &budget(0)), safe);
        let m = mind.sharpest(&game, safe, &budget(400_000));
        assert!(!loses(game.position(), m), "{m} in {}", game.position().position_text());
        sharper += usize::from(m != safe);
        for m in game.position().moves().into_iter().step_by(29) {
            if mind.holds(&game, m, &budget(u64::MAX)) {
                assert!(!loses(game.position(), m), "{m} is said to hold");
                held += 1;
            }
            assert!(!mind.holds(&game, m, &budget(0)), "nothing was looked at");
        }
    }
    assert!(sharper >= 2 && held >= 10, "{sharper} {held}");
}

/// What may be played to set problems: moves that do not lose at once, no two of them the same.
#[test]
fn choices_are_all_that_does_not_lose_at_once() {
    let mind = Qawale::by_hand();
    for line in SHARP {
        let game = after(line);
        let position = game.position();
        let reached = |m: Move| {
            let mut after = *position;
            after.play_unchecked(m);
            canonical(&after).position
        };
        let choices: HashSet<_> = mind.choices(&game).into_iter().map(reached).collect();
        assert_eq!(choices.len(), mind.choices(&game).len(), "{line}");
        let stands = |m: &Move| {
            let mut after = *position;
            after.play_unchecked(*m);
            let wins = |reply| {
                after.play(reply).is_ok_and(|end| {
                    end.outcome().is_some_and(|end| end.winner == Some(after.turn()))
                })
            };
            after.outcome().is_none() && !after.moves().into_iter().any(wins)
        };
        let stand: HashSet<_> = position.moves().into_iter().filter(stands).map(reached).collect();
        assert_eq!(choices, stand, "{line}");
    }
}

/// Where nobody can force anything any more there is nothing to set problems by.
#[test]
fn there_are_no_choices_where_a_win_is_at_hand_or_the_end_is_near() {
    let mut random = SplitMix64::new(12);
    let (mut none, mut some) = (0, 0);
    for _ in 0..20 {
        let mut game: Progress<Position> = Progress::new(Setup::default());
        while game.outcome().is_none() {
            let (position, open) = (game.position(), Qawale::by_hand().choices(&game));
            let wins = |m: &Move| {
                let end = position.play(*m).unwrap().outcome();
                end.is_some_and(|end| end.winner == Some(position.turn()))
            };
            let at_hand = position.moves().iter().any(wins);
            assert!(open.is_empty() || !at_hand && game.moves().len() < 14);
            some += usize::from(!open.is_empty());
            none += usize::from(at_hand);
            let moves = game.position().moves();
            game.play(moves[random.below(moves.len())]).unwrap();
        }
    }
    assert!(none > 50 && some > 50, "{none} {some}");
}

#[test]
fn an_examination_that_is_stopped_proves_nothing() {
    let game = after(SHARP[0]);
    let stopped = Budget::new(u64::MAX, Stop::new());
    stopped.stop.stop();
    assert_eq!(Qawale::by_hand().safety(&game, &stopped), Safety::default());
}

/// However early it is cut short: what is seen to lose by force is not played while another move is open.
#[test]
fn a_forced_loss_is_played_only_where_all_is_lost() {
    let mut engine = full_strength(Arc::new(ManualTime::default()));
    let (mut random, mut lost) = (SplitMix64::new(9), 0);
    for number in 0..30 {
        let mut game: Progress<Position> = Progress::new(Setup::default());
        while game.moves().len() < 7 + number % 4 && game.outcome().is_none() {
            let moves = game.position().moves();
            game.play(moves[random.below(moves.len())]).unwrap();
        }
        if game.outcome().is_none() {
            let (m, score) = judged_answer(&mut *engine, &game, &nodes(60_000));
            if score >= FORCED {
                // Some positions are to be lost.
                game.play(m).unwrap();
            }
        }
        if game.outcome().is_some() {
            continue;
        }
        let position = game.position();
        for limit in [100, 500, 2_000, 8_000] {
            let (m, score) = judged_answer(&mut *engine, &game, &nodes(limit));
            if score <= -FORCED {
                let others = position.moves();
                let open = others.into_iter().find(|&m| !loses(position, m));
                let text = position.position_text();
                assert_eq!(open, None, "{m} in {text} at {limit} nodes");
                lost += 1;
            }
        }
    }
    assert!(lost > 0, "no position is lost");
}

#[test]
fn nobody_presses_it_into_a_loss() {
    let mut engine = full_strength(Arc::new(ManualTime::default()));
    let (mut random, mut drawn) = (SplitMix64::new(5), 0);
    for game in 0..12 {
        let side = if game % 2 == 0 { Side::First } else { Side::Second };
        let opponent = if game % 8 < 6 { Opponent::Pressing } else { Opponent::ALL[game / 2 % 4] };
        let limits = nodes([30_000, 60_000, 100_000][game % 3]);
        match play(&mut *engine, side, opponent, &limits, &mut random) {
            End::Fine { won } => drawn += usize::from(!won),
            End::Lost(mistake) => {
                let text = mistake.game.position().position_text();
                panic!("game {game}, {limits:?}: {} in {text}", mistake.m);
            }
        }
    }
    assert!(drawn >= 4, "{drawn} drawn: who never draws has met no opponent");
}
