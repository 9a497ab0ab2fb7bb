//! A table with hands and a watch, for the tests.

use galet_core::random::SplitMix64;
use galet_games::{AnyProgress, SetupText};
use galet_table::wire::setup::Setup;
use galet_table::wire::table::{
    Act, ClockTerms, Happening, NewTable, OfferKind, SeatRequest, TableState, TableView,
};
use galet_table::{
    Effects, Event, EventKind, GuestId, Moment, Presence, Request, RequestContext, RequestError,
    Side, Table,
};

pub(crate) const ANN: GuestId = GuestId(1);
pub(crate) const BEN: GuestId = GuestId(2);
pub(crate) const EVE: GuestId = GuestId(3);

pub(crate) const START: Moment = Moment(1_700_000_000_000);

pub(crate) const ME: SeatRequest = SeatRequest::Me;
pub(crate) const FRIEND: SeatRequest = SeatRequest::Friend;
pub(crate) const COMPUTER: SeatRequest = SeatRequest::Computer { level: 3 };

pub(crate) const DRAW: OfferKind = OfferKind::Draw;
pub(crate) const TAKEBACK: OfferKind = OfferKind::Takeback;
pub(crate) const REMATCH: OfferKind = OfferKind::Rematch;

/// Everything that can be done besides moving.
pub(crate) fn all_acts() -> Vec<Act> {
    let mut acts = vec![Act::Sit, Act::Resign, Act::Claim, Act::CallOff];
    for of in [DRAW, TAKEBACK, REMATCH] {
        acts.extend([Act::Offer { of }, Act::Accept { of }]);
        acts.extend([Act::Decline { of }, Act::Withdraw { of }]);
    }
    acts
}

/// A live table, its events, the time and who is there.
pub(crate) struct Room {
    pub(crate) table: Table,
    pub(crate) events: Vec<Event>,
    pub(crate) now: Moment,
    pub(crate) presence: Presence,
}

impl Room {
    pub(crate) fn open(request: &NewTable) -> Room {
        let (table, event) =
            Table::open("t1", request, |_| 2, ANN, 7, START).expect("the request is fine");
        Room { table, events: vec![event], now: START, presence: Presence::default() }
    }

    /// Ann and Ben at the first game of the registry.
    pub(crate) fn of_two(clock: ClockTerms) -> Room {
        let mut room = Room::open(&request([ME, FRIEND], clock));
        room.act(BEN, Act::Sit).expect("the seat is free");
        room
    }

    pub(crate) fn ask(&self, who: GuestId, request: &Request) -> Result<Event, RequestError> {
        let around = RequestContext { now: self.now, presence: &self.presence, fresh: "t2" };
        self.table.ask(who, request, &around)
    }

    pub(crate) fn take(&mut self, event: Event) -> Happening {
        let happening = self.table.apply(&event).expect("the event was just decided");
        self.events.push(event);
        happening
    }

    pub(crate) fn act(&mut self, who: GuestId, act: Act) -> Result<Happening, RequestError> {
        self.act_at(who, self.table.ply(), act)
    }

    pub(crate) fn act_at(
        &mut self,
        who: GuestId,
        ply: u32,
        act: Act,
    ) -> Result<Happening, RequestError> {
        let event = self.ask(who, &Request::Act { ply, act })?;
        Ok(self.take(event))
    }

    pub(crate) fn play(&mut self, who: GuestId) -> Result<Happening, RequestError> {
        let text = some_move(self.table.progress(), &mut SplitMix64::new(self.now.0));
        self.play_text(who, &text)
    }

    pub(crate) fn play_text(
        &mut self,
        who: GuestId,
        text: &str,
    ) -> Result<Happening, RequestError> {
        let request = Request::Move { ply: self.table.ply(), text: text.to_owned() };
        let event = self.ask(who, &request)?;
        Ok(self.take(event))
    }

    /// The guest whose turn it is moves, after so many milliseconds.
    pub(crate) fn play_after(&mut self, milliseconds: u64) -> Result<Happening, RequestError> {
        self.now = self.now.plus(milliseconds);
        let who = [ANN, BEN].into_iter().find(|&guest| self.table.waits_for(guest));
        self.play(who.expect("a person is to move"))
    }

