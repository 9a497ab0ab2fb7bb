//! What a move costs, in towers.

use super::Avalam;
use super::fitted::FITTED;
use super::solver::MARGIN_OF_A_TOWER;
use crate::prospects::say_pieces;
use crate::{Effort, Fitted, Lead, Prospects};
use galet_avalam::{Cell, Position};
use galet_core::{Phrase, Side};

/// The towers that are left where a game is nearly over, about.
const LEFT_AT_THE_END: u32 = 12;

impl Prospects for Avalam {
    const FITTED: Fitted = FITTED;
    const REVIEW: Effort = Effort { nodes: 10_000, solver_nodes: 3_000 };
    const SERIOUS: f64 = 1.0;
    const MOST: f64 = 12.0;
    /// How long it takes says nothing here: towers are counted.
    const HASTE: f64 = 0.0;

    /// By the moves made: each makes a tower less.
    fn phase(position: &Position) -> f64 {
        let all = Cell::COUNT as u32 - 1;
        let left = position.occupied().bits().count_ones();
        f64::from(all.saturating_sub(left)) / f64::from(all - LEFT_AT_THE_END)
    }

    fn won_by(position: &Position, winner: Side) -> f64 {
        let [own, other] =
            [winner, winner.other()].map(|side| position.towers(position.colour_of(side)));
        // Between equals the towers of five decide.
        (f64::from(own) - f64::from(other)).max(1.0 / f64::from(MARGIN_OF_A_TOWER))
    }

    fn proven_lead(margin: u32) -> f64 {
        f64::from(margin) / f64::from(MARGIN_OF_A_TOWER)
    }

    fn say_cost(before: Lead, after: Lead) -> Option<Phrase> {
        say_pieces(before, after, ("tower", "tour"), ("towers", "tours"))
    }
}
