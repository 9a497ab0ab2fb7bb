//! Alpha-beta over states, with exact scores.

use super::games::{Games, TOWER};
use super::state::{BOARD, State, bits, component};
use super::table::{Known, Table};
use galet_core::StopSignal;

/// A search that remembers what it found from one question to the next.
pub(super) struct Prover<'a> {
    pub(super) games: Games,
    pub(super) five: i32,
    table: Table,
    /// Nodes searched so far, and when to give up.
    pub(super) nodes: u64,
    node_limit: u64,
    stop: &'a dyn StopSignal,
    /// The next states of all nodes on the path, one after the other.
    children: Vec<Child>,
    /// How often a move in a large component refuted something, by colour, hole and hole.
    success: Vec<i32>,
}

/// The nodes are used up, or somebody said stop.
pub(super) struct OutOfBudget;

#[derive(Clone, Copy)]
struct Child {
    state: State,
    key: u128,
    /// What settled by the move, for who made it.
    gain: i32,
    rank: i32,
    /// Where the success of the move is remembered; 0 for a move in a small component.
    slot: u16,
}

/// Each move that is left to the opponent in large components counts against a move: a position
/// with few answers is quickly proven. The fastest of 0, 4, 12 and 30 on positions after 24 plies.
const MOVE_LEFT: i32 = 12;

impl<'a> Prover<'a> {
    pub(super) fn new(five: i32, node_limit: u64, stop: &'a dyn StopSignal) -> Self {
        Prover {
            games: Games::new(five),
            five,
            table: Table::new(),
            nodes: 0,
            node_limit,
            stop,
            children: Vec::with_capacity(2048),
            success: vec![0; 2 * 64 * 64],
        }
    }

    /// The value of a state for the player to move: exact between `alpha` and `beta`, else a
    /// bound.
    pub(super) fn search(
        &mut self,
        state: &State,
        light: bool,
        mut alpha: i32,
        mut beta: i32,
    ) -> Result<i32, OutOfBudget> {
        self.nodes += 1;
        // Looking is cheap, and a node with three hundred moves takes a tenth of a millisecond.
        if self.nodes > self.node_limit || self.stop.is_stopped() {
            return Err(OutOfBudget);
        }
        if let Some(value) = self.at_sight(state, light) {
            return Ok(value);
        }
        let (mut lower, mut upper) = self.bounds(state, light);
        let key = state.key(light);
        let known = self.table.get(key);
        if let Some(known) = known {
            lower = lower.max(i32::from(known.lower));
            upper = upper.min(i32::from(known.upper));
        }
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        if upper <= alpha {
            return Ok(upper);
        }
        alpha = alpha.max(lower);
        beta = beta.min(upper);

        let first = self.children.len();
        let before = self.nodes;
        self.expand(state, light, known.map(|k| k.best));
        let result = self.best_of(first, light, alpha, beta);
        self.children.truncate(first);
        let (best, best_key) = result?;
        if best < beta {
            upper = upper.min(best);
        }
        if best > alpha {
            lower = lower.max(best);
        }
        let effort = (self.nodes - before + 1).ilog2() as u8;
        let known = Known { lower: lower as i16, upper: upper as i16, best: best_key as u32 };
        self.table.put(key, known, effort);
        Ok(best)
    }

    /// Low bits of the key of the state that the best move known leads to.
    pub(super) fn best_after(&self, state: &State, light: bool) -> Option<u32> {
        self.table.get(state.key(light)).map(|known| known.best)
    }

    /// The value where no search is needed.
    fn at_sight(&self, state: &State, light: bool) -> Option<i32> {
        if state.towers.occupied() != 0 {
            return None;
        }
        let value = match *state.games() {
            [] => 0,
            [game] => {
                self.games.get(game).alone[usize::from(!light) + 2 * usize::from(state.tempo)]
            }
            _ => return None,
        };
        Some(if light { value } else { -value })
    }

    /// Bounds on the value for the player to move.
    fn bounds(&self, state: &State, light: bool) -> (i32, i32) {
        let (least, most) = state.bounds(&self.games, self.five);
        if light { (least, most) } else { (-most, -least) }
    }

