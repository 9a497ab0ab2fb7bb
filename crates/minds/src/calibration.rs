//! What scores mean, and how strong the levels are.

use galet_search::Mind;
use galet_search::score::{Score, forced_in};

/// A mind whose scores can be read as chances, and whose levels are set.
pub trait Calibrated: Mind {
    /// The score of the hand-made evaluation that means three chances in four for the side that has
    /// it: what one side must be ahead by to be clearly winning.
    const CLEAR_LEAD: Score;

    /// How levels 1 to 9 play, the weakest first.
    const LEVELS: [LevelSpec; 9];

    /// How the expert levels play, between 9 and full strength, the weakest first; empty where
    /// nothing stronger than level 9 can be told from it.
    const EXPERTS: &'static [LevelSpec] = &[];

    /// How strong all levels are, in the order of strength (1 to 9, the experts, full strength), in
    /// Elo above level 1: the ladder of `docs/strength.md` added up. Full strength has no bound, so
    /// what it had in its match is the least. Empty where nobody has measured it.
    const ELO: &'static [u32];

    /// The score of this mind, by network or by hand, that means three chances in four.
    fn clear_lead(&self) -> Score {
        Self::CLEAR_LEAD
    }
}

/// The chances, from 0 (lost) to 1 (won), that a score means to a mind with this clear lead.
pub fn chances(score: Score, clear_lead: Score) -> f64 {
    match forced_in(score) {
        Some(_) => f64::from(u8::from(score > 0)),
        // 3 : 1 at a clear lead, 9 : 1 at twice that.
        None => 1.0 / (1.0 + 3_f64.powf(-f64::from(score) / f64::from(clear_lead.max(1)))),
    }
}

/// The score that means odds of three to one, if `unit` means odds of e to one.
pub(crate) fn three_to_one(unit: Score) -> Score {
    (f64::from(unit) * 3_f64.ln()).round() as Score
}

/// How a level below full strength plays: it looks at so many positions, and then draws among
/// the moves that look good to it. It never throws a move away blindly. Levels 1 to 9 judge by
/// hand and draw in every move; experts judge by the network and draw in the opening only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelSpec {
    /// Positions that the search looks at.
    pub nodes: u64,
    /// Plies that the search looks ahead at most.
    pub depth: u32,
    /// How many of the best moves it draws among.
    pub candidates: usize,
    /// A move that looks worse than the best by this much is drawn half as often; 0 plays the
    /// best move always.
    pub spread: Score,
    /// Positions that the exact solver may look at; 0 leaves it out.
    pub solver_nodes: u64,
    /// Whether it judges positions as full strength does, by the network where there is one, or by
    /// the hand-made terms.
    pub by_network: bool,
    /// The plies of a game in which it draws; after them it plays the best move that it sees.
    pub drawn_plies: usize,
}

/// The plies in which an expert draws: enough for every game to be another one.
const EXPERT_DRAWN_PLIES: usize = 8;
/// How many of its best moves an expert draws among.
const EXPERT_CANDIDATES: usize = 3;
/// No search within the nodes of a level is deeper.
const ANY_DEPTH: u32 = 100;

impl LevelSpec {
    /// A level by hand without the exact solver.
    pub const fn new(nodes: u64, depth: u32, candidates: usize, spread: Score) -> Self {
        let (solver_nodes, by_network, drawn_plies) = (0, false, usize::MAX);
        LevelSpec { nodes, depth, candidates, spread, solver_nodes, by_network, drawn_plies }
    }

    /// An expert level, without the exact solver.
    pub const fn expert(nodes: u64, spread: Score) -> Self {
        LevelSpec::new(nodes, ANY_DEPTH, EXPERT_CANDIDATES, spread).with_network()
    }

    /// The same level drawing in every move.
    #[must_use]
    pub const fn always_drawing(self) -> Self {
        LevelSpec { drawn_plies: usize::MAX, ..self }
    }

    /// The same level by the network, drawing in the opening only.
    #[must_use]
    pub const fn with_network(self) -> Self {
        LevelSpec { by_network: true, drawn_plies: EXPERT_DRAWN_PLIES, ..self }
    }

    /// The same level with an exact solver that may look at so many positions.
    #[must_use]
    pub const fn with_solver(self, solver_nodes: u64) -> Self {
        LevelSpec { solver_nodes, ..self }
    }
}
