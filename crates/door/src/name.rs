//! Names of tables.

use crate::Door;

/// Letters and digits that cannot be mistaken for each other: five bits each.
pub const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// How long the names of a browser's own tables are. Those of a server are shorter: nobody mistakes one for the other.
pub const NAME_LENGTH: usize = 12;

/// Whether a text can be the name of a browser's own table.
pub fn is_local_name(text: &str) -> bool {
    text.len() == NAME_LENGTH && text.bytes().all(|b| LETTERS.contains(&b))
}

/// A name made of the lowest 60 bits of a number.
pub(crate) fn name_of(mut number: u64) -> String {
    let mut letter = || {
        let letter = LETTERS[(number & 31) as usize];
        number >>= 5;
        char::from(letter)
    };
    (0..NAME_LENGTH).map(|_| letter()).collect()
}

impl Door {
    /// A name that no table here has.
    pub(crate) fn fresh_name(&mut self) -> String {
        loop {
            let (high, low) = ((self.chance)(), (self.chance)());
            let name = name_of(high << 30 ^ low);
            if !self.cards.contains_key(&name) && !self.tables.contains_key(&name) {
                return name;
            }
        }
    }

    /// A random positive number that fits into a JavaScript number.
    pub(crate) fn seed(&mut self) -> u64 {
        ((self.chance)() & ((1 << 53) - 1)).max(1)
    }
}
