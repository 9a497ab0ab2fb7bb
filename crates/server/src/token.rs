//! Random names: secret tokens of guests, and names of tables.

pub(crate) use galet_store::TokenHash;

use sha2::{Digest, Sha256};
use std::fmt;

/// A secret that a browser holds in a cookie or a link: 128 random bits as text.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

/// Letters and digits that cannot be mistaken for each other: five bits each.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const TOKEN_LENGTH: usize = 26;
const TABLE_LENGTH: usize = 10;
/// Tables that a browser keeps have longer names than the server's own: nothing else tells them
/// apart.
const MIRRORED_LENGTH: usize = 12;

impl Token {
    pub(crate) fn random() -> Self {
        Token(letters(TOKEN_LENGTH))
    }

    /// A token as a browser shows it; nothing else looks like one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let fits = text.len() == TOKEN_LENGTH && text.bytes().all(|b| LETTERS.contains(&b));
        fits.then(|| Token(text.to_owned()))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// What the database keeps. The token has 130 bits of chance, so a plain hash is enough.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0.as_bytes()).into())
    }
}

/// Secrets stay out of logs.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A name for a new table: 50 random bits, short enough to be read out.
pub(crate) fn table_name() -> String {
    letters(TABLE_LENGTH)
}

/// A name for the rematch of a table: who keeps the one keeps the other.
pub(crate) fn name_like(table: &str) -> String {
    if is_mirrored_name(table) { letters(MIRRORED_LENGTH) } else { table_name() }
}

/// Whether a text can be the name of a table.
pub(crate) fn is_table_name(text: &str) -> bool {
    is_name(text, TABLE_LENGTH) || is_mirrored_name(text)
}

/// Whether a text can be the name of a table that a browser keeps and that is mirrored here.
pub(crate) fn is_mirrored_name(text: &str) -> bool {
    is_name(text, MIRRORED_LENGTH)
}

fn is_name(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|b| LETTERS.contains(&b))
}

/// A random positive number that fits into a database column and into a JavaScript number.
pub(crate) fn number() -> i64 {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    (i64::from_le_bytes(bytes) & ((1 << 53) - 1)).max(1)
}

/// Random bytes that nobody can guess.
#[cfg(feature = "cluster")]
pub(crate) fn secret() -> [u8; 32] {
    let mut bytes = [0; 32];
    fill(&mut bytes);
    bytes
}

fn letters(length: usize) -> String {
    let mut bytes = vec![0; length];
    fill(&mut bytes);
    bytes.iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect()
}

fn fill(bytes: &mut [u8]) {
    // Without random numbers from the system there are no secrets: nothing sensible can go on.
    getrandom::fill(bytes).expect("the system gives random numbers");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tokens_look_like_tokens() {
        let token = Token::random();
        assert_eq!(Token::read(token.as_str()), Some(token.clone()));
        assert_ne!(token, Token::random());
        for wrong in ["", "abc", "ABCDEFGHJKABCDEFGHJKABCDEF", &"a".repeat(27), &"é".repeat(13)] {
            assert_eq!(Token::read(wrong), None, "{wrong}");
        }
        assert!(is_table_name(&table_name()));
        assert!(!is_table_name("../../etc.") && !is_table_name("abcdefghijk"));
        assert!(!is_mirrored_name(&name_like("abcdefghij")));
        assert!(is_mirrored_name(&name_like("abcdefghijkm")) && is_table_name("abcdefghijkm"));
        assert!(!format!("{token:?}").contains(token.as_str()));
    }
}
