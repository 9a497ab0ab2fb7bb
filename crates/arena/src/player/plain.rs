//! The opponent "plain": what anybody would write first. **It is frozen**: strength is measured
//! against it, so it must not get better.
//!
//! Alpha-beta with a hash table and one simple evaluation per game ([`Baseline`]), deeper and deeper
//! until time or nodes are up. Moves are tried in the order in which the board looks best after
//! them, the best one of the last time first. No reductions, no pruning, no quiet search.

use super::{Fault, Follower, GameSoFar, Patience, Player, SeatFault, processor_time};
use crate::clock::Clocks;
use crate::spec::{Bounds, PlayerSpec};
use galet_core::{Game, Notation, Progress, Side, TimeSource};
use galet_engine::ProcessorTime;
use galet_minds::baseline::Baseline;
use galet_search::score::Score;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A won position scores this and the depth that was left: the sooner the better.
const WON: Score = 20_000;
const INFINITE: Score = 30_000;
const MAX_DEPTH: u8 = 60;
/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 1_024;
/// A position that stood on the board so many moves of its side ago counts as a draw.
const REPETITIONS_SEEN: usize = 8;
/// Memory unless something else is asked for, in megabytes.
const HASH: usize = 16;

/// The search.
pub struct PlainSearch<G: Game> {
    table: Vec<Slot>,
    /// The moves of all nodes on the path, one after the other: looks, number and move.
    moves: Vec<(Score, u16, G::Move)>,
    /// The keys of the game and of the path to this node.
    path: Vec<u64>,
    nodes: u64,
    most_nodes: u64,
    /// When to look at the clock again.
    next_look: u64,
    deadline: Option<Instant>,
    /// The processor's clock, and its reading at which the search ends.
    worked_enough: Option<(ProcessorTime, Duration)>,
    stopped: bool,
    root_best: Option<G::Move>,
}

/// What is known of a position.
#[derive(Clone, Copy, Default)]
struct Slot {
    key: u64,
    score: i16,
    best: u16,
    depth: u8,
    bound: Bound,
}

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Bound {
    #[default]
    Nothing,
    Upper,
    Lower,
    Exact,
}

/// What a search found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// The best move; `None` only without moves.
    pub best: Option<M>,
    /// Its score for the side to move.
    pub score: Score,
    /// The depth that was finished.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
}

impl<G: Baseline> PlainSearch<G> {
    /// A search with so many megabytes of memory.
    pub fn new(megabytes: usize) -> Self {
        let slots = (megabytes << 20) / size_of::<Slot>();
        PlainSearch {
            table: vec![Slot::default(); slots.max(1)],
            moves: Vec::new(),
            path: Vec::new(),
            nodes: 0,
            most_nodes: 0,
            next_look: 0,
            deadline: None,
            worked_enough: None,
            stopped: false,
            root_best: None,
        }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.table.fill(Slot::default());
    }

    /// The best move of a game that is not over.
    pub fn search(&mut self, game: &Progress<G>, bounds: &Bounds) -> Found<G::Move> {
        let position = game.position();
        self.path.clear();
        self.path.extend((0..).map_while(|ply| game.position_after(ply)).map(Game::key));
        self.nodes = 0;
        self.next_look = NODES_PER_LOOK;
        self.most_nodes = bounds.nodes.unwrap_or(u64::MAX);
        self.deadline = bounds.time.and_then(|time| Instant::now().checked_add(time));
        self.worked_enough = bounds.cpu.and_then(|cpu| {
            let clock = ProcessorTime::new()?;
            let enough = clock.now() + cpu;
            Some((clock, enough))
        });
        self.stopped = false;
        // Whatever happens there is a legal move.
        let mut found = Found { best: None, score: 0, depth: 0, nodes: 0 };
        let _ = position.visit_moves(|m| {
            found.best = Some(m);
            ControlFlow::Break(())
        });
        let deepest = bounds.depth.map_or(MAX_DEPTH, |d| d.clamp(1, MAX_DEPTH.into()) as u8);
        for depth in 1..=deepest {
            self.root_best = None;
            let score = self.value(position, depth, -INFINITE, INFINITE, true);
            if self.stopped {
                break;
            }
            found = Found { best: self.root_best, score, depth, nodes: self.nodes };
            if score.abs() >= WON {
                break;
            }
        }
        self.moves.clear();
        Found { nodes: self.nodes, ..found }
    }

