//! What scores meant in played games. `galet review fit abalone` writes this file:
//! `docs/review.md`.
//!
//! From 5343 undecided positions of 560 games:
//!
//! - full:nodes=20k and level:8: 120
//! - level:3 and level:4: 120
//! - level:5 and level:5: 200
//! - level:6 and level:7: 120
//!
//! The files were
//! abalone-level5.pgn
//! abalone-mixed-f20k_l8.pgn
//! abalone-mixed-l3_l4.pgn
//! abalone-mixed-l6_l7.pgn

use crate::Fitted;

/// The numbers, and the fingerprint of the evaluation that the scores came from.
pub(super) const FITTED: Fitted =
    Fitted { evaluation: 0xee3817405fee6825, chances: [1.198, 0.803], lead: [0.877, 0.877] };
