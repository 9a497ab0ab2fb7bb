//! How full strength finds a move, stage by stage: what wins, what does not lose, what is solved, what is searched. Each
//! stage may spend a share of what those before it have left, in time and in nodes, so that all of them together keep to
//! the limits of the request.

use crate::any::{AnalysedLine, Analysis, Request};
use crate::typed::{MoveOf, Typed};
use galet_core::{Notation, Progress};
use galet_minds::{Budget, FromResources, Prospects, Safety, Solution, Solve, Tunable};
use galet_search::score::{DRAW, FORCED};
use galet_search::{Limits, Report, Search, TimeControl};
use std::cell::Cell;
use std::time::Duration;

/// A part of what a move may take.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    pub(crate) of: u32,
    pub(crate) part: u32,
}

impl Share {
    pub(crate) fn of_nodes(self, nodes: u64) -> u64 {
        (nodes / u64::from(self.of) * u64::from(self.part)).max(1)
    }
}

/// The share that may go into a first look for a win, before anything else: whoever sees one has no need to know
/// what draws.
const WIN_SHARE: Share = Share { of: 8, part: 1 };
/// The share of the second one, where it is known what to play if it fails.
const SECOND_WIN_SHARE: Share = Share { of: 2, part: 1 };
/// The share that may go into finding a move that does not lose: three quarters. Where that is proven sooner, the
/// rest is left to the stages after it.
const SAFETY_SHARE: Share = Share { of: 4, part: 3 };
/// The share that the exact solver may take before the search begins: a third.
pub(crate) const SOLVER_SHARE: Share = Share { of: 3, part: 1 };
/// The share that a search for the best moves may take; the proof that one of them does not lose comes after it.
const CHOICE_SHARE: Share = Share { of: 3, part: 1 };
/// How many of the search's best moves are tried to be proven.
const CHOICES: usize = 2;
/// The share that may go into a sharper move than the first that was proven not to lose.
const SHARPEST_SHARE: Share = Share { of: 3, part: 2 };
/// The share that may go into looking behind a hint; the rest is for another move, should it lose.
const HINT_SHARE: Share = Share { of: 4, part: 3 };
/// What a search looks at that has something to say before the solver begins: some milliseconds.
const FIRST_LOOK: u64 = 5_000;
/// What the solver may look at before a search that only depth bounds, for each ply of it.
const SOLVER_NODES_PER_PLY: u64 = 2_000;
/// The time that the solver may take before a search that nothing bounds: somebody is waiting
/// for its first line.
const SOLVER_PATIENCE: Duration = Duration::from_secs(1);

/// What hears of an analysis as it grows.
type Tell<'t> = dyn FnMut(&Analysis) + 't;

