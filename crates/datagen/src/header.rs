//! What a file of games says about itself.

use crate::file::ReadError;
use galet_core::Side;
use serde::{Deserialize, Serialize};
use std::io::Read;

/// Which game, under which rules, and where the games come from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The name of the game.
    pub game: String,
    /// Rule options that differ from the default, as key and value.
    pub options: Vec<(String, String)>,
    /// The start layouts that games begin from; a game names its own by the place in this list.
    pub layouts: Vec<String>,
    /// How games were made; one unless files were put together. A game names its own by the
    /// place in this list.
    pub sources: Vec<Source>,
}

/// How games were made. Two equal sources make equal games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Decides everything that is drawn.
    pub seed: u64,
    /// Positions looked at for each move.
    pub nodes: u64,
    /// How games begin.
    pub openings: Openings,
    /// A game that lasts so many plies is cut off.
    pub max_plies: u32,
    /// Who played: `shipped`, `by hand`, or the name of a network's file.
    pub mind: String,
    /// A checksum of what that mind makes of some positions: tells minds of one name apart.
    pub fingerprint: String,
    /// The score that means three chances in four to that mind.
    pub clear_lead: i32,
    /// The version of the program.
    pub program: String,
    /// Whom that mind played against; nobody where it played both sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Opponent>,
}

/// The second mind of a source. It plays the second player in games of even numbers, the first in
/// those of odd ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// As [`Source::mind`].
    pub mind: String,
    /// As [`Source::fingerprint`].
    pub fingerprint: String,
    /// As [`Source::clear_lead`]; scores of its moves are in its own terms.
    pub clear_lead: i32,
}

impl Source {
    /// Who plays a side in the game of that number, if it is not the source's own mind.
    pub fn opponent(&self, number: u64, side: Side) -> Option<&Opponent> {
        let its_side = if number.is_multiple_of(2) { Side::Second } else { Side::First };
        self.against.as_ref().filter(|_| side == its_side)
    }

    /// The score that means three chances in four to whoever plays a side in the game of that number.
    pub fn clear_lead_of(&self, number: u64, side: Side) -> i32 {
        self.opponent(number, side).map_or(self.clear_lead, |opponent| opponent.clear_lead)
    }
}

/// How games begin: random moves that leave both sides with a chance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Openings {
    /// At least so many random plies.
    pub least: u32,
    /// At most so many.
    pub most: u32,
    /// The chances of the side to move may be so many percent away from even.
    pub imbalance_percent: u32,
}

/// The first bytes of a file of games.
const MAGIC: &[u8; 8] = b"GALETDAT";
/// The version of the format.
const VERSION: u16 = 1;
/// No header is longer.
const LONGEST: usize = 1 << 20;

impl Header {
    /// The bytes that a file begins with.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = serde_json::to_vec(self).expect("a header is plain data");
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(&text).to_le_bytes());
        bytes.extend(text);
        bytes
    }

    /// Reads the header that a file begins with, and says how long it is.
    pub(crate) fn read(input: &mut impl Read) -> Result<(Header, u64), ReadError> {
        let mut start = [0; 18];
        let cut = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => ReadError::Header("it is cut short".to_owned()),
            _ => ReadError::Io(error),
        };
        input.read_exact(&mut start[..8]).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => ReadError::Magic,
            _ => ReadError::Io(error),
        })?;
        if &start[..8] != MAGIC {
            return Err(ReadError::Magic);
        }
        input.read_exact(&mut start[8..]).map_err(cut)?;
        let version = u16::from_le_bytes([start[8], start[9]]);
        if version != VERSION {
            return Err(ReadError::Version(version));
        }
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| start[at + n]));
        let (length, checksum) = (word(10) as usize, word(14));
        if length > LONGEST {
            return Err(ReadError::Header(format!("it claims to be {length} bytes long")));
        }
        let mut text = vec![0; length];
        input.read_exact(&mut text).map_err(cut)?;
        if crc32fast::hash(&text) != checksum {
            return Err(ReadError::Header("its checksum is wrong".to_owned()));
        }
        let header = serde_json::from_slice(&text);
        let header = header.map_err(|error| ReadError::Header(error.to_string()))?;
        Ok((header, (start.len() + length) as u64))
    }

    /// What another header has differently, in words; `None` if nothing.
    pub fn difference(&self, other: &Header) -> Option<String> {
        let [one, two] = [self, other].map(|header| serde_json::to_value(header).ok());
        let mut found = Vec::new();
        differing("", &one?, &two?, &mut found);
        (!found.is_empty()).then(|| found.join(", "))
    }
}

/// The differences of two values, the fields of a thing in a thing under both names. A field that
/// only one of them has is nothing in the other.
fn differing(
    name: &str,
    one: &serde_json::Value,
    two: &serde_json::Value,
    found: &mut Vec<String>,
) {
    use serde_json::Value::{Array, Null, Object};
    match (one, two) {
        _ if one == two => {}
        (Array(a), Array(b)) if a.len() == b.len() => {
            // Things in a list are told by their fields.
            let name = if a.iter().all(serde_json::Value::is_object) { "" } else { name };
            a.iter().zip(b).for_each(|(a, b)| differing(name, a, b, found));
        }
        (Object(fields), Object(_) | Null) | (Null, Object(fields)) => {
            let others = [one, two].into_iter().filter_map(serde_json::Value::as_object);
            let new =
                others.flat_map(|other| other.keys()).filter(|key| !fields.contains_key(*key));
            for key in fields.keys().chain(new) {
                let name = format!("{name} {}", key.replace('_', " "));
                let [one, two] = [one, two].map(|value| value.get(key).unwrap_or(&Null));
                differing(name.trim_start(), one, two, found);
            }
        }
        _ => {
            let [one, two] = [one, two].map(|value| match value {
                Null => "nothing".to_owned(),
                _ => value.to_string(),
            });
            found.push(format!("{name} is {one}, not {two}"));
        }
    }
}
