//! Trying to win what is drawn: of the moves that are proven not to lose, one after which the opponent
//! goes wrong most easily.

use super::solver::{Node, to_move};
use super::traps::Danger;
use galet_qawale::{Move, Position};
use galet_qawale_proof::candidate::Candidate;
use galet_qawale_proof::search::{Interrupted, Search};
use galet_qawale_proof::tables::Tables;

/// Moves whose replies are looked at.
const LOOKED_AT: usize = 24;
/// Attacks that replies are tried against: one more than anybody sees.
const ATTACKS: usize = 3;

/// A move after which more of the replies that look fine lose than after `safe`, if one is found and proven not to
/// lose; otherwise `safe`, which is known not to.
pub(super) fn sharpest(position: &Position, safe: Move, search: &mut Search<'_>) -> Move {
    let Some(node) = Node::of(position).filter(|_| search.node_limit > 0) else { return safe };
    let attacks = node.their_moves();
    // After the opponent's reply the side to move has so many moves left to make a line.
    let chances = node.own_moves().saturating_sub(1);
    if attacks == 0 || chances < 2 || node.board.attacker.can_win(Tables::get()) {
        return safe;
    }
    let mut pressing = Pressing { search, node: &node, attacks, best: safe };
    // Interrupted or not, the best is proven.
    let _ = pressing.choose(chances);
    pressing.best
}

struct Pressing<'a, 's> {
    search: &'a mut Search<'s>,
    node: &'a Node,
    attacks: usize,
    best: Move,
}

impl Pressing<'_, '_> {
    fn choose(&mut self, chances: usize) -> Result<(), Interrupted> {
        let board = self.node.board.swapped();
        let mut moves = self.search.plan(&board, self.attacks, &[])?;
        let safe = self.best;
        if let Some(place) = moves.iter().position(|&m| to_move(m) == Some(safe)) {
            moves[..=place].rotate_right(1);
        }
        // Of moves that are the same by symmetry only one is listed.
        if let Some(m) = self.node.walk(safe)
            && moves.first() != Some(&m)
        {
            moves.insert(0, m);
        }
        let mut ranked = Vec::new();
        let most = self.search.node_limit;
        let left = most.saturating_sub(self.search.nodes);
        self.search.node_limit = most - left / 3;
        for m in moves.into_iter().take(LOOKED_AT) {
            let after = self.node.board.attack(m);
            let Ok(danger) = Danger::of(&after, chances, ATTACKS, self.search) else { break };
            ranked.push((danger, m));
        }
        self.search.node_limit = most;
        let Some(&(after_safe, _)) = ranked.first() else { return Ok(()) };
        galet_core::sort_few(&mut ranked, |a, b| a.0 > b.0);
        for &(_, m) in ranked.iter().take_while(|&&(danger, _)| danger > after_safe) {
            if Candidate::new(&board, m).examine(self.search, self.attacks)? {
                self.best = to_move(m).unwrap_or(self.best);
                break;
            }
        }
        Ok(())
    }
}
