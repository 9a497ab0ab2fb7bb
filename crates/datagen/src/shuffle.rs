//! Several files of games as one, in random order: any part of it is a fair sample.

use crate::file::{ReadError, Reader, framed};
use crate::header::Header;
use crate::stored::StoredGame;
use galet_core::random::SplitMix64;
use std::collections::HashSet;
use std::io::{self, Read, Write};

/// Why files cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum ShuffleError {
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The files are of different games or rules.
    #[error("these files do not go together: {0}")]
    Different(String),
    /// A game names what its header does not have.
    #[error("game {number} names a layout or a source that its header does not have")]
    Unlisted {
        /// The number of the game.
        number: u64,
    },
}

/// Games of several files.
#[derive(Debug, Default)]
pub struct Pool {
    header: Option<Header>,
    games: Vec<StoredGame>,
    known: HashSet<(u32, u64)>,
}

impl Pool {
    /// Adds the games of a file, those that are there already left out. Says how many were.
    pub fn add<R: Read>(&mut self, reader: Reader<R>) -> Result<u64, ShuffleError> {
        let theirs = reader.header().clone();
        let header = self.header.get_or_insert_with(|| Header {
            layouts: Vec::new(),
            sources: Vec::new(),
            ..theirs.clone()
        });
        let rules =
            |header: &Header| Header { layouts: Vec::new(), sources: Vec::new(), ..header.clone() };
        if let Some(difference) = rules(header).difference(&rules(&theirs)) {
            return Err(ShuffleError::Different(difference));
        }
        let layouts: Vec<u32> =
            theirs.layouts.iter().map(|name| place(&mut header.layouts, name)).collect();
        let sources: Vec<u32> =
            theirs.sources.iter().map(|source| place(&mut header.sources, source)).collect();
        let mut left_out = 0;
        for game in reader {
            let game = game?;
            let number = game.number;
            let at = |list: &[u32], place: u32| {
                list.get(place as usize).copied().ok_or(ShuffleError::Unlisted { number })
            };
            let source = at(&sources, game.source)?;
            let layout = at(&layouts, game.layout)?;
            if self.known.insert((source, number)) {
                self.games.push(StoredGame { source, layout, ..game });
            } else {
                left_out += 1;
            }
        }
        Ok(left_out)
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Writes the games in an order that the seed decides, at most so many.
    pub fn write(mut self, seed: u64, most: usize, out: &mut impl Write) -> io::Result<usize> {
        let Some(header) = self.header else { return Ok(0) };
        out.write_all(&header.to_bytes())?;
        let mut random = SplitMix64::new(seed);
        let count = self.games.len().min(most);
        for place in 0..count {
            let other = place + random.below(self.games.len() - place);
            self.games.swap(place, other);
            out.write_all(&framed(&self.games[place]))?;
        }
        out.flush()?;
        Ok(count)
    }
}

/// The place of a thing in a list, which gets it if it is new.
fn place<T: Clone + PartialEq>(list: &mut Vec<T>, thing: &T) -> u32 {
    let known = list.iter().position(|other| other == thing);
    let place = known.unwrap_or_else(|| {
        list.push(thing.clone());
        list.len() - 1
    });
    place as u32
}
