//! The boolean search: can the attacker force a line within so many own moves?
//!
//! *Attack* nodes have the attacker to move, *defence* nodes the defender. The level `k` counts the
//! attacker's moves that are left. An attacker's move that leaves the defender an immediate win is
//! refuted by that, so only the *safe* moves of [`crate::safe`] are followed; likewise the defender's
//! replies are the moves after which the attacker cannot win at once. The defender tries first the
//! reply that leaves the attacker the fewest safe moves.
//!
//! The search keeps no table of positions: nothing it says can rest on two positions being mistaken
//! for each other.
//!
//! A defender may also be *forced* to line up the attacker's colour if every move does. At defence nodes
//! that is covered by itself (there is no safe reply); after the attacker's last move it cannot happen,
//! see [`crate::forced`].

use std::ops::ControlFlow;

use galet_core::StopSignal;

use crate::board::{Board, Perspective};
use crate::geometry::{CELLS, has_line};
use crate::rows::{CODES, Row};
use crate::safe::{
    Scratch, Walk, about_safe_moves, count_safe_moves, for_each_safe_move, view_if_safe,
};
use crate::tables::Tables;
use crate::walks::{MAX_LISTED, Move};

/// A round of measuring replies by a shallower search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// Attacks searched.
    pub attacks: usize,
    /// How many of the first replies are measured.
    pub top: usize,
}

/// The search ended before it had an answer: a limit was reached or it was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

/// Most attacker's moves a search can have left.
pub const MAX_ATTACKS: usize = 10;

/// Replies remembered per level.
const KILLERS: usize = 12;

/// Replies whose cost is measured by a shallower search before one is chosen.
const PROBED: usize = 4;

/// From this many attacks on, measuring costs less than it saves.
const WORTH_PROBING: usize = 6;

/// Replies for which the attacker's safe moves are counted exactly.
const COUNTED: usize = 40;

/// A search with its counters and remembered moves.
pub struct Search<'a> {
    tables: &'static Tables,
    /// Ends the search; looked at in every node that takes longer than a moment.
    stop: &'a dyn StopSignal,
    /// Attack nodes visited.
    pub nodes: u64,
    /// The search is interrupted when `nodes` goes beyond this.
    pub node_limit: u64,
    replies: [Killers; MAX_ATTACKS + 1],
    attacks: [Killers; MAX_ATTACKS + 1],
    buffers: Vec<Vec<Candidate>>,
}

/// Moves that have worked lately, the latest first.
#[derive(Clone, Copy, Default)]
struct Killers {
    moves: [Option<Move>; KILLERS],
}

impl Killers {
    /// Puts a move in front, out of place `at` if it was there, otherwise in place of the last.
    fn promote(&mut self, m: Move) {
        let at = self.moves.iter().position(|&old| old == Some(m)).unwrap_or(KILLERS - 1);
        self.moves[at] = Some(m);
        self.moves[..=at].rotate_right(1);
    }

    fn rank(&self, m: Move) -> usize {
        self.moves.iter().position(|&old| old == Some(m)).unwrap_or(KILLERS)
    }
}

/// A move to try.
#[derive(Clone, Copy)]
struct Candidate {
    m: Move,
    order: u32,
}

/// Sorts stably, the lowest first.
fn by_order(moves: &mut [Candidate]) {
    moves.sort_by_key(|c| c.order);
}

