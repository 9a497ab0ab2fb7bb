//! What is asked for, and what becomes of it.
//!
//! [`Table::ask`] and the list of what a visitor may do go through the same functions, so they
//! cannot disagree.

use crate::Table;
use crate::away::Presence;
use crate::effects::Ticket;
use crate::error::RequestError;
use crate::event::{Event, EventKind, GuestId, Moment, Seat};
use galet_core::Side;
use galet_games::MoveError;
use galet_scene::{CellId, Continuations, Phrase};
use galet_wire::refusal::Refusal;
use galet_wire::table::{Act, OfferKind};

/// What a person asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// To move.
    Move {
        /// How many moves they saw when they chose it.
        ply: u32,
        /// The move.
        text: String,
    },
    /// To do something besides moving.
    Act {
        /// How many moves they saw when they chose it.
        ply: u32,
        /// What.
        act: Act,
    },
}

/// What a decision depends on besides the table.
#[derive(Clone, Copy, Debug)]
pub struct RequestContext<'a> {
    /// The time.
    pub now: Moment,
    /// Who is connected.
    pub presence: &'a Presence,
    /// A name that no table has, for the case that a rematch is agreed.
    pub fresh: &'a str,
}

/// Why an answer of the computer is dropped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnswerError {
    /// It is about a position that stands no longer.
    #[error("the position has changed since the computer was asked")]
    Stale,
    /// Its time is up.
    #[error("the computer has run out of time")]
    OutOfTime,
    /// The game has as many moves as a game can have.
    #[error("the game has as many moves as a game can have")]
    TooLong,
    /// It cannot be played.
    #[error(transparent)]
    Illegal(#[from] MoveError),
}

/// A player as a decision sees them.
#[derive(Clone, Copy)]
struct Player {
    /// The side they act for: at one screen the one to move.
    side: Side,
    opponent: Opponent,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Opponent {
    /// Nobody yet, or somebody else: they are asked.
    Person,
    /// The same guest: both sit at one screen.
    SameScreen,
    Computer,
}

impl Table {
    /// What becomes of a request: the one event that would carry it out, or the reason why not.
    /// Nothing changes until [`Table::apply`]. A flag that has fallen comes first: see
    /// [`Table::tick`].
    pub fn ask(
        &self,
        who: GuestId,
        request: &Request,
        around: &RequestContext<'_>,
    ) -> Result<Event, RequestError> {
        let now = self.no_earlier(around.now);
        let kind = match request {
            Request::Move { ply, text } => self.decide_move(who, *ply, text, now)?,
            Request::Act { ply, act } => {
                let around = RequestContext { now, ..*around };
                self.decide_act(who, *ply, *act, &around)?
            }
        };
        Ok(Event::new(now, kind))
    }

    /// The fall of a flag, if it is time for it.
    pub fn tick(&self, now: Moment) -> Option<Event> {
        let now = self.no_earlier(now);
        Some(Event::new(now, EventKind::Flagged { by: self.clock.flagged(now)? }))
    }

    /// The computer's move, if the position it was asked about still stands and its flag has not
    /// fallen.
    pub fn answer(&self, ticket: Ticket, text: &str, now: Moment) -> Result<Event, AnswerError> {
        let now = self.no_earlier(now);
        let side = self.turn().filter(|&side| {
            matches!(self.seats[side], Seat::Computer { .. }) && ticket == Ticket(self.revision)
        });
        let side = side.ok_or(AnswerError::Stale)?;
        if self.clock.flagged(now).is_some() {
            return Err(AnswerError::OutOfTime);
        }
        if self.is_full() {
            return Err(AnswerError::TooLong);
        }
        Ok(Event::new(now, self.moved(side, text, now)?))
    }

    /// The server was down from then until a moment: the event that makes clocks leave this out,
    /// where one runs. `from` is the last moment at which it is known to have been up. Outages may become
    /// known in any order, in parts and twice, and after something else has happened: each moment is left
    /// out once.
    pub fn interrupted(&self, from: Moment, until: Moment) -> Option<Event> {
        let from = self.clock.charged_from(from, until)?;
        Some(Event::new(until, EventKind::Interrupted { from }))
    }

