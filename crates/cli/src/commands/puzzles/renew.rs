//! `galet puzzles renew`.
