//! Whatever people ask for, in any order: the table stays a table.

use crate::room::{ANN, BEN, EVE, Room, Snapshot, all_acts, request_of, some_move, whole_game};
use galet_core::random::SplitMix64;
use galet_table::wire::scene::Owner;
use galet_table::wire::table::{Act, ClockTerms, NewTable, OfferKind, SeatRequest};
use galet_table::{Event, EventKind, Moment, Request, Seat, Side, Table, Ticket};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::BTreeSet;

/// Something done at a table, in numbers that shrink well.
#[derive(Clone, Debug)]
enum Step {
    /// The player to move (or, now and then, somebody else) moves; seldom with a wrong ply.
    Move {
        who: usize,
        ply: i8,
        seed: u64,
    },
    /// Somebody sends something that is hardly a move.
    Nonsense {
        who: usize,
        text: String,
    },
    Act {
        who: usize,
        ply: i8,
        act: usize,
    },
    /// Somebody does one of the things that they may do; seldom one that ends the game.
    Allowed {
        who: usize,
        pick: usize,
        end: bool,
    },
    /// The computer answers, perhaps to an old question.
    Answer {
        ticket: i8,
        seed: u64,
    },
    Tick,
    /// The server is down for so long.
    Down {
        milliseconds: u64,
    },
    /// A player comes or goes.
    Presence {
        side: bool,
        away: bool,
    },
    Wait {
        milliseconds: u64,
    },
    /// The player to move goes away for long enough.
    Abandon,
    /// The computer's clock is set back.
    SetBack {
        milliseconds: u64,
    },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let mostly_zero = || prop_oneof![9 => Just(0i8), 1 => -3i8..=3];
    let who = || prop_oneof![4 => Just(9usize), 1 => 0usize..3];
    let wait = || prop_oneof![0u64..3, 900u64..1_200, 50_000u64..70_000, Just(400_000)];
    let step = prop_oneof![
        12 => (who(), mostly_zero(), any::<u64>())
            .prop_map(|(who, ply, seed)| Step::Move { who, ply, seed }),
        1 => (who(), ".{0,6}").prop_map(|(who, text)| Step::Nonsense { who, text }),
        3 => (0usize..3, mostly_zero(), 0usize..13)
            .prop_map(|(who, ply, act)| Step::Act { who, ply, act }),
        9 => (0usize..3, 0usize..60, prop::bool::weighted(0.1))
            .prop_map(|(who, pick, end)| Step::Allowed { who, pick, end }),
        6 => (mostly_zero(), any::<u64>())
            .prop_map(|(ticket, seed)| Step::Answer { ticket, seed }),
        2 => Just(Step::Tick),
        1 => wait().prop_map(|milliseconds| Step::Down { milliseconds }),
        2 => any::<(bool, bool)>().prop_map(|(side, away)| Step::Presence { side, away }),
        4 => wait().prop_map(|milliseconds| Step::Wait { milliseconds }),
        2 => Just(Step::Abandon),
        1 => (0u64..2_000).prop_map(|milliseconds| Step::SetBack { milliseconds }),
    ];
    prop::collection::vec(step, 1..50)
}

fn seats() -> impl Strategy<Value = [SeatRequest; 2]> {
    let computer = || SeatRequest::Computer { level: 2 };
    prop_oneof![
        Just([SeatRequest::Me, SeatRequest::Me]),
        Just([SeatRequest::Me, SeatRequest::Friend]),
        Just([SeatRequest::Friend, SeatRequest::Me]),
        Just([SeatRequest::Me, computer()]),
        Just([computer(), SeatRequest::Me]),
    ]
}

fn clocks() -> impl Strategy<Value = ClockTerms> {
    prop_oneof![
        Just(ClockTerms::None),
        (1_000u64..4_000).prop_map(|initial| ClockTerms::SuddenDeath { initial }),
        Just(ClockTerms::SuddenDeath { initial: 600_000 }),
        (1_000u64..100_000, 0u64..2_000)
            .prop_map(|(initial, increment)| ClockTerms::Fischer { initial, increment }),
        (1u32..3).prop_map(|days| ClockTerms::Days { days }),
    ]
}

