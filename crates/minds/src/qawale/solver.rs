//! Exact play: who can force a line, and by which moves.
//!
//! The search of the prover answers "can this side force a line within so many of its own
//! moves?". Asked for both sides with more and more moves, it gives the value and the shortest
//! win; when neither can, the game is drawn. Then there may be many drawing moves, and the one
//! is chosen after which the opponent goes wrong most easily (`traps.rs`).
//!
//! Nobody is ever forced to line up the opponent's colour (see `galet_qawale_proof::forced`), so
//! nothing has to be looked at after a side's last chance to make a line.

use super::traps::Danger;
use super::views;
use crate::Solution;
use galet_core::{Game, Side};
use galet_qawale::{Cell, Direction, Move, Pebble, Position};
use galet_qawale_proof::board::Board;
use galet_qawale_proof::geometry::has_line;
use galet_qawale_proof::safe::{about_safe_moves, count_safe_moves, for_each_safe_move};
use galet_qawale_proof::search::{Interrupted, Probe, Search};
use galet_qawale_proof::tables::Tables;
use galet_qawale_proof::walks::Move as Walk;
use galet_scene::Phrase;
use std::ops::ControlFlow;

/// Positions with more plies to come are not tried: they take minutes.
const MAX_PLIES: usize = 10;

/// Positions with more moves are not tried: stacks that tall take too long to be stopped in time.
const MAX_MOVES: u64 = 2_000;

/// The pebbles of one colour that the prover's lemma about the last move allows.
const MAX_OF_A_COLOUR: u32 = 10;

/// The prover counts a position with all moves from it as one node; as positions that a search
/// looks at in the same time it is about so many.
pub(super) const POSITIONS_PER_NODE: u64 = 32;

/// Nodes of the prover that the choice among drawing moves may take.
const NODES_TO_CHOOSE: u64 = 6_000;

/// Proves the value of a position, if a search that has not been used suffices; `cannot_win` says that the side to
/// move is known to have no forced line.
pub(super) fn solve(
    position: &Position,
    cannot_win: bool,
    search: &mut Search<'_>,
) -> Option<Solution<Move>> {
    let node = Node::of(position)?;
    let mut solver = Solver::new(search);
    let (value, line) = solver.solve(&node, cannot_win).ok()?;
    solution(position, value, line, solver.search)
}

/// The soonest line that the side to move can force, `Some(None)` if there is none, if a search suffices.
pub(super) fn forced_win(
    position: &Position,
    search: &mut Search<'_>,
) -> Option<Option<Solution<Move>>> {
    let node = Node::of(position)?;
    let mut solver = Solver::new(search);
    match solver.win(&node, node.own_moves()).ok()? {
        None => Some(None),
        Some((value, line)) => solution(position, value, line, solver.search).map(Some),
    }
}

/// What a value and a line of play are to the side to move.
fn solution(
    position: &Position,
    value: Value,
    line: Vec<Walk>,
    search: &Search<'_>,
) -> Option<Solution<Move>> {
    let winner = value.winner(position.turn());
    Some(Solution {
        winner,
        margin: u32::from(winner.is_some()),
        sized: true,
        words: value.words(),
        for_winner: match value {
            Value::Win(n) | Value::Loss(n) => Value::Win(n).words(),
            Value::Draw => value.words(),
        },
        plies: value.plies().unwrap_or(line.len()),
        line: line.into_iter().map(to_move).collect::<Option<_>>()?,
        hope: None,
        nodes: search.nodes * POSITIONS_PER_NODE,
    })
}

/// Who wins a position, `Some(None)` for a draw, if a search suffices.
pub(super) fn winner(position: &Position, search: &mut Search<'_>) -> Option<Option<Side>> {
    let node = Node::of(position)?;
    let value = Solver::new(search).value(&node).ok()?;
    Some(value.winner(position.turn()))
}

/// What is known of a position that is drawn by this reply.
pub(super) fn drawn_by(reply: Move) -> Solution<Move> {
    Solution {
        winner: None,
        margin: 0,
        sized: true,
        words: Value::Draw.words(),
        for_winner: Value::Draw.words(),
        line: vec![reply],
        plies: 1,
        hope: None,
        nodes: 1,
    }
}

/// What a position is worth to the side to move, with the moves that the winner needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Win(usize),
    Loss(usize),
    Draw,
}

impl Value {
    fn winner(self, turn: Side) -> Option<Side> {
        match self {
            Value::Win(_) => Some(turn),
            Value::Loss(_) => Some(turn.other()),
            Value::Draw => None,
        }
    }

