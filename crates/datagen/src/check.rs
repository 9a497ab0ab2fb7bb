//! Whether stored games are games: every move legal, the result what the rules say.

use crate::file::{ReadError, Reader};
use crate::header::{Header, Source};
use crate::play::{move_at, setups};
use crate::stored::{Ending, StoredGame};
use galet_core::{Game, Progress, SetupError};
use galet_engine::Visitor;
use galet_games::UnknownGame;
use galet_minds::{Expert, Trainable};
use std::io::Read;

/// Why stored games are none.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The game is unknown.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The header names a layout or an option that is none.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A game is wrong.
    #[error("game {number}: {wrong}")]
    Wrong {
        /// The number of the game.
        number: u64,
        /// What is wrong with it.
        wrong: Wrong,
    },
}

/// What is wrong with a stored game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Wrong {
    /// It names a layout or a source that the header does not have.
    #[error("it names {what} {place}, but the header has only {count}")]
    Unlisted {
        /// Of what.
        what: &'static str,
        /// Which.
        place: u32,
        /// How many there are.
        count: usize,
    },
    /// A move that is not there.
    #[error("ply {ply}: move {place} of {count}, counted from 0")]
    NoSuchMove {
        /// Which ply, from 1.
        ply: usize,
        /// The place that is stored.
        place: u32,
        /// How many legal moves there are.
        count: u64,
    },
    /// A move after the end.
    #[error("ply {ply} comes after the end of the game")]
    TooLate {
        /// Which ply, from 1.
        ply: usize,
    },
    /// Another result.
    #[error("its end is stored as {stored:?}, but by the rules it is {found:?}")]
    Ending {
        /// What is stored.
        stored: Ending,
        /// What the rules say; cut off is a game that is not over.
        found: Ending,
    },
    /// It was cut off too early.
    #[error("it was cut off after {plies} plies instead of {limit}")]
    CutEarly {
        /// How long it is.
        plies: usize,
        /// How long it should be.
        limit: u32,
    },
}

/// What a check looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Games.
    pub games: u64,
    /// Moves, those of openings too.
    pub moves: u64,
}

/// Replays every game of a file.
pub fn check<R: Read>(reader: Reader<R>) -> Result<Checked, CheckError> {
    let mut checked = Checked::default();
    replay_all(reader, &mut |game, _: &Replayed<'_>| {
        checked.games += 1;
        checked.moves += (game.opening.len() + game.plies.len()) as u64;
    })?;
    Ok(checked)
}

/// A game with the positions in which the search was asked.
pub(crate) struct Replayed<'a> {
    pub(crate) source: &'a Source,
    /// One for each of the game's plies.
    pub(crate) seen: Vec<Seen>,
}

/// A position as statistics and training want it.
pub(crate) struct Seen {
    pub(crate) key: u64,
    pub(crate) turn: galet_core::Side,
    /// The score that means three chances in four to whoever gave the move its score.
    pub(crate) clear_lead: i32,
    /// The board as training reads it, where the mind has such a thing.
    pub(crate) board: Option<Vec<u8>>,
    /// Whether the move takes something, so that the position as it stands says little.
    pub(crate) unquiet: bool,
}

/// Replays every game of a file, checks it, and hands it over.
pub(crate) fn replay_all<R: Read>(
    reader: Reader<R>,
    each: &mut dyn FnMut(&StoredGame, &Replayed<'_>),
) -> Result<(), CheckError> {
    let name = reader.header().game.clone();
    galet_engine::visit(&name, Replay { reader, each })?
}

struct Replay<'a, R> {
    reader: Reader<R>,
    each: &'a mut dyn FnMut(&StoredGame, &Replayed<'_>),
}

impl<R: Read> Visitor for Replay<'_, R> {
    type Output = Result<(), CheckError>;

    fn visit<E: Expert>(self) -> Self::Output {
        let header = self.reader.header().clone();
        let setups = setups::<E::Game>(&header)?;
        let mind = E::by_hand();
        for game in self.reader {
            let game = game?;
            let replayed = replay(&mind, &header, &setups, &game)
                .map_err(|wrong| CheckError::Wrong { number: game.number, wrong })?;
            (self.each)(&game, &replayed);
        }
        Ok(())
    }
}

fn replay<'a, E: Trainable>(
    mind: &E,
    header: &'a Header,
    setups: &[<E::Game as Game>::Setup],
    game: &StoredGame,
) -> Result<Replayed<'a>, Wrong> {
    let unlisted = |what, place, count| Wrong::Unlisted { what, place, count };
    let setup = setups
        .get(game.layout as usize)
        .ok_or_else(|| unlisted("layout", game.layout, setups.len()))?;
    let source = header
        .sources
        .get(game.source as usize)
        .ok_or_else(|| unlisted("source", game.source, header.sources.len()))?;
    let mut progress = Progress::<E::Game>::new(setup.clone());
    for &place in &game.opening {
        play(&mut progress, place)?;
    }
    let mut seen = Vec::with_capacity(game.plies.len());
    for ply in &game.plies {
        let before = progress.position().clone();
        let m = play(&mut progress, ply.choice)?;
        seen.push(Seen {
            key: before.key(),
            turn: before.turn(),
            clear_lead: source.clear_lead_of(game.number, before.turn()),
            board: E::board(&before),
            unquiet: mind
                .visit_noisy(&before, |other| {
                    if other == m {
                        std::ops::ControlFlow::Break(())
                    } else {
                        std::ops::ControlFlow::Continue(())
                    }
                })
                .is_break(),
        });
    }
    let found = Ending::of(progress.outcome());
    if found != game.ending {
        return Err(Wrong::Ending { stored: game.ending, found });
    }
    let plies = progress.moves().len();
    if found == Ending::CutOff && plies < source.max_plies as usize {
        return Err(Wrong::CutEarly { plies, limit: source.max_plies });
    }
    Ok(Replayed { source, seen })
}

fn play<G: Game>(progress: &mut Progress<G>, place: u32) -> Result<G::Move, Wrong> {
    let ply = progress.moves().len() + 1;
    if progress.outcome().is_some() {
        return Err(Wrong::TooLate { ply });
    }
    let position = progress.position();
    let m = move_at(position, place).ok_or_else(|| Wrong::NoSuchMove {
        ply,
        place,
        count: position.count_moves(),
    })?;
    progress.play(m).map_err(|_| Wrong::TooLate { ply })?;
    Ok(m)
}
