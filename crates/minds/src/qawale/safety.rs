//! Not losing: a move after which the opponent cannot force a line, found within a budget.
//!
//! The replies are examined one after the other, each against one attack, then two, then three, up to all that
//! the opponent has left. What fails is out: it loses, and that is proven. What holds against all is proven
//! too. When the budget ends first, the reply under examination is a hint and nothing more. Their order depends
//! on the position alone, up to symmetry, so that which hints are wrong can be found out beforehand: the
//! certificate has a better one for those behind its replies.

use super::solver::{Node, to_move};
use super::twins::{reached, with_twins};
use crate::Safety;
use galet_qawale::{Move, Position};
use galet_qawale_proof::candidate::Candidate;
use galet_qawale_proof::deeper::choices;
use galet_qawale_proof::geometry::inverse;
use galet_qawale_proof::safe::view_if_safe;
use galet_qawale_proof::search::Search;
use galet_qawale_proof::tables::Tables;
use galet_qawale_proof::walks::Move as Walk;
use std::sync::atomic::AtomicBool;

/// What a search tells about the moves that do not lose: half of what a solver has to do. Without any nodes
/// nothing. A reply that is `stored` for the position is examined first.
pub(super) fn examine(
    position: &Position,
    stored: Option<Move>,
    search: &mut Search<'_>,
) -> Safety<Move> {
    let Some(node) = Node::of(position).filter(|_| search.node_limit > 0) else {
        return Safety::default();
    };
    if node.board.attacker.can_win(Tables::get()) {
        return Safety { proven: true, ..Safety::hint(node.completing_move().and_then(to_move)) };
    }
    let attacks = node.their_moves();
    if attacks == 0 {
        return Safety { proven: true, ..Safety::hint(node.quiet_move().and_then(to_move)) };
    }
    let (board, symmetry) = node.board.swapped().canonical();
    let back = inverse(symmetry);
    let here = |reply: Walk| to_move(reply.mapped(back));
    let Ok(mut replies) = choices(search, &board, attacks) else {
        return Safety::hint(stored);
    };
    if let Some(stored) = stored {
        // Of twins only one is listed.
        let wanted = reached(position, stored);
        let is_stored = |m: Move| reached(position, m) == wanted;
        let at = replies.iter().position(|&reply| here(reply).is_some_and(is_stored));
        if let Some(at) = at {
            replies[..=at].rotate_right(1);
        }
    }
    let mut losing = Vec::new();
    for reply in replies {
        let proven = match Candidate::new(&board, reply).examine(search, attacks) {
            Ok(false) => {
                losing.extend(here(reply));
                continue;
            }
            answer => answer.is_ok(),
        };
        let losing = with_twins(position, &losing);
        return Safety { proven, losing, ..Safety::hint(here(reply)) };
    }
    Safety { losing: with_twins(position, &losing), ..Safety::default() }
}

/// The moves that do not lose at once, in the order in which they are examined, where either side can still force
/// anything.
pub(super) fn plain_order(position: &Position) -> Vec<Move> {
    let Some(node) = Node::of(position) else { return Vec::new() };
    let (attacks, board) = (node.their_moves(), node.board.swapped());
    if attacks == 0 || node.own_moves() < 2 || node.board.attacker.can_win(Tables::get()) {
        return Vec::new();
    }
    let never = AtomicBool::new(false);
    choices(&mut Search::new(&never), &board, attacks)
        .into_iter()
        .flatten()
        .filter_map(to_move)
        .collect()
}

/// Whether a search suffices to prove that a move does not lose.
pub(super) fn holds(position: &Position, m: Move, search: &mut Search<'_>) -> bool {
    let Some(node) = Node::of(position).filter(|_| search.node_limit > 0) else { return false };
    let (attacks, board) = (node.their_moves(), node.board.swapped());
    let is_safe = |&m: &Walk| view_if_safe(Tables::get(), &board.attacker, m).is_some();
    let reply = node.walk(m).filter(is_safe);
    let examine = |reply| Candidate::new(&board, reply).examine(search, attacks);
    reply.map(examine) == Some(Ok(true))
}