/// Where a table begins: at the start, or some moves before the end of a random game.
fn beginnings() -> impl Strategy<Value = (usize, u64)> {
    prop_oneof![Just((0, 0)), (1usize..5, any::<u64>())]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn any_requests_keep_a_table_whole(
        game in 0..galet_games::all().len(),
        seats in seats(),
        clock in clocks(),
        (before_end, seed) in beginnings(),
        steps in steps(),
    ) {
        let request = wish_before_end(game, seats, clock, before_end, seed);
        run(&request, &steps)?;
    }
}

/// The steps above lead everywhere, so that the property is about something.
#[test]
fn random_requests_reach_every_event_and_every_end() {
    let mut runner = TestRunner::deterministic();
    let mut reached = BTreeSet::new();
    for _ in 0..500 {
        let case = (0..galet_games::all().len(), seats(), clocks(), beginnings(), steps());
        let (game, seats, clock, (before_end, seed), steps) =
            case.new_tree(&mut runner).expect("there is no filter").current();
        let request = wish_before_end(game, seats, clock, before_end, seed);
        let mut room = Room::open(&request);
        for step in &steps {
            if let Some(event) = decide(&mut room, step) {
                let kind = format!("{:?}", event.kind);
                reached.insert(kind.split([' ', '(']).next().unwrap_or_default().to_owned());
                room.take(event);
            }
        }
        reached.extend(room.table.ending().map(|ending| ending.reason.clone()));
    }
    for expected in [
        "Seated",
        "Moved",
        "Offered",
        "Declined",
        "Withdrawn",
        "TookBack",
        "DrawAgreed",
        "Resigned",
        "Flagged",
        "Claimed",
        "CalledOff",
        "RematchMade",
        "Interrupted",
        "agreement",
        "resignation",
        "time",
        "claim",
        "called-off",
    ] {
        assert!(reached.contains(expected), "{expected} is not among {reached:?}");
    }
    // And some ends by the rules.
    assert!(reached.len() > 19, "{reached:?}");
}

fn wish_before_end(
    game: usize,
    seats: [SeatRequest; 2],
    clock: ClockTerms,
    before_end: usize,
    seed: u64,
) -> NewTable {
    let mut request = request_of(galet_games::all()[game].name(), seats, clock);
    if before_end > 0 {
        request.moves = whole_game(&request.game, seed);
        request.moves.truncate(request.moves.len().saturating_sub(before_end));
    }
    request
}

/// Takes the steps at a table and looks at it after each.
fn run(request: &NewTable, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut room = Room::open(request);
    let mut books = Books::new(&room, request.clock);
    for step in steps {
        let (presence, now) = (room.presence, room.now);
        let before = Snapshot::of(&room.table, &presence, now);
        let decided = decide(&mut room, step);
        // Deciding changes nothing, whatever comes of it.
        prop_assert_eq!(before, Snapshot::of(&room.table, &presence, now));
        if let Some(event) = decided {
            let stored = Event::from_json(&event.to_json()).expect("what is written can be read");
            prop_assert_eq!(&stored, &event);
            books.enter(&room.table, &stored);
            room.take(stored);
        }
        check(&room, &books)?;
    }
    Ok(())
}

