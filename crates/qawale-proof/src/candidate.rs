//! A reply of the defender under examination, against one attack more each time.
//!
//! What an attack cost to answer is remembered: with one attack more to come, those that cost most are tried
//! first, since a win of the attacker is most likely among them. An examination that was interrupted goes on
//! where it was.

use std::ops::ControlFlow;

use crate::board::Board;
use crate::safe::{about_safe_moves, for_each_safe_move};
use crate::search::{Interrupted, Search};
use crate::walks::Move;

/// A reply of the defender and what is known about it.
pub struct Candidate {
    /// The reply.
    pub m: Move,
    board: Board,
    /// The attacker's moves after it that are worth a look, the most dangerous first.
    attacks: Vec<Attack>,
    /// It holds against so many attacks.
    holds_for: usize,
    /// Of the attacks with one more to come, so many have been answered.
    answered: usize,
}

/// A move of the attacker.
#[derive(Clone, Copy)]
struct Attack {
    m: Move,
    /// What it cost to answer it last time.
    cost: u64,
}

impl Candidate {
    /// A reply of the defender on a board without a line, after which the attacker has no line at once.
    pub fn new(board: &Board, m: Move) -> Self {
        Candidate { m, board: board.defend(m), attacks: Vec::new(), holds_for: 1, answered: 0 }
    }

    /// The number of attacks against which it is proven to hold.
    pub fn holds_for(&self) -> usize {
        self.holds_for
    }

    /// Whether the reply holds against so many attacks, one after the other; false is a win of the attacker.
    pub fn examine(
        &mut self,
        search: &mut Search<'_>,
        attacks: usize,
    ) -> Result<bool, Interrupted> {
        while self.holds_for < attacks {
            if !self.one_more(search)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same for one attack more than is known.
    fn one_more(&mut self, search: &mut Search<'_>) -> Result<bool, Interrupted> {
        let attacks = self.holds_for + 1;
        if attacks == 2 {
            if search.attacker_wins(&self.board, attacks)? {
                return Ok(false);
            }
            self.holds_for = attacks;
            return Ok(true);
        }
        if self.attacks.is_empty() {
            self.list(search);
        }
        while let Some(attack) = self.attacks.get_mut(self.answered) {
            let before = search.nodes;
            if !search.defends(&self.board.attack(attack.m), attacks - 1)? {
                return Ok(false);
            }
            attack.cost = search.nodes - before;
            self.answered += 1;
        }
        self.attacks.sort_by_key(|attack| std::cmp::Reverse(attack.cost));
        (self.holds_for, self.answered) = (attacks, 0);
        Ok(true)
    }

    /// The attacker's moves, those first that leave the defender the fewest replies.
    fn list(&mut self, search: &Search<'_>) {
        let (tables, board) = (search.tables(), &self.board);
        let mut listed = Vec::new();
        let _ = for_each_safe_move(tables, &board.defender, |m| {
            listed.push((about_safe_moves(tables, &board.attacker.lift(m, 1)), m));
            ControlFlow::Continue(())
        });
        listed.sort_by_key(|&(replies, _)| replies);
        self.attacks = listed.into_iter().map(|(_, m)| Attack { m, cost: 0 }).collect();
    }
}
