//! Analysis: what the engine thinks of a position, told again and again.

use super::{Slice, Work, WorkState};
use crate::score::{self, Names};
use galet_core::{Outcome, Side};
use galet_engine::{AnalysedLine, Analysis, AnyEngine, Request, Solved};
use galet_games::AnyProgress;
use galet_scene::Phrase;
use galet_search::Limits;
use galet_search::score::{DRAW, win_at};
use galet_wire::study::{AnalysisView, LineView};
use std::time::Duration;

/// The most lines that are told.
const MAX_LINES: u8 = 5;
/// The longest part of a line that is told.
const LONGEST_LINE: usize = 24;
/// Before the first attempt to prove anything: somebody waits for a first line.
const FIRST_LOOK: Duration = Duration::from_millis(60);
/// The longest single attempt to prove a result.
const LONGEST_PROOF: Duration = Duration::from_secs(2);
/// What is told sooner than this after the last time waits for more.
const MIN_INTERVAL: Duration = Duration::from_millis(60);

/// An analysis under way.
pub(crate) struct Analyse {
    game: Box<dyn AnyProgress>,
    lines: usize,
    threads: usize,
    /// How long it goes on in all.
    limit: Duration,
    tell: Box<dyn FnMut(AnalysisView) + Send>,
    /// How long it has gone on.
    used: Duration,
    /// Positions looked at in earlier slices.
    nodes: u64,
    /// The deepest that was found.
    found: Found,
    /// The reading of the clock when something was told last.
    told: Option<Duration>,
}

/// What is known so far.
#[derive(Default)]
struct Found {
    depth: u32,
    lines: Vec<Known>,
    /// Whether the result of the position is proven: the first line is best play then.
    solved: Option<Solved>,
    /// Proven results of other moves.
    answers: Vec<Known>,
}

/// A line and what is known about it.
#[derive(Clone)]
struct Known {
    line: AnalysedLine,
    solved: Option<Solved>,
}

impl Known {
    fn first(&self) -> Option<&String> {
        self.line.moves.first()
    }

    /// How good it is for the side to move: proven wins, the largest first, what looks better
    /// than a draw, draws, what looks worse, and losses, the smallest first. Where the result of the position is
    /// proven (`limit`), no guess is better than that, and a proof goes before a guess that says the same.
    fn rank(&self, limit: Option<i32>) -> (i32, bool, i64) {
        let score = self.line.score;
        match &self.solved {
            Some(solved) => {
                let margin = i64::from(score.signum()) * i64::from(solved.margin);
                (2 * score.signum(), true, margin)
            }
            None => {
                let kind = limit.map_or(score.signum(), |limit| score.signum().min(2 * limit));
                (kind, false, i64::from(score))
            }
        }
    }
}

impl Analyse {
    pub(crate) fn new(
        game: Box<dyn AnyProgress>,
        lines: u8,
        threads: u8,
        limit: Duration,
        tell: Box<dyn FnMut(AnalysisView) + Send>,
    ) -> Analyse {
        Analyse {
            game,
            lines: lines.clamp(1, MAX_LINES).into(),
            threads: threads.max(1).into(),
            limit,
            tell,
            used: Duration::ZERO,
            nodes: 0,
            found: Found::default(),
            told: None,
        }
    }

    /// Searches for some time; gives whether there is nothing more to find.
    fn search(
        &mut self,
        engine: &dyn AnyEngine,
        names: &Names,
        slice: &Slice,
        time: Duration,
    ) -> bool {
        let begun = slice.time.now();
        let earlier = (self.used, self.nodes);
        let limits = Limits { time: Some(time), ..Limits::default() };
        let request = Request {
            // With one line the engine would try to prove the result, which is done apart.
            lines: self.lines.max(2),
            threads: slice.threads,
            stop: slice.stop.clone(),
            ..Request::new(limits)
        };
        let last = engine.analyse(&request, &mut |analysis| {
            self.used = earlier.0 + slice.since(begun);
            self.nodes = earlier.1 + analysis.nodes;
            if self.found.take(analysis) {
                self.tell(engine, names, slice, false);
            }
        });
        self.used = earlier.0 + slice.since(begun);
        self.nodes = earlier.1 + last.nodes;
        // It came back by itself: every line is decided, or as deep as it goes.
        !slice.stop.is_stopped() && slice.since(begun) < time
    }

    /// Tries to prove the result of the engine's game.
    fn prove(&mut self, engine: &dyn AnyEngine, slice: &Slice, time: Duration) -> Option<Known> {
        let begun = slice.time.now();
        let analysis = engine.prove(time, &slice.stop);
        self.used += slice.since(begun);
        let analysis = analysis?;
        self.nodes += analysis.nodes;
        let line = analysis.lines.into_iter().next()?;
        Some(Known { line, solved: analysis.solved })
    }

    /// Tries to prove what the moves besides the best lead to.
    fn prove_others(
        &mut self,
        engine: &mut dyn AnyEngine,
        names: &Names,
        slice: &Slice,
        time: Duration,
        is_over: &dyn Fn() -> bool,
    ) {
        for text in self.found.unproven(self.lines) {
            if is_over() {
                break;
            }
            let mut after = self.game.clone();
            if after.play(&text).is_err() || engine.set_game(&*after).is_err() {
                continue;
            }
            let known = match after.outcome() {
                // Nothing is left to prove.
                Some(outcome) => Some(ended(after.turn(), outcome)),
                None => self.prove(engine, slice, time),
            };
            if let Some(known) = known {
                let line = AnalysedLine {
                    score: -known.line.score,
                    moves: [text].into_iter().chain(known.line.moves).collect(),
                };
                self.found.answers.push(Known { line, solved: known.solved });
            }
        }
        if engine.set_game(&*self.game).is_ok() {
            self.tell(engine, names, slice, false);
        }
    }