    /// When the turn began: outages before that are nobody's.
    pub fn turn_began(&self) -> Moment {
        self.clock.began()
    }

    /// What can follow these taps, for a player whose turn it is.
    pub fn taps(
        &self,
        who: GuestId,
        ply: u32,
        taps: &[CellId],
    ) -> Result<Continuations<String>, RequestError> {
        self.may_move(who, ply)?;
        self.progress.continuations(taps).map_err(|_| {
            RequestError::NoSuchTaps(self.progress.why_not(taps).unwrap_or_else(|| {
                Phrase::new("No move begins like this.", "Aucun coup ne commence ainsi.")
            }))
        })
    }

    /// Whether a guest may be told a good move now: where nobody but the computer is deceived.
    pub fn hint(&self, who: GuestId, ply: u32) -> Result<(), Refusal> {
        // The same questions as for a move: is it their turn, do they see what stands?
        self.taps(who, ply, &[]).map_err(|error| Refusal::unprocessable((&error).into()))?;
        let alone = Side::BOTH.iter().all(|&side| match self.seats[side] {
            Seat::Computer { .. } => true,
            Seat::Guest { guest } => guest == who,
            Seat::Nobody => false,
        });
        if alone && self.computer_level().is_some() { Ok(()) } else { Err(Refusal::no_hint()) }
    }

    /// Whether somebody who does not sit here could sit down.
    pub fn has_free_seat(&self) -> bool {
        !self.is_over() && !self.is_seated()
    }

    /// Everything that a visitor may do now, moving apart; nobody in particular may sit down.
    pub(crate) fn may(&self, who: Option<GuestId>, presence: &Presence, now: Moment) -> Vec<Act> {
        let Some(who) = who else {
            return if self.has_free_seat() { vec![Act::Sit] } else { Vec::new() };
        };
        const OFFERS: [OfferKind; 3] = [OfferKind::Draw, OfferKind::Takeback, OfferKind::Rematch];
        let now = self.no_earlier(now);
        let around = RequestContext { now, presence, fresh: "" };
        let offers = OFFERS.into_iter().flat_map(|of| {
            [Act::Offer { of }, Act::Accept { of }, Act::Decline { of }, Act::Withdraw { of }]
        });
        std::iter::once(Act::Sit)
            .chain(offers)
            .chain([Act::Resign, Act::Claim, Act::CallOff])
            .filter(|&act| self.decide_act(who, self.ply(), act, &around).is_ok())
            .collect()
    }

    /// Time never runs backwards at a table, whatever the computer's clock does.
    pub(crate) fn no_earlier(&self, now: Moment) -> Moment {
        now.max(self.last_at)
    }

    fn player(&self, who: GuestId) -> Result<Player, RequestError> {
        let mut sides = self.sides_of(who);
        let side = sides.next().ok_or(RequestError::NotSeated)?;
        Ok(match (sides.next(), self.seats[!side]) {
            (Some(_), _) => Player { side: self.progress.turn(), opponent: Opponent::SameScreen },
            (None, Seat::Computer { .. }) => Player { side, opponent: Opponent::Computer },
            (None, _) => Player { side, opponent: Opponent::Person },
        })
    }

    fn decide_move(
        &self,
        who: GuestId,
        ply: u32,
        text: &str,
        now: Moment,
    ) -> Result<EventKind, RequestError> {
        if let Some(played) = self.played.get(ply as usize)
            && played.view.text == text
            && self.sides_of(who).any(|side| side == played.by)
        {
            return Err(RequestError::AlreadyPlayed);
        }
        let side = self.may_move(who, ply)?;
        if self.clock.flagged(now).is_some() {
            return Err(RequestError::OutOfTime);
        }
        if self.is_full() {
            return Err(RequestError::TooLong);
        }
        self.moved(side, text, now).map_err(RequestError::Illegal)
    }

