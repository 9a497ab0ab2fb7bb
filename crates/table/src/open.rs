//! How a table begins.

use crate::Table;
use crate::clock::{self, Clock};
use crate::event::{Event, EventKind, GuestId, Moment, Opening, Seat};
use galet_core::{NoSuchLevel, PerSide, Side};
use galet_games::{MoveError, SetupText, StartError, UnknownGame};
use galet_scene::{Phrase, ToPhrase};
use galet_wire::setup::Setup;
use galet_wire::socket;
use galet_wire::table::NewTable;

/// The most moves that a table can begin with: several times the longest games that people record.
pub const MOST_GIVEN: usize = 1_000;
/// The most moves that a game grows to: as many as any rule option can ask for. Whoever plays so
/// long agrees to a draw, resigns or calls the game off.
pub const LONGEST_GAME: u32 = 10_000;

impl Table {
    /// Opens a table for a guest, under a name that no other table has. `experts` says how many
    /// expert levels the computer has in a game; `seed` is what its choices are drawn with. The event
    /// is the one to store.
    pub fn open(
        id: &str,
        request: &NewTable,
        experts: impl Fn(&str) -> u8,
        by: GuestId,
        seed: u64,
        now: Moment,
    ) -> Result<(Table, Event), OpenError> {
        let seats = [&request.seats[0], &request.seats[1]].map(|seat| Seat::requested(seat, by));
        if !seats.iter().any(|seat| matches!(seat, Seat::Guest { .. })) {
            return Err(OpenError::NoSeatOfYours);
        }
        // Only here: a table that is stored is read again, whichever levels there are by then.
        for level in seats.into_iter().filter_map(Seat::level) {
            level?.of_game(experts(&request.game))?;
        }
        // Only here as well: however long it is.
        if request.moves.len() > MOST_GIVEN {
            return Err(OpenError::TooManyMoves);
        }
        let asked = Opening {
            game: request.game.clone(),
            setup: request.setup.clone(),
            moves: request.moves.clone(),
            seats,
            clock: request.clock,
            seed,
        };
        let table = Table::begin(id, &asked, now)?;
        // Stored is what was understood, not what was typed.
        let event = Event::new(now, EventKind::Opened(table.opening(seats, seed)));
        Ok((table, event))
    }

    /// The opening of the rematch: the same game with sides swapped, its own seed and time. It
    /// belongs to the table that [`EventKind::RematchMade`] names; store both together.
    pub fn rematch_opening(&self, seed: u64, now: Moment) -> Event {
        let seats = [self.seats[Side::Second], self.seats[Side::First]];
        Event::new(now, EventKind::Opened(self.opening(seats, seed)))
    }

    /// An opening of the same game.
    fn opening(&self, seats: [Seat; 2], seed: u64) -> Opening {
        Opening {
            game: self.game().to_owned(),
            setup: self.setup.clone(),
            moves: self.moves().take(self.given).map(str::to_owned).collect(),
            seats,
            clock: self.clock.terms(),
            seed,
        }
    }

    /// The table right after its opening.
    pub(crate) fn begin(id: &str, opening: &Opening, at: Moment) -> Result<Table, OpenError> {
        for level in opening.seats.into_iter().filter_map(Seat::level) {
            level?;
        }
        if !clock::is_playable_clock(opening.clock) {
            return Err(OpenError::NoSuchClock);
        }
        let Setup { layout, options, position } = opening.setup.clone();
        let progress =
            galet_games::find(&opening.game)?.start(&SetupText { layout, options, position })?;
        let SetupText { layout, options, position } = progress.setup();
        let mut table = Table {
            id: id.to_owned(),
            seq: 1,
            opened_at: at,
            last_at: at,
            seed: opening.seed,
            setup: Setup { layout, options, position },
            players: progress.scene().players,
            progress,
            seats: PerSide::new(opening.seats[0], opening.seats[1]),
            played: Vec::with_capacity(opening.moves.len()),
            given: opening.moves.len(),
            revision: 0,
            clock: Clock::new(opening.clock, at),
            offers: Vec::new(),
            declined: Vec::new(),
            ending: None,
            ended_at: None,
            rematch: None,
        };
        for (ply, text) in opening.moves.iter().enumerate() {
            table.play(text, None).map_err(|refused| OpenError::Move { ply, refused })?;
        }
        if table.progress.outcome().is_some() {
            return Err(OpenError::AlreadyOver);
        }
        table.begin_turn(at);
        Ok(table)
    }
}

/// Why a table cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// No game has this name.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The layout, an option or the position is wrong.
    #[error(transparent)]
    Start(#[from] StartError),
    /// One of the moves cannot be played.
    #[error("move {}: {refused}", .ply + 1)]
    Move {
        /// Which, counted from 0.
        ply: usize,
        /// Why.
        refused: MoveError,
    },
    /// The position or the moves end the game before it begins.
    #[error("the game is over already: begin from an earlier position")]
    AlreadyOver,
    /// Whoever opens the table does not play.
    #[error("one of the seats must be your own")]
    NoSeatOfYours,
    /// The computer has no such level.
    #[error(transparent)]
    Level(#[from] NoSuchLevel),
    /// The clock cannot be set like that.
    #[error(
        "a clock has from 1 second to 24 hours, at most 1 hour more with each move, or from 1 to \
         30 days for each move"
    )]
    NoSuchClock,
    /// More moves than a table begins with.
    #[error(
        "a table begins with at most {MOST_GIVEN} moves: give the position that they lead to instead"
    )]
    TooManyMoves,
}

impl OpenError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            OpenError::Game(_) => "no-such-game",
            OpenError::Start(_) => "bad-setup",
            OpenError::Move { .. } => "illegal-move",
            OpenError::AlreadyOver => "game-over",
            OpenError::NoSeatOfYours => "no-seat-of-yours",
            OpenError::Level(_) => "no-such-level",
            OpenError::NoSuchClock => "no-such-clock",
            OpenError::TooManyMoves => "too-many-moves",
        }
    }

    /// In words that say what to do next.
    pub fn words(&self) -> Phrase {
        let french = match self {
            OpenError::Game(unknown) => return unknown.to_phrase().sentence(),
            OpenError::Start(error) => return error.sentence(),
            OpenError::Move { ply, refused } => {
                let which = Phrase::new(
                    format!("Move {} cannot be played.", ply + 1),
                    format!("Le coup {} n'est pas jouable.", ply + 1),
                );
                return which.then(&refused.sentence());
            }
            OpenError::AlreadyOver => {
                "La partie est déjà terminée. Commencez d'une position antérieure."
            }
            OpenError::NoSeatOfYours => "L'une des deux places doit être la vôtre.",
            OpenError::Level(missing) => return missing.words().sentence(),
            OpenError::NoSuchClock => {
                "Une pendule a de 1 seconde à 24 heures, au plus 1 heure de plus par coup, ou de \
                 1 à 30 jours par coup."
            }
            OpenError::TooManyMoves => {
                let fr = format!(
                    "Une table commence avec {MOST_GIVEN} coups au plus. Donnez plutôt la position \
                     à laquelle ils mènent."
                );
                return Phrase::new(self.to_string(), fr).sentence();
            }
        };
        Phrase::new(self.to_string(), french).sentence()
    }
}

impl From<&OpenError> for socket::ErrorInfo {
    fn from(refused: &OpenError) -> socket::ErrorInfo {
        socket::ErrorInfo { code: refused.code().to_owned(), words: refused.words() }
    }
}
