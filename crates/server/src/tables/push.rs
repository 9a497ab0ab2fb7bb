//! Pushes as text: what happened is written once, how things stand once for each way to look.

use crate::socket::outbox::text_of;
use axum::extract::ws::Utf8Bytes;
use galet_core::Side;
use galet_table::{GuestId, Table};
use galet_wire::socket::Message;
use galet_wire::table::{Happening, TableState};

/// Nearly all parts of a push have room in so many bytes.
const ROOM: usize = 2048;

/// A way to look at a table. Whoever shares it sees the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Viewpoint([bool; 2]);

impl Viewpoint {
    pub(super) fn of(table: &Table, guest: Option<GuestId>) -> Self {
        let mut seats = [false; 2];
        for side in guest.into_iter().flat_map(|guest| table.sides_of(guest)) {
            seats[usize::from(side == Side::Second)] = true;
        }
        Viewpoint(seats)
    }
}

/// The beginning of a push, up to the state.
pub(super) fn happened(table: &str, happening: &Happening) -> Vec<u8> {
    let mut text = Vec::with_capacity(ROOM);
    text.extend_from_slice(br#"{"type":"happened","table":"#);
    json(&mut text, table);
    text.extend_from_slice(br#","happening":"#);
    json(&mut text, happening);
    text.extend_from_slice(br#","state":"#);
    text
}

/// The whole push.
pub(super) fn with_state(happened: &[u8], state: &TableState) -> Utf8Bytes {
    let mut text = Vec::with_capacity(happened.len() + ROOM);
    text.extend_from_slice(happened);
    json(&mut text, state);
    text.push(b'}');
    String::from_utf8(text).expect("JSON is text").into()
}

/// How many look on.
pub(super) fn watchers(table: &str, watchers: u32) -> Utf8Bytes {
    text_of(&Message::Watchers { table: table.to_owned(), watchers })
}

fn json<T: serde::Serialize + ?Sized>(text: &mut Vec<u8>, value: &T) {
    serde_json::to_writer(text, value).expect("messages are made of texts, numbers and lists");
}

#[cfg(test)]
mod tests {
    use super::*;
    use galet_table::{Moment, Presence};
    use galet_wire::table::{ClockTerms, NewTable, SeatRequest};

    #[test]
    fn a_push_in_two_parts_is_the_message() {
        let message = NewTable {
            game: galet_games::all()[0].name().to_owned(),
            setup: Default::default(),
            moves: Vec::new(),
            seats: [SeatRequest::Me, SeatRequest::Friend],
            clock: ClockTerms::default(),
        };
        let guest = GuestId(7);
        let (table, _) =
            Table::open("abc", &message, |_| 0, guest, 1, Moment(5)).expect("it opens");
        let state =
            table.state(Some(guest), &Presence::default(), Moment(6), &|_| "\"é\"".to_owned());
        let text = with_state(&happened("abc", &Happening::Other), &state);
        let message =
            Message::Happened { table: "abc".to_owned(), happening: Happening::Other, state };
        assert_eq!(text, text_of(&message));
        assert_eq!(Viewpoint::of(&table, Some(guest)), Viewpoint([true, false]));
        assert_eq!(Viewpoint::of(&table, Some(GuestId(8))), Viewpoint([false, false]));
        assert_eq!(Viewpoint::of(&table, None), Viewpoint([false, false]));
    }
}
