//! How events change a table, and what everybody is told of them.

use crate::Table;
use crate::event::{Event, EventKind, GuestId, Moment, Seat};
use crate::open::OpenError;
use crate::table::PlayedMove;
use crate::words::{self, End};
use galet_core::Side;
use galet_games::MoveError;
use galet_scene::Phrase;
use galet_wire::table::{Change, Happening, MoveView, OfferKind};

impl Table {
    /// The table that these events made. Nothing is sent or drawn for it, so that a server with
    /// many tables begins quickly.
    pub fn replay<'a>(
        id: &str,
        events: impl IntoIterator<Item = &'a Event>,
    ) -> Result<Table, ReplayError> {
        let mut events = events.into_iter().enumerate();
        let (_, first) = events.next().ok_or(ReplayError::Nothing)?;
        let fault = |index, event: &Event, misfit| ReplayError::Event {
            index,
            at: event.at,
            misfit: Box::new(misfit),
        };
        let EventKind::Opened(opening) = &first.kind else {
            return Err(fault(0, first, EventError::NotOpened));
        };
        let mut table =
            Table::begin(id, opening, first.at).map_err(|why| fault(0, first, why.into()))?;
        for (index, event) in events {
            table.take(event).map_err(|misfit| fault(index, event, misfit))?;
        }
        Ok(table)
    }

    /// Lets an event happen and says what everybody at the table is to be told. An event that
    /// does not fit changes nothing; those of [`Table::ask`], [`Table::answer`], [`Table::tick`]
    /// and [`Table::interrupted`] fit until another has happened.
    pub fn apply(&mut self, event: &Event) -> Result<Happening, EventError> {
        match &event.kind {
            EventKind::Moved { text, .. } => {
                let animation = self.progress.animation(text).unwrap_or_default();
                self.take(event)?;
                let Some(last) = self.played.last() else { return Ok(Happening::Other) };
                let change = Change::new(animation, self.progress.scene());
                Ok(Happening::Moved { played: last.view.clone(), change })
            }
            EventKind::TookBack { plies, .. } => {
                self.take(event)?;
                Ok(Happening::TookBack { plies: *plies, scene: self.progress.scene() })
            }
            _ => {
                self.take(event)?;
                Ok(Happening::Other)
            }
        }
    }

    /// Lets an event happen like [`Table::apply`], where nobody is to be told of it.
    pub fn follow(&mut self, event: &Event) -> Result<(), EventError> {
        self.take(event)
    }

    /// Lets an event happen, or changes nothing.
    fn take(&mut self, event: &Event) -> Result<(), EventError> {
        let at = event.at;
        match &event.kind {
            EventKind::Opened(_) => return Err(EventError::OpenedAgain),
            EventKind::Seated { side, guest } => self.seat(*side, *guest, at)?,
            EventKind::Moved { text, left } => {
                let side = self.turn().ok_or(EventError::NotRunning)?;
                if left.is_some() != self.clock.exists() {
                    return Err(EventError::Clock);
                }
                self.play(text, *left)?;
                self.after_move(side, *left, at);
            }
            EventKind::Offered { of, by } => self.offer(*of, *by)?,
            EventKind::Declined { of, by } => self.decline(*of, *by)?,
            EventKind::Withdrawn { of, by } => self.withdraw(*of, *by)?,
            EventKind::TookBack { plies, left } => self.take_back(*plies, *left, at)?,
            EventKind::DrawAgreed => self.end(End::Agreement, at)?,
            EventKind::Resigned { by } => self.end(End::Resignation(*by), at)?,
            EventKind::Flagged { by } => self.end(End::Time(*by), at)?,
            EventKind::Claimed { by } => self.end(End::Claim(*by), at)?,
            EventKind::CalledOff { by } => self.call_off(*by, at)?,
            EventKind::RematchMade { table } => self.make_rematch(table)?,
            EventKind::Interrupted { from } => self.clock.leave_out(*from, at),
        }
        self.seq += 1;
        self.last_at = self.last_at.max(at);
        Ok(())
    }

    fn seat(&mut self, side: Side, guest: GuestId, at: Moment) -> Result<(), EventError> {
        if self.is_over() {
            return Err(EventError::NotRunning);
        }
        if self.seats[side] != Seat::Nobody || self.sides_of(guest).next().is_some() {
            return Err(EventError::Seat);
        }
        self.seats[side] = Seat::Guest { guest };
        self.begin_turn(at);
        Ok(())
    }

    /// Plays a move on the board and writes it down.
    pub(crate) fn play(&mut self, text: &str, left: Option<u64>) -> Result<(), MoveError> {
        let by = self.progress.turn();
        let say = self.progress.say_move(text)?;
        let text = self.progress.play_reading(text, None)?;
        self.played.push(PlayedMove { by, view: MoveView { text, say, left } });
        Ok(())
    }

    /// What a move means for clock and offers.
    fn after_move(&mut self, side: Side, left: Option<u64>, at: Moment) {
        self.revision += 1;
        if let Some(left) = left {
            self.clock.set_one(side, left);
        }
        self.declined.clear();
        self.offers.retain(|&(of, by)| of == OfferKind::Draw && by == side);
        match (self.progress.outcome(), self.progress.say_outcome()) {
            (Some(outcome), Some(say)) => {
                self.clock.begin_turn(None, at);
                self.offers.clear();
                self.ending = Some(words::by_the_rules(outcome, say));
                self.ended_at = Some(at);
            }
            _ => self.begin_turn(at),
        }
    }

    fn take_back(
        &mut self,
        plies: u32,
        left: Option<[u64; 2]>,
        at: Moment,
    ) -> Result<(), EventError> {
        self.turn().ok_or(EventError::NotRunning)?;
        let made = self.played.len() - self.given;
        if plies == 0 || plies as usize > made {
            return Err(EventError::TakeBack { plies, made });
        }
        if left.is_some() != self.clock.exists() {
            return Err(EventError::Clock);
        }
        for _ in 0..plies {
            self.progress.undo();
            self.played.pop();
        }
        self.revision += 1;
        if let Some(left) = left {
            self.clock.set_both(left);
        }
        self.offers.clear();
        self.declined.clear();
        self.begin_turn(at);
        Ok(())
    }

    fn offer(&mut self, of: OfferKind, by: Side) -> Result<(), EventError> {
        if (of == OfferKind::Rematch) != self.is_over() || !self.is_seated() {
            return Err(EventError::Offer);
        }
        if self.offers.contains(&(of, by)) || self.rematch.is_some() {
            return Err(EventError::Offer);
        }
        self.offers.push((of, by));
        Ok(())
    }

    fn decline(&mut self, of: OfferKind, by: Side) -> Result<(), EventError> {
        // Both may have offered to take back; declining the other's leaves the own standing. With
        // no other, earlier versions meant the own one.
        let declined = if self.offers.contains(&(of, !by)) { (of, !by) } else { (of, by) };
        self.drop_offer(declined)?;
        self.declined.push(declined);
        Ok(())
    }

    fn withdraw(&mut self, of: OfferKind, by: Side) -> Result<(), EventError> {
        self.drop_offer((of, by))?;
        // No move comes after the end: whoever changes their mind about a rematch may do so again.
        if of != OfferKind::Rematch {
            self.declined.push((of, by));
        }
        Ok(())
    }

    fn drop_offer(&mut self, dropped: (OfferKind, Side)) -> Result<(), EventError> {
        let place = self.offers.iter().position(|&offer| offer == dropped);
        self.offers.remove(place.ok_or(EventError::Offer)?);
        Ok(())
    }

    fn end(&mut self, end: End, at: Moment) -> Result<(), EventError> {
        self.turn().ok_or(EventError::NotRunning)?;
        self.close(end, at);
        Ok(())
    }

    fn call_off(&mut self, by: Side, at: Moment) -> Result<(), EventError> {
        // Also before everybody is seated.
        if self.is_over() {
            return Err(EventError::NotRunning);
        }
        self.close(End::CalledOff(by), at);
        Ok(())
    }

    fn close(&mut self, end: End, at: Moment) {
        self.clock.stop(at);
        self.offers.clear();
        self.declined.clear();
        self.ending = Some(words::ending(end, &self.players));
        self.ended_at = Some(at);
    }

    fn make_rematch(&mut self, table: &str) -> Result<(), EventError> {
        if !self.is_over() || !self.is_seated() || self.rematch.is_some() {
            return Err(EventError::Rematch);
        }
        self.offers.clear();
        self.rematch = Some(table.to_owned());
        Ok(())
    }
}

