//! What scores meant in played games. `galet review fit avalam` writes this file:
//! `docs/review.md`.
//!
//! From 4078 undecided positions of 560 games:
//!
//! - full:nodes=20k and level:8: 120
//! - level:3 and level:4: 120
//! - level:5 and level:5: 200
//! - level:6 and level:7: 120
//!
//! The files were
//! avalam-level5.pgn
//! avalam-mixed-f20k_l8.pgn
//! avalam-mixed-l3_l4.pgn
//! avalam-mixed-l6_l7.pgn

use crate::Fitted;

/// The numbers, and the fingerprint of the evaluation that the scores came from.
pub(super) const FITTED: Fitted =
    Fitted { evaluation: 0xbcb8434a79a6308f, chances: [0.968, 0.533], lead: [0.904, 0.086] };
