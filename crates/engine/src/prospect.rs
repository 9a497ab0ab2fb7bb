//! Looking at a position as a review does, and what that means in chances and on the board.

use crate::any::{AnalysedLine, Analysis, AnyEngine};
use crate::typed::Typed;
use galet_core::{Notation, Progress, Side};
use galet_minds::{Budget, Effort, FromResources, Lead, Prospects, Solve, Tunable};
use galet_scene::Phrase;
use galet_search::score::DRAW;
use galet_search::{Limits, Search, Stop, Table};

/// Memory of a look at a position: always the same and always empty at first, so that everybody is told the
/// same, whatever was looked at before and however much memory there is.
const TABLE_MEGABYTES: usize = 2;

/// How to look at a position.
#[derive(Clone, Debug)]
pub struct Look {
    /// What bounds the search. Bounded by nodes alone it finds the same on every machine.
    pub limits: Limits,
    /// Positions that the exact solver may look at first.
    pub solver_nodes: u64,
    /// How many best lines to find.
    pub lines: usize,
    /// Whether what is found is to be played, in a lost position in the hope of a mistake.
    pub to_play: bool,
    /// Ends it from outside.
    pub stop: Stop,
}

impl Look {
    /// A look at one line with so much effort.
    pub fn with(effort: Effort, stop: &Stop) -> Look {
        Look {
            limits: Limits { nodes: Some(effort.nodes), ..Limits::default() },
            solver_nodes: effort.solver_nodes,
            lines: 1,
            to_play: false,
            stop: stop.clone(),
        }
    }
}

/// What a position promises to a side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Prospect {
    /// The chances, from 0 (lost) to 1 (won), between players who make mistakes.
    pub chances: f64,
    /// The lead on the board at the end.
    pub lead: Lead,
    /// Whether the result is proven.
    pub proven: bool,
}

impl Prospect {
    /// Nobody is better.
    pub const EVEN: Prospect =
        Prospect { chances: 0.5, lead: Lead { units: 0.0, exact: false }, proven: false };

    /// The same for the other side.
    #[must_use]
    pub fn of_the_other(self) -> Prospect {
        let lead = Lead { units: -self.lead.units, ..self.lead };
        Prospect { chances: 1.0 - self.chances, lead, ..self }
    }

    /// Whether a win is proven.
    pub fn is_won(&self) -> bool {
        self.proven && self.chances > 0.5
    }

    /// Whether a loss is proven.
    pub fn is_lost(&self) -> bool {
        self.proven && self.chances < 0.5
    }
}

/// What a game is measured by in a review.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// How closely to look at each position.
    pub effort: Effort,
    /// What a mistake costs on the board, at least, in a game that is decided.
    pub serious: f64,
    /// What was given away between two leads of a side, in words.
    pub say_cost: fn(Lead, Lead) -> Option<Phrase>,
}

/// What the winner is ahead by on the board when the game is over: a game that a move limit ended may be won by
/// less than what it takes otherwise.
fn lead_at_end<E: Prospects>(game: &Progress<E::Game>, winner: Side) -> f64 {
    let as_it_stands = E::ahead(game.position(), winner).filter(|_| game.outcome().is_some());
    as_it_stands.unwrap_or_else(|| E::won_by(game.position(), winner))
}

impl<E: FromResources + Prospects + Solve + Tunable> Typed<E>
where
    E::Game: Notation,
{
    pub(crate) fn look(&self, look: &Look, tell: &mut dyn FnMut(&Analysis)) -> Analysis {
        if self.game().outcome().is_some() {
            return Analysis::default();
        }
        if let Some(solved) = self.solve_to_look(look) {
            tell(&solved);
            return solved;
        }
        let table = Table::new(TABLE_MEGABYTES);
        let search = Search {
            lines: look.lines,
            stop: look.stop.clone(),
            ..Search::new(&*self.expert, &table, &*self.time)
        };
        let report =
            search.run(self.progress(), &look.limits, |report| tell(&self.analysis(report)));
        self.analysis(&report)
    }

    /// The proven result, unless it is a win of unknown size: what that costs nobody could say.
    fn solve_to_look(&self, look: &Look) -> Option<Analysis> {
        let begun = self.time.now();
        let stop = match look.limits.time {
            Some(time) => look.stop.within(time / 3, &self.time),
            None => look.stop.clone(),
        };
        let budget = Budget::new(look.solver_nodes, stop);
        let budget = if look.to_play { budget.to_play() } else { budget };
        let solution =
            (look.solver_nodes > 0).then(|| self.expert.solve(self.progress(), &budget))??;
        solution.sized.then(|| self.solved(&solution, self.since(begun)))
    }

    pub(crate) fn prospect_of_analysis(&self, analysis: &Analysis) -> Prospect {
        let progress = self.progress();
        if let Some(outcome) = progress.outcome() {
            let lead = |winner| lead_at_end::<E>(progress, winner) + E::haste(0);
            return self.decided(outcome.winner, lead);
        }
        match (&analysis.solved, analysis.lines.first()) {
            (Some(solved), line) => {
                let plies = line.map_or(0, |line| line.moves.len());
                let lead = E::proven_lead(solved.margin) + E::haste(plies as u32);
                self.decided(solved.winner, |_| lead)
            }
            (None, Some(line)) => self.prospect_of_line(line),
            (None, None) => Prospect::EVEN,
        }
    }

    pub(crate) fn prospect_of_line(&self, line: &AnalysedLine) -> Prospect {
        let Some(plies) = line.forced_in() else {
            let (position, score) = (self.progress().position(), line.score);
            return Prospect {
                chances: self.expert.chances_of(position, score),
                lead: Lead { units: self.expert.lead_of(position, score), exact: false },
                proven: false,
            };
        };
        // What happens on the way to the end counts on the board.
        let mut game = self.game.clone();
        let _ = line.moves.iter().try_for_each(|text| game.play(text));
        let end = game.downcast_ref::<E::Game>();
        let turn = self.game().turn();
        let winner = if line.score > DRAW { turn } else { turn.other() };
        let lead = |winner| end.map_or(0.0, |end| lead_at_end::<E>(end, winner));
        self.decided(Some(winner), |winner| lead(winner) + E::haste(plies.unsigned_abs()))
    }

    /// A proven result, for the side to move.
    fn decided(&self, winner: Option<Side>, lead: impl FnOnce(Side) -> f64) -> Prospect {
        let won = winner.map(|winner| winner == self.game().turn());
        let lead = winner.map_or(0.0, lead);
        let (chances, units) = match won {
            Some(true) => (1.0, lead),
            Some(false) => (0.0, -lead),
            None => (0.5, 0.0),
        };
        Prospect { chances, lead: Lead { units, exact: true }, proven: true }
    }

    pub(crate) fn review_scale() -> Scale {
        Scale { effort: E::REVIEW, serious: E::SERIOUS, say_cost: E::say_cost }
    }
}
