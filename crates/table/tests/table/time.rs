//! Clocks and patience at the table; the arithmetic alone is tested beside it.

use crate::room::{
    ANN, BEN, COMPUTER, DRAW, FRIEND, ME, Room, START, TAKEBACK, last, request, some_move,
};
use galet_core::random::SplitMix64;
use galet_table::wire::scene::Owner;
use galet_table::wire::table::{Act, Away, ClockTerms};
use galet_table::{AnswerError, Event, EventKind, Moment, RequestError, Side, TimeLeft, patience};

const MINUTE: u64 = 60_000;
const DAY: u64 = 24 * 60 * MINUTE;
const SUDDEN: ClockTerms = ClockTerms::SuddenDeath { initial: 10 * MINUTE };
const FISCHER: ClockTerms = ClockTerms::Fischer { initial: 3 * MINUTE, increment: 2_000 };
const DAYS: ClockTerms = ClockTerms::Days { days: 2 };

#[test]
fn the_first_move_of_each_is_free() {
    for terms in [SUDDEN, FISCHER, DAYS] {
        let mut room = Room::of_two(terms);
        let whole = room.left();
        for _ in 0..2 {
            assert_eq!(room.state(ANN).clock.running, None);
            assert_eq!(room.effects().flag_at, None);
            room.play_after(100 * DAY).unwrap();
            assert_eq!(room.left(), whole);
        }
        assert_eq!(room.state(ANN).clock.running, Some(Owner::First));
    }
}

#[test]
fn the_flag_falls_at_the_very_millisecond() {
    for terms in [SUDDEN, FISCHER, DAYS] {
        let mut room = Room::of_two(terms);
        room.play_after(1).unwrap();
        room.play_after(1).unwrap();
        let [left, other] = room.left();
        let flag_at = room.effects().flag_at.unwrap();
        assert_eq!(flag_at, room.now.plus(left));

        room.now = Moment(flag_at.0 - 1);
        assert_eq!(room.table.tick(room.now), None);
        assert_eq!(room.left(), [1, other]);
        let text = some_move(room.table.progress(), &mut SplitMix64::new(1));
        let request = galet_table::Request::Move { ply: 2, text };
        assert!(room.ask(ANN, &request).is_ok());

        for late in [0, 1, 5 * DAY] {
            room.now = flag_at.plus(late);
            assert_eq!(room.left(), [0, other]);
            assert_eq!(room.ask(ANN, &request), Err(RequestError::OutOfTime));
            assert_eq!(room.act(BEN, Act::Resign), Err(RequestError::OutOfTime));
            assert_eq!(room.may(BEN), []);
            let event = room.table.tick(room.now).unwrap();
            assert_eq!(event.kind, EventKind::Flagged { by: Side::First });
        }
        let event = room.table.tick(room.now).unwrap();
        room.take(event);
        assert_eq!(room.reason(), "time");
        assert_eq!(room.table.ending().unwrap().winner, Owner::Second);
        assert_eq!(room.left(), [0, other]);
        assert_eq!((room.effects().flag_at, room.table.tick(room.now)), (None, None));
    }
}

#[test]
fn sudden_death_only_ever_loses() {
    let mut room = Room::of_two(SUDDEN);
    for think in [5, 7, 11, 13, 17, 19] {
        room.play_after(think).unwrap();
    }
    assert_eq!(room.left(), [10 * MINUTE - 11 - 17, 10 * MINUTE - 13 - 19]);
    let lefts: Vec<_> = room.table.view(None, &room.presence, room.now, &|_| String::new()).moves;
    assert_eq!(lefts[4].left, Some(10 * MINUTE - 28));
}

#[test]
fn fischer_gains_with_every_paid_move() {
    let mut room = Room::of_two(FISCHER);
    for think in [5, 7, 11, 13] {
        room.play_after(think).unwrap();
    }
    assert_eq!(room.left(), [3 * MINUTE - 11 + 2_000, 3 * MINUTE - 13 + 2_000]);
}

#[test]
fn days_begin_anew_with_every_move() {
    let mut room = Room::of_two(DAYS);
    for think in [5, 7, 2 * DAY - 1, 13] {
        room.play_after(think).unwrap();
        assert_eq!(room.left(), [2 * DAY; 2]);
    }
    room.now = room.now.plus(DAY);
    assert_eq!(room.left(), [DAY, 2 * DAY]);
}

