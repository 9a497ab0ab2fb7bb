//! The search on the sample game, which has what a pseudo-random tree has not: repetition, a move
//! limit, captures to look at before a position is judged, wins that are seen at once, and
//! passing.

mod exact;
mod forced;
mod games;
mod reference;
mod watched;