    /// The best value over the children from `first` on, and the key of the best child.
    fn best_of(
        &mut self,
        first: usize,
        light: bool,
        mut alpha: i32,
        beta: i32,
    ) -> Result<(i32, u128), OutOfBudget> {
        // Perhaps a child is known well enough to refute the position at once.
        for child in &self.children[first..] {
            let (_, most) = self.bounds(&child.state, !light);
            let known = self.table.get(child.key).map_or(most, |k| most.min(k.upper.into()));
            if child.gain - known >= beta {
                return Ok((child.gain - known, child.key));
            }
        }
        let (mut best, mut best_key) = (i32::MIN, 0);
        for n in first..self.children.len() {
            let rest = &mut self.children[n..];
            let next = (0..rest.len()).max_by_key(|&n| (rest[n].rank, std::cmp::Reverse(n)));
            rest.swap(0, next.unwrap_or(0));
            let Child { state, key, gain, slot, .. } = self.children[n];
            let mut value;
            if n == first {
                value = gain - self.search(&state, !light, gain - beta, gain - alpha)?;
            } else {
                value = gain - self.search(&state, !light, gain - alpha - 1, gain - alpha)?;
                if value > alpha && value < beta {
                    value = gain - self.search(&state, !light, gain - beta, gain - value)?;
                }
            }
            if value > best {
                (best, best_key) = (value, key);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.success[usize::from(slot)] += 1;
                break;
            }
        }
        Ok((best, best_key))
    }

    /// Lists what the moves of a state lead to.
    fn expand(&mut self, state: &State, light: bool, best: Option<u32>) {
        if state.tempo {
            let mut next = *state;
            next.tempo = false;
            self.push(&next, light, 0, 0, best);
        }
        for (n, &game) in state.games().iter().enumerate() {
            if state.games()[..n].contains(&game) {
                continue;
            }
            let without = state.without_game(n, &self.games);
            for c in 0..self.games.get(game).choices.len() {
                let choice = self.games.get(game).choices[c];
                let mut next = without;
                next.tempo ^= choice.tempo;
                for rest in choice.rest.into_iter().filter(|&rest| rest != 0) {
                    next.add_game(rest, &mut self.games);
                }
                let score = if light { choice.light } else { choice.dark };
                self.push(&next, light, score, 0, best);
            }
        }
        let partners = state.towers.partners_by_height();
        let mut left = state.towers.occupied();
        while left != 0 {
            let part = component(&state.towers, &partners, left.trailing_zeros());
            left &= !part;
            for from in bits(part) {
                let height = state.towers.height(from) as usize;
                for to in bits(BOARD.neighbours[from as usize] & partners[height]) {
                    let (next, score) = state.join(part, from, to, &mut self.games, self.five);
                    let slot = u16::from(light) << 12 | (from << 6 | to) as u16;
                    self.push(&next, light, score, slot, best);
                }
            }
        }
    }

    fn push(&mut self, state: &State, light: bool, score: i32, slot: u16, best: Option<u32>) {
        let key = state.key(!light);
        let gain = if light { score } else { -score };
        let rank = if Some(key as u32) == best {
            i32::MAX
        } else {
            let promise = score + self.promise(state, !light);
            let promise = if light { promise } else { -promise };
            (promise - freedom(state) * MOVE_LEFT) * 64 + self.success[usize::from(slot)].min(4096)
        };
        self.children.push(Child { state: *state, key, gain, rank, slot });
    }

    /// A guess at the score for Light: games by what they bring on average, the hottest taken in
    /// turn; towers of large components by their number.
    fn promise(&self, state: &State, light: bool) -> i32 {
        let (holes, dark) = (state.towers.occupied(), state.towers.dark());
        let towers = holes.count_ones() as i32 - 2 * dark.count_ones() as i32;
        let mut twice = 2 * towers * TOWER * 13 / 16;
        let mut hottest = 0;
        for &game in state.games() {
            let [light, dark, ..] = self.games.get(game).alone;
            twice += light + dark;
            hottest = hottest.max(light - dark);
        }
        (if light { twice + hottest } else { twice - hottest }) / 2
    }
}

/// The number of moves in large components.
fn freedom(state: &State) -> i32 {
    let partners = state.towers.partners_by_height();
    let moves = |hole: u32| {
        let height = state.towers.height(hole) as usize;
        (BOARD.neighbours[hole as usize % 64] & partners[height]).count_ones() as i32
    };
    bits(state.towers.occupied()).map(moves).sum()
}
