//! How a game ended.

use crate::Side;
use std::fmt;

/// The end of a game: who won, if anybody, and by which rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// The rule that ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// `side` has won by `reason`.
    pub const fn win(side: Side, reason: Reason) -> Self {
        Outcome { winner: Some(side), reason }
    }

    /// Nobody has won, by `reason`.
    pub const fn draw(reason: Reason) -> Self {
        Outcome { winner: None, reason }
    }

    /// The side with more points wins by `reason`; equal points are a draw by `level`.
    pub fn by_points(first: i32, second: i32, reason: Reason, level: Reason) -> Self {
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Outcome::win(Side::First, reason),
            std::cmp::Ordering::Less => Outcome::win(Side::Second, reason),
            std::cmp::Ordering::Equal => Outcome::draw(level),
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`, as records write it.
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The same end with the players exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        Outcome { winner: self.winner.map(Side::other), reason: self.reason }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.result(), self.reason)
    }
}

/// The rule that ended a game, as a stable name in small letters and dashes.
///
/// Each game declares its own reasons as constants; the two that come from the history of a
/// game are here. How a reason is said to a person is the business of the scene.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reason(&'static str);

impl Reason {
    /// The same position with the same side to move stood on the board for the third time.
    pub const REPETITION: Reason = Reason::new("threefold-repetition");
    /// The agreed number of plies was played and the score was level.
    pub const MOVE_LIMIT: Reason = Reason::new("move-limit");

    /// Declares a reason. The name is part of records and protocols: never change one.
    pub const fn new(name: &'static str) -> Self {
        Reason(name)
    }

    /// The stable name.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
