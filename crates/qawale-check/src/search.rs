//! Can the attacker force a line within so many own moves?
//!
//! A plain search by the rules: every move of the attacker, for each a reply of the defender that holds.
//! An attacker's move is refuted at once if it lines up the defender or leaves the defender an immediate
//! win; a reply is no reply if it lines up the attacker or leaves the attacker an immediate win. Replies
//! that worked in a position nearby are tried first. There is no table: no answer rests on a key.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use galet_core::{Game, Side};
use galet_qawale::{Move, Position};

use crate::wins::Wins;

/// Somebody wants the search to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// Replies remembered for each number of attacks left.
const REMEMBERED: usize = 10;
/// Most attacks that can be left, and one more.
const LEVELS: usize = 16;
/// Replies whose effect is counted before one is chosen.
const COUNTED: usize = 10;
/// Replies whose cost is measured by a shallower search before one is chosen.
const MEASURED: usize = 4;

/// A search for one attacker.
pub struct Search<'a> {
    wins: &'a Wins,
    attacker: Side,
    stop: &'a AtomicBool,
    /// Positions with the attacker to move that were looked at.
    pub nodes: u64,
    /// The search, or one that measures, ends here.
    limit: u64,
    remembered: [Vec<Move>; LEVELS],
}

impl<'a> Search<'a> {
    /// A search that ends early when `stop` is set.
    pub fn new(wins: &'a Wins, attacker: Side, stop: &'a AtomicBool) -> Self {
        Self {
            wins,
            attacker,
            stop,
            nodes: 0,
            limit: u64::MAX,
            remembered: std::array::from_fn(|_| Vec::with_capacity(REMEMBERED)),
        }
    }

    /// The same search, giving up after so many nodes.
    #[must_use]
    pub fn within(self, nodes: u64) -> Self {
        Search { limit: nodes, ..self }
    }

    /// Whether the defender can keep the attacker from a line for this many moves of the attacker.
    /// Either side may be to move; the game is not over.
    pub fn holds(&mut self, position: &Position, attacks: u32) -> Result<bool, Stopped> {
        if attacks == 0 {
            return Ok(true);
        }
        let at_once = self.wins.at_once(position);
        if position.turn() == self.attacker {
            Ok(!at_once && !self.attack(position, attacks as usize)?)
        } else {
            Ok(at_once || self.defend(position, attacks as usize)?)
        }
    }

    /// The reply that the search would try first, the defender being to move and unable to win at once;
    /// none if every reply loses at once.
    pub fn guess(&self, position: &Position) -> Option<Move> {
        self.ordered(position, COUNTED).first().map(|reply| reply.0)
    }

    /// Whether the attacker, who is to move and cannot win at once, wins with this many moves.
    fn attack(&mut self, position: &Position, attacks: usize) -> Result<bool, Stopped> {
        self.nodes += 1;
        if attacks == 1 {
            return Ok(false);
        }
        if attacks > 2 && (self.nodes > self.limit || self.stop.load(Ordering::Relaxed)) {
            return Err(Stopped);
        }
        let mut result = Ok(false);
        let _ = position.visit_moves(|m| {
            let Some(after) = self.attackers_move(position, m) else {
                return ControlFlow::Continue(());
            };
            match self.defend(&after, attacks - 1) {
                Ok(true) => ControlFlow::Continue(()),
                Ok(false) => {
                    result = Ok(true);
                    ControlFlow::Break(())
                }
                Err(stopped) => {
                    result = Err(stopped);
                    ControlFlow::Break(())
                }
            }
        });
        result
    }

    /// The position after a move of the attacker, who cannot win at once, unless it loses at once.
    fn attackers_move(&self, position: &Position, m: Move) -> Option<Position> {
        let mut after = *position;
        after.play_unchecked(m);
        (after.outcome().is_none() && !self.wins.at_once(&after)).then_some(after)
    }

    /// The position after a reply, unless it loses at once.
    fn reply(&self, position: &Position, m: Move) -> Option<Position> {
        let mut after = *position;
        after.play_unchecked(m);
        (after.outcome().is_none() && !self.wins.at_once(&after)).then_some(after)
    }

