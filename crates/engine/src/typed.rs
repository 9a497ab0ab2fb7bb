//! How a mind becomes an [`AnyEngine`].

use crate::any::{AnalysedLine, Analysis, AnyEngine, Choice, Request, Solved, WrongGame};
use crate::evaluation::{Evaluation, EvaluationError};
use crate::level::draw;
use crate::prospect::{Look, Prospect, Scale};
use galet_core::random::SplitMix64;
use galet_core::{Game, Level, Notation, Progress, Side, TimeSource};
use galet_games::{AnyProgress, SetupText};
use galet_minds::{
    Budget, Calibrated, Equipment, FromResources, LevelSpec, Prospects, Safety, Solution, Solve,
    Tunable,
};
use galet_search::score::{DRAW, FORCED, Score, win_at};
use galet_search::{
    Limits, Memory, Mind, Report, Search, Stop, Table, TimeControl, Tuning, Variation,
};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Memory for a search unless something else is asked for.
pub(crate) const TABLE_MEGABYTES: usize = 64;
/// Memory for a search of a level below full strength: always the same, so that the level is.
/// Small, because every move begins with an empty one.
const LEVEL_TABLE_MEGABYTES: usize = 1;

/// The share of a move's time that may go into finding a move that does not lose: three quarters. Where that is
/// proven sooner, the rest is left to the solver and the search.
const SAFETY_SHARE: Share = Share { of: 4, part: 3 };
/// The share of what is left then that the exact solver may take before the search begins: a third.
const SOLVER_SHARE: Share = Share { of: 3, part: 1 };
/// The share of the time left then that a search for the best moves may take; the proof that one of them does
/// not lose comes after it.
const CHOICE_SHARE: Share = Share { of: 2, part: 1 };
/// How many of the search's best moves are tried to be proven.
const CHOICES: usize = 2;
/// The share of what is left then that may go into a sharper move than the first that was proven not to lose.
const SHARPEST_SHARE: Share = Share { of: 3, part: 2 };
/// What the solver may look at before a search that only depth bounds, for each ply of it.
const SOLVER_NODES_PER_PLY: u64 = 2_000;
/// The time that the solver may take before a search that nothing bounds: somebody is waiting
/// for its first line.
const SOLVER_PATIENCE: Duration = Duration::from_secs(1);

/// A part of what a move may take.
#[derive(Clone, Copy)]
struct Share {
    of: u32,
    part: u32,
}

pub(crate) struct Typed<E: Mind> {
    /// The mind that the engine was made with.
    shipped: Arc<E>,
    /// What full strength plays by: that mind, or the same with another evaluation.
    pub(crate) expert: Arc<E>,
    /// What levels below full strength know.
    by_hand: E,
    /// Made by the first search: whoever has an engine may want another size, or never search.
    table: OnceLock<Table>,
    table_megabytes: usize,
    /// What full strength searches by, if that is not the mind's own.
    tuning: Option<Tuning>,
    /// What the searches at full strength have learned about moves.
    memory: Memory,
    /// Always a game of the mind's kind.
    pub(crate) game: Box<dyn AnyProgress>,
    pub(crate) time: Arc<dyn TimeSource>,
}

type MoveOf<E> = <<E as Mind>::Game as Game>::Move;

