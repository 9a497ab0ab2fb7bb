//! Files of games: reading them, and going on with one.

use crate::header::Header;
use crate::stored::{LONGEST, StoredGame};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Why a file of games cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system said no.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It does not begin as such a file does.
    #[error("this is no file of games: it does not begin with GALETDAT")]
    Magic,
    /// Another version of the format.
    #[error("it has version {0} of the format; this program reads version 1")]
    Version(u16),
    /// The header is wrong.
    #[error("its header is wrong: {0}")]
    Header(String),
    /// The last game is not there to its end, as after a kill.
    #[error(
        "the game that begins at byte {at} is cut short; `galet datagen play` goes on from there"
    )]
    Torn {
        /// Where that game begins.
        at: u64,
    },
    /// A game in the middle is not what was written.
    #[error("the game that begins at byte {at} is damaged: {why}")]
    Damaged {
        /// Where that game begins.
        at: u64,
        /// What is wrong.
        why: &'static str,
    },
}

/// Reads the games of a file one by one.
pub struct Reader<R> {
    input: R,
    header: Header,
    at: u64,
    ended: bool,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        Reader::new(BufReader::with_capacity(1 << 16, File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header; the games follow by iteration, up to the first error.
    pub fn new(mut input: R) -> Result<Self, ReadError> {
        let (header, at) = Header::read(&mut input)?;
        Ok(Reader { input, header, at, ended: false })
    }

    /// What the file says about itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many bytes have been read: the end of the last game.
    pub fn at(&self) -> u64 {
        self.at
    }

    fn read_game(&mut self) -> Result<Option<StoredGame>, ReadError> {
        let at = self.at;
        let mut start = [0; 8];
        let got = read_up_to(&mut self.input, &mut start)?;
        if got == 0 {
            return Ok(None);
        }
        if got < start.len() {
            return Err(ReadError::Torn { at });
        }
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|n| start[at + n]));
        let (length, checksum) = (word(0) as usize, word(4));
        if length > LONGEST {
            return Err(ReadError::Damaged { at, why: "it claims to be longer than any game" });
        }
        let mut body = vec![0; length];
        if read_up_to(&mut self.input, &mut body)? < length {
            return Err(ReadError::Torn { at });
        }
        if crc32fast::hash(&body) != checksum {
            return Err(ReadError::Damaged { at, why: "its checksum is wrong" });
        }
        let game = StoredGame::from_bytes(&body);
        let game = game.ok_or(ReadError::Damaged { at, why: "its bytes are no game" })?;
        self.at += (start.len() + length) as u64;
        Ok(Some(game))
    }
}

/// As many bytes as there are, at most as many as fit.
fn read_up_to(input: &mut impl Read, space: &mut [u8]) -> io::Result<usize> {
    let mut got = 0;
    while got < space.len() {
        match input.read(&mut space[got..]) {
            Ok(0) => break,
            Ok(n) => got += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(got)
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<StoredGame, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let game = self.read_game().transpose();
        self.ended = !matches!(game, Some(Ok(_)));
        game
    }
}

/// A game with its length and checksum, as it stands in a file.
pub(crate) fn framed(game: &StoredGame) -> Vec<u8> {
    let body = game.to_bytes();
    let mut bytes = Vec::with_capacity(body.len() + 8);
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(crc32fast::hash(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// Why a file cannot be gone on with.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Another program writes it.
    #[error("another program is writing it")]
    Busy,
    /// It was made in another way.
    #[error("it was made in another way: its {0}")]
    Different(String),
    /// The games are not the first ones of their source in order.
    #[error(
        "the game in place {place} has number {number}: only a file as `galet datagen play` wrote it can be gone on with"
    )]
    OutOfOrder {
        /// Which game of the file, from 0.
        place: u64,
        /// The number that it has.
        number: u64,
    },
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> Self {
        OpenError::Read(ReadError::Io(error))
    }
}

/// What was found in a file that is gone on with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resumed {
    /// Games that were there already.
    pub games: u64,
    /// Positions with a score in them.
    pub positions: u64,
    /// Bytes of a torn game that were cut off.
    pub cut: u64,
}

/// Adds games to a file, in order.
pub struct Appender {
    output: BufWriter<File>,
}

impl Appender {
    /// Begins a file, or goes on with one that has the same header: a torn end is cut off.
    pub fn open(path: &Path, header: &Header) -> Result<(Appender, Resumed), OpenError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => return Err(OpenError::Busy),
            Err(std::fs::TryLockError::Error(error)) => return Err(error.into()),
        }
        let mut resumed = Resumed::default();
        let length = file.metadata()?.len();
        let start = header.to_bytes();
        let end = if is_torn_start(&mut file, &start)? {
            file.rewind()?;
            file.write_all(&start)?;
            start.len() as u64
        } else {
            file.rewind()?;
            let end = scan(&file, header, &mut resumed)?;
            resumed.cut = length - end;
            file.set_len(end)?;
            end
        };
        file.seek(SeekFrom::Start(end))?;
        Ok((Appender { output: BufWriter::new(file) }, resumed))
    }

    /// Adds a game; it is with the system when this returns.
    pub fn add(&mut self, game: &StoredGame) -> io::Result<()> {
        self.output.write_all(&framed(game))?;
        self.output.flush()
    }
}

/// Whether a file is empty or ends in the middle of this header.
fn is_torn_start(file: &mut File, header: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut found)?;
    Ok(found.len() < header.len() && header.starts_with(&found))
}

/// Reads a file to its end or to a torn game, and says where that is.
fn scan(file: &File, header: &Header, resumed: &mut Resumed) -> Result<u64, OpenError> {
    let mut reader = Reader::new(BufReader::new(file))?;
    if let Some(difference) = reader.header().difference(header) {
        return Err(OpenError::Different(difference));
    }
    loop {
        match reader.next() {
            None | Some(Err(ReadError::Torn { .. })) => return Ok(reader.at()),
            Some(Err(error)) => return Err(error.into()),
            Some(Ok(game)) if (game.source, game.number) != (0, resumed.games) => {
                return Err(OpenError::OutOfOrder { place: resumed.games, number: game.number });
            }
            Some(Ok(game)) => {
                resumed.games += 1;
                resumed.positions += game.plies.len() as u64;
            }
        }
    }
}
