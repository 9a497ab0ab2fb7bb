//! `galet puzzles table`.