impl<E: FromResources + Prospects + Solve + Tunable> Typed<E>
where
    E::Game: Notation,
{
    pub(crate) fn new(mind: Arc<E>, time: Arc<dyn TimeSource>) -> Self {
        let game = galet_games::find(<E::Game as Game>::NAME)
            .expect("a mind's game is registered")
            .start(&SetupText::default())
            .expect("the default setup is fine");
        Typed {
            shipped: Arc::clone(&mind),
            expert: mind,
            by_hand: E::by_hand(),
            table: OnceLock::new(),
            table_megabytes: TABLE_MEGABYTES,
            tuning: None,
            memory: Memory::new(),
            game,
            time,
        }
    }

    /// The game with its types.
    pub(crate) fn progress(&self) -> &Progress<E::Game> {
        self.game.downcast_ref().expect("a game of another kind is never taken up")
    }

    fn table(&self) -> &Table {
        self.table.get_or_init(|| Table::new(self.table_megabytes))
    }

    /// A search by this engine's clock, stopped with the request.
    fn search<'a>(&'a self, mind: &'a E, table: &'a Table, request: &Request) -> Search<'a, E> {
        Search { stop: request.stop.clone(), ..Search::new(mind, table, &*self.time) }
    }

    /// The same at full strength, with all that earlier searches have left.
    fn expert_search(&self, request: &Request) -> Search<'_, E> {
        let (memory, tuning) = (Some(&self.memory), self.tuning.as_ref());
        Search { memory, tuning, ..self.search(&self.expert, self.table(), request) }
    }

    /// Forgets what earlier searches have left.
    fn forget_searches(&self) {
        self.memory.clear();
        if let Some(table) = self.table.get() {
            table.clear();
        }
    }

    /// The time since a reading of the clock.
    pub(crate) fn since(&self, begun: Duration) -> Duration {
        self.time.now().saturating_sub(begun)
    }

    /// The texts of a line of moves from the game as it stands.
    fn texts(&self, moves: &[MoveOf<E>]) -> Vec<String> {
        let mut position = self.progress().position().clone();
        let text = |&m: &MoveOf<E>| {
            let text = position.move_text(m);
            position.play_unchecked(m);
            text
        };
        moves.iter().map(text).collect()
    }

    pub(crate) fn analysis(&self, report: &Report<MoveOf<E>>) -> Analysis {
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

    pub(crate) fn solved(&self, solution: &Solution<MoveOf<E>>, elapsed: Duration) -> Analysis {
        let plies = solution.line.len();
        let score = match solution.winner {
            Some(winner) if winner == self.game.turn() => win_at(plies),
            Some(_) => -win_at(plies),
            None => DRAW,
        };
        Analysis {
            depth: plies as u32,
            deepest: plies as u32,
            nodes: solution.nodes,
            elapsed,
            table_permille: 0,
            lines: vec![AnalysedLine { score, moves: self.texts(&solution.line) }],
            solved: Some(Solved {
                hope: solution.hope.and_then(|m| self.texts(&[m]).pop()),
                winner: solution.winner,
                margin: solution.margin,
                words: solution.words.clone(),
                for_winner: solution.for_winner.clone(),
            }),
        }
    }

    /// Tries to prove the result with a share of what the limits allow.
    fn try_to_solve(&self, request: &Request, limits: &Limits) -> Option<Analysis> {
        let begun = self.time.now();
        let budget = self.share(SOLVER_SHARE, request, limits);
        let solution = self.expert.solve(self.progress(), &budget)?;
        Some(self.solved(&solution, self.since(begun)))
    }

    /// What a share of what the limits allow tells about moves that do not lose. Without any limit nobody waits
    /// for a move, and every move is looked at instead.
    fn safety(&self, request: &Request) -> Safety<MoveOf<E>> {
        let limits = &request.limits;
        if *limits == Limits::default() {
            return Safety::default();
        }
        self.expert.safety(self.progress(), &self.share(SAFETY_SHARE, request, limits))
    }

    /// What a solver may spend: a share of what the limits allow.
    fn share(&self, Share { of, part }: Share, request: &Request, limits: &Limits) -> Budget {
        let time = time_for_a_move(limits).map(|time| time * part / of);
        let (nodes, time) = match (limits.nodes, limits.depth) {
            (Some(nodes), _) => (nodes / u64::from(of) * u64::from(part), time),
            // The same on every machine, as the search is.
            (None, Some(depth)) if time.is_none() => {
                (SOLVER_NODES_PER_PLY * u64::from(depth), None)
            }
            // With a clock the time is the bound, not the nodes.
            _ => (u64::MAX, time.or(Some(SOLVER_PATIENCE))),
        };
        let stop = match time {
            Some(time) => request.stop.within(time, &self.time),
            None => request.stop.clone(),
        };
        Budget::new(nodes, stop).to_play()
    }

    /// What the search would play, if that is proven not to lose: a move that sets problems is worth more than
    /// the first that was proven. The moves in `losing` are known to lose.
    fn proven_choice(
        &self,
        request: &Request,
        losing: &[MoveOf<E>],
        limits: &Limits,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Option<Analysis> {
        let begun = self.time.now();
        let Share { of, part } = CHOICE_SHARE;
        // A share of the clock as well: the search would take all that a move may have.
        let time = time_for_a_move(limits).map(|time| time * part / of);
        let searching = Limits { time, clock: None, ..limits.clone() };
        let search = Search {
            threads: request.threads,
            lines: CHOICES,
            without: losing,
            ..self.expert_search(request)
        };
        let mut report = search.run(self.progress(), &searching, |_| {});
        let budget = self.share(SAFETY_SHARE, request, &remaining(limits, self.since(begun)));
        let holds = |line: &Variation<MoveOf<E>>| {
            line.score > -FORCED
                && line
                    .moves
                    .first()
                    .is_some_and(|&m| self.expert.holds(self.progress(), m, &budget))
        };
        let chosen = report.lines.iter().position(holds)?;
        report.lines = vec![report.lines.swap_remove(chosen)];
        let analysis = self.analysis(&report);
        tell(&analysis);
        Some(analysis)
    }

    /// The rest of an analysis that plays a certain move, because it does not lose as far as is known: what
    /// the search thinks of it.
    fn analyse_after(
        &self,
        m: MoveOf<E>,
        request: &Request,
        limits: &Limits,
        tell: &mut dyn FnMut(&Analysis),
    ) -> Option<Analysis> {
        let mut after = self.progress().clone();
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
        let search = Search { threads: request.threads, ..self.expert_search(request) };
        let depth = limits.depth.map(|depth| depth.saturating_sub(1).max(1));
        let limits = Limits { depth, ..limits.clone() };
        let report = search.run(&after, &limits, |report| tell(&before_it(report)));
        Some(before_it(&report))
    }
}

impl<E: FromResources + Prospects + Solve + Tunable> AnyEngine for Typed<E>
where
    E::Game: Notation,
{
    fn game(&self) -> &dyn AnyProgress {
        &*self.game
    }

    fn set_game(&mut self, game: &dyn AnyProgress) -> Result<(), WrongGame> {
        if game.downcast_ref::<E::Game>().is_none() {
            return Err(WrongGame { given: game.game().name(), plays: <E::Game as Game>::NAME });
        }
        self.game = game.clone_box();
        Ok(())
    }

    fn forget(&mut self) {
        self.forget_searches();
        // Whoever begins a game will search, and to make the table takes longer than a quick move may.
        self.table();
    }

    fn set_evaluation(&mut self, evaluation: &Evaluation) -> Result<(), EvaluationError> {
        self.expert = evaluation.mind(&self.shipped)?;
        self.forget_searches();
        Ok(())
    }

    fn equipment(&self) -> Equipment {
        self.expert.equipment()
    }

    fn tuning(&self) -> &Tuning {
        self.tuning.as_ref().unwrap_or_else(|| self.expert.tuning())
    }

    fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = Some(tuning);
        self.forget_searches();
    }

    fn set_table_size(&mut self, megabytes: usize) {
        self.table_megabytes = megabytes;
        self.table.take();
        self.memory.clear();
    }

    fn analyse(&self, request: &Request, tell: &mut dyn FnMut(&Analysis)) -> Analysis {
        if self.game.outcome().is_some() {
            return Analysis::default();
        }
        let begun = self.time.now();
        let rest = || remaining(&request.limits, self.since(begun));
        let mut losing = Vec::new();
        if request.lines <= 1 {
            let safety = self.safety(request);
            if let Some(solved) = self.try_to_solve(request, &rest()) {
                tell(&solved);
                return solved;
            }
            losing = safety.losing;
            if safety.proven {
                let analysis = self.proven_choice(request, &losing, &rest(), tell);
                if let Some(analysis) = analysis {
                    return analysis;
                }
            }
            let sharper = |m| {
                let budget = self.share(SHARPEST_SHARE, request, &rest());
                self.expert.sharpest(self.progress(), m, &budget)
            };
            if let Some(m) = safety.m.map(|m| if safety.proven { sharper(m) } else { m })
                && let Some(analysis) = self.analyse_after(m, request, &rest(), tell)
            {
                // A hint that turns out to lose is one of the moves to be left out.
                if safety.proven || !analysis.is_lost() {
                    return analysis;
                }
                losing.extend(self.expert.with_twins(self.progress(), &[m]));
            }
        }
        let search = Search {
            threads: request.threads,
            lines: request.lines,
            without: &losing,
            ..self.expert_search(request)
        };
        let report = search.run(self.progress(), &rest(), |report| tell(&self.analysis(report)));
        self.analysis(&report)
    }

    fn prove(&self, time: Duration, stop: &Stop) -> Option<Analysis> {
        if self.game.outcome().is_some() {
            return None;
        }
        let begun = self.time.now();
        let budget = Budget::new(u64::MAX, stop.within(time, &self.time));
        let solution = self.expert.solve(self.progress(), &budget)?;
        Some(self.solved(&solution, self.since(begun)))
    }

    fn winner(&self, nodes: u64, stop: &Stop) -> Option<Option<Side>> {
        if self.game.outcome().is_some() {
            return None;
        }
        self.expert.winner(self.progress(), &Budget::new(nodes, stop.clone()))
    }

    fn choose(&self, level: Level, request: &Request, seed: u64) -> Option<Choice> {
        if let Some(spec) = spec_of::<E>(level) {
            return self.choose_as(&spec, request, seed);
        }
        let request = Request { lines: 1, ..request.clone() };
        let analysis = self.analyse(&request, &mut |_| {});
        let text = analysis.played()?;
        Some(Choice { text, analysis })
    }

    fn choose_as(&self, spec: &LevelSpec, request: &Request, seed: u64) -> Option<Choice> {
        if self.game.outcome().is_some() {
            return None;
        }
        let mind = if spec.by_network { &*self.expert } else { &self.by_hand };
        let begun = self.time.now();
        if spec.solver_nodes > 0 {
            let nodes = spec.solver_nodes * u64::from(SOLVER_SHARE.of);
            let limits = Limits { nodes: Some(nodes), ..request.limits.clone() };
            let budget = self.share(SOLVER_SHARE, request, &limits);
            if let Some(solution) = mind.solve(self.progress(), &budget) {
                let analysis = self.solved(&solution, Duration::ZERO);
                let text = analysis.played()?;
                return Some(Choice { text, analysis });
            }
        }
        let table = Table::new(LEVEL_TABLE_MEGABYTES);
        let ply = self.progress().moves().len();
        let lines = if ply < spec.drawn_plies { spec.candidates } else { 1 };
        let search = Search { lines, ..self.search(mind, &table, request) };
        // Only an empty clock hurries a level that is bounded by nodes.
        let limits = Limits {
            nodes: Some(spec.nodes),
            depth: Some(spec.depth),
            ..remaining(&request.limits, self.since(begun))
        };
        let report = search.run(self.progress(), &limits, |_| {});
        let scores: Vec<Score> = report.lines.iter().map(|line| line.score).collect();
        let key = self.progress().position().key();
        let mut random = SplitMix64::new(seed ^ key.rotate_left(17) ^ ply as u64);
        let index = draw(&scores, spec.spread, &mut random);
        let analysis = self.analysis(&report);
        let text = analysis.lines.get(index)?.moves.first()?.clone();
        Some(Choice { text, analysis })
    }

    fn explain(&self) -> (Score, Vec<(&'static str, Score)>) {
        let terms = self.expert.terms(self.progress().position());
        (terms.iter().map(|t| t.score).sum(), terms.iter().map(|t| (t.name, t.score)).collect())
    }

    fn expectation(&self, score: Score) -> f64 {
        galet_minds::chances(score, self.expert.clear_lead())
    }

    fn examine(&self, look: &Look, tell: &mut dyn FnMut(&Analysis)) -> Analysis {
        self.look(look, tell)
    }

    fn prospect(&self, analysis: &Analysis) -> Prospect {
        self.prospect_of_analysis(analysis)
    }

    fn prospect_after(&self, line: &AnalysedLine) -> Prospect {
        self.prospect_of_line(line)
    }

    fn scale(&self) -> Scale {
        Self::review_scale()
    }
}

/// How a level plays; `None` for full strength. A game that was begun against an expert whom this
/// build does not have goes on against the strongest level below full strength.
fn spec_of<E: Calibrated>(level: Level) -> Option<LevelSpec> {
    let numbered = level.numbered_place().map(|place| E::LEVELS[place]);
    let strongest = || E::EXPERTS.last().copied().unwrap_or(E::LEVELS[E::LEVELS.len() - 1]);
    let expert = |place: usize| E::EXPERTS.get(place).copied().unwrap_or_else(strongest);
    numbered.or_else(|| level.expert_place().map(expert))
}

/// The time that limits allow for a move, if they do.
fn time_for_a_move(limits: &Limits) -> Option<Duration> {
    let clock = limits.clock.map(|c| {
        let share = c.left / c.moves_to_go.max(2) + c.increment / 2;
        // What an increment will bring is not there yet.
        share.min(c.left / 3)
    });
    [limits.time, clock].into_iter().flatten().min()
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
