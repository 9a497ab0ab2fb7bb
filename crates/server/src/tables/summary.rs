//! What lists know of a table.

use crate::store::writer::{Ended, Summary};
use crate::token;
use galet_core::Side;
use galet_games::record::GameResult;
use galet_table::{GuestId, Presence, Seat, Table};

/// What lists know of a table.
pub(super) fn summary(table: &Table) -> Summary {
    let seats = table.seats();
    let effects = table.effects(&Presence::default(), table.last_at());
    // A computer that has to move wants that at once. Where a browser keeps the table, both are its
    // business.
    let wake = match effects.think {
        _ if token::is_mirrored_name(table.id()) => None,
        Some(_) => Some(table.last_at()),
        None => effects.flag_at,
    };
    Summary {
        id: table.id().to_owned(),
        game: table.game(),
        first: guest_on(seats[Side::First]).map(|guest| guest.0 as i64),
        second: guest_on(seats[Side::Second]).map(|guest| guest.0 as i64),
        turn: guest_to_move(table).map(|guest| guest.0 as i64),
        ply: table.ply(),
        seq: table.seq(),
        ended: table.is_over(),
        at: table.last_at().0,
        wake: wake.map(|moment| moment.0),
        level: table.computer_level(),
        result: ended(table).map(|ended| ended.result),
        over: ended(table).map(|ended| ended.over),
        goes_on: false,
    }
}

/// The result of a game that has none, as the store has it.
pub(super) const UNKNOWN: &str = "none";

/// How a table ended, if it did.
pub(super) fn ended(table: &Table) -> Option<Ended> {
    let result = match table.result()? {
        GameResult::FirstWins => "first",
        GameResult::SecondWins => "second",
        GameResult::Draw => "draw",
        GameResult::Unknown => UNKNOWN,
    };
    let over = table.ended_at().unwrap_or(table.last_at()).0;
    Some(Ended { level: table.computer_level(), result, over })
}

pub(super) fn guest_on(seat: Seat) -> Option<GuestId> {
    match seat {
        Seat::Guest { guest } => Some(guest),
        Seat::Nobody | Seat::Computer { .. } => None,
    }
}

/// The guest for whose move a table waits.
pub(super) fn guest_to_move(table: &Table) -> Option<GuestId> {
    guest_on(table.seats()[table.turn()?])
}
