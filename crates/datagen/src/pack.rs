//! The positions of games as training reads them: rows of one length, without any rules.
//!
//! `docs/datagen.md` has the format; `train/galet_train/data.py` reads it.

use crate::check::{CheckError, replay_all};
use crate::file::Reader;
use crate::seed_of;
use galet_search::score::forced_in;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Why positions cannot be packed.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// A file is wrong.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// No network learns the game.
    #[error("nothing can be packed for {0}: no network learns it, so its mind shows no board")]
    NoBoard(String),
    /// The files are of different games.
    #[error("these files do not go together: one is of {0}, one of {1}")]
    Different(String, String),
    /// The pack cannot be written.
    #[error("{0}")]
    Write(#[from] io::Error),
}

/// The header: magic, version, bytes of a board, bytes of a row, two bytes of nothing, the game,
/// rows, their checksum, and nothing up to here.
const HEADER: usize = 64;
/// Behind the board: chances, game, flags.
const BEHIND: usize = 2 + 4 + 1;

/// The result that nobody knows, in the two lowest bits of the flags; the others are 0 for lost,
/// 1 for drawn, 2 for won by the side to move.
const UNKNOWN: u8 = 3;
/// The move takes something.
const UNQUIET: u8 = 4;
/// The search had proven the result.
const PROVEN: u8 = 8;

/// A pack being written.
pub struct Packer<W> {
    out: W,
    game: Option<String>,
    board: usize,
    rows: u64,
    crc: crc32fast::Hasher,
}

impl<W: Write + Seek> Packer<W> {
    /// A pack at the beginning of some output.
    pub fn new(mut out: W) -> io::Result<Self> {
        // The header is known at the end.
        out.write_all(&[0; HEADER])?;
        Ok(Packer { out, game: None, board: 0, rows: 0, crc: crc32fast::Hasher::new() })
    }

    /// Adds all positions of a file that have a score.
    pub fn add<R: Read>(&mut self, reader: Reader<R>) -> Result<(), PackError> {
        let name = reader.header().game.clone();
        let game = self.game.get_or_insert_with(|| name.clone());
        if *game != name {
            return Err(PackError::Different(game.clone(), name));
        }
        let mut result = Ok(());
        replay_all(reader, &mut |game, replayed| {
            let identity = (seed_of(&[replayed.source.seed, game.number]) >> 32) as u32;
            for (ply, seen) in game.plies.iter().zip(&replayed.seen) {
                if result.is_err() {
                    return;
                }
                let Some(board) = &seen.board else {
                    result = Err(PackError::NoBoard(name.clone()));
                    return;
                };
                let chances = galet_minds::chances(ply.score.into(), seen.clear_lead);
                let mut flags = match game.ending.points(seen.turn) {
                    Some(points) => (points * 2.0) as u8,
                    None => UNKNOWN,
                };
                flags |= if seen.unquiet { UNQUIET } else { 0 };
                flags |= if forced_in(ply.score.into()).is_some() { PROVEN } else { 0 };
                result = self.row(board, chances, identity, flags).map_err(PackError::from);
            }
        })?;
        result
    }

    fn row(&mut self, board: &[u8], chances: f64, game: u32, flags: u8) -> io::Result<()> {
        self.board = board.len();
        let mut row = Vec::with_capacity(board.len() + BEHIND);
        row.extend(board);
        row.extend(((chances * 65_535.0).round() as u16).to_le_bytes());
        row.extend(game.to_le_bytes());
        row.push(flags);
        self.crc.update(&row);
        self.rows += 1;
        self.out.write_all(&row)
    }

    /// Writes the header and says how many positions there are.
    pub fn finish(mut self) -> io::Result<u64> {
        let mut header = b"GALETPOS".to_vec();
        for word in [1, self.board, self.board + BEHIND, 0] {
            header.extend((word as u16).to_le_bytes());
        }
        let mut name = self.game.unwrap_or_default().into_bytes();
        name.resize(16, 0);
        header.extend(name);
        header.extend(self.rows.to_le_bytes());
        header.extend(self.crc.finalize().to_le_bytes());
        header.resize(HEADER, 0);
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header)?;
        self.out.flush()?;
        Ok(self.rows)
    }
}