impl<'a> Search<'a> {
    /// A search that ends when `stop` says so.
    pub fn new(stop: &'a dyn StopSignal) -> Self {
        Self {
            tables: Tables::get(),
            stop,
            nodes: 0,
            node_limit: u64::MAX,
            replies: Default::default(),
            attacks: Default::default(),
            buffers: Vec::new(),
        }
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Whether the attacker, to move, can force a line with this many own moves. No line is on the board.
    pub fn attacker_wins(&mut self, board: &Board, attacks: usize) -> Result<bool, Interrupted> {
        if attacks == 0 {
            return Ok(false);
        }
        if board.attacker.can_win(self.tables) {
            return Ok(true);
        }
        self.attack(attacks, board)
    }

    /// Whether the defender, to move, can keep the attacker from a line for this many of the attacker's
    /// moves. No line is on the board.
    pub fn defender_holds(&mut self, board: &Board, attacks: usize) -> Result<bool, Interrupted> {
        if attacks == 0 || board.defender.can_win(self.tables) {
            return Ok(true);
        }
        self.defend(attacks, board)
    }

    /// The defender's replies in the order in which they should be tried, cheapest first, with `attacks`
    /// attacks to come. Each round of `probes` measures the first `top` replies by a search for `attacks`
    /// attacks only and drops those that fail. No line is on the board and the defender cannot win at
    /// once.
    pub fn plan(
        &mut self,
        board: &Board,
        attacks: usize,
        probes: &[Probe],
    ) -> Result<Vec<Move>, Interrupted> {
        let mut moves = Vec::new();
        self.order_replies(attacks, board, &mut moves)?;
        let mut symmetric = std::collections::HashSet::new();
        moves.retain(|c| symmetric.insert(board.defend(c.m).canonical().0));
        for probe in probes.iter().filter(|probe| probe.attacks < attacks && probe.attacks > 1) {
            self.refine(board, &mut moves, probe.attacks, probe.top)?;
        }
        Ok(moves.into_iter().map(|c| c.m).collect())
    }

    /// Attack node: the attacker cannot win at once.
    fn attack(&mut self, k: usize, board: &Board) -> Result<bool, Interrupted> {
        self.nodes += 1;
        if k == 1 {
            return Ok(false);
        }
        if self.is_stopped() {
            return Err(Interrupted);
        }
        if k == 2 {
            return Ok(self.attack_two(board));
        }
        if self.nodes > self.node_limit {
            return Err(Interrupted);
        }
        let mut moves = self.buffers.pop().unwrap_or_default();
        moves.clear();
        let _ = for_each_safe_move(self.tables, &board.defender, |m| {
            let order = about_safe_moves(self.tables, &board.attacker.lift(m, 1));
            moves.push(Candidate { m, order });
            ControlFlow::Continue(())
        });
        by_order(&mut moves);
        let killers = self.attacks[k];
        moves.sort_by_key(|c| killers.rank(c.m));
        let mut result = Ok(false);
        for c in &moves {
            match self.defend(k - 1, &board.attack(c.m)) {
                Ok(true) => {}
                Ok(false) => {
                    self.attacks[k].promote(c.m);
                    result = Ok(true);
                    break;
                }
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
        }
        self.buffers.push(moves);
        result
    }

    /// [`Search::defender_holds`] where the defender is known to have no win at once, and there are
    /// attacks to come.
    pub(crate) fn defends(&mut self, board: &Board, attacks: usize) -> Result<bool, Interrupted> {
        if self.nodes > self.node_limit {
            return Err(Interrupted);
        }
        self.defend(attacks, board)
    }

    pub(crate) fn tables(&self) -> &'static Tables {
        self.tables
    }

    /// Defence node with `k` attacks to come: the defender cannot win at once.
    fn defend(&mut self, k: usize, board: &Board) -> Result<bool, Interrupted> {
        if k == 1 {
            return Ok(self.defend_one(board).is_some());
        }
        let mut tried = [None; KILLERS];
        if k == 2 {
            let mut killers = [(u32::MAX, None); KILLERS];
            for (killer, m) in killers.iter_mut().zip(self.replies[k].moves) {
                let Some(m) = m else { break };
                if board.attacker.height(m.origin.into()) == usize::from(m.height)
                    && let Some(attacker) = view_if_safe(self.tables, &board.attacker, m)
                {
                    let next = Board { attacker, defender: board.defender.lift(m, 1) };
                    *killer = (about_safe_moves(self.tables, &next.defender), Some((m, next)));
                }
            }
            killers.sort_unstable_by_key(|killer| killer.0);
            for (i, (m, next)) in killers.into_iter().filter_map(|killer| killer.1).enumerate() {
                tried[i] = Some(m);
                if !self.attack(k, &next)? {
                    self.replies[k].promote(m);
                    return Ok(true);
                }
            }
        }
        let mut moves = self.buffers.pop().unwrap_or_default();
        self.order_replies(k, board, &mut moves)?;
        if k >= WORTH_PROBING {
            self.refine(board, &mut moves, k - 1, PROBED)?;
        }
        let mut result = Ok(false);
        for c in &moves {
            if tried.contains(&Some(c.m)) {
                continue;
            }
            match self.attack(k, &board.defend(c.m)) {
                Ok(true) => {}
                Ok(false) => {
                    self.replies[k].promote(c.m);
                    result = Ok(true);
                    break;
                }
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
        }
        self.buffers.push(moves);
        result
    }

    /// Lists the defender's safe replies, those first that leave the attacker the fewest safe moves.
    fn order_replies(
        &self,
        k: usize,
        board: &Board,
        moves: &mut Vec<Candidate>,
    ) -> Result<(), Interrupted> {
        moves.clear();
        let tables = self.tables;
        let listed = for_each_safe_move(tables, &board.attacker, |m| {
            // Looking at a thousand replies takes milliseconds: too long not to hear of it.
            if self.is_stopped() {
                return ControlFlow::Break(());
            }
            let order = about_safe_moves(tables, &board.defender.lift(m, 1));
            moves.push(Candidate { m, order });
            ControlFlow::Continue(())
        });
        if listed.is_break() {
            return Err(Interrupted);
        }
        by_order(moves);
        if k > 2 {
            // The exact number is dear, so only the likeliest are counted, and only up to the best.
            let likeliest = COUNTED.min(moves.len());
            let mut best = u32::MAX;
            for c in &mut moves[..likeliest] {
                let next = board.defender.lift(c.m, 1);
                c.order = count_safe_moves(tables, &next, best.saturating_add(1));
                best = best.min(c.order);
            }
            by_order(&mut moves[..likeliest]);
        }
        Ok(())
    }

    /// Puts the first `top` replies in the order of what it costs to prove them for `k` attacks only.
    /// Replies that fail even then are dropped: more attacks would only find the same win.
    fn refine(
        &mut self,
        board: &Board,
        moves: &mut Vec<Candidate>,
        k: usize,
        top: usize,
    ) -> Result<(), Interrupted> {
        let top = top.min(moves.len());
        let limit = self.node_limit;
        let mut best = u64::MAX;
        let mut costs = Vec::with_capacity(top);
        for (i, c) in moves[..top].iter().enumerate() {
            let before = self.nodes;
            self.node_limit = limit.min(before.saturating_add(best));
            let result = self.attack(k, &board.defend(c.m));
            self.node_limit = limit;
            let spent = self.nodes - before;
            let cost = match result {
                Ok(false) => {
                    best = best.min(spent);
                    spent
                }
                Ok(true) => u64::MAX,
                Err(Interrupted) if self.nodes > limit || self.is_stopped() => {
                    return Err(Interrupted);
                }
                // Dearer than the best so far, by an unknown amount.
                Err(Interrupted) => u64::MAX / 2,
            };
            costs.push((cost, i, *c));
        }
        costs.sort_unstable_by_key(|&(cost, i, _)| (cost, i));
        costs.retain(|cost| cost.0 != u64::MAX);
        moves.splice(..top, costs.iter().map(|cost| cost.2));
        Ok(())
    }

    /// Attack node with two attacks left, the second of which must complete the line.
    fn attack_two(&mut self, board: &Board) -> bool {
        let tables = self.tables;
        let mut prepared = [const { None }; MAX_PREPARED];
        let mut count = 0;
        for m in self.replies[1].moves.into_iter().flatten() {
            if let Some(reply) = Prepared::new(tables, &board.attacker, m) {
                prepared[count] = Some(reply);
                count += 1;
                if count == PREPARED {
                    break;
                }
            }
        }
        let mut scratch = Scratch::new(&board.attacker);
        let mut first = 0;
        for_each_safe_move(tables, &board.defender, |m| {
            if usize::from(m.height) <= MAX_LISTED {
                let walk = Walk {
                    origin: m.origin.into(),
                    height: m.height.into(),
                    steps: m.steps as u64,
                };
                scratch.apply(walk, 1);
                let touched = m.touched();
                let holds = |i: &usize| {
                    prepared
                        .get(*i)
                        .and_then(Option::as_ref)
                        .is_some_and(|reply| reply.holds(tables, &scratch, walk, touched))
                };
                let found = if holds(&first) {
                    Some(first)
                } else {
                    (0..count).filter(|&i| i != first).find(holds)
                };
                scratch.restore(walk);
                if let Some(i) = found {
                    first = i;
                    return ControlFlow::Continue(());
                }
            }
            let Some(m) = self.defend_one(&board.attack(m)) else { return ControlFlow::Break(()) };
            if let Some(reply) = Prepared::new(tables, &board.attacker, m) {
                if count < MAX_PREPARED {
                    count += 1;
                }
                first = count - 1;
                prepared[first] = Some(reply);
            }
            ControlFlow::Continue(())
        })
        .is_break()
    }

    /// Defence node with one attack to come: any safe reply.
    fn defend_one(&mut self, board: &Board) -> Option<Move> {
        for i in 0..KILLERS {
            let Some(m) = self.replies[1].moves[i] else { break };
            if board.attacker.height(m.origin.into()) == usize::from(m.height)
                && view_if_safe(self.tables, &board.attacker, m).is_some()
            {
                if i > 0 {
                    self.replies[1].promote(m);
                }
                return Some(m);
            }
        }
        let mut reply = None;
        let _ = for_each_safe_move(self.tables, &board.attacker, |m| {
            reply = Some(m);
            ControlFlow::Break(())
        });
        if let Some(m) = reply {
            self.replies[1].promote(m);
        }
        reply
    }
}

/// A reply worked out ahead, to be tested against many attacker's moves that come before it.
///
/// As long as the attacker's move leaves the stack of the reply alone, the reply drops the same pebbles
/// on the same cells, so only the stacks that the attacker's move has changed are looked up again.
struct Prepared {
    origin: u32,
    /// Cells changed, the origin included.
    touched: u32,
    /// Cells dropped on.
    drops: u32,
    /// Per cell how many pebbles the reply drops there and which of them are the attacker's.
    shift: [u8; CELLS],
    bits: [u8; CELLS],
    /// The attacker's tops among the cells dropped on.
    tops: u32,
    /// The attacker's wins after the reply alone.
    rows: Row,
}

/// Replies prepared when a node with two attacks left is entered, and at most in all.
const PREPARED: usize = 6;
const MAX_PREPARED: usize = 12;

impl Prepared {
    /// Prepares a reply if it is possible and leaves the attacker no win when played at once.
    fn new(tables: &Tables, attacker: &Perspective, m: Move) -> Option<Self> {
        let height = usize::from(m.height);
        if attacker.height(m.origin.into()) != height || height > MAX_LISTED {
            return None;
        }
        let after = attacker.lift(m, 0);
        if after.tall as usize >= CODES || has_line(after.tops) {
            return None;
        }
        let mut rows = Row::default();
        for cell in 0..CELLS {
            rows.add(tables.rows.row(cell, after.code[cell]));
        }
        if rows.meets(&tables.rows.mask(after.tops)) {
            return None;
        }
        let mut reply = Self {
            origin: 1 << m.origin,
            touched: m.touched(),
            drops: 0,
            shift: [0; CELLS],
            bits: [0; CELLS],
            tops: 0,
            rows,
        };
        let lifted = attacker.code[usize::from(m.origin)] << 1;
        for (i, cell) in m.cells().enumerate() {
            reply.drops |= 1 << cell;
            reply.shift[cell] += 1;
            reply.bits[cell] = reply.bits[cell] << 1 | (lifted >> (height - i) & 1) as u8;
        }
        reply.tops = after.tops & reply.drops;
        Some(reply)
    }

    /// Whether the reply certainly leaves the attacker no win after the walk that `after` shows.
    #[inline(always)]
    fn holds(&self, tables: &Tables, after: &Scratch<'_>, walk: Walk, touched: u32) -> bool {
        if touched & self.origin != 0 {
            return false;
        }
        let mut rows = self.rows;
        let mut tall = 0;
        let mut add = |cell: usize| {
            let code = after.code[cell] << self.shift[cell] | u32::from(self.bits[cell]);
            tall |= code;
            rows.add(tables.rows.row(cell, code));
        };
        add(walk.origin);
        walk.each(add);
        let tops = after.tops & !self.touched | self.tops;
        !rows.meets(&tables.rows.mask(tops)) && (tall as usize) < CODES && !has_line(tops)
    }
}
