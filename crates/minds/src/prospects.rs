//! What a score means to people who play: their chances, and the lead on the board.
//!
//! Both are fitted to games of middling and strong players, between equals (`docs/review.md`), because between perfect
//! players any advantage wins, and then no second mistake would count. Each game has the numbers in its
//! `fitted.rs`, which `galet review fit` writes.

use crate::Calibrated;
use galet_core::{Phrase, Side};
use galet_search::score::Score;

/// A mind that can say what a move cost, in chances and on the board.
pub trait Prospects: Calibrated {
    /// What scores meant in played games.
    const FITTED: Fitted;
    /// How closely a review looks at each position.
    const REVIEW: Effort;
    /// A move that costs this much on the board is a mistake, even in a game that is decided.
    const SERIOUS: f64;
    /// The largest lead that is expected of a game that is not decided.
    const MOST: f64;
    /// What a win at once counts more on the board than one that is far away: little, but not nothing.
    const HASTE: f64;

    /// How far the game has come: 0 at its beginning, 1 near its end.
    fn phase(position: &Self::Game) -> f64;

    /// What a side is ahead by on the board as it stands; `None` where that says little before the end.
    fn ahead(_position: &Self::Game, _side: Side) -> Option<f64> {
        None
    }

    /// The lead of `winner` on the board at the end, if that side wins from here and nothing else
    /// happens on the way.
    fn won_by(position: &Self::Game, winner: Side) -> f64;

    /// The lead on the board that a proven margin is.
    fn proven_lead(margin: u32) -> f64;

    /// What was given away between two leads of the same side, in words: "2 towers", "about
    /// 0.5 marbles". `None` if that is nothing to speak of.
    fn say_cost(before: Lead, after: Lead) -> Option<Phrase>;

    /// The chances of the side to move, 0 to 1, where nothing is forced.
    fn chances_of(&self, position: &Self::Game, score: Score) -> f64 {
        let odds = Self::FITTED.chances(Self::phase(position)) * self.in_clear_leads(score);
        1.0 / (1.0 + (-odds).exp())
    }

    /// The lead on the board that a score is worth to the side to move, where nothing is forced.
    fn lead_of(&self, position: &Self::Game, score: Score) -> f64 {
        let lead = Self::FITTED.lead(Self::phase(position)) * self.in_clear_leads(score);
        Self::MOST * (lead / Self::MOST).tanh()
    }

    /// A score of this mind, in leads that are clear ones to it: the same scale whatever it judges by.
    fn in_clear_leads(&self, score: Score) -> f64 {
        f64::from(score) / f64::from(self.clear_lead().max(1))
    }

    /// What a win counts more for coming after so many plies.
    fn haste(plies: u32) -> f64 {
        /// From here on a win is far away.
        const FAR: f64 = 40.0;
        Self::HASTE * (1.0 - f64::from(plies) / FAR).max(0.0)
    }
}

/// A lead on the board, in the unit of the game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Lead {
    /// How much; below 0 for the side that is behind.
    pub units: f64,
    /// Whether that is proven.
    pub exact: bool,
}

/// How closely to look at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Positions that the search looks at.
    pub nodes: u64,
    /// Positions that the exact solver may look at first.
    pub solver_nodes: u64,
}

impl Effort {
    /// So many times as much.
    #[must_use]
    pub const fn times(self, times: u64) -> Effort {
        Effort { nodes: self.nodes * times, solver_nodes: self.solver_nodes * times }
    }
}

/// What scores meant in played games. Each pair is the value at the beginning of the game and at its end;
/// between them it changes evenly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fitted {
    /// The evaluation that the scores came from: see [`crate::fingerprint`].
    pub evaluation: u64,
    /// The logarithm of the odds that a clear lead meant.
    pub chances: [f64; 2],
    /// The lead on the board that a clear lead was worth.
    pub lead: [f64; 2],
}

impl Fitted {
    fn chances(&self, phase: f64) -> f64 {
        between(self.chances, phase)
    }

    fn lead(&self, phase: f64) -> f64 {
        between(self.lead, phase)
    }
}

fn between([beginning, end]: [f64; 2], phase: f64) -> f64 {
    beginning + (end - beginning) * phase.clamp(0.0, 1.0)
}

/// A number that stands for an evaluation: of the bytes of its network, or of its weights.
pub fn fingerprint(parts: impl IntoIterator<Item = u8>) -> u64 {
    // FNV-1a.
    parts.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Costs below this are not spoken of.
const WORTH_SAYING: f64 = 0.25;

/// A cost counted in pieces: "2 towers", "about 0.5 marbles".
pub(crate) fn say_pieces(
    before: Lead,
    after: Lead,
    one: (&str, &str),
    many: (&str, &str),
) -> Option<Phrase> {
    let cost = before.units - after.units;
    if cost < WORTH_SAYING {
        return None;
    }
    let exact = before.exact && after.exact;
    let tenths = (cost * 10.0).round() as u32;
    let whole = (cost + 0.3) as u32;
    if exact && whole > 0 {
        let (en, fr) = if whole == 1 { one } else { many };
        return Some(Phrase::new(format!("{whole} {en}"), format!("{whole} {fr}")));
    }
    let (units, part) = (tenths / 10, tenths % 10);
    // English counts 0.5 and 1.5 marbles, French 0,5 and 1,5 bille.
    let en = if tenths == 10 { one.0 } else { many.0 };
    let fr = if tenths < 20 { one.1 } else { many.1 };
    Some(match part {
        0 => Phrase::new(format!("about {units} {en}"), format!("environ {units} {fr}")),
        _ => Phrase::new(
            format!("about {units}.{part} {en}"),
            format!("environ {units},{part} {fr}"),
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_are_counted_in_pieces() {
        let said = |before: f64, after: f64, exact: bool| {
            let lead = |units| Lead { units, exact };
            say_pieces(lead(before), lead(after), ("tower", "tour"), ("towers", "tours"))
        };
        assert_eq!(said(2.0, 0.0, true), Some(Phrase::new("2 towers", "2 tours")));
        assert_eq!(said(-1.0, -2.06, true), Some(Phrase::new("1 tower", "1 tour")));
        assert_eq!(
            said(0.7, -0.8, false),
            Some(Phrase::new("about 1.5 towers", "environ 1,5 tour"))
        );
        assert_eq!(said(2.0, 0.0, false), Some(Phrase::new("about 2 towers", "environ 2 tours")));
        assert_eq!(said(1.0, 0.9, true), None);
        assert_eq!(said(0.0, 3.0, true), None);
    }

    #[test]
    fn what_is_fitted_changes_evenly_with_the_phase() {
        let fitted = Fitted { evaluation: 0, chances: [1.0, 2.0], lead: [4.0, 2.0] };
        assert_eq!(fitted.chances(0.5), 1.5);
        assert_eq!(fitted.lead(2.0), 2.0);
    }
}
