//! How strong a solver is: Glicko-2, every puzzle a game against it.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// How strong somebody is at puzzles.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// The rating, on the scale of the puzzles: level 1 of every game stands at 800.
    pub rating: f64,
    /// How far off it may be.
    pub deviation: f64,
    /// How much it goes up and down.
    pub volatility: f64,
}

/// How far off the rating of a puzzle may be: it is measured, but on levels and not on people.
const PUZZLE_DEVIATION: f64 = 90.0;
/// A solver is never so sure of a strength that learning would not show.
const LEAST_DEVIATION: f64 = 45.0;

impl Strength {
    /// Somebody who has solved none: a little above level 1, and nearly anything is possible.
    pub const NEWCOMER: Strength = Strength { rating: 1_000.0, deviation: 350.0, volatility: 0.06 };

    /// Whether these are numbers that a rating can have.
    pub fn is_sound(&self) -> bool {
        (0.0..=4_000.0).contains(&self.rating)
            && (1.0..=500.0).contains(&self.deviation)
            && (0.001..=1.0).contains(&self.volatility)
    }

    /// After a puzzle with a rating was solved, or not. Rounded, so that every machine says the same; `None` for
    /// numbers that no rating has.
    pub fn after(&self, puzzle: u16, solved: bool) -> Option<Strength> {
        if !self.is_sound() {
            return None;
        }
        let Strength { rating, deviation, volatility } = *self;
        let solver = Glicko2Rating { rating, deviation, volatility };
        let puzzle = Glicko2Rating {
            rating: f64::from(puzzle),
            deviation: PUZZLE_DEVIATION,
            ..Glicko2Rating::default()
        };
        let outcome = if solved { Outcomes::WIN } else { Outcomes::LOSS };
        let (new, _) = glicko2(&solver, &puzzle, &outcome, &Glicko2Config::default());
        let round = |value: f64, steps: f64| (value * steps).round() / steps;
        Some(Strength {
            rating: round(new.rating.clamp(0.0, 4_000.0), 100.0),
            deviation: round(new.deviation.clamp(LEAST_DEVIATION, 500.0), 100.0),
            volatility: round(new.volatility.clamp(0.001, 1.0), 1e6),
        })
    }
}
