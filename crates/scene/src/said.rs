//! Reasons that are told to a person.

use crate::Phrase;

/// A reason that a person is told: why the rules refuse a move.
pub trait Said {
    /// The reason as a clause: it can follow a colon and has no full stop.
    /// [`Phrase::sentence`] makes a sentence of it.
    fn said(&self) -> Phrase;
}