    /// Moves of both sides until the line that is forced.
    fn plies(self) -> Option<usize> {
        match self {
            Value::Win(n) => Some(2 * n - 1),
            Value::Loss(n) => Some(2 * n),
            Value::Draw => None,
        }
    }

    fn words(self) -> Phrase {
        let moves = |n| match n {
            1 => ("1 move".to_owned(), "1 coup".to_owned()),
            n => (format!("{n} moves"), format!("{n} coups")),
        };
        match self {
            Value::Win(n) => {
                let (en, fr) = moves(n);
                Phrase::new(format!("win in {en}"), format!("gain en {fr}"))
            }
            Value::Loss(n) => {
                let (en, fr) = moves(n);
                Phrase::new(format!("loss in {en}"), format!("perte en {fr}"))
            }
            Value::Draw => Phrase::new("draw (proven)", "nulle (prouvée)"),
        }
    }
}

/// A position as the solver sees it: the side to move is the attacker of the board.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) board: Board,
    /// Pebbles left to the side to move and to the other.
    left: [usize; 2],
}

impl Node {
    /// The node of a position that the solver can solve.
    pub(super) fn of(position: &Position) -> Option<Node> {
        if position.outcome().is_some() || position.count_moves() > MAX_MOVES {
            return None;
        }
        let (own, other) = (position.turn(), position.turn().other());
        let too_many = [own, other].into_iter().any(|side| {
            position.on_board(Pebble::of(side)) + u32::from(position.left(side)) > MAX_OF_A_COLOUR
        });
        let left = [own, other].map(|side| usize::from(position.left(side)));
        let node = Node { board: views::board(position, own), left };
        (!too_many && node.own_moves() + node.their_moves() <= MAX_PLIES).then_some(node)
    }

    /// How often the side to move will move. The game ends when a side is to move and has no
    /// pebble left, so what the other has beyond that is never played.
    pub(super) fn own_moves(&self) -> usize {
        self.left[0].min(self.left[1] + 1)
    }

    /// How often the other side will move.
    pub(super) fn their_moves(&self) -> usize {
        self.left[0].min(self.left[1])
    }

    /// The node after a move.
    fn after(&self, m: Walk) -> Node {
        let [own, other] = self.left;
        Node { board: self.board.attack(m).swapped(), left: [other, own.saturating_sub(1)] }
    }

    /// Any move that does not line up the opponent's colour.
    pub(super) fn quiet_move(&self) -> Option<Walk> {
        self.find(|m| !has_line(self.board.defender.lift(m, 0).tops))
    }

    /// A move of the rules as a walk of the prover.
    pub(super) fn walk(&self, m: Move) -> Option<Walk> {
        self.find(|walk| to_move(walk) == Some(m))
    }

    /// A move that completes a line.
    pub(super) fn completing_move(&self) -> Option<Walk> {
        self.find(|m| has_line(self.board.attacker.lift(m, 1).tops))
    }

    fn find(&self, wanted: impl Fn(Walk) -> bool) -> Option<Walk> {
        let mut found = None;
        let _ = self.board.for_each_move(&mut |m| {
            if !wanted(m) {
                return ControlFlow::Continue(());
            }
            found = Some(m);
            ControlFlow::Break(())
        });
        found
    }
}

struct Solver<'a, 's> {
    tables: &'static Tables,
    search: &'a mut Search<'s>,
}

impl<'a, 's> Solver<'a, 's> {
    fn new(search: &'a mut Search<'s>) -> Self {
        Solver { tables: Tables::get(), search }
    }

    /// The value and the best line, at least one move of it.
    fn solve(&mut self, node: &Node, cannot_win: bool) -> Result<(Value, Vec<Walk>), Interrupted> {
        let mut drawing = None;
        for moves in 1..=node.own_moves() {
            if !cannot_win && let Some(m) = self.winning_move(node, moves)? {
                return Ok(self.won_by(node, m, moves));
            }
            if moves > node.their_moves() {
                continue;
            }
            let holding = self.holding_move(node, moves)?;
            if holding.is_none() {
                let m = self.resisting_move(node, moves)?.ok_or(Interrupted)?;
                let mut line = vec![m];
                self.follow(node.after(m), Value::Win(moves), &mut line);
                return Ok((Value::Loss(moves), line));
            }
            drawing = holding;
        }
        let drawing = match drawing {
            Some(m) if node.their_moves() > 0 => self.hardest_draw(node, m),
            _ => node.quiet_move().ok_or(Interrupted)?,
        };
        Ok((Value::Draw, vec![drawing]))
    }