    /// The side that a guest may move now.
    fn may_move(&self, who: GuestId, ply: u32) -> Result<Side, RequestError> {
        let Player { side, .. } = self.player(who)?;
        if self.is_over() {
            return Err(RequestError::Over);
        }
        let turn = self.turn().ok_or(RequestError::Waiting)?;
        if ply != self.ply() {
            return Err(RequestError::Stale);
        }
        if side != turn {
            return Err(RequestError::NotYourTurn);
        }
        Ok(side)
    }

    fn moved(&self, side: Side, text: &str, now: Moment) -> Result<EventKind, MoveError> {
        let text = self.progress.read_move(text, None)?;
        Ok(EventKind::Moved { text, left: self.clock.after_move(side, now) })
    }

    fn decide_act(
        &self,
        who: GuestId,
        ply: u32,
        act: Act,
        around: &RequestContext<'_>,
    ) -> Result<EventKind, RequestError> {
        if act == Act::Sit {
            return self.decide_sit(who);
        }
        let me = self.player(who)?;
        if let Act::Offer { of: OfferKind::Rematch }
        | Act::Accept { of: OfferKind::Rematch }
        | Act::Decline { of: OfferKind::Rematch }
        | Act::Withdraw { of: OfferKind::Rematch } = act
        {
            return self.decide_rematch(me, act, around.fresh);
        }
        if self.is_over() {
            return Err(RequestError::Over);
        }
        if self.clock.flagged(around.now).is_some() {
            return Err(RequestError::OutOfTime);
        }
        if act != Act::CallOff && !self.is_seated() {
            return Err(RequestError::Waiting);
        }
        match act {
            Act::Offer { of: OfferKind::Takeback } => self.offer_take_back(me, ply, around.now),
            Act::Accept { of: OfferKind::Takeback } => self.accept_take_back(me, ply, around.now),
            Act::Offer { .. } => self.offer_draw(me),
            Act::Accept { .. } => {
                self.standing(OfferKind::Draw, !me.side)?;
                Ok(EventKind::DrawAgreed)
            }
            Act::Decline { of } => self.decide_decline(me, of),
            Act::Withdraw { of } => self.decide_withdraw(me, of),
            Act::Resign => Ok(EventKind::Resigned { by: me.side }),
            Act::Claim => self.decide_claim(me, around),
            Act::CallOff => self.decide_call_off(me, around),
            // Sitting down is decided above.
            Act::Sit => Err(RequestError::AlreadySeated),
        }
    }

    fn decide_sit(&self, who: GuestId) -> Result<EventKind, RequestError> {
        if self.player(who).is_ok() {
            return Err(RequestError::AlreadySeated);
        }
        if self.is_over() {
            return Err(RequestError::Over);
        }
        let free = Side::BOTH.into_iter().find(|&side| self.seats[side] == Seat::Nobody);
        Ok(EventKind::Seated { side: free.ok_or(RequestError::NoFreeSeat)?, guest: who })
    }

    /// An offer by this side that stands.
    fn standing(&self, of: OfferKind, by: Side) -> Result<(), RequestError> {
        self.offers.contains(&(of, by)).then_some(()).ok_or(RequestError::NoSuchOffer)
    }

    /// A new offer by this side, if it may be made.
    fn offered(&self, of: OfferKind, by: Side) -> Result<EventKind, RequestError> {
        if self.offers.contains(&(of, by)) {
            return Err(RequestError::AlreadyOffered);
        }
        if self.declined.contains(&(of, by)) {
            return Err(RequestError::AlreadyDeclined);
        }
        Ok(EventKind::Offered { of, by })
    }

    fn decide_decline(&self, me: Player, of: OfferKind) -> Result<EventKind, RequestError> {
        self.standing(of, !me.side)?;
        Ok(EventKind::Declined { of, by: me.side })
    }

    fn decide_withdraw(&self, me: Player, of: OfferKind) -> Result<EventKind, RequestError> {
        self.standing(of, me.side)?;
        Ok(EventKind::Withdrawn { of, by: me.side })
    }

