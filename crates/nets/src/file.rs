//! Reading a network from the bytes of its file.

use crate::{Net, Output, Width};

/// What a file has to be, and what its scores are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name of the game, as the file has it.
    pub game: &'static str,
    /// How many features there are.
    pub features: usize,
    /// How many phases there are.
    pub phases: usize,
    /// The largest score that is given, not below 0.
    pub limit: i32,
}

/// Why some bytes are no network for this game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NetError {
    /// It does not begin as a network does.
    #[error("this is no network of Galet: it does not begin with GALETNET")]
    Magic,
    /// Another version of the format.
    #[error("the network has version {0} of the format; this program reads version 1")]
    Version(u16),
    /// For another game.
    #[error("the network is for {found}, not for {expected}")]
    Game {
        /// What the file says.
        found: String,
        /// What is wanted.
        expected: &'static str,
    },
    /// Another shape.
    #[error("the network has {what} {found}; {expected} are expected")]
    Shape {
        /// Of what.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// The file is damaged.
    #[error("the network is damaged: its checksum is {found:016x}, not {expected:016x}")]
    Damaged {
        /// The checksum of what is there.
        found: u64,
        /// What the file says.
        expected: u64,
    },
    /// The numbers are too large for the arithmetic.
    #[error("the weights of the network are too large for whole numbers of 16 and 32 bits")]
    Size,
}

/// Magic, version, features, hidden values, phases, three units, two bytes of nothing, the game's
/// name, the run's name.
const HEADER: usize = 8 + 2 * 7 + 2 + 16 + 32;
const CHECKSUM: usize = 8;

impl<const H: usize> Net<H> {
    /// Reads a network. Its scores cannot overflow, whatever is on the board.
    pub fn read(bytes: &[u8], spec: &Spec) -> Result<Self, NetError> {
        let Spec { game, features, phases, limit } = *spec;
        let shape = |what, found, expected| {
            if found == expected { Ok(()) } else { Err(NetError::Shape { what, found, expected }) }
        };
        if !bytes.starts_with(b"GALETNET") {
            return Err(NetError::Magic);
        }
        let length = HEADER + CHECKSUM + 2 * (features * H + H + phases * 2 * H) + 4 * phases;
        if bytes.len() < HEADER {
            shape("bytes", bytes.len(), length)?;
        }
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        if word(8) != 1 {
            return Err(NetError::Version(word(8)));
        }
        // Before any size: whoever takes the file of another game shall hear of that.
        let found = String::from_utf8_lossy(&bytes[24..40]).trim_end_matches('\0').to_owned();
        if found != game {
            return Err(NetError::Game { found, expected: game });
        }
        shape("bytes", bytes.len(), length)?;
        shape("features", usize::from(word(10)), features)?;
        shape("hidden values", usize::from(word(12)), H)?;
        shape("phases", usize::from(word(14)), phases)?;
        let (header, rest) = bytes.split_at(HEADER);
        let (checksum, body) = rest.split_at(CHECKSUM);
        let expected = checksum.iter().rev().fold(0, |n, byte| n << 8 | u64::from(*byte));
        let found = fnv(header.iter().chain(body));
        if found != expected {
            return Err(NetError::Damaged { found, expected });
        }
        let (hidden_unit, output_unit, score_unit) = (word(16), word(18), word(20));
        let mut words = body.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || -> [i16; H] { std::array::from_fn(|_| words.next().unwrap_or(0)) };
        let rows = (0..features).map(|_| row()).collect();
        let bias = row();
        let weights: Vec<_> = (0..phases).map(|_| (row(), row())).collect();
        let biases = body[body.len() - 4 * phases..].chunks_exact(4);
        let outputs: Box<[Output<H>]> = weights
            .into_iter()
            .zip(biases)
            .map(|((mine, yours), b)| {
                let bias = i32::from_le_bytes([b[0], b[1], b[2], b[3]]);
                Output { mine, yours, bias }
            })
            .collect();
        let hidden_unit = i16::try_from(hidden_unit).map_err(|_| NetError::Size)?;
        let square = i64::from(hidden_unit) * i64::from(hidden_unit);
        for output in &outputs {
            let all = output.mine.iter().chain(&output.yours);
            let sum: i64 = all.clone().map(|w| i64::from(w.unsigned_abs())).sum();
            let largest = all.map(|w| w.unsigned_abs()).max().unwrap_or(0);
            if sum * square > i64::from(i32::MAX)
                || i64::from(largest) * i64::from(hidden_unit) > i64::from(i16::MAX)
            {
                return Err(NetError::Size);
            }
        }
        let sum_unit = i32::from(hidden_unit) * i32::from(output_unit);
        if sum_unit == 0 {
            return Err(NetError::Size);
        }
        let (score_unit, width) = (i32::from(score_unit), Width::widest());
        Ok(Net { rows, bias, outputs, hidden_unit, sum_unit, score_unit, limit, width })
    }
}

/// FNV-1a.
fn fnv<'a>(bytes: impl Iterator<Item = &'a u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
