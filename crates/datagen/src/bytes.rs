//! Numbers as bytes.

/// Seven bits a byte, the lowest first; the highest bit says that more follow.
pub(crate) fn put_number(out: &mut Vec<u8>, mut n: u64) {
    while n > 0x7f {
        out.push(n as u8 | 0x80);
        n >>= 7;
    }
    out.push(n as u8);
}

/// Takes numbers from the front of some bytes.
pub(crate) struct Cursor<'a>(pub(crate) &'a [u8]);

impl Cursor<'_> {
    pub(crate) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub(crate) fn score(&mut self) -> Option<i16> {
        Some(i16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    /// The reverse of [`put_number`]; one that does not fit is none.
    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut n = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let part = u64::from(byte & 0x7f);
            if part << shift >> shift != part {
                return None;
            }
            n |= part << shift;
            if byte & 0x80 == 0 {
                return Some(n);
            }
        }
        None
    }

    /// A number of 32 bits.
    pub(crate) fn small(&mut self) -> Option<u32> {
        self.number().and_then(|n| n.try_into().ok())
    }

    /// How many things follow that take at least so many bytes each: no memory for empty claims.
    pub(crate) fn count(&mut self, bytes_each: usize) -> Option<u64> {
        self.number().filter(|&n| n <= (self.0.len() / bytes_each) as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_back() {
        for n in [0, 1, 127, 128, 300, 16_383, 16_384, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, n);
            let mut cursor = Cursor(&bytes);
            assert_eq!(cursor.number(), Some(n));
            assert!(cursor.0.is_empty());
            assert_eq!(Cursor(&bytes[..bytes.len() - 1]).number(), None, "{n} cut short");
        }
        assert_eq!(Cursor(&[0xff; 11]).number(), None, "more than 64 bits");
        assert_eq!(Cursor(&[0x80, 0x80, 0x80, 0x80, 0x10]).small(), None, "more than 32 bits");
    }
}
