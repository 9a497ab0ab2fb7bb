//! What the database keeps of a secret.

/// The hash of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash(pub [u8; 32]);
