//! How a mind becomes an [`AnyEngine`].

use crate::any::{AnalysedLine, Analysis, AnyEngine, Choice, Request, Solved, WrongGame};
use crate::evaluation::{Evaluation, EvaluationError};
use crate::level::draw;
use crate::prospect::{Look, Prospect, Scale};
use crate::stages::{SOLVER_SHARE, Stages, remaining};
use galet_core::random::SplitMix64;
use galet_core::{Game, Level, Notation, Progress, Side, TimeSource};
use galet_games::{AnyProgress, SetupText};
use galet_minds::{
    Budget, Calibrated, Equipment, FromResources, LevelSpec, Prospects, Solution, Solve, Tunable,
};
use galet_search::score::{DRAW, Score, win_at};
use galet_search::{Limits, Memory, Mind, Report, Search, Stop, Table, Tuning};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Memory for a search unless something else is asked for.
pub(crate) const TABLE_MEGABYTES: usize = 64;
/// Memory for a search of a level below full strength: always the same, so that the level is.
/// Small, because every move begins with an empty one.
const LEVEL_TABLE_MEGABYTES: usize = 1;

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

pub(crate) type MoveOf<E> = <<E as Mind>::Game as Game>::Move;

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
    pub(crate) fn expert_search(&self, request: &Request) -> Search<'_, E> {
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
    pub(crate) fn texts(&self, moves: &[MoveOf<E>]) -> Vec<String> {
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
        let plies = solution.plies;
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
        Stages::new(self, request).run(tell)
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
            let budget = self.share(SOLVER_SHARE, request, &limits).to_play();
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
            ..remaining(&request.limits, self.since(begun), 0)
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