/// Why an event does not fit a table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EventError {
    /// The first event is not the opening.
    #[error("a table begins with its opening")]
    NotOpened,
    /// There is a second opening.
    #[error("a table is opened only once")]
    OpenedAgain,
    /// The opening is wrong.
    #[error(transparent)]
    Opening(#[from] OpenError),
    /// The seat is taken, or its guest sits on the other one.
    #[error("the seat is taken, or its guest has one already")]
    Seat,
    /// The game has not begun or is over.
    #[error("the game has not begun or is over")]
    NotRunning,
    /// The move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// There are not so many moves to take back.
    #[error("{plies} moves cannot be taken back: {made} were played at the table")]
    TakeBack {
        /// How many should be.
        plies: u32,
        /// How many there are.
        made: usize,
    },
    /// A time left without a clock, or a clock without a time left.
    #[error("the time left is missing, or there is no clock")]
    Clock,
    /// The offer cannot be made now, stands already or does not stand.
    #[error("the offer cannot be made, or does not stand")]
    Offer,
    /// There is no rematch of a game that runs, and only one of a game that ended.
    #[error("a rematch follows a finished game, once")]
    Rematch,
}

impl EventError {
    /// For people, as a sentence.
    pub fn words(&self) -> Phrase {
        let french = match self {
            EventError::Opening(why) => return why.words(),
            EventError::Move(why) => return why.sentence(),
            EventError::NotOpened => "une table commence par son ouverture".to_owned(),
            EventError::OpenedAgain => "une table ne s'ouvre qu'une fois".to_owned(),
            EventError::Seat => "la place est prise, ou son joueur en a déjà une".to_owned(),
            EventError::NotRunning => "la partie n'a pas commencé ou elle est terminée".to_owned(),
            EventError::TakeBack { plies, made } => format!(
                "impossible de reprendre {plies} coups\u{a0}: {made} ont été joués à la table"
            ),
            EventError::Clock => {
                "il manque le temps restant, ou il n'y a pas de pendule".to_owned()
            }
            EventError::Offer => {
                "la proposition ne peut pas se faire, ou elle ne tient pas".to_owned()
            }
            EventError::Rematch => "une revanche suit une partie terminée, une fois".to_owned(),
        };
        Phrase::new(self.to_string(), french).sentence()
    }
}

/// Why events make no table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// There are none.
    #[error("a table without events")]
    Nothing,
    /// One does not fit those before it.
    #[error("event {} of the table does not fit: {misfit}", .index + 1)]
    Event {
        /// Which, counted from 0.
        index: usize,
        /// When it happened.
        at: Moment,
        /// What is wrong.
        misfit: Box<EventError>,
    },
}
