//! What scores meant in played games. `galet review fit avalam` writes this file:
//! `docs/review.md`.
//!
//! From 4086 undecided positions of 560 games:
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
    Fitted { evaluation: 0xf479a7da65ece5c7, chances: [1.391, 0.499], lead: [1.207, 0.07] };
