//! What scores meant in played games. `galet review fit qawale` writes this file:
//! `docs/review.md`.
//!
//! From 1795 undecided positions of 560 games:
//!
//! - full:nodes=20k and level:8: 120
//! - level:3 and level:4: 120
//! - level:5 and level:5: 200
//! - level:6 and level:7: 120
//!
//! The files were
//! qawale-level5.pgn
//! qawale-mixed-f20k_l8.pgn
//! qawale-mixed-l3_l4.pgn
//! qawale-mixed-l6_l7.pgn

use crate::Fitted;

/// The numbers, and the fingerprint of the evaluation that the scores came from.
pub(super) const FITTED: Fitted =
    Fitted { evaluation: 0x6aab2a1b480bfa0f, chances: [0.184, 0.01], lead: [0.092, 0.01] };