/// The way to a move at full strength, under way.
pub(crate) struct Stages<'a, E: Solve> {
    pub(crate) typed: &'a Typed<E>,
    pub(crate) request: &'a Request,
    begun: Duration,
    /// Positions looked at by the stages that are over.
    pub(crate) nodes: Cell<u64>,
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
        if self.request.lines > 1 {
            return self.search_all(&[], tell);
        }
        let first = self.first_look(tell);
        let (losing, hinted) = match self.without_all_moves(tell) {
            Known::Answer(analysis) => return analysis,
            Known::Losing { losing, hinted } => (losing, hinted),
        };
        let found = self.search_all(&losing, tell);
        let better = match (first, hinted) {
            // Stopped before it had finished a depth, the search has less to say than the first look.
            (Some(first), _) if found.depth == 0 => Some(first),
            // Where all moves lose, the hint may lose later than the others.
            (_, Some(hinted)) if found.is_lost() && hinted.score() > found.score() => Some(hinted),
            _ => None,
        };
        let Some(better) = better else { return found };
        let better = Analysis { nodes: found.nodes, elapsed: found.elapsed, ..better };
        tell(&better);
        better
    }

    /// What can be said without a search of all moves.
    fn without_all_moves(&self, tell: &mut Tell<'_>) -> Known<MoveOf<E>> {
        let mut answer = |analysis: Analysis| {
            tell(&analysis);
            Known::Answer(analysis)
        };
        let mut win = self.try_to_win(WIN_SHARE);
        if let Some(Some(won)) = win {
            return answer(self.solved(&won));
        }
        let safety = self.safety();
        if win.is_none() && safety.proven {
            win = self.try_to_win(SECOND_WIN_SHARE);
            if let Some(Some(won)) = win {
                return answer(self.solved(&won));
            }
        }
        let mut proven = safety.m.filter(|_| safety.proven);
        if let Some(safe) = proven
            && (win.is_none() || !safety.stored)
        {
            let choice = self.choice(&safety.losing);
            if choice.lines.first().is_some_and(|line| line.score >= FORCED) {
                return answer(self.chosen(&choice, 0));
            }
            if !safety.stored {
                let tempting = self.tempting();
                let place = tempting.is_none().then(|| self.first_to_hold(&choice)).flatten();
                if let Some(place) = place
                    && win.is_none()
                {
                    return answer(self.chosen(&choice, place));
                }
                let chosen = place.and_then(|place| choice.lines[place].moves.first().copied());
                proven = Some(tempting.or(chosen).unwrap_or_else(|| self.sharper(safe)));
            }
        }
        let drawn = proven.filter(|_| win.is_some()).and_then(|m| self.typed.expert.drawn_by(m));
        if let Some(drawn) = drawn {
            return answer(self.solved(&drawn));
        }
        if safety.m.is_none()
            && let Some(solution) = self.try_to_solve()
        {
            return answer(self.solved(&solution));
        }
        // Where every move was found to lose, the one is wanted that loses last.
        let mut losing = if safety.m.is_some() { safety.losing } else { Vec::new() };
        let after = |m| self.analyse_after(m, safety.proven, tell).map(|analysis| (m, analysis));
        match proven.or(safety.m).and_then(after) {
            Some((m, analysis)) if !safety.proven && analysis.is_lost() => {
                // A hint that turns out to lose is one of the moves to be left out.
                losing.extend(self.typed.expert.with_twins(self.game(), &[m]));
                Known::Losing { losing, hinted: Some(analysis) }
            }
            Some((_, analysis)) => Known::Answer(analysis),
            None => Known::Losing { losing, hinted: None },
        }
    }

    /// A search of all moves but those that are known to lose.
    fn search_all(&self, losing: &[MoveOf<E>], tell: &mut Tell<'_>) -> Analysis {
        let (lines, limits) = (self.request.lines, self.rest());
        let search = Search { lines, without: losing, ..self.search() };
        let analysis = |report: &_| self.typed.analysis(report);
        analysis(&self.searched(&search, self.game(), &limits, |report| tell(&analysis(report))))
    }

    /// Without any limit somebody may say stop at any moment, also while a solver is at work: a short search has
    /// something to say from the beginning.
    fn first_look(&self, tell: &mut Tell<'_>) -> Option<Analysis> {
        if !E::PROVES || self.request.limits != Limits::default() {
            return None;
        }
        let limits = Limits { nodes: Some(FIRST_LOOK), ..Limits::default() };
        let analysis = |report: &_| self.typed.analysis(report);
        let tell = |report: &_| tell(&analysis(report));
        Some(analysis(&self.searched(&self.search(), self.game(), &limits, tell)))
    }

    pub(crate) fn game(&self) -> &'a Progress<E::Game> {
        self.typed.progress()
    }

    /// What is left of the limits.
    pub(crate) fn rest(&self) -> Limits {
        remaining(&self.request.limits, self.typed.since(self.begun), self.nodes.get())
    }

    /// What a share of the rest suffices for, which counts as spent then.
    pub(crate) fn prove<T>(&self, share: Share, work: impl FnOnce(&Budget) -> T) -> T {
        self.prove_with(share, u64::MAX, work)
    }

    /// The same with so many nodes at most.
    pub(crate) fn prove_with<T>(
        &self,
        share: Share,
        most: u64,
        work: impl FnOnce(&Budget) -> T,
    ) -> T {
        let mut budget = self.typed.share(share, self.request, &self.rest()).to_play();
        budget.nodes = budget.nodes.min(most);
        let found = work(&budget);
        self.nodes.set(self.nodes.get().saturating_add(budget.spent()));
        found
    }

    /// Tries to find a win. Without any limit the solver does that, too.
    fn try_to_win(&self, share: Share) -> Option<Option<Solution<MoveOf<E>>>> {
        if self.request.limits == Limits::default() {
            return None;
        }
        self.prove(share, |budget| self.typed.expert.forced_win(self.game(), budget))
    }

    /// Tries to prove the result.
    fn try_to_solve(&self) -> Option<Solution<MoveOf<E>>> {
        self.prove(SOLVER_SHARE, |budget| self.typed.expert.solve(self.game(), budget))
    }

    /// What is proven, with the nodes and the time of all stages.
    fn solved(&self, solution: &Solution<MoveOf<E>>) -> Analysis {
        let solved = self.typed.solved(solution, self.typed.since(self.begun));
        Analysis { nodes: self.nodes.get().max(solved.nodes), ..solved }
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

    /// What the search would play, the best first: a move that sets problems is worth more than the first that was
    /// proven. The moves in `losing` are known to lose.
    fn choice(&self, losing: &[MoveOf<E>]) -> Report<MoveOf<E>> {
        let limits = self.searching(CHOICE_SHARE);
        let search = Search { lines: CHOICES, without: losing, ..self.search() };
        self.searched(&search, self.game(), &limits, |_| {})
    }

    /// The place of the first of these moves that is proven not to lose.
    fn first_to_hold(&self, choice: &Report<MoveOf<E>>) -> Option<usize> {
        let proven =
            |m| self.prove(SAFETY_SHARE, |budget| self.typed.expert.holds(self.game(), m, budget));
        choice
            .lines
            .iter()
            .position(|line| line.score > -FORCED && line.moves.first().is_some_and(|&m| proven(m)))
    }

    /// One of these moves as the answer.
    fn chosen(&self, choice: &Report<MoveOf<E>>, place: usize) -> Analysis {
        let (nodes, elapsed) = (self.nodes.get(), self.typed.since(self.begun));
        let lines = vec![choice.lines[place].clone()];
        self.typed.analysis(&Report { nodes, elapsed, lines, ..*choice })
    }

    /// A search with all that earlier ones have left.
    pub(crate) fn search(&self) -> Search<'a, E> {
        Search { threads: self.request.threads, ..self.typed.expert_search(self.request) }
    }

    /// Searches, and tells what it finds with the nodes and the time of the stages before.
    pub(crate) fn searched(
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

/// What the stages before the search of all moves have found.
enum Known<M> {
    /// The answer.
    Answer(Analysis),
    /// Moves that lose, and what was seen behind one that somebody hoped would not.
    Losing { losing: Vec<M>, hinted: Option<Analysis> },
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
pub(crate) fn time_for_a_move(limits: &Limits) -> Option<Duration> {
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