#[test]
fn nothing_comes_back_with_a_take_back() {
    let mut room = Room::of_two(FISCHER);
    for think in [1, 1, 10, 20] {
        room.play_after(think).unwrap();
    }
    // Ann thinks for 300, then takes her move and Ben's back: her time is spent.
    room.now = room.now.plus(300);
    room.act(ANN, Act::Offer { of: TAKEBACK }).unwrap();
    room.act(BEN, Act::Accept { of: TAKEBACK }).unwrap();
    assert_eq!(room.table.ply(), 2);
    let left = [3 * MINUTE - 10 + 2_000 - 300, 3 * MINUTE - 20 + 2_000];
    assert_eq!(last(&room), &EventKind::TookBack { plies: 2, left: Some(left) });
    assert_eq!(room.state(ANN).clock.running, Some(Owner::First));
    // Back to the first move of each: the clock stands again.
    room.play_after(40).unwrap();
    room.act(ANN, Act::Offer { of: TAKEBACK }).unwrap();
    room.act(BEN, Act::Accept { of: TAKEBACK }).unwrap();
    room.act(BEN, Act::Offer { of: TAKEBACK }).unwrap();
    room.act(ANN, Act::Accept { of: TAKEBACK }).unwrap();
    assert_eq!((room.table.ply(), room.state(ANN).clock.running), (1, None));
}

#[test]
fn clocks_stand_still_while_the_server_is_down() {
    for (thought_before, down, thought_after) in [(0, 0, 0), (50, 5 * DAY, 70), (0, 1, 599_999)] {
        let mut room = Room::of_two(SUDDEN);
        room.play_after(1).unwrap();
        room.play_after(1).unwrap();
        let from = room.now.plus(thought_before);
        room.now = from.plus(down);
        let event = room.table.interrupted(from, room.now);
        assert_eq!(event.is_some(), down > 0);
        event.map(|event| room.take(event));
        room.now = room.now.plus(thought_after);
        let spent = thought_before + thought_after;
        assert_eq!(room.left()[0], 10 * MINUTE - spent);
        assert_eq!(room.effects().flag_at, Some(room.now.plus(10 * MINUTE - spent)));
    }
    // Down since before the last event, as far as is known: that event is later.
    let mut room = Room::of_two(SUDDEN);
    room.play_after(1).unwrap();
    room.play_after(1).unwrap();
    let event = room.table.interrupted(START, room.now.plus(30)).unwrap();
    assert_eq!(event.kind, EventKind::Interrupted { from: room.now });
    // A part becomes known first, and something happens before the whole does: nothing is charged.
    let began = room.now;
    room.now = began.plus(5_000);
    let part = room.table.interrupted(began.plus(3_000), began.plus(4_000)).unwrap();
    room.take(part);
    room.act(ANN, Act::Offer { of: DRAW }).unwrap();
    let whole = room.table.interrupted(began, began.plus(4_500)).unwrap();
    room.take(whole);
    assert_eq!(room.left()[0], 10 * MINUTE - 500);
    assert_eq!(room.table.last_at(), room.now);
    assert_eq!(room.table.interrupted(began, began.plus(4_500)), None, "it counts once");
    // Where no clock runs, nothing needs to be written.
    assert_eq!(Room::of_two(SUDDEN).table.interrupted(START, START.plus(9)), None);
    assert_eq!(Room::of_two(ClockTerms::None).table.interrupted(START, START.plus(9)), None);
}

#[test]
fn the_computer_has_a_clock_too() {
    let mut room = Room::open(&request([ME, COMPUTER], FISCHER));
    room.play_after(1).unwrap();
    assert_eq!(room.effects().think.unwrap().time, None);
    room.answer();
    room.play_after(1).unwrap();
    room.now = room.now.plus(500);
    let think = room.effects().think.unwrap();
    assert_eq!(think.time, Some(TimeLeft { left: 3 * MINUTE - 500, increment: 2_000 }));
    let text = some_move(room.table.progress(), &mut SplitMix64::new(1));
    let flag_at = room.effects().flag_at.unwrap();
    assert_eq!(room.table.answer(think.ticket, &text, flag_at), Err(AnswerError::OutOfTime));
    let event = room.table.tick(flag_at).unwrap();
    room.take(event);
    assert_eq!(room.table.ending().unwrap().winner, Owner::First);
    assert_eq!(room.table.answer(think.ticket, &text, flag_at), Err(AnswerError::Stale));
}

