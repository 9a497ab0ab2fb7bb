//! Numbers as bytes, and the checksum.

/// CRC-32 as zip, PNG and Python's `zlib.crc32` have it: what is packed here is checked there.
#[derive(Clone, Copy)]
pub(crate) struct Crc(u32);

impl Crc {
    pub(crate) const fn new() -> Self {
        Crc(u32::MAX)
    }

    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 >> 8 ^ TABLE[usize::from(self.0 as u8 ^ byte)];
        }
    }

    pub(crate) const fn value(self) -> u32 {
        !self.0
    }

    pub(crate) fn of(bytes: &[u8]) -> u32 {
        let mut crc = Crc::new();
        crc.add(bytes);
        crc.value()
    }
}

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut n = 0;
    while n < 256 {
        let (mut value, mut bit) = (n as u32, 0);
        while bit < 8 {
            value = (value >> 1) ^ ((value & 1) * 0xedb8_8320);
            bit += 1;
        }
        table[n] = value;
        n += 1;
    }
    table
};

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
    fn the_checksum_is_that_of_the_standard() {
        // The check value that is published with CRC-32.
        assert_eq!(Crc::of(b"123456789"), 0xcbf4_3926);
    }

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
