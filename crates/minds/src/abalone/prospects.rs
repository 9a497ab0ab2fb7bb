//! What a move costs, in marbles.

use super::Abalone;
use super::fitted::FITTED;
use crate::prospects::say_pieces;
use crate::{Effort, Fitted, Lead, Prospects};
use galet_abalone::Position;
use galet_core::{Phrase, Side};

impl Prospects for Abalone {
    const FITTED: Fitted = FITTED;
    const REVIEW: Effort = Effort { nodes: 10_000, solver_nodes: 0 };
    const SERIOUS: f64 = 0.5;
    const MOST: f64 = 6.0;
    const HASTE: f64 = 0.2;

    /// By the marbles that are off the board.
    fn phase(position: &Position) -> f64 {
        let [first, second] = Side::BOTH.map(|side| position.ejected_by(side));
        f64::from(first.max(second)) / f64::from(position.marbles_to_win().max(1))
    }

    fn ahead(position: &Position, side: Side) -> Option<f64> {
        let [own, other] = [side, side.other()].map(|side| f64::from(position.ejected_by(side)));
        Some(own - other)
    }

    /// The winner pushes off all that are to be pushed off.
    fn won_by(position: &Position, winner: Side) -> f64 {
        f64::from(position.marbles_to_win()) - f64::from(position.ejected_by(winner.other()))
    }

    /// Nothing is proven but by the search.
    fn proven_lead(_margin: u32) -> f64 {
        0.0
    }

    fn say_cost(before: Lead, after: Lead) -> Option<Phrase> {
        say_pieces(before, after, ("marble", "bille"), ("marbles", "billes"))
    }
}