/// What becomes of a step; only the room around the table changes here.
fn decide(room: &mut Room, step: &Step) -> Option<Event> {
    let guest = |who: usize| match who {
        0..3 => [ANN, BEN, EVE][who],
        _ => [ANN, BEN, EVE].into_iter().find(|&g| room.table.waits_for(g)).unwrap_or(BEN),
    };
    let seen = |by: i8| room.table.ply().saturating_add_signed(i32::from(by));
    match step {
        Step::Move { who, ply, seed } => {
            let game = room.table.progress();
            let text = match game.outcome() {
                None => some_move(game, &mut SplitMix64::new(*seed)),
                Some(_) => "a1".to_owned(),
            };
            room.ask(guest(*who), &Request::Move { ply: seen(*ply), text }).ok()
        }
        Step::Nonsense { who, text } => {
            let request = Request::Move { ply: room.table.ply(), text: text.clone() };
            room.ask(guest(*who), &request).ok()
        }
        Step::Act { who, ply, act } => {
            let request = Request::Act { ply: seen(*ply), act: all_acts()[*act] };
            room.ask(guest(*who), &request).ok()
        }
        Step::Allowed { who, pick, end } => {
            let mut may = room.may(guest(*who));
            may.retain(|act| *end || !matches!(act, Act::Resign | Act::CallOff));
            let act = *may.get(pick % may.len().max(1))?;
            room.ask(guest(*who), &Request::Act { ply: room.table.ply(), act }).ok()
        }
        Step::Answer { ticket, seed } => {
            let think = room.effects().think?;
            let asked = Ticket(think.ticket.0.saturating_add_signed(i32::from(*ticket)));
            let text = some_move(room.table.progress(), &mut SplitMix64::new(*seed));
            let answer = room.table.answer(asked, &text, room.now);
            assert!(answer.is_err() || *ticket == 0 || asked == think.ticket);
            answer.ok()
        }
        Step::Tick => room.table.tick(room.now),
        Step::Down { milliseconds } => {
            let from = room.now;
            room.now = from.plus(*milliseconds);
            room.table.interrupted(from, room.now)
        }
        Step::Presence { side, away } => {
            let side = Side::BOTH[usize::from(*side)];
            room.presence.away_since[side] = away.then_some(room.now);
            None
        }
        Step::Wait { milliseconds } => {
            room.now = room.now.plus(*milliseconds);
            None
        }
        Step::Abandon => {
            let side = room.table.turn()?;
            room.presence.away_since[side] = Some(room.now);
            room.now = room.effects().claim_at.unwrap_or(room.now);
            None
        }
        Step::SetBack { milliseconds } => {
            room.now = Moment(room.now.0 - milliseconds);
            None
        }
    }
}

/// The clocks once more, kept from the times of the events alone.
struct Books {
    terms: ClockTerms,
    left: [u64; 2],
    /// When the turn began, moved on by the outages in it.
    since: Moment,
    began: Moment,
    /// The outages of this turn, as they were told.
    outages: Vec<(u64, u64)>,
    /// Who made the moves at this table.
    movers: Vec<Side>,
}

impl Books {
    fn new(room: &Room, terms: ClockTerms) -> Books {
        let initial = match terms {
            ClockTerms::None => 0,
            ClockTerms::SuddenDeath { initial } | ClockTerms::Fischer { initial, .. } => initial,
            ClockTerms::Days { days } => 86_400_000 * u64::from(days),
        };
        let (left, now) = ([initial; 2], room.now);
        Books { terms, left, since: now, began: now, outages: Vec::new(), movers: Vec::new() }
    }

    fn begin_turn(&mut self, at: Moment) {
        (self.since, self.began) = (at, at);
        self.outages.clear();
    }

    /// The milliseconds that lie in any of the outages.
    fn down(&self) -> u64 {
        let mut sorted = self.outages.clone();
        sorted.sort_unstable();
        let (mut down, mut until) = (0, 0);
        for (from, to) in sorted {
            down += to.saturating_sub(from.max(until));
            until = until.max(to);
        }
        down
    }

    /// Enters an event that is about to happen.
    fn enter(&mut self, table: &Table, event: &Event) {
        let turn = table.turn();
        let mut spend = |now: Moment| {
            let side = turn.expect("a game is running");
            if self.movers.contains(&side) {
                self.left[side.index()] -= now.0 - self.since.0;
                true
            } else {
                false
            }
        };
        match &event.kind {
            EventKind::Seated { .. } => self.begin_turn(event.at),
            EventKind::Moved { left, .. } => {
                let paid = spend(event.at);
                let side = turn.expect("a game is running");
                match self.terms {
                    ClockTerms::Fischer { increment, .. } if paid => {
                        self.left[side.index()] += increment;
                    }
                    ClockTerms::Days { days } => {
                        self.left[side.index()] = 86_400_000 * u64::from(days);
                    }
                    _ => {}
                }
                if self.terms != ClockTerms::None {
                    assert_eq!(*left, Some(self.left[side.index()]));
                }
                self.movers.push(side);
                self.begin_turn(event.at);
            }
            EventKind::TookBack { plies, left } => {
                spend(event.at);
                if let ClockTerms::Days { days } = self.terms {
                    self.left = [86_400_000 * u64::from(days); 2];
                }
                if self.terms != ClockTerms::None {
                    assert_eq!(*left, Some(self.left));
                }
                self.movers.truncate(self.movers.len() - *plies as usize);
                self.begin_turn(event.at);
            }
            EventKind::Interrupted { from } => {
                // After a clock was set back one may begin in the midst of another.
                assert!(*from >= self.began);
                self.outages.push((from.0, event.at.0));
                self.since = self.began.plus(self.down());
            }
            EventKind::Flagged { by } => {
                assert_eq!(turn, Some(*by));
                assert!(self.movers.contains(by));
                assert!(event.at.0 - self.since.0 >= self.left[by.index()]);
            }
            _ => {}
        }
        // Without a clock there is nothing to spend.
        if self.terms == ClockTerms::None {
            self.left = [u64::MAX / 2; 2];
        }
    }
}

