//! How a mind becomes an [`AnyEngine`].

use crate::any::{AnalysedLine, Analysis, AnyEngine, Choice, Request, SetGameError, Solved};
use crate::evaluation::{Evaluation, EvaluationError};
use crate::level::{Level, draw};
use galet_core::random::SplitMix64;
use galet_core::{Game, Notation, Progress, Setup};
use galet_games::{AnyProgress, SetupText};
use galet_minds::{Budget, Expert, LevelSpec, Solution};
use galet_search::score::{DRAW, FORCED, Score, win_at};
use galet_search::{Limits, Report, Search, Stop, Table, TimeControl};
use std::time::{Duration, Instant};

/// Memory for a search unless something else is asked for.
pub(crate) const TABLE_MEGABYTES: usize = 64;
/// Memory for a search of a level below full strength: always the same, so that the level is.
/// Small, because every move begins with an empty one.
const LEVEL_TABLE_MEGABYTES: usize = 1;

/// The share of a move's time that may go into finding a move that does not lose: half of it.
const SAFETY_SHARE: u32 = 2;
/// The share of what is left then that the exact solver may take before the search begins: a third.
const SOLVER_SHARE: u32 = 3;
/// What the solver may look at before a search that only depth bounds, for each ply of it.
const SOLVER_NODES_PER_PLY: u64 = 2_000;
/// The time that the solver may take before a search that nothing bounds: somebody is waiting
/// for its first line.
const SOLVER_PATIENCE: Duration = Duration::from_secs(1);

pub(crate) struct Typed<E: Expert> {
    expert: E,
    /// What levels below full strength know.
    by_hand: E,
    table: Table,
    game: Progress<E::Game>,
    /// The same game as text sees it.
    any: Box<dyn AnyProgress>,
}

type MoveOf<E> = <<E as galet_search::Mind>::Game as Game>::Move;

