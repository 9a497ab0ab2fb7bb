//! How full strength finds a move, stage by stage: what does not lose, what is solved, what is searched. Each stage
//! may spend a share of what those before it have left, in time and in nodes, so that all of them together keep to
//! the limits of the request.

use crate::any::{AnalysedLine, Analysis, Request};
use crate::typed::{MoveOf, Typed};
use galet_core::{Notation, Progress};
use galet_minds::{Budget, FromResources, Prospects, Safety, Solve, Tunable};
use galet_search::score::{DRAW, FORCED};
use galet_search::{Limits, Report, Search, TimeControl, Variation};
use std::cell::Cell;
use std::time::Duration;

/// A part of what a move may take.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    pub(crate) of: u32,
    pub(crate) part: u32,
}

impl Share {
    fn of_nodes(self, nodes: u64) -> u64 {
        (nodes / u64::from(self.of) * u64::from(self.part)).max(1)
    }
}

/// The share that may go into finding a move that does not lose: three quarters. Where that is proven sooner, the
/// rest is left to the solver and the search.
const SAFETY_SHARE: Share = Share { of: 4, part: 3 };
/// The share that the exact solver may take before the search begins: a third.
pub(crate) const SOLVER_SHARE: Share = Share { of: 3, part: 1 };
/// The share that a search for the best moves may take; the proof that one of them does not lose comes after it.
const CHOICE_SHARE: Share = Share { of: 2, part: 1 };
/// How many of the search's best moves are tried to be proven.
const CHOICES: usize = 2;
/// The share that may go into a sharper move than the first that was proven not to lose.
const SHARPEST_SHARE: Share = Share { of: 3, part: 2 };
/// The share that may go into looking behind a hint; the rest is for another move, should it lose.
const HINT_SHARE: Share = Share { of: 4, part: 3 };
/// What the solver may look at before a search that only depth bounds, for each ply of it.
const SOLVER_NODES_PER_PLY: u64 = 2_000;
/// The time that the solver may take before a search that nothing bounds: somebody is waiting
/// for its first line.
const SOLVER_PATIENCE: Duration = Duration::from_secs(1);

/// What hears of an analysis as it grows.
type Tell<'t> = dyn FnMut(&Analysis) + 't;

/// The way to a move at full strength, under way.
pub(crate) struct Stages<'a, E: Solve> {
    typed: &'a Typed<E>,
    request: &'a Request,
    begun: Duration,
    /// Positions looked at by the stages that are over.
    nodes: Cell<u64>,
}

