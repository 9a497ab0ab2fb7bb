//! What the database keeps of a secret.

use serde::{Deserialize, Serialize};

/// The hash of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TokenHash(pub [u8; 32]);