fn check(room: &Room, books: &Books) -> Result<(), TestCaseError> {
    let table = &room.table;
    let game = table.progress();
    let state = room.state(ANN);
    let effects = room.effects();

    // The stored list is the table.
    let replayed = Table::replay("t1", &room.events).expect("every event fitted");
    let snapshot = |table| Snapshot::of(table, &room.presence, room.now);
    prop_assert_eq!(snapshot(table), snapshot(&replayed));

    // What may be done and what is accepted are the same.
    for who in [ANN, BEN, EVE] {
        let may = room.may(who);
        for act in all_acts() {
            let request = Request::Act { ply: table.ply(), act };
            prop_assert_eq!(may.contains(&act), room.ask(who, &request).is_ok(), "{:?}", act);
        }
        if table.sides_of(who).next().is_none() {
            prop_assert!(may.iter().all(|act| *act == Act::Sit));
        }
        prop_assert_eq!(room.state(who).continuations.is_some(), table.waits_for(who));
    }

    // The figures fit each other.
    prop_assert_eq!(state.seq as usize, room.events.len());
    prop_assert_eq!(state.ply as usize, game.plies());
    prop_assert_eq!(game.moves(), table.moves().map(str::to_owned).collect::<Vec<_>>());
    prop_assert_eq!(state.turn.is_some(), table.is_seated() && !table.is_over());
    if let Some(outcome) = game.outcome() {
        let ending = table.ending().expect("the rules have ended it");
        prop_assert_eq!(&ending.reason, outcome.reason.name());
        prop_assert_eq!(ending.winner, outcome.winner.map_or(Owner::Nobody, Owner::from));
    }
    let times: Vec<Moment> = room.events.iter().map(|event| event.at).collect();
    prop_assert!(times.is_sorted());

    // Offers are between people, each once, and a rematch comes after the end.
    for (index, offer) in state.offers.iter().enumerate() {
        prop_assert!(!state.offers[..index].contains(offer));
        prop_assert_eq!(offer.of == OfferKind::Rematch, table.is_over());
        let guests: Vec<Seat> = Side::BOTH.map(|side| table.seats()[side]).to_vec();
        let all_people = guests.iter().all(|sits| matches!(sits, Seat::Guest { .. }));
        prop_assert!(all_people);
        prop_assert_ne!(guests[0], guests[1]);
    }
    prop_assert!(table.rematch().is_none() || table.is_over());

    // Clocks: only that of the side to move runs, and only after its first move.
    let running =
        table.turn().filter(|side| books.terms != ClockTerms::None && books.movers.contains(side));
    prop_assert_eq!(state.clock.running, running.map(Owner::from));
    prop_assert_eq!(effects.flag_at.is_some(), running.is_some());
    let now = room.now.max(table.last_at());
    prop_assert_eq!(table.tick(room.now).is_some(), effects.flag_at.is_some_and(|at| at <= now));
    if let (Some(side), Some(left)) = (running, state.clock.left) {
        let spent = now.0.saturating_sub(books.since.0);
        prop_assert_eq!(left[side.index()], books.left[side.index()].saturating_sub(spent));
        prop_assert_eq!(left[(!side).index()], books.left[(!side).index()]);
        prop_assert_eq!(left[side.index()] == 0, table.tick(room.now).is_some());
    }

    // The computer thinks when it is its turn.
    let computer = |side: Side| matches!(table.seats()[side], Seat::Computer { .. });
    prop_assert_eq!(effects.think.is_some(), table.turn().is_some_and(computer));
    prop_assert_eq!(state.thinking, effects.think.is_some());
    Ok(())
}
