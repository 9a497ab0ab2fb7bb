//! What people see of a table.

use crate::Table;
use crate::away::Presence;
use crate::error::RequestError;
use crate::event::{GuestId, Moment, Seat};
use crate::words;
use galet_core::Side;
use galet_scene::{Owner, Phrase, Scene};
use galet_wire::table::{Away, ClockView, Offer, SeatView, Sitter, TableState, TableView};

impl Table {
    /// Everything, as one visitor sees it; `None` is somebody who is no guest yet. `names` gives
    /// the name that a guest chose.
    pub fn view(
        &self,
        viewer: Option<GuestId>,
        presence: &Presence,
        now: Moment,
        names: &dyn Fn(GuestId) -> String,
    ) -> TableView {
        TableView {
            id: self.id.clone(),
            game: self.game().to_owned(),
            setup: self.setup.clone(),
            moves: self.played.iter().map(|played| played.view.clone()).collect(),
            scene: self.scene(),
            state: self.state(viewer, presence, now, names),
        }
    }

    /// The picture of the game as it stands, whoever or whatever ended it.
    pub fn scene(&self) -> Scene {
        let mut scene = self.progress.scene();
        if let Some(ending) = &self.ending {
            // The rules know nothing of a resignation.
            scene.turn = None;
            scene.ending = Some(ending.clone());
        }
        scene
    }

    /// What the clocks show.
    pub fn clock(&self, now: Moment) -> ClockView {
        ClockView {
            terms: self.clock.terms(),
            left: self.clock.left(self.no_earlier(now)),
            running: self.clock.running().map(Owner::from),
        }
    }

    /// What changes besides the picture, as one visitor sees it. All who do not play see the
    /// same.
    pub fn state(
        &self,
        viewer: Option<GuestId>,
        presence: &Presence,
        now: Moment,
        names: &dyn Fn(GuestId) -> String,
    ) -> TableState {
        let now = self.no_earlier(now);
        let seat = |side: Side| SeatView {
            sitter: self.sitter(side, names),
            you: viewer.is_some_and(|guest| self.seats[side] == Seat::Guest { guest }),
            present: match self.seats[side] {
                Seat::Nobody => false,
                Seat::Computer { .. } => true,
                Seat::Guest { .. } => presence.away_since[side].is_none(),
            },
        };
        let to_move = viewer.filter(|&guest| self.waits_for(guest));
        TableState {
            seq: self.seq,
            ply: self.ply(),
            seats: Side::BOTH.map(seat),
            clock: self.clock(now),
            turn: self.turn().map(Owner::from),
            thinking: self.think(now).is_some() && !presence.computer_is_lost,
            notice: self.notice(presence, now),
            offers: self.offers.iter().map(|&(of, by)| Offer { of, by: by.into() }).collect(),
            ending: self.ending.clone(),
            rematch: self.rematch.clone(),
            may: self.may(viewer, presence, now),
            away: self
                .absence(presence)
                .map(|(side, from)| Away { side: side.into(), claim_in: from.since(now) }),
            continuations: to_move.and_then(|_| self.progress.continuations(&[]).ok()),
            watchers: presence.watchers,
        }
    }

    /// Why the game cannot go on as it should, and what can be done.
    fn notice(&self, presence: &Presence, now: Moment) -> Option<Phrase> {
        self.turn()?;
        if self.is_full() {
            Some(RequestError::TooLong.words())
        } else if presence.computer_is_lost {
            Some(words::COMPUTER_IS_LOST)
        } else if presence.computer_is_slow && self.think(now).is_some() {
            Some(words::COMPUTER_IS_SLOW)
        } else {
            None
        }
    }

    /// Who sits on a seat, as people see it.
    pub fn sitter(&self, side: Side, names: &dyn Fn(GuestId) -> String) -> Sitter {
        match self.seats[side] {
            Seat::Nobody => Sitter::Nobody,
            Seat::Guest { guest } => Sitter::Guest { name: names(guest) },
            Seat::Computer { level } => Sitter::Computer { level },
        }
    }
}
