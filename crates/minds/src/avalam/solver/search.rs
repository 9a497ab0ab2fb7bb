//! Alpha-beta over states, with exact scores.

use super::games::Games;
use super::state::{State, Step};
use super::table::{Known, Table};
use galet_core::StopSignal;

/// A search that remembers what it found from one question to the next.
pub(super) struct Prover<'a> {
    pub(super) games: Games,
    pub(super) five: i32,
    table: Table,
    /// Nodes searched so far, and when to give up.
    pub(super) nodes: u64,
    pub(super) node_limit: u64,
    stop: &'a dyn StopSignal,
    /// Moves made so far, and when to ask the next time whether to stop.
    pub(super) made: u64,
    next_look: u64,
    stopped: bool,
    /// The next states of all nodes on the path, one after the other.
    children: Vec<Child>,
    /// How often a move in a large component refuted something, by colour, hole and hole.
    success: Vec<i32>,
    /// Moves that refuted something at the same depth.
    killers: Vec<[Option<Step>; 2]>,
    depth: usize,
}

/// The nodes are used up, or somebody said stop.
pub(super) struct OutOfBudget;

/// Where a move leads to. The state itself is made again when it is searched: most never are.
#[derive(Clone, Copy)]
struct Child {
    key: u128,
    step: Step,
    /// What settled by the move, for who made it.
    gain: i32,
    rank: i32,
}

/// Each move that is left to the opponent in large components counts against a move: a position
/// with few answers is quickly proven. The fastest of 0, 4, 12 and 30 on positions after 24 plies.
const MOVE_LEFT: i32 = 12;

/// Moves made between two looks at the clock: some 20 microseconds. To look takes up to a
/// third of a microsecond, as long as a node.
const MOVES_PER_LOOK: u64 = 128;

impl<'a> Prover<'a> {
    pub(super) fn new(five: i32, node_limit: u64, stop: &'a dyn StopSignal) -> Self {
        Prover {
            games: Games::new(five),
            five,
            table: Table::new(),
            nodes: 0,
            node_limit,
            stop,
            made: 0,
            next_look: 0,
            stopped: false,
            children: Vec::with_capacity(2048),
            success: vec![0; 2 * 64 * 64],
            killers: vec![[None; 2]; 64],
            depth: 0,
        }
    }

    /// Towers of five count from now on; what was found before is of no use then.
    pub(super) fn count_fives(&mut self) {
        self.five = 1;
        self.games = Games::counting_fives(&self.games);
        self.killers.fill([None; 2]);
        self.table = Table::new();
    }

    /// Whether to give up. Looks at the clock when enough was done since the last look.
    fn is_over(&mut self) -> bool {
        if self.made >= self.next_look {
            self.next_look = self.made + MOVES_PER_LOOK;
            self.stopped |= self.stop.is_stopped();
        }
        self.stopped || self.nodes > self.node_limit
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
        self.made += 1;
        if self.is_over() {
            return Err(OutOfBudget);
        }
        if let Some(value) = state.at_sight(light, &self.games) {
            return Ok(if light { value } else { -value });
        }
        let key = state.key(light);
        let known = self.table.get(key);
        let mut lower = known.map_or(i32::MIN, |known| known.lower.into());
        if lower >= beta {
            return Ok(lower);
        }
        let upper = state.most(light, true, &self.games, self.five);
        let mut upper = known.map_or(upper, |known| upper.min(known.upper.into()));
        if upper <= alpha {
            return Ok(upper);
        }
        lower = lower.max(-state.most(!light, false, &self.games, self.five));
        if lower >= beta || lower == upper {
            return Ok(lower);
        }
        alpha = alpha.max(lower);
        beta = beta.min(upper);

        let first = self.children.len();
        let before = self.nodes;
        let result = match self.expand(state, light, known.map(|k| Step(k.best)), beta) {
            Some(cut) => Ok(cut),
            None => {
                self.depth += 1;
                let result = self.best_of(state, first, light, alpha, beta);
                self.depth -= 1;
                result
            }
        };
        self.children.truncate(first);
        let (best, step) = result?;
        if best < beta {
            upper = upper.min(best);
        }
        if best >= beta && self.killers[self.depth][0] != Some(step) {
            self.killers[self.depth] = [Some(step), self.killers[self.depth][0]];
        }
        if best > alpha {
            lower = lower.max(best);
        }
        let effort = (self.nodes - before + 1).ilog2() as u8;
        let known = Known { lower: lower as i16, upper: upper as i16, best: step.0 };
        self.table.put(key, known, effort);
        Ok(best)
    }

    /// The best move known in a state.
    pub(super) fn best_step(&self, state: &State, light: bool) -> Option<Step> {
        self.table.get(state.key(light)).map(|known| Step(known.best))
    }

    /// The best value over the children from `first` on, and the best move.
    fn best_of(
        &mut self,
        state: &State,
        first: usize,
        light: bool,
        mut alpha: i32,
        beta: i32,
    ) -> Result<(i32, Step), OutOfBudget> {
        let (mut best, mut best_step) = (i32::MIN, Step(0));
        for n in first..self.children.len() {
            let rest = &mut self.children[n..];
            let next = (0..rest.len()).max_by_key(|&n| (rest[n].rank, std::cmp::Reverse(n)));
            rest.swap(0, next.unwrap_or(0));
            let Child { step, gain, .. } = self.children[n];
            let (next, _) = state.after(step, light, &mut self.games, self.five);
            let mut value;
            if n == first {
                value = gain - self.search(&next, !light, gain - beta, gain - alpha)?;
            } else {
                value = gain - self.search(&next, !light, gain - alpha - 1, gain - alpha)?;
                if value > alpha && value < beta {
                    value = gain - self.search(&next, !light, gain - beta, gain - value)?;
                }
            }
            if value > best {
                (best, best_step) = (value, step);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                self.success[usize::from(light) << 12 | step.on_board()] += 1;
                break;
            }
        }
        Ok((best, best_step))
    }

    /// Lists what the moves of a state lead to, unless one of them is known to reach `beta`: then this
    /// is all that has to be found.
    fn expand(
        &mut self,
        state: &State,
        light: bool,
        best: Option<Step>,
        beta: i32,
    ) -> Option<(i32, Step)> {
        let first = self.children.len();
        let Prover { games, children, success, table, killers, depth, made, five, .. } = self;
        let [killer, older] = killers[*depth];
        let likely = [best, killer, older];
        let mut cut = None;
        state.visit(games, likely, |step, games| {
            *made += 1;
            let (next, score) = state.after(step, light, games, *five);
            let gain = if light { score } else { -score };
            let key = next.key(!light);
            let mut most = next.most(!light, true, games, *five);
            // The others are looked up together: memory is slow, but answers many at a time.
            if likely.contains(&Some(step))
                && let Some(known) = table.get(key)
            {
                most = most.min(known.upper.into());
            }
            if gain - most >= beta {
                cut = Some((gain - most, step));
                return true;
            }
            let rank = if Some(step) == best {
                i32::MAX
            } else {
                let promise = score + next.promise(!light, games);
                let promise = if light { promise } else { -promise };
                let success = success[usize::from(light) << 12 | step.on_board()];
                (promise - next.freedom * MOVE_LEFT) * 64 + success.min(4096)
            };
            children.push(Child { key, step, gain, rank });
            false
        });
        cut.or_else(|| {
            self.children[first..].iter().find_map(|child| {
                let value = child.gain - i32::from(self.table.get(child.key)?.upper);
                (value >= beta).then_some((value, child.step))
            })
        })
    }
}