    fn offer_draw(&self, me: Player) -> Result<EventKind, RequestError> {
        match me.opponent {
            Opponent::Computer => Err(RequestError::ComputerPlaysOn),
            Opponent::SameScreen => Ok(EventKind::DrawAgreed),
            Opponent::Person if self.standing(OfferKind::Draw, !me.side).is_ok() => {
                Ok(EventKind::DrawAgreed)
            }
            Opponent::Person => self.offered(OfferKind::Draw, me.side),
        }
    }

    fn decide_rematch(&self, me: Player, act: Act, fresh: &str) -> Result<EventKind, RequestError> {
        if !self.is_over() {
            return Err(RequestError::NotOver);
        }
        if self.rematch.is_some() {
            return Err(RequestError::RematchMade);
        }
        if !self.is_seated() {
            return Err(RequestError::Waiting);
        }
        let made = || EventKind::RematchMade { table: fresh.to_owned() };
        let theirs = self.standing(OfferKind::Rematch, !me.side);
        match act {
            Act::Decline { of } => self.decide_decline(me, of),
            Act::Withdraw { of } => self.decide_withdraw(me, of),
            Act::Accept { .. } => theirs.map(|()| made()),
            _ if me.opponent != Opponent::Person || theirs.is_ok() => Ok(made()),
            _ => self.offered(OfferKind::Rematch, me.side),
        }
    }

    fn offer_take_back(
        &self,
        me: Player,
        ply: u32,
        now: Moment,
    ) -> Result<EventKind, RequestError> {
        let plies =
            self.plies_to_take_back(me, self.ply()).ok_or(RequestError::NothingToTakeBack)?;
        // Seen earlier, the same move must be meant: the other may have moved since, but a
        // second click does not take back a second move.
        let meant = self.plies_to_take_back(me, ply).map(|plies| ply - plies);
        if meant != Some(self.ply() - plies) {
            return Err(RequestError::Stale);
        }
        match me.opponent {
            Opponent::Person => self.offered(OfferKind::Takeback, me.side),
            Opponent::SameScreen | Opponent::Computer => Ok(self.took_back(plies, now)),
        }
    }

    fn accept_take_back(
        &self,
        me: Player,
        ply: u32,
        now: Moment,
    ) -> Result<EventKind, RequestError> {
        let other = Player { side: !me.side, ..me };
        self.standing(OfferKind::Takeback, other.side)?;
        if ply != self.ply() {
            return Err(RequestError::Stale);
        }
        let plies = self.plies_to_take_back(other, ply).ok_or(RequestError::NothingToTakeBack)?;
        Ok(self.took_back(plies, now))
    }

    /// How many moves there are from the last one that a player made among the first `ply`.
    fn plies_to_take_back(&self, me: Player, ply: u32) -> Option<u32> {
        let made = self.played.get(self.given..ply as usize)?;
        let own = |by: Side| me.opponent == Opponent::SameScreen || by == me.side;
        made.iter().rev().position(|played| own(played.by)).map(|after| after as u32 + 1)
    }

    fn took_back(&self, plies: u32, now: Moment) -> EventKind {
        EventKind::TookBack { plies, left: self.clock.after_take_back(now) }
    }

    /// Whether a player may do without the opponent, who has been away for too long.
    fn opponent_is_gone(&self, me: Player, around: &RequestContext<'_>) -> bool {
        self.absence(around.presence)
            .is_some_and(|(side, from)| side != me.side && from <= around.now)
    }

    fn decide_claim(
        &self,
        me: Player,
        around: &RequestContext<'_>,
    ) -> Result<EventKind, RequestError> {
        if !self.opponent_is_gone(me, around) {
            return Err(RequestError::OpponentIsHere);
        }
        Ok(EventKind::Claimed { by: me.side })
    }

    fn decide_call_off(
        &self,
        me: Player,
        around: &RequestContext<'_>,
    ) -> Result<EventKind, RequestError> {
        // A game that cannot go on needs nobody's consent.
        let goes_on = !self.is_full() && !around.presence.computer_is_lost;
        if self.both_have_moved() && goes_on && !self.opponent_is_gone(me, around) {
            return Err(RequestError::UnderWay);
        }
        Ok(EventKind::CalledOff { by: me.side })
    }
}