impl<E: Expert> Typed<E>
where
    E::Game: Notation,
{
    pub(crate) fn new() -> Self {
        let any = galet_games::find(<E::Game as Game>::NAME)
            .expect("a mind's game is registered")
            .start(&SetupText::default())
            .expect("the default setup is fine");
        Typed {
            expert: E::new(),
            by_hand: E::by_hand().without_book(),
            table: Table::new(TABLE_MEGABYTES),
            game: Progress::new(<E::Game as Game>::Setup::default()),
            any,
        }
    }

    /// The texts of a line of moves from the game as it stands.
    fn texts(&self, moves: &[MoveOf<E>]) -> Vec<String> {
        let mut position = self.game.position().clone();
        let text = |&m: &MoveOf<E>| {
            let text = position.move_text(m);
            position.play_unchecked(m);
            text
        };
        moves.iter().map(text).collect()
    }

    fn analysis(&self, report: &Report<MoveOf<E>>) -> Analysis {
        Analysis {
            depth: report.depth,
            deepest: report.deepest,
            nodes: report.nodes,
            elapsed: report.elapsed,
            table_permille: report.table_permille,
            lines: report
                .lines
                .iter()
                .map(|line| AnalysedLine { score: line.score, moves: self.texts(&line.moves) })
                .collect(),
            solved: None,
        }
    }

    fn solved(&self, verdict: &Solution<MoveOf<E>>, elapsed: Duration) -> Analysis {
        let plies = verdict.line.len();
        let score = match verdict.winner {
            Some(winner) if winner == self.game.turn() => win_at(plies),
            Some(_) => -win_at(plies),
            None => DRAW,
        };
        Analysis {
            depth: plies as u32,
            deepest: plies as u32,
            nodes: verdict.nodes,
            elapsed,
            table_permille: 0,
            lines: vec![AnalysedLine { score, moves: self.texts(&verdict.line) }],
            solved: Some(Solved {
                winner: verdict.winner,
                margin: verdict.margin,
                words: verdict.words.clone(),
                for_winner: verdict.for_winner.clone(),
            }),
        }
    }

    /// Tries to prove the result with a share of what the limits allow.
    fn try_to_solve(&self, request: &Request, limits: &Limits) -> Option<Analysis> {
        let begun = Instant::now();
        let verdict = with_share(SOLVER_SHARE, request, limits, |budget| {
            self.expert.solve(&self.game, budget)
        })?;
        Some(self.solved(&verdict, begun.elapsed()))
    }

    /// A move that does not lose, if one is found with a share of what the limits allow. Without any
    /// limit nobody waits for a move, and every move is looked at instead.
    fn safe_move(&self, request: &Request) -> Option<MoveOf<E>> {
        let limits = &request.limits;
        if *limits == Limits::default() {
            return None;
        }
        with_share(SAFETY_SHARE, request, limits, |budget| {
            self.expert.safe_move(&self.game, budget)
        })
    }

    /// The rest of an analysis that plays a certain move, because it is known not to lose: what the
    /// search thinks of it.
    fn analyse_after(
        &self,
        m: MoveOf<E>,
        request: &Request,
        limits: &Limits,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Option<Analysis> {
        let mut after = self.game.clone();
        after.play(m).ok().filter(|_| after.outcome().is_none())?;
        let before_it = |report: &Report<MoveOf<E>>| {
            let line = report.lines.first();
            let score = line.map_or(DRAW, |line| -line.score);
            let later = line.map_or(&[][..], |line| &line.moves);
            let moves: Vec<_> = std::iter::once(m).chain(later.iter().copied()).collect();
            Analysis {
                depth: report.depth + 1,
                deepest: report.deepest + 1,
                // A forced end is one ply further away than the search says.
                lines: vec![AnalysedLine {
                    score: if score.abs() >= FORCED { score - score.signum() } else { score },
                    moves: self.texts(&moves),
                }],
                ..self.analysis(report)
            }
        };
        let search = Search {
            threads: request.threads,
            stop: request.stop.clone(),
            ..Search::new(&self.expert, &self.table)
        };
        let depth = limits.depth.map(|depth| depth.saturating_sub(1).max(1));
        let limits = Limits { depth, ..limits.clone() };
        let report = search.run(&after, &limits, |report| tell(&before_it(report)));
        Some(before_it(&report))
    }
}

/// Lets a solver work within its share of what the limits allow.
fn with_share<T>(
    share: u32,
    request: &Request,
    limits: &Limits,
    work: impl FnOnce(&Budget) -> Option<T>,
) -> Option<T> {
    let clock = limits.clock.map(|c| c.left / c.moves_to_go.max(2) + c.increment / 2);
    let time = [limits.time, clock].into_iter().flatten().min().map(|t| t / share);
    let (nodes, time) = match (limits.nodes, limits.depth) {
        (Some(nodes), _) => (nodes / u64::from(share), time),
        // The same on every machine, as the search is.
        (None, Some(depth)) if time.is_none() => (SOLVER_NODES_PER_PLY * u64::from(depth), None),
        // With a clock the time is the bound, not the nodes.
        _ => (u64::MAX, time.or(Some(SOLVER_PATIENCE))),
    };
    with_timer(time, &request.stop, |stop| work(&Budget { nodes, stop: stop.clone() }))
}

impl<E: Expert> AnyEngine for Typed<E>
where
    E::Game: Notation,
{
    fn game(&self) -> &dyn AnyProgress {
        &*self.any
    }

    fn set_game(&mut self, setup: &SetupText, moves: &[String]) -> Result<(), SetGameError> {
        // The text side checks everything and names what is wrong; the typed side follows.
        let mut any = self.any.game().start(setup)?;
        for (ply, text) in moves.iter().enumerate() {
            any.play(text).map_err(|refused| SetGameError::Move { ply, refused })?;
        }
        let options = setup.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let read = <E::Game as Game>::Setup::read(setup.layout.as_deref(), options)
            .expect("the text side has read this setup");
        let mut game = match &setup.position {
            Some(text) => {
                let checked = E::Game::parse_position(text, &read)
                    .expect("the text side has read this position");
                Progress::from_position(read, checked.position)
            }
            None => Progress::new(read),
        };
        for text in moves {
            let m = game.position().parse_move(text).expect("the text side has read this move");
            game.play(m).expect("the text side has played this move");
        }
        self.any = any;
        self.game = game;
        Ok(())
    }

    fn forget(&mut self) {
        self.table.clear();
    }

    fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), EvaluationError> {
        self.expert = evaluation.mind()?;
        self.table.clear();
        Ok(())
    }

    fn set_table_size(&mut self, megabytes: usize) {
        self.table = Table::new(megabytes);
    }

    fn analyse(&self, request: &Request, tell: &mut dyn FnMut(&Analysis)) -> Analysis {
        if self.game.outcome().is_some() {
            return Analysis::default();
        }
        let begun = Instant::now();
        let rest = || remaining(&request.limits, begun.elapsed());
        if request.lines <= 1 {
            let safe = self.safe_move(request);
            if let Some(solved) = self.try_to_solve(request, &rest()) {
                tell(&solved);
                return solved;
            }
            let after = safe.and_then(|m| self.analyse_after(m, request, &rest(), tell));
            if let Some(analysis) = after {
                return analysis;
            }
        }
        let search = Search {
            threads: request.threads,
            lines: request.lines,
            stop: request.stop.clone(),
            ..Search::new(&self.expert, &self.table)
        };
        let report = search.run(&self.game, &rest(), |report| tell(&self.analysis(report)));
        self.analysis(&report)
    }

    fn prove(&self, time: Duration, stop: &Stop) -> Option<Analysis> {
        if self.game.outcome().is_some() {
            return None;
        }
        let begun = Instant::now();
        let verdict = with_timer(Some(time), stop, |stop| {
            self.expert.solve(&self.game, &Budget { nodes: u64::MAX, stop: stop.clone() })
        })?;
        Some(self.solved(&verdict, begun.elapsed()))
    }

    fn choose(&self, level: Level, request: &Request, seed: u64) -> Option<Choice> {
        if let Some(index) = level.below_full() {
            return self.choose_as(&E::LEVELS[index], request, seed);
        }
        let request = Request { lines: 1, ..request.clone() };
        let analysis = self.analyse(&request, &mut |_| {});
        let text = analysis.lines.first()?.moves.first()?.clone();
        Some(Choice { text, analysis })
    }

    fn choose_as(&self, spec: &LevelSpec, request: &Request, seed: u64) -> Option<Choice> {
        if self.game.outcome().is_some() {
            return None;
        }
        if spec.solver_nodes > 0 {
            let budget = Budget { nodes: spec.solver_nodes, stop: request.stop.clone() };
            if let Some(verdict) = self.by_hand.solve(&self.game, &budget) {
                let analysis = self.solved(&verdict, Duration::ZERO);
                let text = analysis.lines.first()?.moves.first()?.clone();
                return Some(Choice { text, analysis });
            }
        }
        let table = Table::new(LEVEL_TABLE_MEGABYTES);
        let search = Search {
            lines: spec.candidates,
            stop: request.stop.clone(),
            ..Search::new(&self.by_hand, &table)
        };
        let limits = Limits {
            nodes: Some(spec.nodes),
            depth: Some(spec.depth),
            // Only an empty clock hurries a level that is bounded by nodes.
            time: request.limits.time,
            clock: request.limits.clock,
        };
        let report = search.run(&self.game, &limits, |_| {});
        let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
        let ply = self.game.moves().len() as u64;
        let mut random = SplitMix64::new(seed ^ self.game.position().key().rotate_left(17) ^ ply);
        let index = draw(&scores, spec.spread, &mut random);
        let analysis = self.analysis(&report);
        let text = analysis.lines.get(index)?.moves.first()?.clone();
        Some(Choice { text, analysis })
    }

    fn explain(&self) -> (Score, Vec<(&'static str, Score)>) {
        let terms = self.expert.terms(self.game.position());
        (terms.iter().map(|t| t.score).sum(), terms.iter().map(|t| (t.name, t.score)).collect())
    }

    fn expectation(&self, score: Score) -> f64 {
        galet_minds::chances(score, self.expert.clear_lead())
    }
}

/// What is left of limits after some time was used.
fn remaining(limits: &Limits, used: Duration) -> Limits {
    let rest = |clock: TimeControl| TimeControl { left: clock.left.saturating_sub(used), ..clock };
    Limits {
        time: limits.time.map(|time| time.saturating_sub(used)),
        clock: limits.clock.map(rest),
        ..limits.clone()
    }
}

/// Does some work that is stopped from outside or when its time is up.
fn with_timer<T>(
    time: Option<Duration>,
    outside: &Stop,
    work: impl FnOnce(&Stop) -> Option<T>,
) -> Option<T> {
    let Some(time) = time else { return work(outside) };
    let stop = Stop::new();
    let (done, wait) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let timer = stop.clone();
        scope.spawn(move || {
            let deadline = Instant::now() + time;
            while !outside.is_stopped() && Instant::now() < deadline {
                let left = deadline.saturating_duration_since(Instant::now());
                // The other end hangs up when the work is done.
                match wait.recv_timeout(left.min(Duration::from_millis(1))) {
                    Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {}
                    _ => return,
                }
            }
            timer.stop();
        });
        let result = work(&stop);
        drop(done);
        result
    })
}
