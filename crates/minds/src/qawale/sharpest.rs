//! Trying to win what is drawn: of the moves that are proven not to lose, one that leaves the opponent few
//! replies that do not lose either.

use super::solver::{Node, POSITIONS_PER_NODE, to_move};
use galet_core::StopSignal;
use galet_qawale::{Move, Position};
use galet_qawale_proof::board::Board;
use galet_qawale_proof::candidate::Candidate;
use galet_qawale_proof::safe::for_each_safe_move;
use galet_qawale_proof::search::{Interrupted, Search};
use galet_qawale_proof::tables::Tables;
use galet_qawale_proof::walks::Move as Walk;
use std::ops::ControlFlow;

/// Moves whose replies are counted against two attacks, and of those the best against three.
const COUNTED: [usize; 2] = [12, 3];

/// A move after which fewer replies hold than after `safe`, if one is found and proven not to lose;
/// otherwise `safe`, which is known not to.
pub(super) fn sharpest(position: &Position, safe: Move, nodes: u64, stop: &dyn StopSignal) -> Move {
    let Some(node) = Node::of(position).filter(|_| nodes > 0) else { return safe };
    let attacks = node.their_moves();
    // After the opponent's reply the side to move has so many moves left to make a line.
    let chances = node.own_moves().saturating_sub(1);
    if attacks == 0 || chances < 2 || node.board.attacker.can_win(Tables::get()) {
        return safe;
    }
    let mut search = Search::new(stop);
    search.node_limit = nodes / POSITIONS_PER_NODE;
    let mut pressing = Pressing { search, node: &node, attacks, best: safe };
    // Interrupted or not, the best is proven.
    let _ = pressing.choose(chances);
    pressing.best
}

struct Pressing<'a> {
    search: Search<'a>,
    node: &'a Node,
    attacks: usize,
    best: Move,
}

impl Pressing<'_> {
    fn choose(&mut self, chances: usize) -> Result<(), Interrupted> {
        let board = self.node.board.swapped();
        let moves = self.search.plan(&board, self.attacks, &[])?;
        // Those that leave the fewest safe replies come first.
        let safe = moves.iter().copied().find(|&m| to_move(m) == Some(self.best));
        let others = moves.iter().copied().filter(|&m| Some(m) != safe).take(COUNTED[0]);
        let mut ranked = Vec::new();
        for m in safe.into_iter().chain(others) {
            ranked.push((self.holding_replies(m, 2, usize::MAX)?, m));
        }
        let Some(&(after_safe, _)) = ranked.first().filter(|(_, m)| Some(*m) == safe) else {
            return Ok(());
        };
        ranked.sort_by_key(|&(holding, _)| holding);
        for &(_, m) in ranked.iter().take_while(|&&(holding, _)| holding < after_safe) {
            if self.holds(&board, m)? {
                self.best = to_move(m).unwrap_or(self.best);
                break;
            }
        }
        if chances < 3 {
            return Ok(());
        }
        let best = self.best;
        ranked.sort_by_key(|&(_, m)| to_move(m) != Some(best));
        ranked.truncate(COUNTED[1]);
        let mut fewest = usize::MAX;
        for (_, m) in ranked {
            let holding = self.holding_replies(m, 3, fewest)?;
            if holding < fewest && (to_move(m) == Some(best) || self.holds(&board, m)?) {
                (fewest, self.best) = (holding, to_move(m).unwrap_or(best));
            }
        }
        Ok(())
    }

    /// Whether a move is proven not to lose.
    fn holds(&mut self, board: &Board, m: Walk) -> Result<bool, Interrupted> {
        Candidate::new(board, m).examine(&mut self.search, self.attacks)
    }

    /// How many replies to a move hold against so many attacks, counted up to `enough`.
    fn holding_replies(
        &mut self,
        m: Walk,
        attacks: usize,
        enough: usize,
    ) -> Result<usize, Interrupted> {
        let after = self.node.board.attack(m);
        let mut replies = Vec::new();
        let _ = for_each_safe_move(Tables::get(), &after.attacker, |reply| {
            replies.push(reply);
            ControlFlow::Continue(())
        });
        let mut holding = 0;
        for reply in replies {
            if self.search.nodes > self.search.node_limit {
                return Err(Interrupted);
            }
            if !self.search.attacker_wins(&after.defend(reply), attacks)? {
                holding += 1;
                if holding == enough {
                    break;
                }
            }
        }
        Ok(holding)
    }
}
