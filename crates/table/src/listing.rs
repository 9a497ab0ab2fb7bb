//! Tables in lists: the card of each, and which of them somebody wants to see.

use crate::Table;
use crate::event::{GuestId, Seat};
use galet_core::{Level, Side};
use galet_games::UnknownGame;
use galet_games::record::GameResult;
use galet_scene::Owner;
use galet_wire::guest::{MyResult, TableCard};
use galet_wire::query::{pairs, set};
use galet_wire::table::Opened;

/// Tables on a page of a list.
pub const PAGE: u32 = 24;
/// The most games in one exported file.
pub const MOST_EXPORTED: u32 = 5_000;

impl Table {
    /// The table in a list of a guest.
    pub fn card(&self, guest: GuestId, names: &dyn Fn(GuestId) -> String) -> TableCard {
        let id = self.id().to_owned();
        TableCard {
            game: self.game().to_owned(),
            sitters: Side::BOTH.map(|side| self.sitter(side, names)),
            yours: self.sides_of(guest).map(Owner::from).collect(),
            ply: self.ply(),
            your_turn: self.waits_for(guest),
            ending: self.ending().cloned(),
            result: self.result_for(guest),
            at: self.last_at().0,
            picture: format!(
                "/api/tables/{id}/picture.svg?width=240&coordinates=false&captions=false&table=false&v={}",
                self.seq()
            ),
            table: Opened { id },
        }
    }

    /// How it ended for a guest who has one of its seats.
    pub fn result_for(&self, guest: GuestId) -> Option<MyResult> {
        let mut mine = self.sides_of(guest);
        let (side, None) = (mine.next()?, mine.next()) else { return None };
        match (self.result()?, side) {
            (GameResult::Unknown, _) => None,
            (GameResult::Draw, _) => Some(MyResult::Drawn),
            (GameResult::FirstWins, Side::First) | (GameResult::SecondWins, Side::Second) => {
                Some(MyResult::Won)
            }
            (GameResult::FirstWins | GameResult::SecondWins, _) => Some(MyResult::Lost),
        }
    }

    /// The level of the computer, if it plays.
    pub fn computer_level(&self) -> Option<u8> {
        Side::BOTH.into_iter().find_map(|side| match self.seats()[side] {
            Seat::Computer { level } => Some(level),
            Seat::Guest { .. } | Seat::Nobody => None,
        })
    }
}

/// Which tables of a guest are listed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableFilter {
    /// Finished ones, or those that run.
    pub ended: Option<bool>,
    /// Of this game.
    pub game: Option<&'static str>,
    /// That ended like this for the guest.
    pub result: Option<MyResult>,
    /// Finished ones against this opponent.
    pub opponent: Option<Opponent>,
    /// Only those after this one in the list: its time and its name.
    pub before: Option<(u64, String)>,
    /// Not more than these.
    pub at_most: u32,
}

/// Whom a finished game was played against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Somebody else.
    People,
    /// The computer.
    Level(u8),
}

/// What is wrong with a query for tables.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FilterError {
    /// No game has this name.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// It cannot be read.
    #[error("{0}")]
    Malformed(String),
}

impl From<&str> for FilterError {
    fn from(why: &str) -> FilterError {
        FilterError::Malformed(why.to_owned())
    }
}

impl From<String> for FilterError {
    fn from(why: String) -> FilterError {
        FilterError::Malformed(why)
    }
}

impl TableFilter {
    /// Reads the query of `/api/me/tables`.
    pub fn read(query: &str, at_most: u32) -> Result<TableFilter, FilterError> {
        let mut filter = TableFilter { at_most, ..TableFilter::default() };
        for (name, value) in pairs(query) {
            match name.as_str() {
                "state" => set(&mut filter.ended, &name, read_state(&value)?)?,
                "game" => set(&mut filter.game, &name, galet_games::find(&value)?.name())?,
                "result" => set(&mut filter.result, &name, read_result(&value)?)?,
                "level" => set(&mut filter.opponent, &name, read_opponent(&value)?)?,
                "before" => set(&mut filter.before, &name, read_before(&value)?)?,
                _ => return Err(format!("there is no {name} to ask for").into()),
            }
        }
        Ok(filter)
    }

    /// Whether a card is among those that are asked for; `level` is the computer's where it plays.
    pub fn takes(&self, card: &TableCard, level: Option<u8>) -> bool {
        let ended = card.ending.is_some();
        let against = |opponent| match opponent {
            Opponent::Level(asked) => ended && level == Some(asked),
            Opponent::People => ended && level.is_none() && card.yours.len() < 2,
        };
        let earlier = |(at, id): &(u64, String)| (card.at, &card.table.id) < (*at, id);
        self.ended.is_none_or(|asked| asked == ended)
            && self.game.is_none_or(|game| game == card.game)
            && self.result.is_none_or(|result| card.result == Some(result))
            && self.opponent.is_none_or(against)
            && self.before.as_ref().is_none_or(earlier)
    }
}

/// What to ask for `before` to see what comes after a card.
pub fn page_after(at: u64, id: &str) -> String {
    format!("{at}-{id}")
}

fn read_state(text: &str) -> Result<bool, &'static str> {
    match text {
        "running" => Ok(false),
        "finished" => Ok(true),
        _ => Err("state is running or finished"),
    }
}

fn read_result(text: &str) -> Result<MyResult, &'static str> {
    match text {
        "won" => Ok(MyResult::Won),
        "drawn" => Ok(MyResult::Drawn),
        "lost" => Ok(MyResult::Lost),
        _ => Err("result is won, drawn or lost"),
    }
}

fn read_opponent(text: &str) -> Result<Opponent, &'static str> {
    if text == "people" {
        return Ok(Opponent::People);
    }
    // As a message has it, by number, or as people write it.
    let level = text.parse().ok().and_then(Level::new).or_else(|| text.parse().ok());
    let level = level.map(|level| Opponent::Level(level.number()));
    level.ok_or("level is from 1 to 9, expert-1 and up, full, or people")
}

fn read_before(text: &str) -> Result<(u64, String), &'static str> {
    let read = || {
        let (at, id) = text.split_once('-')?;
        Some((at.parse().ok()?, id.to_owned()))
    };
    read().ok_or("before is what the page before it gave")
}
