//! How easily an opponent goes wrong: what is left of the replies that look fine when one looks further.
//!
//! A reply that loses to the next two attacks is seen to lose by whoever looks four plies ahead, so few holding
//! replies alone set no problem: when all others lose before everybody's eyes, the right one plays itself. What traps
//! is a reply that holds against two attacks and loses to the third.

use galet_qawale_proof::board::Board;
use galet_qawale_proof::safe::for_each_safe_move;
use galet_qawale_proof::search::{Interrupted, Search};
use galet_qawale_proof::tables::Tables;
use galet_qawale_proof::walks::Move as Walk;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Attacks that anybody sees coming.
const SEEN: usize = 2;
/// Replies that are looked at more closely; more would tell the share only a little better.
const TRIED: usize = 24;

/// Where nothing looks fine, nothing is.
const LOST: usize = 1_001;

/// How hard a position is for whoever must reply in it; the more the harder.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Danger {
    /// The share of the replies that look fine and lose, in thousandths.
    traps: usize,
    /// The fewer replies look fine, the harder.
    few: Reverse<usize>,
}

impl Danger {
    /// How hard the position is for the defender of a board, to move, if the attacker has so many attacks left. Of
    /// the replies that look fine every few are tried against `depth` of them.
    pub(super) fn of(
        board: &Board,
        attacks: usize,
        depth: usize,
        search: &mut Search<'_>,
    ) -> Result<Self, Interrupted> {
        let mut replies = Vec::new();
        let _ = for_each_safe_move(Tables::get(), &board.attacker, |reply| {
            replies.push(reply);
            ControlFlow::Continue(())
        });
        let mut fine = Vec::new();
        for reply in replies {
            if holds(board, reply, attacks.min(SEEN), search)? {
                fine.push(reply);
            }
        }
        let few = Reverse(fine.len());
        if fine.is_empty() {
            return Ok(Danger { traps: LOST, few });
        }
        let depth = attacks.min(depth);
        if depth <= SEEN {
            return Ok(Danger { traps: 0, few });
        }
        let tried = fine.iter().step_by(fine.len().div_ceil(TRIED));
        let (mut lost, count) = (0, tried.len());
        for &reply in tried {
            lost += usize::from(!holds(board, reply, depth, search)?);
        }
        Ok(Danger { traps: 1_000 * lost / count, few })
    }
}

fn holds(
    board: &Board,
    reply: Walk,
    attacks: usize,
    search: &mut Search<'_>,
) -> Result<bool, Interrupted> {
    if search.nodes > search.node_limit {
        return Err(Interrupted);
    }
    Ok(!search.attacker_wins(&board.defend(reply), attacks)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::qawale::views;
    use galet_core::Game;
    use galet_core::random::SplitMix64;
    use galet_qawale::{Move, Position, Setup};
    use galet_qawale_check::{Search as Checker, Wins};
    use std::sync::atomic::AtomicBool;

    /// Whether a reply does not lose at once.
    fn stands(position: &Position, reply: Move, wins: &Wins) -> bool {
        let after = position.play(reply).unwrap();
        after.outcome().is_none() && !wins.at_once(&after)
    }

    /// The same by the rules and the checker's search, which shares nothing with the prover's.
    fn counted(position: &Position, wins: &Wins) -> Danger {
        let (attacker, never) = (position.turn().other(), AtomicBool::new(false));
        let mut checker = Checker::new(wins, attacker, &never);
        let (mut fine, mut lost) = (0, 0);
        for reply in position.moves() {
            let after = position.play(reply).unwrap();
            if !stands(position, reply, wins) || !checker.holds(&after, 2).unwrap() {
                continue;
            }
            fine += 1;
            lost += usize::from(!checker.holds(&after, 3).unwrap());
        }
        let traps = (1_000 * lost).checked_div(fine).unwrap_or(LOST);
        Danger { traps, few: Reverse(fine) }
    }

    #[test]
    fn traps_are_replies_that_look_fine_and_lose() {
        let (wins, mut random, never) = (Wins::new(), SplitMix64::new(4), AtomicBool::new(false));
        let (mut compared, mut with_traps) = (0, 0);
        while with_traps < 2 {
            let mut position = Position::start(&Setup::default());
            for _ in 0..9 {
                let moves = position.moves();
                if position.outcome().is_none() {
                    position.play_unchecked(moves[random.below(moves.len())]);
                }
            }
            let over = position.outcome().is_some() || wins.at_once(&position);
            // Few replies, so that all are tried, and soon.
            if over || position.moves().iter().filter(|&&m| stands(&position, m, &wins)).count() > 9
            {
                continue;
            }
            let board = views::board(&position, position.turn().other());
            let mut search = Search::new(&never);
            let danger = Danger::of(&board, 3, 3, &mut search).unwrap();
            assert_eq!(danger, counted(&position, &wins), "{position:?}");
            compared += 1;
            with_traps += usize::from((1..LOST).contains(&danger.traps));
            // One that does not look further sees no traps.
            let seen = Danger::of(&board, 3, 2, &mut search).unwrap();
            assert_eq!(seen.traps, if danger.traps == LOST { LOST } else { 0 });
        }
        assert!(compared > with_traps, "others have none");
    }
}