impl<'a, E: FromResources + Prospects + Solve + Tunable> Stages<'a, E>
where
    E::Game: Notation,
{
    /// Begins now.
    pub(crate) fn new(typed: &'a Typed<E>, request: &'a Request) -> Self {
        Stages { typed, request, begun: typed.time.now(), nodes: Cell::new(0) }
    }

    /// All stages, one after the other.
    pub(crate) fn run(&self, tell: &mut Tell<'_>) -> Analysis {
        let mut losing = Vec::new();
        if self.request.lines <= 1 {
            let safety = self.safety();
            if let Some(solved) = self.try_to_solve() {
                tell(&solved);
                return solved;
            }
            losing = safety.losing;
            if safety.proven
                && let Some(analysis) = self.proven_choice(&losing, tell)
            {
                return analysis;
            }
            let m = safety.m.map(|m| if safety.proven { self.sharper(m) } else { m });
            if let Some(m) = m
                && let Some(analysis) = self.analyse_after(m, safety.proven, tell)
            {
                // A hint that turns out to lose is one of the moves to be left out.
                if safety.proven || !analysis.is_lost() {
                    return analysis;
                }
                losing.extend(self.typed.expert.with_twins(self.game(), &[m]));
            }
        }
        let (lines, limits) = (self.request.lines, self.rest());
        let search = Search { lines, without: &losing, ..self.search() };
        let analysis = |report: &_| self.typed.analysis(report);
        analysis(&self.searched(&search, self.game(), &limits, |report| tell(&analysis(report))))
    }

    fn game(&self) -> &'a Progress<E::Game> {
        self.typed.progress()
    }

    /// What is left of the limits.
    fn rest(&self) -> Limits {
        remaining(&self.request.limits, self.typed.since(self.begun), self.nodes.get())
    }

    /// What a share of the rest suffices for, which counts as spent then.
    fn prove<T>(&self, share: Share, work: impl FnOnce(&Budget) -> T) -> T {
        let budget = self.typed.share(share, self.request, &self.rest()).to_play();
        let found = work(&budget);
        self.nodes.set(self.nodes.get().saturating_add(budget.spent()));
        found
    }

    /// Tries to prove the result.
    fn try_to_solve(&self) -> Option<Analysis> {
        let before = self.nodes.get();
        let solve = |budget: &Budget| self.typed.expert.solve(self.game(), budget);
        let solution = self.prove(SOLVER_SHARE, solve)?;
        let solved = self.typed.solved(&solution, self.typed.since(self.begun));
        Some(Analysis { nodes: solved.nodes + before, ..solved })
    }

    /// What is known about moves that do not lose. Without any limit nobody waits for a move, and every move is
    /// looked at instead.
    fn safety(&self) -> Safety<MoveOf<E>> {
        if self.request.limits == Limits::default() {
            return Safety::default();
        }
        self.prove(SAFETY_SHARE, |budget| self.typed.expert.safety(self.game(), budget))
    }

    /// A sharper move than this one, which does not lose.
    fn sharper(&self, safe: MoveOf<E>) -> MoveOf<E> {
        self.prove(SHARPEST_SHARE, |budget| self.typed.expert.sharpest(self.game(), safe, budget))
    }

    /// A search with all that earlier ones have left.
    fn search(&self) -> Search<'a, E> {
        Search { threads: self.request.threads, ..self.typed.expert_search(self.request) }
    }

    /// Searches, and tells what it finds with the nodes and the time of the stages before.
    fn searched(
        &self,
        search: &Search<'_, E>,
        game: &Progress<E::Game>,
        limits: &Limits,
        mut tell: impl FnMut(&Report<MoveOf<E>>),
    ) -> Report<MoveOf<E>> {
        let before = self.nodes.get();
        let with_all = |report: &Report<MoveOf<E>>| {
            let (nodes, elapsed) = (report.nodes + before, self.typed.since(self.begun));
            Report { nodes, elapsed, ..report.clone() }
        };
        let report = with_all(&search.run(game, limits, |report| tell(&with_all(report))));
        self.nodes.set(report.nodes);
        report
    }

    /// What the search would play, if that is proven not to lose: a move that sets problems is worth more than
    /// the first that was proven. The moves in `losing` are known to lose.
    fn proven_choice(&self, losing: &[MoveOf<E>], tell: &mut Tell<'_>) -> Option<Analysis> {
        let limits = self.searching(CHOICE_SHARE);
        let search = Search { lines: CHOICES, without: losing, ..self.search() };
        let mut report = self.searched(&search, self.game(), &limits, |_| {});
        let holds = |line: &Variation<MoveOf<E>>| {
            let proven = |m| {
                self.prove(SAFETY_SHARE, |budget| self.typed.expert.holds(self.game(), m, budget))
            };
            line.score > -FORCED && line.moves.first().is_some_and(|&m| proven(m))
        };
        let chosen = report.lines.iter().position(holds)?;
        report.lines = vec![report.lines.swap_remove(chosen)];
        (report.nodes, report.elapsed) = (self.nodes.get(), self.typed.since(self.begun));
        let analysis = self.typed.analysis(&report);
        tell(&analysis);
        Some(analysis)
    }

    /// The limits of a search that is to leave something of the rest: a share of its nodes, and a share of the
    /// clock as well, of which the search would take all that a move may have.
    fn searching(&self, share: Share) -> Limits {
        let rest = self.rest();
        let time = time_for_a_move(&rest).map(|time| time * share.part / share.of);
        let nodes = rest.nodes.map(|nodes| share.of_nodes(nodes));
        Limits { nodes, time, clock: None, ..rest }
    }

    /// The rest of an analysis that plays a certain move, because it does not lose as far as is known: what
    /// the search thinks of it.
    fn analyse_after(&self, m: MoveOf<E>, proven: bool, tell: &mut Tell<'_>) -> Option<Analysis> {
        let mut after = self.game().clone();
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
                    moves: self.typed.texts(&moves),
                }],
                ..self.typed.analysis(report)
            }
        };
        let limits = if proven { self.rest() } else { self.searching(HINT_SHARE) };
        let depth = limits.depth.map(|depth| depth.saturating_sub(1).max(1));
        let limits = Limits { depth, ..limits };
        let report =
            self.searched(&self.search(), &after, &limits, |report| tell(&before_it(report)));
        Some(before_it(&report))
    }
}

impl<E: FromResources + Prospects + Solve + Tunable> Typed<E>
where
    E::Game: Notation,
{
    /// What a solver may spend: a share of what the limits allow.
    pub(crate) fn share(&self, share: Share, request: &Request, limits: &Limits) -> Budget {
        let time = time_for_a_move(limits).map(|time| time * share.part / share.of);
        let (nodes, time) = match (limits.nodes, limits.depth) {
            (Some(nodes), _) => (share.of_nodes(nodes), time),
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
        Budget::new(nodes, stop)
    }
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

/// What is left of limits after some time and some nodes were used.
pub(crate) fn remaining(limits: &Limits, used: Duration, nodes: u64) -> Limits {
    let rest = |clock: TimeControl| TimeControl { left: clock.left.saturating_sub(used), ..clock };
    Limits {
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes).max(1)),
        time: limits.time.map(|time| time.saturating_sub(used)),
        clock: limits.clock.map(rest),
        depth: limits.depth,
    }
}
