//! A whole game between two people, with clocks and a take-back, and one against the computer.

use crate::{GAME, engine};
use galet_scene::Owner;
use galet_table::wire::setup::Setup;
use galet_table::wire::table::{Act, ClockTerms, Happening, NewTable, OfferKind, SeatRequest};
use galet_table::{Event, GuestId, Moment, Presence, Request, RequestContext, RequestError, Table};

const ANN: GuestId = GuestId(1);
const BEN: GuestId = GuestId(2);

struct Room {
    table: Table,
    events: Vec<Event>,
    now: Moment,
}

impl Room {
    fn open(seats: [SeatRequest; 2], position: &str) -> Room {
        let request = NewTable {
            game: GAME.to_owned(),
            setup: Setup { position: Some(position.to_owned()), ..Setup::default() },
            moves: Vec::new(),
            seats,
            clock: ClockTerms::Fischer { initial: 60_000, increment: 1_000 },
        };
        let now = Moment(1_700_000_000_000);
        let (table, event) =
            Table::open("t1", &request, galet_engine::experts, ANN, 7, now).expect("a table");
        Room { table, events: vec![event], now }
    }

    fn ask(&mut self, who: GuestId, request: &Request) -> Result<Happening, RequestError> {
        let presence = Presence::default();
        let around = RequestContext { now: self.now, presence: &presence, fresh: "t2" };
        let event = self.table.ask(who, request, &around)?;
        Ok(self.take(event))
    }

    fn take(&mut self, event: Event) -> Happening {
        let happening = self.table.apply(&event).expect("it was just decided");
        self.events.push(event);
        happening
    }

    fn act(&mut self, who: GuestId, act: Act) -> Result<Happening, RequestError> {
        self.ask(who, &Request::Act { ply: self.table.ply(), act })
    }

    /// A move after ten seconds of thought.
    fn play(&mut self, who: GuestId, text: &str) -> Result<Happening, RequestError> {
        self.now = self.now.plus(10_000);
        self.ask(who, &Request::Move { ply: self.table.ply(), text: text.to_owned() })
    }

    fn left(&self) -> [u64; 2] {
        let state = self.table.state(None, &Presence::default(), self.now, &|_| String::new());
        state.clock.left.expect("there is a clock")
    }

    fn reason(&self) -> &str {
        &self.table.ending().expect("the game is over").reason
    }
}

#[test]
fn two_people_play_a_whole_game_with_clocks_and_a_take_back() {
    let mut room = Room::open([SeatRequest::Me, SeatRequest::Friend], "xxx/.../.../ooo o");
    room.act(BEN, Act::Sit).expect("a free seat");
    room.play(ANN, "b1b2").expect("legal");
    room.play(BEN, "pass").expect("legal");
    assert_eq!(room.left(), [60_000, 60_000], "the first moves are free");
    assert!(matches!(room.play(ANN, "b2b4"), Err(RequestError::Illegal(_))), "two steps");
    room.play(ANN, "b2b3").expect("legal");
    assert_eq!(room.left(), [41_000, 60_000], "twenty seconds, one comes back");
    room.play(BEN, "pass").expect("legal");

    // Ben sees what he has overlooked.
    room.act(BEN, Act::Offer { of: OfferKind::Takeback }).expect("one may ask");
    room.act(ANN, Act::Accept { of: OfferKind::Takeback }).expect("and agree");
    assert_eq!(room.table.progress().position_text(), "xxx/.o./.../o.o x");
    room.play(BEN, "b4b3").expect("he takes");
    room.play(ANN, "a1a2").expect("legal");
    room.play(BEN, "b3b2").expect("legal");
    room.play(ANN, "a2b2").expect("she takes");
    for (who, text) in [(BEN, "a4b4"), (ANN, "b2b3"), (BEN, "pass"), (ANN, "b3b4")] {
        room.play(who, text).expect("legal");
    }
    assert_eq!(room.reason(), "crossed");
    let replayed = Table::replay("t1", &room.events).expect("what happened");
    assert_eq!(replayed.progress().moves(), room.table.progress().moves());
}

#[test]
fn repetition_and_a_fallen_flag_end_a_game() {
    let mut room = Room::open([SeatRequest::Me, SeatRequest::Friend], "xxx/.../.../ooo o");
    room.act(BEN, Act::Sit).expect("a free seat");
    for who in [ANN, BEN, ANN, BEN] {
        room.play(who, "pass").expect("legal");
    }
    assert_eq!(room.reason(), "threefold-repetition");

    let mut room = Room::open([SeatRequest::Me, SeatRequest::Friend], "xxx/.../.../ooo o");
    room.act(BEN, Act::Sit).expect("a free seat");
    room.play(ANN, "a1a2").expect("legal");
    room.play(BEN, "a4a3").expect("legal");
    room.now = room.now.plus(60_000);
    let event = room.table.tick(room.now).expect("her flag falls");
    room.take(event);
    assert_eq!(room.table.ending().map(|ending| ending.winner), Some(Owner::Second));
}

#[test]
fn the_computer_sits_down_and_answers() {
    let seats = [SeatRequest::Me, SeatRequest::Computer { level: 5 }];
    let mut room = Room::open(seats, "x../..x/.../o.. o");
    while room.table.ending().is_none() {
        if room.table.waits_for(ANN) {
            room.play(ANN, "pass").expect("legal");
            continue;
        }
        let think = room.table.effects(&Presence::default(), room.now).think;
        let think = think.expect("the computer is to move");
        let progress = room.table.progress();
        let mut engine = engine();
        engine.set_game(progress).expect("its game");
        let level = galet_engine::Level::new(5).expect("a level");
        let request = galet_engine::Request::new(galet_search::Limits::default());
        let choice = engine.choose(level, &request, think.seed).expect("a move");
        let event = room.table.answer(think.ticket, &choice.text, room.now).expect("in time");
        room.take(event);
    }
    let winner = room.table.ending().expect("it is over").winner;
    assert_eq!(winner, Owner::Second, "who passes lets it cross");
}