#[test]
fn a_clock_set_back_does_no_harm() {
    let mut room = Room::of_two(SUDDEN);
    room.play_after(1).unwrap();
    room.play_after(1).unwrap();
    let last_at = room.table.last_at();
    room.now = START;
    assert_eq!(room.left(), [10 * MINUTE; 2]);
    room.play_after(0).unwrap();
    assert_eq!(room.table.last_at(), last_at);
    assert_eq!(room.left(), [10 * MINUTE; 2]);
    // Nor does an event from then.
    room.take(Event::new(START, EventKind::Offered { of: DRAW, by: Side::First }));
    assert_eq!(room.table.last_at(), last_at);
}

#[test]
fn patience_depends_on_the_clock() {
    let hour = 60 * MINUTE;
    assert_eq!(patience(ClockTerms::None), Some(5 * MINUTE));
    assert_eq!(patience(ClockTerms::SuddenDeath { initial: hour - 1 }), Some(MINUTE));
    assert_eq!(patience(ClockTerms::SuddenDeath { initial: hour }), Some(5 * MINUTE));
    assert_eq!(patience(FISCHER), Some(MINUTE));
    assert_eq!(patience(DAYS), None);
}

#[test]
fn a_player_who_is_away_in_their_turn_can_lose_by_a_claim() {
    for (terms, wait) in [(ClockTerms::None, 5 * MINUTE), (SUDDEN, MINUTE)] {
        for act in [Act::Claim, Act::CallOff] {
            let mut room = Room::of_two(terms);
            room.play_after(1).unwrap();
            room.play_after(1).unwrap();
            room.leaves(Side::First);
            let from = room.now.plus(wait);
            assert_eq!(room.effects().claim_at, Some(from));
            assert_eq!(room.state(BEN).away, Some(Away { side: Owner::First, claim_in: wait }));
            assert!(!room.state(BEN).seats[0].present);
            room.now = Moment(from.0 - 1);
            assert_eq!(room.may(BEN).iter().filter(|a| **a == act).count(), 0);
            room.now = from;
            assert_eq!(room.effects().claim_at, None);
            assert_eq!(room.state(BEN).away.unwrap().claim_in, 0);
            // Not for oneself, and not by a watcher.
            assert_eq!(room.may(ANN).iter().filter(|a| **a == act).count(), 0);
            room.act(BEN, act).unwrap();
            let ending = room.table.ending().unwrap();
            let expected = match act {
                Act::Claim => (Owner::Second, "claim"),
                _ => (Owner::Nobody, "called-off"),
            };
            assert_eq!((ending.winner, ending.reason.as_str()), expected);
        }
    }
}

#[test]
fn nobody_is_waited_for_in_vain_or_too_soon() {
    // The wait begins with the turn, not before.
    let mut room = Room::of_two(ClockTerms::None);
    room.play_after(1).unwrap();
    room.play_after(1).unwrap();
    room.leaves(Side::Second);
    assert_eq!(room.effects().claim_at, None);
    room.play_after(30 * MINUTE).unwrap();
    assert_eq!(room.effects().claim_at, Some(room.now.plus(5 * MINUTE)));
    assert_eq!(room.act(ANN, Act::Claim), Err(RequestError::OpponentIsHere));
    // Who comes back is waited for.
    room.now = room.now.plus(5 * MINUTE);
    assert!(room.may(ANN).contains(&Act::Claim));
    room.presence.away_since[Side::Second] = None;
    assert_eq!(room.act(ANN, Act::Claim), Err(RequestError::OpponentIsHere));

    // With days for each move the clock alone decides; before both have moved there is nothing
    // to win.
    for (terms, moves) in [(DAYS, 2), (ClockTerms::None, 1)] {
        let mut room = Room::of_two(terms);
        for _ in 0..moves {
            room.play_after(1).unwrap();
        }
        room.leaves(Side::First);
        room.leaves(Side::Second);
        room.now = room.now.plus(DAY);
        for who in [ANN, BEN] {
            assert_eq!(room.act(who, Act::Claim), Err(RequestError::OpponentIsHere));
            assert_eq!(room.may(who).contains(&Act::CallOff), moves == 1);
        }
    }

    // The computer waits for ever, so do two at one screen, and nobody is nowhere.
    for (other, moves) in [(COMPUTER, 4), (ME, 4), (FRIEND, 0)] {
        let mut room = Room::open(&request([ME, other], ClockTerms::None));
        for _ in 0..moves {
            match room.effects().think {
                Some(_) => room.answer(),
                None => room.play_after(1).unwrap(),
            };
        }
        room.leaves(Side::First);
        room.leaves(Side::Second);
        room.now = room.now.plus(DAY);
        assert_eq!(room.state(ANN).away, None);
        assert!(room.act(ANN, Act::Claim).is_err());
        assert_eq!(room.may(ANN).contains(&Act::CallOff), moves == 0);
    }
}
