//! What a move costs: a result, where it is proven.

use super::Qawale;
use super::fitted::FITTED;
use crate::{Effort, Fitted, Lead, Prospects};
use galet_core::{Phrase, Side};
use galet_qawale::Position;

/// Pebbles that both sides have to place.
const PEBBLES: f64 = 16.0;

/// The unit is the step from a win to a draw, or from a draw to a loss.
impl Prospects for Qawale {
    const FITTED: Fitted = FITTED;
    const REVIEW: Effort = Effort { nodes: 10_000, solver_nodes: 60_000 };
    const SERIOUS: f64 = 0.6;
    const MOST: f64 = 1.0;
    const HASTE: f64 = 0.3;

    /// By the pebbles placed.
    fn phase(position: &Position) -> f64 {
        let left: u8 = Side::BOTH.iter().map(|&side| position.left(side)).sum();
        1.0 - f64::from(left) / PEBBLES
    }

    fn won_by(_position: &Position, _winner: Side) -> f64 {
        1.0
    }

    fn proven_lead(margin: u32) -> f64 {
        f64::from(margin.min(1))
    }

    fn say_cost(before: Lead, after: Lead) -> Option<Phrase> {
        if !after.exact {
            return None;
        }
        let result = |lead: Lead| (lead.units.signum() * lead.units.abs().floor()) as i32;
        if !before.exact {
            // Nobody knows what it was before, but it was not this.
            let lost = result(after) < 0;
            return lost.then_some(Phrase::fixed("now it is lost", "c’est perdu à présent"));
        }
        Some(match (result(before), result(after)) {
            (1, 0) => {
                Phrase::fixed("a win: now it is a draw", "le gain\u{a0}: c’est nulle à présent")
            }
            (1, -1) => {
                Phrase::fixed("a win: now it is lost", "le gain\u{a0}: c’est perdu à présent")
            }
            (0, -1) => {
                Phrase::fixed("a draw: now it is lost", "la nulle\u{a0}: c’est perdu à présent")
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_proven_is_said() {
        let lead = |units, exact| Lead { units, exact };
        let said = |before, after| Qawale::say_cost(before, after).map(|said| said.en.into_owned());
        let lost = lead(-1.2, true);
        assert_eq!(said(lead(0.0, true), lost).as_deref(), Some("a draw: now it is lost"));
        assert_eq!(said(lead(0.3, false), lost).as_deref(), Some("now it is lost"));
        assert_eq!(said(lead(0.3, false), lead(0.0, true)), None);
        assert_eq!(said(lead(1.1, true), lead(0.2, false)), None);
        assert_eq!(said(lost, lead(-1.3, true)), None, "sooner is no other result");
    }
}