    /// Whether the defender, who is to move and cannot win at once, holds against this many moves.
    fn defend(&mut self, position: &Position, attacks: usize) -> Result<bool, Stopped> {
        for i in 0..if attacks <= 2 { self.remembered[attacks].len() } else { 0 } {
            let m = self.remembered[attacks][i];
            if position.stack(m.origin()).height() + 1 == m.step_count()
                && let Some(after) = self.reply(position, m)
                && (attacks == 1 || !self.attack(&after, attacks)?)
            {
                self.remembered[attacks][..=i].rotate_right(1);
                return Ok(true);
            }
        }
        if attacks == 1 {
            let mut found = None;
            let _ = position.visit_moves(|m| {
                if self.reply(position, m).is_none() {
                    return ControlFlow::Continue(());
                }
                found = Some(m);
                ControlFlow::Break(())
            });
            if let Some(m) = found {
                self.remember(1, m);
            }
            return Ok(found.is_some());
        }
        let mut replies = self.ordered(position, if attacks > 2 { COUNTED } else { 0 });
        if attacks > 3 {
            self.measure(&mut replies, attacks - 1)?;
        }
        for (m, after) in replies {
            if !self.attack(&after, attacks)? {
                if attacks == 2 {
                    self.remember(attacks, m);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Puts a reply in front of those that are tried first.
    fn remember(&mut self, attacks: usize, m: Move) {
        let moves = &mut self.remembered[attacks];
        moves.retain(|&old| old != m);
        moves.truncate(REMEMBERED - 1);
        moves.insert(0, m);
    }

    /// The replies that do not lose at once, those first that threaten most; of these the first
    /// `counted` by how many moves they leave the attacker.
    fn ordered(&self, position: &Position, counted: usize) -> Vec<(Move, Position)> {
        let defender = self.attacker.other();
        let mut replies = Vec::new();
        let _ = position.visit_moves(|m| {
            if let Some(after) = self.reply(position, m) {
                replies.push((self.wins.threats(&after, defender), m, after));
            }
            ControlFlow::Continue(())
        });
        replies.sort_by_key(|reply| std::cmp::Reverse(reply.0));
        let counted = counted.min(replies.len());
        for reply in &mut replies[..counted] {
            let after = &reply.2;
            let mut moves = 0;
            let _ = after.visit_moves(|m| {
                moves += u32::from(self.attackers_move(after, m).is_some());
                ControlFlow::Continue(())
            });
            reply.0 = moves;
        }
        replies[..counted].sort_by_key(|reply| reply.0);
        replies.into_iter().map(|(_, m, after)| (m, after)).collect()
    }

    /// Puts the first replies in the order of what it costs to see that they hold for fewer attacks, and
    /// drops those that do not even then.
    fn measure(
        &mut self,
        replies: &mut Vec<(Move, Position)>,
        attacks: usize,
    ) -> Result<(), Stopped> {
        let outer = self.limit;
        let mut cheapest = u64::MAX;
        let mut costs = Vec::with_capacity(MEASURED);
        for reply in replies.iter().take(MEASURED) {
            let before = self.nodes;
            self.limit = outer.min(before.saturating_add(cheapest));
            let result = self.attack(&reply.1, attacks);
            self.limit = outer;
            let cost = self.nodes - before;
            match result {
                Ok(true) => costs.push((None, *reply)),
                Ok(false) => {
                    cheapest = cheapest.min(cost);
                    costs.push((Some(cost), *reply));
                }
                Err(Stopped) if self.nodes > outer || self.stop.load(Ordering::Relaxed) => {
                    return Err(Stopped);
                }
                Err(Stopped) => costs.push((Some(u64::MAX), *reply)),
            }
        }
        costs.sort_by_key(|(cost, _)| *cost);
        let measured = costs.len();
        replies.splice(
            ..measured,
            costs.into_iter().filter(|(cost, _)| cost.is_some()).map(|(_, reply)| reply),
        );
        Ok(())
    }
}
