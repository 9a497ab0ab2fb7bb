//! A table that a browser keeps itself, and mirrors to a server.

use crate::{Client, ClientError, Reply};
use galet_core::Level;
use galet_table::{Event, EventKind, GuestId, Moment, Table};
use galet_wire::door::{Mirrored, MirroredEvents};
use galet_wire::table::{ClockTerms, NewTable};

/// A table as its browser has it.
#[derive(Clone, Debug)]
pub struct KeptTable {
    /// The table.
    pub table: Table,
    /// Everything that happened there.
    pub events: Vec<Event>,
}

impl KeptTable {
    /// Opens one at some time. Its name has twelve letters.
    pub fn open(name: &str, request: &NewTable, now: u64) -> Self {
        let opened =
            Table::open(name, request, |_| Level::MOST_EXPERTS, GuestId(0), 7, Moment(now));
        let (table, event) = opened.unwrap_or_else(|error| panic!("no such table: {error}"));
        KeptTable { table, events: vec![event] }
    }

    /// Something happens a second after the last event.
    pub fn happens(&mut self, kind: EventKind) {
        let event = Event::new(self.table.last_at().plus(1_000), kind);
        self.table.follow(&event).unwrap_or_else(|error| panic!("{event:?}: {error}"));
        self.events.push(event);
    }

    /// So many moves are played, whoever plays them.
    pub fn plays(&mut self, moves: usize, clock: ClockTerms) {
        for _ in 0..moves {
            let mut texts = self.table.progress().legal_moves(3).texts;
            let text = texts.pop().unwrap_or_else(|| panic!("the game is over"));
            let left = (clock != ClockTerms::None).then_some(60_000);
            self.happens(EventKind::Moved { text, left });
        }
    }

    /// The address of its events.
    pub fn address(&self) -> String {
        format!("/api/me/tables/{}/events", self.table.id())
    }

    /// The events from a number on, as they are sent.
    pub fn from(&self, from: u32) -> MirroredEvents {
        let there = self.events.iter().skip(from as usize - 1);
        MirroredEvents { from, events: there.map(Event::to_json).collect() }
    }

    /// Sends the events from a number on.
    pub async fn send(&self, client: &mut Client, from: u32) -> Result<Reply, ClientError> {
        client.send_json("POST", &self.address(), &self.from(from)).await
    }

    /// Sends the events from a number on, which must be welcome; gives how many are there then.
    pub async fn mirror(&self, client: &mut Client, from: u32) -> Result<u32, ClientError> {
        Ok(self.send(client, from).await?.read::<Mirrored>()?.seq)
    }
}