    /// The soonest win within so many moves, with the best line.
    fn win(&mut self, node: &Node, most: usize) -> Result<Option<(Value, Vec<Walk>)>, Interrupted> {
        for moves in 1..=most {
            if let Some(m) = self.winning_move(node, moves)? {
                return Ok(Some(self.won_by(node, m, moves)));
            }
        }
        Ok(None)
    }

    /// A win in so many moves by this one, with the best line.
    fn won_by(&mut self, node: &Node, m: Walk, moves: usize) -> (Value, Vec<Walk>) {
        let mut line = vec![m];
        if moves > 1 {
            self.follow(node.after(m), Value::Loss(moves - 1), &mut line);
        }
        (Value::Win(moves), line)
    }

    /// The value without a line of play.
    fn value(&mut self, node: &Node) -> Result<Value, Interrupted> {
        for moves in 1..=node.own_moves() {
            if self.winning_move(node, moves)?.is_some() {
                return Ok(Value::Win(moves));
            }
            if moves <= node.their_moves() && self.holding_move(node, moves)?.is_none() {
                return Ok(Value::Loss(moves));
            }
        }
        Ok(Value::Draw)
    }

    /// A move with which the side to move forces a line within so many moves. It cannot do so
    /// within fewer.
    fn winning_move(&mut self, node: &Node, moves: usize) -> Result<Option<Walk>, Interrupted> {
        if moves == 1 {
            let wins = node.board.attacker.can_win(self.tables);
            return Ok(if wins { node.completing_move() } else { None });
        }
        if self.search.is_stopped() {
            return Err(Interrupted);
        }
        // Those that leave the defender the fewest replies win most often.
        let about = |m| about_safe_moves(self.tables, &node.board.attacker.lift(m, 1));
        let mut attacks = self.safe_moves(&node.board);
        attacks.sort_by_cached_key(|&m| about(m));
        for m in attacks {
            if self.search.nodes > self.search.node_limit {
                return Err(Interrupted);
            }
            if !self.search.defender_holds(&node.board.attack(m), moves - 1)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// A move after which the opponent cannot force a line within so many moves. The side to
    /// move cannot complete one at once.
    fn holding_move(&mut self, node: &Node, moves: usize) -> Result<Option<Walk>, Interrupted> {
        let board = node.board.swapped();
        for m in self.search.plan(&board, moves, &probes(moves))? {
            if !self.search.attacker_wins(&board.defend(m), moves)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// The move of a side that loses to so many moves and not to fewer.
    fn resisting_move(&mut self, node: &Node, moves: usize) -> Result<Option<Walk>, Interrupted> {
        match moves {
            0 | 1 => Ok(node.quiet_move()),
            _ => self.holding_move(node, moves - 1),
        }
    }

    /// Adds best play from a node with a forced line, as far as the budget goes.
    fn follow(&mut self, mut node: Node, mut value: Value, line: &mut Vec<Walk>) {
        loop {
            let (found, next) = match value {
                Value::Win(moves) => (self.winning_move(&node, moves), Value::Loss(moves - 1)),
                Value::Loss(moves) => (self.resisting_move(&node, moves), Value::Win(moves)),
                Value::Draw => return,
            };
            let Ok(Some(m)) = found else { return };
            line.push(m);
            if next == Value::Loss(0) {
                return;
            }
            (node, value) = (node.after(m), next);
        }
    }

    /// Of the drawing moves the one after which the opponent goes wrong most easily, as far as the budget goes;
    /// `known` is one of them.
    fn hardest_draw(&mut self, node: &Node, known: Walk) -> Walk {
        // After the opponent's reply the side to move has so many moves left to make a line.
        let chances = node.own_moves() - 1;
        if chances == 0 {
            return known;
        }
        let limit = self.search.nodes.saturating_add(NODES_TO_CHOOSE);
        self.search.node_limit = self.search.node_limit.min(limit);
        let mut candidates: Vec<(u32, Walk)> = Vec::new();
        for m in self.safe_moves(&node.board) {
            if self.search.is_stopped() {
                return known;
            }
            let after = node.board.attack(m);
            let safe_replies = count_safe_moves(self.tables, &after.attacker, u32::MAX);
            candidates.push((safe_replies, m));
        }
        candidates.sort_by_key(|&(safe_replies, m)| (m != known, safe_replies));
        let (mut best, mut most) = (known, None);
        for (_, m) in candidates {
            let after = node.board.attack(m);
            let danger = Danger::of(&after, chances, chances, self.search);
            let Ok(danger) = danger else { break };
            if most.is_some_and(|most| danger <= most) {
                continue;
            }
            if m != known {
                let theirs = node.after(m).board;
                match self.search.attacker_wins(&theirs, node.their_moves()) {
                    Ok(false) => {}
                    Ok(true) => continue,
                    Err(Interrupted) => break,
                }
            }
            (best, most) = (m, Some(danger));
        }
        best
    }

    /// The attacker's moves that leave the defender no line and no immediate win. The attacker
    /// cannot complete a line.
    fn safe_moves(&self, board: &Board) -> Vec<Walk> {
        let mut moves = Vec::new();
        let _ = for_each_safe_move(self.tables, &board.defender, |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves
    }
}

/// How the replies to so many attacks are put in order. Fewer probes find the same reply and a tenth sooner
/// than twice as many.
fn probes(attacks: usize) -> [Probe; 2] {
    [
        Probe { attacks: attacks.saturating_sub(2), top: 6 },
        Probe { attacks: attacks.saturating_sub(1), top: 2 },
    ]
}

/// The move of the rules that a walk of the prover is.
pub(super) fn to_move(walk: Walk) -> Option<Move> {
    let origin = Cell::from_index(walk.origin.into())?;
    let mut cell = origin;
    let steps: Option<Vec<Direction>> = walk
        .cells()
        .map(|next| {
            let next = Cell::from_index(next)?;
            let step = Direction::ALL.into_iter().find(|d| cell.neighbour(*d) == Some(next))?;
            cell = next;
            Some(step)
        })
        .collect();
    Move::new(origin, steps?)
}

#[cfg(test)]
mod tests {
    use super::super::safety::examine;
    use super::*;
    use crate::Safety;
    use galet_core::Notation;
    use galet_core::StopAtLook;
    use galet_core::random::SplitMix64;
    use galet_qawale::Setup;

    /// Positions of random games after so many plies that the solver takes up, those with the most
    /// moves first: they take longest between two looks.
    fn widest(plies: usize, wanted: usize) -> Vec<Position> {
        let mut found: Vec<Position> = Vec::new();
        for seed in 0..60 {
            let mut random = SplitMix64::new(seed);
            let mut position = Position::start(&Setup::default());
            for _ in 0..plies {
                let moves = position.moves();
                if let Some(&m) = moves.get(random.below(moves.len().max(1))) {
                    position.play_unchecked(m);
                }
            }
            if Node::of(&position).is_some() {
                found.push(position);
            }
        }
        found.sort_by_key(|position| std::cmp::Reverse(position.count_moves()));
        found.truncate(wanted);
        found
    }

    /// The nodes that the solver has searched when it is told to stop at a look; `None` if it was done
    /// before.
    fn nodes_at(position: &Position, look: u64) -> Option<u64> {
        let signal = StopAtLook::new(look);
        let mut search = Search::new(&signal);
        let solution = solve(position, false, &mut search);
        if signal.looks() < look {
            assert!(solution.is_some(), "nobody stopped it: {position:?}");
            return None;
        }
        assert!(signal.looks() <= look + MAX_LOOKS_AFTER, "{} of {look}", signal.looks());
        Some(search.nodes)
    }

    /// Looks after the one that said stop: each that is left on the way out.
    const MAX_LOOKS_AFTER: u64 = 8;
    /// Nodes between two looks. One was seen: nodes with a single attack left, which end at once, are
    /// not worth a look.
    const MAX_NODES: u64 = 4;

    #[test]
    fn it_stops_at_the_next_look_and_looks_often() {
        let (mut stopped, mut most) = (0, 0);
        for plies in [6, 7, 8, 10] {
            for position in widest(plies, 3) {
                for look in [1, 2, 300, 2_000, 8_000] {
                    let (Some(now), Some(next)) =
                        (nodes_at(&position, look), nodes_at(&position, look + 1))
                    else {
                        continue;
                    };
                    stopped += 1;
                    most = most.max(next - now);
                }
            }
        }
        assert!(stopped >= 30, "only {stopped} were stopped");
        assert!(most <= MAX_NODES, "{most} nodes between two looks");
    }

    /// What one node can cost is bounded by the moves of the position.
    #[test]
    fn positions_with_too_many_moves_are_left_alone() {
        let text = "nnoxoxoxoxoxoxo,,,/,,,/,,,/nn,,,nn o 2 2";
        let read = Position::parse_position(text, &Setup::default());
        let position = read.expect("playable").position;
        assert!(position.count_moves() > MAX_MOVES);
        let signal = StopAtLook::new(1);
        assert!(solve(&position, false, &mut Search::new(&signal)).is_none());
        assert_eq!(examine(&position, None, &mut Search::new(&signal)), Safety::default());
        assert_eq!(signal.looks(), 0);
    }
}