    /// The computer answers.
    pub(crate) fn answer(&mut self) -> Happening {
        let think = self.effects().think.expect("the computer is to move");
        let text = some_move(self.table.progress(), &mut SplitMix64::new(think.seed));
        let event = self.table.answer(think.ticket, &text, self.now).expect("it is in time");
        self.take(event)
    }

    pub(crate) fn effects(&self) -> Effects {
        self.table.effects(&self.presence, self.now)
    }

    pub(crate) fn state(&self, viewer: GuestId) -> TableState {
        self.table.state(Some(viewer), &self.presence, self.now, &name)
    }

    pub(crate) fn may(&self, viewer: GuestId) -> Vec<Act> {
        self.state(viewer).may
    }

    pub(crate) fn left(&self) -> [u64; 2] {
        self.state(ANN).clock.left.expect("there is a clock")
    }

    pub(crate) fn reason(&self) -> &str {
        &self.table.ending().expect("the game is over").reason
    }

    pub(crate) fn leaves(&mut self, side: Side) {
        self.presence.away_since[side] = Some(self.now);
    }
}

/// Everything that anybody can see of a table, now and later.
#[derive(PartialEq, Debug)]
pub(crate) struct Snapshot {
    views: Vec<TableView>,
    effects: Vec<Effects>,
    opening: Event,
    times: [Moment; 2],
}

impl Snapshot {
    pub(crate) fn of(table: &Table, presence: &Presence, now: Moment) -> Snapshot {
        let moments = [now, now.plus(1), now.plus(1_500), now.plus(400_000)];
        let viewers = [None, Some(ANN), Some(BEN), Some(EVE)];
        Snapshot {
            views: moments
                .into_iter()
                .flat_map(|at| viewers.map(|who| table.view(who, presence, at, &name)))
                .collect(),
            effects: moments.map(|at| table.effects(presence, at)).to_vec(),
            opening: table.rematch_opening(0, now),
            times: [table.opened_at(), table.last_at()],
        }
    }
}

pub(crate) fn name(guest: GuestId) -> String {
    format!("guest {}", guest.0)
}

pub(crate) fn request(seats: [SeatRequest; 2], clock: ClockTerms) -> NewTable {
    request_of(galet_games::all()[0].name(), seats, clock)
}

pub(crate) fn request_of(game: &str, seats: [SeatRequest; 2], clock: ClockTerms) -> NewTable {
    NewTable { game: game.to_owned(), setup: Setup::default(), moves: Vec::new(), seats, clock }
}

/// A legal move, found as a person finds one: tap by tap.
pub(crate) fn some_move(game: &dyn AnyProgress, random: &mut SplitMix64) -> String {
    let mut taps = Vec::new();
    loop {
        let next = game.continuations(&taps).expect("only choices are tapped");
        match next.complete {
            Some(text) if next.choices.is_empty() || random.below(2) == 0 => return text,
            _ => taps.push(next.choices[random.below(next.choices.len())].cell),
        }
    }
}

/// The first moves of a random game.
pub(crate) fn random_moves(game: &str, most: usize, seed: u64) -> Vec<String> {
    let mut random = SplitMix64::new(seed);
    let mut progress = begin(game);
    while progress.outcome().is_none() && progress.plies() < most {
        let text = some_move(progress.as_ref(), &mut random);
        progress.play(&text).expect("the move is legal");
    }
    progress.moves()
}

/// The moves of a random game to its end by the rules. From some ply on it goes back to where it
/// has been whenever it can, so that games which need not end are drawn by repetition.
pub(crate) fn whole_game(game: &str, seed: u64) -> Vec<String> {
    let mut random = SplitMix64::new(seed);
    let mut progress = begin(game);
    let mut seen = Vec::new();
    while progress.outcome().is_none() {
        let back = progress.legal_moves(200).texts.into_iter().find(|text| {
            let mut next = progress.clone_box();
            next.play(text).expect("the move is legal");
            seen.contains(&next.position_text())
        });
        seen.push(progress.position_text());
        let text = back.unwrap_or_else(|| some_move(progress.as_ref(), &mut random));
        progress.play(&text).expect("the move is legal");
    }
    progress.moves()
}

fn begin(game: &str) -> Box<dyn AnyProgress> {
    let game = galet_games::find(game).expect("it is registered");
    game.start(&SetupText::default()).expect("the default can be played")
}

/// The one thing that happened.
pub(crate) fn last(room: &Room) -> &EventKind {
    &room.events.last().expect("there is the opening").kind
}
