//! What a person sees, does and hears of a game, without knowing which game it is.
//!
//! A game turns itself into a [`Scene`] (cells on a plane, stacks of pieces, markers, counters),
//! a move into a gesture (the cells to tap, in order), an [`Animation`] and a spoken [`Phrase`].
//! The terminal, the pictures, the browser and the screen reader all consume these types, so
//! none of them contains rules. They are what travels to the browser, hence the serialisation.
//!
//! | to find | look in |
//! |---|---|
//! | what a game must provide | [`Scenic`] |
//! | the picture of a position | [`Scene`], drawn by [`svg`] and [`terminal`] |
//! | what the set looks and sounds like | [`Theme`], its drawings in [`art`], other boards for it: [`BoardStyle`] |
//! | what can be tapped next | [`Continuations`], shown in pictures as [`Highlights`] |
//! | what moves where | [`Animation`] |
//! | why something is refused | [`ToPhrase`], [`Scenic::why_not`] |
//! | what speaks for a move | [`Reasoned`], [`MoveReason`] |
//! | what a puzzle is about | [`Motifs`], [`Motif`] |
//! | the course of a game | [`Lesson`] |
//! | both languages | [`Phrase`], [`Language`] |
//! | checking that a game keeps its promises | `conformance`, by one line: `scene_tests!` (feature `conformance`) |
#![forbid(unsafe_code)]

mod animation;
mod arrange;
pub mod art;
mod boards;
#[cfg(feature = "conformance")]
pub mod conformance;
mod framed;
mod gesture;
mod highlights;
mod lesson;
mod motif;
mod pile;
mod reason;
mod scene;
mod scenic;
pub mod svg;
pub mod terminal;
mod theme;
mod to_phrase;
mod words;

pub use galet_core::{Language, Phrase};

pub use animation::{Animation, Place, Step, Travel};
pub use arrange::Misplaced;
pub use boards::{BoardStyle, OWN_BOARD, boards};
pub use gesture::{Choice, Continuations, Dropped, GestureFault, Role};
pub use highlights::Highlights;
pub use lesson::{Goal, Lesson, Part, Remark, Stage, fits, remark};
pub use motif::{Motif, Motifs, motifs_that};
pub use reason::{MOST_REASONS, MoveReason, Reasoned, listed};
pub use scene::{
    Board, Cell, CellId, CellShape, Counter, CounterKind, Ending, Label, Marker, MarkerKind,
    Motion, Owner, Piece, Player, Point, Scene, Tint, Trail,
};
pub use scenic::{About, Scenic};
pub use theme::{
    BoardLook, Glyph, MarkColours, PieceArt, PileShape, Rgb, Sound, SoundKind, StackText,
    TerminalLook, Theme,
};
pub use to_phrase::ToPhrase;