    /// The value of a position that is not finished, at least one ply deep.
    fn value(&mut self, p: &G, depth: u8, alpha: Score, beta: Score, root: bool) -> Score {
        let key = p.key();
        let index = ((u128::from(key) * self.table.len() as u128) >> 64) as usize;
        let slot = self.table[index];
        let known = slot.key == key && slot.bound != Bound::Nothing;
        if known && !root && slot.depth == depth {
            let score = Score::from(slot.score);
            let cuts = match slot.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                _ => score <= alpha,
            };
            if cuts {
                return score;
            }
        }
        let first = self.moves.len();
        self.gather(p, depth, if known { slot.best } else { u16::MAX });
        let (mut best, mut best_number) = (-INFINITE, u16::MAX);
        for n in first..self.moves.len() {
            let (_, number, m) = self.moves[n];
            let mut next = p.clone();
            next.play_unchecked(m);
            let score = -self.after(&next, depth - 1, -beta, -alpha.max(best));
            if self.stopped {
                break;
            }
            if score > best {
                (best, best_number) = (score, number);
                if root {
                    self.root_best = Some(m);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(first);
        if !self.stopped {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best <= alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            self.table[index] = Slot { key, score: best as i16, best: best_number, depth, bound };
        }
        best
    }

    /// The value of a position that a move led to, finished or not.
    fn after(&mut self, p: &G, depth: u8, alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        if self.nodes >= self.most_nodes {
            self.stopped = true;
        } else if self.nodes >= self.next_look {
            self.next_look = self.nodes + NODES_PER_LOOK;
            self.stopped |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            self.stopped |=
                self.worked_enough.as_ref().is_some_and(|(clock, enough)| clock.now() >= *enough);
        }
        if let Some(outcome) = p.outcome() {
            return match outcome.winner {
                Some(winner) if winner == p.turn() => WON + Score::from(depth),
                Some(_) => -WON - Score::from(depth),
                None => 0,
            };
        }
        if depth == 0 || self.stopped {
            return p.baseline_evaluation();
        }
        let key = p.key();
        // The last key of the path is the opponent's.
        let own = self.path.iter().rev().skip(1).step_by(2).take(REPETITIONS_SEEN);
        if own.into_iter().any(|&earlier| earlier == key) {
            return 0;
        }
        self.path.push(key);
        let value = self.value(p, depth, alpha, beta, false);
        self.path.pop();
        value
    }

    /// Lists the moves of a node, the most promising first. At depth 1 looking at them is all
    /// that will happen, so there they stay as they come.
    fn gather(&mut self, p: &G, depth: u8, best: u16) {
        let first = self.moves.len();
        let (moves, side) = (&mut self.moves, p.turn());
        let mut number = 0_u16;
        let _ = p.visit_moves(|m| {
            let looks = match number {
                _ if number == best => INFINITE,
                _ if depth == 1 => 0,
                _ => {
                    let mut next = p.clone();
                    next.play_unchecked(m);
                    looks(&next, side)
                }
            };
            moves.push((looks, number, m));
            number = number.saturating_add(1);
            ControlFlow::Continue(())
        });
        if depth > 1 {
            // What was looked at for its order was looked at.
            self.nodes += (moves.len() - first) as u64;
            moves[first..].sort_unstable_by_key(|&(looks, number, _)| (-looks, number));
        } else if let Some(known) = moves[first..].iter().position(|&(_, n, _)| n == best) {
            moves.swap(first, first + known);
        }
    }
}

fn looks<G: Baseline>(position: &G, side: Side) -> Score {
    let evaluation = position.baseline_evaluation();
    if position.turn() == side { evaluation } else { -evaluation }
}

/// The search as a player.
pub(super) struct PlainPlayer<G: Game> {
    game: Follower<G>,
    search: PlainSearch<G>,
    bounds: Bounds,
}

impl<G: Baseline + Notation> PlainPlayer<G> {
    pub(super) fn new(spec: &PlayerSpec, patience: Patience) -> Result<Self, SeatFault> {
        let bounds = match processor_time(spec)? {
            Some(_) => spec.bounds,
            None => {
                Bounds { time: Some(spec.bounds.time.unwrap_or(patience.silence)), ..spec.bounds }
            }
        };
        Ok(PlainPlayer {
            game: Follower::new(),
            search: PlainSearch::new(spec.hash.unwrap_or(HASH)),
            bounds,
        })
    }
}

impl<G: Baseline + Notation> Player for PlainPlayer<G> {
    fn begin(&mut self, game: &GameSoFar, _seed: u64) -> Result<(), Fault> {
        self.game.begin(game);
        self.search.forget();
        Ok(())
    }

    fn choose(&mut self, game: &GameSoFar, clocks: &Clocks) -> Result<String, Fault> {
        let progress = self.game.follow(game);
        // Every move that probably comes gets the same share.
        let share = clocks[progress.turn()].map(|clock| clock.control(game)).map(|control| {
            let share = control.left / control.moves_to_go.max(1) + control.increment / 2;
            share.min(control.left / 2)
        });
        let time = [self.bounds.time, share].into_iter().flatten().min();
        let best = self
            .search
            .search(progress, &Bounds { time, ..self.bounds })
            .best
            .ok_or(Fault::NoMove)?;
        Ok(progress.position().move_text(best))
    }
}
