//! What a score means.
//!
//! Scores are seen from the side to move. Evaluations stay between ±[`LIMIT`]; beyond that a
//! score says that the result is forced, and how many plies from the root of the search it lies.

/// A number that says how good a position is for the side to move.
pub type Score = i32;

/// A win on the board at once. A win that is forced in `n` plies scores `WIN - n`.
pub const WIN: Score = 30_000;

/// The longest line that is ever searched.
pub const MAX_PLY: usize = 400;

/// A score beyond this is a forced result.
pub const FORCED: Score = WIN - MAX_PLY as Score;

/// Evaluations never exceed this.
pub const LIMIT: Score = FORCED - 1;

/// Nobody is better.
pub const DRAW: Score = 0;

/// More than any score.
pub const INFINITE: Score = WIN + 1;

/// The score of a win `ply` plies from the root.
pub const fn win_at(ply: usize) -> Score {
    WIN - ply as Score
}

/// The plies to the forced end: positive when the side to move wins, negative when it loses.
pub const fn forced_in(score: Score) -> Option<i32> {
    if score >= FORCED {
        Some(WIN - score)
    } else if score <= -FORCED {
        Some(-(WIN + score))
    } else {
        None
    }
}

/// A score of the position `ply` plies from the root, made independent of the root, so that it
/// can be kept in the table.
pub(crate) const fn to_table(score: Score, ply: usize) -> Score {
    if score >= FORCED {
        score + ply as Score
    } else if score <= -FORCED {
        score - ply as Score
    } else {
        score
    }
}

/// The reverse of [`to_table`].
pub(crate) const fn from_table(score: Score, ply: usize) -> Score {
    if score >= FORCED {
        score - ply as Score
    } else if score <= -FORCED {
        score + ply as Score
    } else {
        score
    }
}
