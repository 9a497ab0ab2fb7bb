//! The file: replies in a fixed order, without their positions.
//!
//! Whoever knows the replies of one level can work out the positions of the next, so the file holds
//! only moves: some two bytes a position. docs/qawale-certificate.md describes it byte by byte.

use galet_core::{Notation, Side};
use galet_qawale::{Move, Pebble};

use crate::claim::{Claim, ClaimError};
use crate::deeper::{Deeper, pack, unpack};

/// Replies to any number of claims.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Certificate {
    /// One part for every claim.
    pub parts: Vec<Stored>,
}

/// The replies for one claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// What is claimed.
    pub claim: Claim,
    /// The replies, level by level: at each of the defender's turns from the start, one entry for every
    /// position up to symmetry that the replies before it leave, in the order of their board texts.
    pub levels: Vec<Vec<Entry>>,
    /// Single replies behind the last level, by their boards.
    pub deeper: Vec<Deeper>,
}

/// What is stored for a position of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing yet.
    Open,
    /// A reply.
    Reply {
        /// The reply in the representative of the position.
        m: Move,
        /// On the last level: the prover says that the defender holds after it.
        proven: bool,
    },
}

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// Something else.
    #[error("this is no certificate: it does not begin with {MAGIC:?}")]
    Foreign,
    /// The end is missing.
    #[error("the certificate ends too early, after {0} bytes")]
    Truncated(usize),
    /// Some byte was changed.
    #[error("the certificate is damaged: its checksum is {found:016x}, it should be {wanted:016x}")]
    Checksum {
        /// As the file says.
        found: u64,
        /// As the bytes before it say.
        wanted: u64,
    },
    /// Something follows.
    #[error("{0} bytes follow the end of the certificate")]
    TooLong(usize),
    /// A byte that stands for nothing.
    #[error("byte {at} of the certificate cannot be {found}: {wanted}")]
    Byte {
        /// Its place.
        at: usize,
        /// What it is.
        found: u8,
        /// What it may be.
        wanted: &'static str,
    },
    /// An entry that is no move.
    #[error("the entry before byte {at} of the certificate is no move")]
    NoMove {
        /// The place behind it.
        at: usize,
    },
    /// A board that the game of the claim cannot have, or out of order.
    #[error(
        "the board before byte {at} of the certificate cannot be, or stands in the wrong place"
    )]
    NoPosition {
        /// The place behind it.
        at: usize,
    },
    /// A claim that makes no sense.
    #[error("the claim before byte {at} of the certificate is impossible: {why}")]
    Claim {
        /// The place behind it.
        at: usize,
        /// Why.
        why: ClaimError,
    },
}

/// How every certificate begins; the digit is the version of the format.
pub(crate) const MAGIC: &str = "qawale-certificate 2\n";

const PART: u8 = b'+';
const END: u8 = b'.';

impl Certificate {
    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.as_bytes().to_vec();
        for Stored { claim, levels, deeper } in &self.parts {
            out.push(PART);
            let start = claim.start().position_text();
            out.push(start.len() as u8);
            out.extend(start.as_bytes());
            out.push(Pebble::of(claim.attacker()).letter() as u8);
            out.push(claim.by() as u8);
            out.push(levels.len() as u8);
            for level in levels {
                out.extend((level.len() as u32).to_le_bytes());
                for entry in level {
                    write_number(entry.number(), &mut out);
                }
            }
            write_deeper(deeper, &mut out);
        }
        out.push(END);
        let sum = checksum(&out);
        out.extend(sum.to_le_bytes());
        out
    }

    /// Reads the bytes of a file. Whether the replies are any good is another matter: see
    /// [`crate::Book`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CertificateError> {
        let mut input = Input { bytes, at: 0 };
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(CertificateError::Foreign);
        }
        input.at = MAGIC.len();
        let mut parts = Vec::new();
        loop {
            match input.byte()? {
                PART => parts.push(input.part()?),
                END => break,
                found => return Err(input.wrong(found, "'+' for a claim or '.' for the end")),
            }
        }
        let wanted = checksum(&bytes[..input.at]);
        let found = u64::from_le_bytes(input.array()?);
        if found != wanted {
            return Err(CertificateError::Checksum { found, wanted });
        }
        match bytes.len() - input.at {
            0 => Ok(Self { parts }),
            more => Err(CertificateError::TooLong(more)),
        }
    }
}

