//! What a move costs, in stones.

use super::{Sample, stones};
use crate::prospects::say_pieces;
use crate::{Effort, Fitted, Lead, Prospects};
use galet_core::{Game, Phrase, Side};
use galet_sample::Position;

impl Prospects for Sample {
    const FITTED: Fitted = Fitted { evaluation: 0, chances: [1.1, 1.1], lead: [1.0, 1.0] };
    const REVIEW: Effort = Effort { nodes: 5_000, solver_nodes: 0 };
    const SERIOUS: f64 = 1.0;
    const MOST: f64 = 6.0;
    const HASTE: f64 = 0.2;

    /// All of it is the middle.
    fn phase(_position: &Position) -> f64 {
        0.5
    }

    fn won_by(position: &Position, winner: Side) -> f64 {
        let lead = if position.turn() == winner { stones(position) } else { -stones(position) };
        f64::from(lead).max(1.0)
    }

    fn proven_lead(margin: u32) -> f64 {
        f64::from(margin)
    }

    fn say_cost(before: Lead, after: Lead) -> Option<Phrase> {
        say_pieces(before, after, ("stone", "pierre"), ("stones", "pierres"))
    }
}