    fn tell(&mut self, engine: &dyn AnyEngine, names: &Names, slice: &Slice, done: bool) {
        let fresh = self.told.is_some_and(|told| slice.since(told) < MIN_INTERVAL);
        if slice.is_cancelled() || fresh && !done {
            return;
        }
        self.told = Some(slice.time.now());
        let lines = self.found.ranked();
        let solved = self.found.solved.as_ref();
        let view = AnalysisView {
            depth: self.found.depth,
            nodes: self.nodes,
            elapsed: self.used.as_millis() as u64,
            lines: lines
                .iter()
                .take(self.lines)
                .map(|known| line_view(engine, &*self.game, names, known, solved))
                .collect(),
            solved: solved.map(|solved| score::solved_words(names, solved)),
            done,
        };
        (self.tell)(view);
    }
}

/// What is known of a game that is over.
fn ended(turn: Side, outcome: Outcome) -> Known {
    let (win, loss) = (Phrase::new("win", "gain"), Phrase::new("loss", "perte"));
    let (score, words, for_winner) = match outcome.winner {
        Some(winner) if winner == turn => (win_at(0), win.clone(), win),
        Some(_) => (-win_at(0), loss, win),
        None => (DRAW, Phrase::new("draw", "nulle"), Phrase::new("draw", "nulle")),
    };
    let solved = Solved { hope: None, winner: outcome.winner, margin: 0, words, for_winner };
    Known { line: AnalysedLine { score, moves: Vec::new() }, solved: Some(solved) }
}

fn line_view(
    engine: &dyn AnyEngine,
    game: &dyn AnyProgress,
    names: &Names,
    known: &Known,
    solved: Option<&Solved>,
) -> LineView {
    let (turn, score) = (game.turn(), known.line.score);
    let prospect = || engine.prospect_after(&known.line);
    let score = match (&known.solved, solved) {
        (Some(known), _) => score::solved_view(names, known),
        (None, Some(solved)) => score::bounded_view(names, turn, score, &prospect(), solved),
        (None, None) => score::view(names, turn, score, &prospect()),
    };
    let first = known.first();
    LineView {
        score,
        moves: known.line.moves.iter().take(LONGEST_LINE).cloned().collect(),
        gesture: first.and_then(|text| game.gesture(text).ok()).unwrap_or_default(),
    }
}

impl Found {
    /// Takes what a search found, unless an earlier one was deeper.
    fn take(&mut self, analysis: &Analysis) -> bool {
        if analysis.depth < self.depth {
            return false;
        }
        self.depth = analysis.depth;
        let known = |line: &AnalysedLine| Known { line: line.clone(), solved: None };
        self.lines = analysis.lines.iter().map(known).collect();
        true
    }

    /// The lines, the best first: a proven result counts more than what a search thinks.
    fn ranked(&self) -> Vec<Known> {
        let best = self.answers.iter().find(|_| self.solved.is_some());
        let mut rest: Vec<Known> = Vec::new();
        for known in &self.lines {
            let proven = self.answers.iter().find(|answer| answer.first() == known.first());
            let known = proven.unwrap_or(known);
            if best.and_then(Known::first) != known.first() {
                rest.push(known.clone());
            }
        }
        let limit = best.map(|best| best.line.score.signum());
        galet_core::sort_few(&mut rest, |a, b| a.rank(limit) > b.rank(limit));
        best.cloned().into_iter().chain(rest).collect()
    }

    /// The first moves of the lines that are told and not proven.
    fn unproven(&self, lines: usize) -> Vec<String> {
        let ranked = self.ranked();
        let open = ranked.iter().take(lines).filter(|known| known.solved.is_none());
        open.filter_map(|known| known.first().cloned()).collect()
    }
}

impl Work for Analyse {
    fn game(&self) -> &'static str {
        self.game.game().name()
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn run_slice(&mut self, engine: &mut dyn AnyEngine, slice: &Slice) -> WorkState {
        if engine.set_game(&*self.game).is_err() {
            return WorkState::Finished;
        }
        let names = Names::of(&*self.game);
        if self.game.outcome().is_some() {
            self.tell(engine, &names, slice, true);
            return WorkState::Finished;
        }
        let begun = slice.time.now();
        let mut complete = false;
        if self.used < FIRST_LOOK {
            complete = self.search(engine, &names, slice, FIRST_LOOK.min(slice.length));
        }
        let proof = (slice.length / 2).min(LONGEST_PROOF);
        let is_over = || slice.stop.is_stopped() || slice.since(begun) >= slice.length;
        if !is_over()
            && self.found.solved.is_none()
            && let Some(known) = self.prove(engine, slice, proof)
        {
            self.found.solved = known.solved.clone();
            self.found.answers.insert(0, known);
            self.tell(engine, &names, slice, false);
        }
        if self.found.solved.is_some() && !is_over() {
            self.prove_others(engine, &names, slice, proof, &is_over);
        }
        let left = slice.length.saturating_sub(slice.since(begun));
        let left = left.min(self.limit.saturating_sub(self.used));
        if !complete && !slice.stop.is_stopped() && !left.is_zero() {
            complete = self.search(engine, &names, slice, left);
        }
        // Where the result is proven, that of the other moves can be too: what ranks among the
        // best changes with every proof.
        complete &= self.found.solved.is_none() || self.found.unproven(self.lines).is_empty();
        if complete || self.used >= self.limit {
            self.tell(engine, &names, slice, true);
            return WorkState::Finished;
        }
        WorkState::Unfinished
    }
}