impl Entry {
    /// 0 for an open entry; otherwise twice the word of the move, and one more if it is proven.
    fn number(self) -> u64 {
        match self {
            Entry::Open => 0,
            Entry::Reply { m, proven } => m.bits() << 1 | u64::from(proven),
        }
    }
}

/// The replies behind the last level in the order of their words. Positions too full for a word are left out: a
/// solver is quick there.
fn write_deeper(deeper: &[Deeper], out: &mut Vec<u8>) {
    let mut words: Vec<(u64, Move)> =
        deeper.iter().filter_map(|reply| Some((pack(&reply.position)?, reply.m))).collect();
    words.sort_by_key(|&(word, _)| word);
    words.dedup_by_key(|&mut (word, _)| word);
    out.extend((words.len() as u32).to_le_bytes());
    for (word, m) in words {
        out.extend(word.to_le_bytes());
        write_number(m.bits(), out);
    }
}

/// Seven bits a byte, the lowest first; the top bit says that more follow.
fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// FNV-1a with 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Input<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8], CertificateError> {
        let end = self.at.saturating_add(count);
        let Some(taken) = self.bytes.get(self.at..end) else {
            return Err(CertificateError::Truncated(self.bytes.len()));
        };
        self.at = end;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], CertificateError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    fn byte(&mut self) -> Result<u8, CertificateError> {
        Ok(self.array::<1>()?[0])
    }

    fn wrong(&self, found: u8, wanted: &'static str) -> CertificateError {
        CertificateError::Byte { at: self.at - 1, found, wanted }
    }

    fn number(&mut self) -> Result<u64, CertificateError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                // One number, one way to write it.
                if byte == 0 && shift > 0 {
                    return Err(self.wrong(byte, "a number does not end with zeros"));
                }
                return Ok(number);
            }
        }
        Err(CertificateError::NoMove { at: self.at })
    }

    fn entry(&mut self) -> Result<Entry, CertificateError> {
        let number = self.number()?;
        if number == 0 {
            return Ok(Entry::Open);
        }
        let m = Move::from_bits(number >> 1).ok_or(CertificateError::NoMove { at: self.at })?;
        Ok(Entry::Reply { m, proven: number & 1 == 1 })
    }

    fn part(&mut self) -> Result<Stored, CertificateError> {
        let length = self.byte()?;
        let start = String::from_utf8_lossy(self.take(length.into())?).into_owned();
        let attacker = match self.byte()? {
            b'o' => Side::First,
            b'x' => Side::Second,
            found => return Err(self.wrong(found, "the attacker is 'o' or 'x'")),
        };
        let by = self.byte()?;
        let claim = Claim::parse(&start, attacker, by.into())
            .map_err(|why| CertificateError::Claim { at: self.at, why })?;
        let levels = self.byte()?;
        let levels = (0..levels)
            .map(|_| {
                let count = u32::from_le_bytes(self.array()?);
                // Room is made as entries come: the number alone may be anything.
                (0..count).map(|_| self.entry()).collect()
            })
            .collect::<Result<_, _>>()?;
        let deeper = self.deeper(&claim)?;
        Ok(Stored { claim, levels, deeper })
    }
    fn deeper(&mut self, claim: &Claim) -> Result<Vec<Deeper>, CertificateError> {
        let count = u32::from_le_bytes(self.array()?);
        let (mut replies, mut last) = (Vec::new(), None);
        for _ in 0..count {
            let word = u64::from_le_bytes(self.array()?);
            let position = unpack(word, claim).filter(|_| last < Some(word));
            let position = position.ok_or(CertificateError::NoPosition { at: self.at })?;
            last = Some(word);
            let m = Move::from_bits(self.number()?);
            let m = m.ok_or(CertificateError::NoMove { at: self.at })?;
            replies.push(Deeper { position, m });
        }
        Ok(replies)
    }
}
