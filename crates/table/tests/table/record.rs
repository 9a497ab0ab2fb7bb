//! Games as records, and the picture of a game that the rules did not end.

use crate::room::{ANN, BEN, COMPUTER, DRAW, ME, Room, START, name, request};
use galet_games::record::{GameResult, Record, read_all, write};
use galet_table::wire::scene::Owner;
use galet_table::wire::table::{Act, ClockTerms, SeatRequest};
use galet_table::{Moment, TERMINATION};

const CLOCK: ClockTerms = ClockTerms::Fischer { initial: 300_000, increment: 2_000 };

/// The record of a table, written and read again.
fn kept(room: &Room) -> Record {
    let text = write(&room.table.record(&name));
    let mut records: Vec<_> = read_all(&text).collect();
    assert_eq!(records.len(), 1, "{text}");
    records.remove(0).expect("a record that can be read")
}

#[test]
fn a_record_tells_the_moves_the_times_and_the_players() {
    let mut room = Room::of_two(CLOCK);
    for milliseconds in [9_000, 9_000, 7_000, 1_000] {
        room.play_after(milliseconds).expect("it is in time");
    }
    let record = kept(&room);
    let clocks: Vec<_> = record
        .main_line()
        .map(|id| record.node(id).clock().map(|clock| clock.milliseconds))
        .collect();
    // The first move of each is free; the others cost their time and gain the increment.
    assert_eq!(clocks, [300_000, 300_000, 295_000, 301_000].map(Some));
    assert_eq!(record.final_game().moves(), room.table.moves().collect::<Vec<_>>());
    assert_eq!((record.tag("First"), record.tag("Second")), (Some("guest 1"), Some("guest 2")));
    assert_eq!((record.result(), record.tag(TERMINATION)), (GameResult::Unknown, None));
    assert_eq!(record.tag("Date"), Some("2023.11.14"), "{START:?}");
}

#[test]
fn a_record_tells_why_a_game_ended() {
    type End = fn(&mut Room);
    let ends: [(End, &str, GameResult); 4] = [
        (|room| drop(room.act(ANN, Act::Resign)), "resignation", GameResult::SecondWins),
        (|room| drop(room.act(ANN, Act::CallOff)), "called-off", GameResult::Unknown),
        (
            |room| {
                room.act(ANN, Act::Offer { of: DRAW }).expect("nothing stands yet");
                drop(room.act(BEN, Act::Accept { of: DRAW }));
            },
            "agreement",
            GameResult::Draw,
        ),
        (
            |room| {
                (0..3).for_each(|_| drop(room.play_after(1)));
                let flag = room.effects().flag_at.expect("a clock runs");
                let event = room.table.tick(flag).expect("the flag falls");
                room.take(event);
            },
            "time",
            GameResult::FirstWins,
        ),
    ];
    for (end, reason, result) in ends {
        let mut room = Room::of_two(CLOCK);
        end(&mut room);
        let record = kept(&room);
        assert_eq!((record.tag(TERMINATION), record.result()), (Some(reason), result));
        let scene = room.table.scene();
        assert_eq!(scene.turn, None, "{reason}");
        assert_eq!(scene.ending.as_ref(), room.table.ending(), "{reason}");
    }
}

#[test]
fn experts_and_full_strength_are_named_as_such() {
    for (level, name) in [(9, "level 9"), (11, "expert 1"), (10, "full strength")] {
        let room = Room::open(&request([ME, SeatRequest::Computer { level }], CLOCK));
        assert_eq!(kept(&room).tag("Second"), Some(format!("Galet, {name}").as_str()));
    }
}

#[test]
fn the_computer_is_named_with_its_level_and_the_clock_is_seen() {
    let mut room = Room::open(&request([ME, COMPUTER], CLOCK));
    room.play_after(5_000).expect("the first move is free");
    room.answer();
    assert_eq!(kept(&room).tag("Second"), Some("Galet, level 3"));
    let clock = room.table.clock(room.now.plus(1_500));
    assert_eq!((clock.left, clock.running), (Some([298_500, 300_000]), Some(Owner::First)));
    assert_eq!(room.table.clock(Moment(0)).left, Some([300_000; 2]), "time does not run backwards");
}
