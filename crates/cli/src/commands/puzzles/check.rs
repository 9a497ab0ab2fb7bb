//! `galet puzzles check`.
