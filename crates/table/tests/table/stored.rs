//! What lies on people's disks, and lists of events that make no table.

use crate::room::{ANN, BEN, DRAW, ME, REMATCH, Room, START, Snapshot, request};
use galet_core::Level;
use galet_table::wire::scene::Phrase;
use galet_table::wire::setup::Setup;
use galet_table::wire::table::{Act, ClockTerms};
use galet_table::{
    Event, EventError, EventKind, GuestId, Moment, Opening, Presence, ReplayError, RequestError,
    Seat, Side, Table,
};

/// Every event as it is stored. These texts are on disks: a change of one needs a new version of
/// the format and a way to read the old one.
#[test]
fn stored_events_stay_readable() {
    let opening = Opening {
        game: "a-game".to_owned(),
        setup: Setup {
            layout: Some("standard".to_owned()),
            options: vec![("key".to_owned(), "value".to_owned())],
            position: None,
        },
        moves: vec!["a1".to_owned()],
        seats: [Seat::Guest { guest: GuestId(u64::MAX) }, Seat::Computer { level: 7 }],
        clock: ClockTerms::Fischer { initial: 180_000, increment: 2_000 },
        seed: u64::MAX,
    };
    let other = |seats, clock| Opening {
        setup: Setup { position: Some("pos".to_owned()), ..Setup::default() },
        moves: vec![],
        seats,
        clock,
        seed: 0,
        ..opening.clone()
    };
    let nobody = [Seat::Nobody, Seat::Nobody];
    let stored: Vec<(EventKind, &str)> = vec![
        (
            EventKind::Opened(opening.clone()),
            r#"{"type":"opened","game":"a-game","setup":{"layout":"standard","options":[["key","value"]]},"moves":["a1"],"seats":[{"type":"guest","guest":18446744073709551615},{"type":"computer","level":7}],"clock":{"type":"fischer","initial":180000,"increment":2000},"seed":18446744073709551615}"#,
        ),
        (
            EventKind::Opened(other(nobody, ClockTerms::None)),
            r#"{"type":"opened","game":"a-game","setup":{"options":[],"position":"pos"},"moves":[],"seats":[{"type":"nobody"},{"type":"nobody"}],"clock":{"type":"none"},"seed":0}"#,
        ),
        (
            EventKind::Opened(other(nobody, ClockTerms::SuddenDeath { initial: 600_000 })),
            r#"{"type":"opened","game":"a-game","setup":{"options":[],"position":"pos"},"moves":[],"seats":[{"type":"nobody"},{"type":"nobody"}],"clock":{"type":"sudden-death","initial":600000},"seed":0}"#,
        ),
        (
            EventKind::Opened(other(nobody, ClockTerms::Days { days: 3 })),
            r#"{"type":"opened","game":"a-game","setup":{"options":[],"position":"pos"},"moves":[],"seats":[{"type":"nobody"},{"type":"nobody"}],"clock":{"type":"days","days":3},"seed":0}"#,
        ),
        (
            EventKind::Seated { side: Side::Second, guest: BEN },
            r#"{"type":"seated","side":"second","guest":2}"#,
        ),
        (
            EventKind::Moved { text: "a1".to_owned(), left: None },
            r#"{"type":"moved","text":"a1","left":null}"#,
        ),
        (
            EventKind::Moved { text: "a1".to_owned(), left: Some(5) },
            r#"{"type":"moved","text":"a1","left":5}"#,
        ),
        (
            EventKind::Offered { of: DRAW, by: Side::First },
            r#"{"type":"offered","of":"draw","by":"first"}"#,
        ),
        (
            EventKind::Declined { of: REMATCH, by: Side::Second },
            r#"{"type":"declined","of":"rematch","by":"second"}"#,
        ),
        (
            EventKind::Withdrawn { of: REMATCH, by: Side::First },
            r#"{"type":"withdrawn","of":"rematch","by":"first"}"#,
        ),
        (
            EventKind::Offered { of: crate::room::TAKEBACK, by: Side::First },
            r#"{"type":"offered","of":"takeback","by":"first"}"#,
        ),
        (
            EventKind::TookBack { plies: 2, left: Some([1, 2]) },
            r#"{"type":"took-back","plies":2,"left":[1,2]}"#,
        ),
        (EventKind::DrawAgreed, r#"{"type":"draw-agreed"}"#),
        (EventKind::Resigned { by: Side::First }, r#"{"type":"resigned","by":"first"}"#),
        (EventKind::Flagged { by: Side::First }, r#"{"type":"flagged","by":"first"}"#),
        (EventKind::Claimed { by: Side::First }, r#"{"type":"claimed","by":"first"}"#),
        (EventKind::CalledOff { by: Side::First }, r#"{"type":"called-off","by":"first"}"#),
        (
            EventKind::RematchMade { table: "t2".to_owned() },
            r#"{"type":"rematch-made","table":"t2"}"#,
        ),
        (EventKind::Interrupted { from: Moment(7) }, r#"{"type":"interrupted","from":7}"#),
    ];
    for (kind, text) in stored {
        let event = Event::new(Moment(9), kind);
        let text = format!(r#"{{"v":1,"at":9,"what":{text}}}"#);
        assert_eq!(event.to_json(), text);
        assert_eq!(Event::from_json(&text).unwrap(), event);
    }
}

#[test]
fn texts_that_are_no_events_are_refused() {
    let newer = Event::from_json(r#"{"v":2,"at":9,"what":{"type":"draw-agreed"}}"#).unwrap_err();
    assert!(newer.to_string().contains("version 2"), "{newer}");
    for text in ["", "{}", "null", r#"{"v":1,"at":9,"what":{"type":"surprised"}}"#] {
        assert!(Event::from_json(text).is_err(), "{text}");
    }
}

/// Level 10 was the name of full strength before there were experts, and its number since.
#[test]
fn a_stored_game_of_level_ten_is_one_against_full_strength() {
    let stored = |level: u8| {
        let game = galet_games::all()[0].name();
        let text = format!(
            r#"{{"type":"opened","game":"{game}","setup":{{"options":[]}},"moves":[],"seats":[{{"type":"guest","guest":1}},{{"type":"computer","level":{level}}}],"clock":{{"type":"none"}},"seed":0}}"#
        );
        let kind = serde_json::from_str(&text).expect("a stored event");
        let table = Table::replay("t", &[Event::new(START, kind)]).expect("it opens");
        table.seats()[Side::Second].level().expect("the computer").expect("a level")
    };
    assert_eq!(stored(10), Level::FULL);
    assert_eq!(stored(9).to_string(), "9");
    // A build with fewer experts still opens what one with more has stored.
    assert_eq!(stored(19).to_string(), "expert-9");
}

#[test]
fn a_replay_names_the_event_that_does_not_fit() {
    assert_eq!(Table::replay("t", []).unwrap_err(), ReplayError::Nothing);
    let mut room = Room::of_two(ClockTerms::None);
    room.play_after(1).unwrap();
    let misfit = |events: &[Event]| match Table::replay("t", events).unwrap_err() {
        ReplayError::Event { index, misfit, .. } => (index, *misfit),
        ReplayError::Nothing => panic!("there are events"),
    };
    let mut doubled = room.events.clone();
    doubled.insert(2, room.events[1].clone());
    assert_eq!(misfit(&doubled), (2, EventError::Seat));
    assert_eq!(misfit(&room.events[1..]), (0, EventError::NotOpened));
    let twice = [&room.events[..], &room.events[..1]].concat();
    assert_eq!(misfit(&twice), (3, EventError::OpenedAgain));
    let mut unknown = room.events.clone();
    let EventKind::Opened(opening) = &mut unknown[0].kind else {
        panic!("the first is the opening")
    };
    opening.game = "chess".to_owned();
    let (index, why) = misfit(&unknown);
    assert_eq!(index, 0);
    assert!(why.to_string().contains("there is no game 'chess'"), "{why}");
    let error = Table::replay("t", &twice).unwrap_err();
    assert_eq!(error.to_string(), "event 4 of the table does not fit: a table is opened only once");
}

/// An event that does not fit changes nothing.
#[test]
fn events_that_do_not_fit_change_nothing() {
    let by = Side::First;
    let moved = |text: &str, left| EventKind::Moved { text: text.to_owned(), left };
    let candidates = [
        EventKind::Seated { side: Side::First, guest: GuestId(9) },
        EventKind::Seated { side: Side::Second, guest: GuestId(9) },
        EventKind::Seated { side: Side::Second, guest: ANN },
        moved("xyzzy", None),
        moved("xyzzy", Some(4)),
        EventKind::Offered { of: DRAW, by },
        EventKind::Offered { of: REMATCH, by },
        EventKind::Declined { of: DRAW, by },
        EventKind::Declined { of: REMATCH, by },
        EventKind::Withdrawn { of: DRAW, by },
        EventKind::Withdrawn { of: REMATCH, by },
        EventKind::TookBack { plies: 0, left: None },
        EventKind::TookBack { plies: 1, left: None },
        EventKind::TookBack { plies: 1, left: Some([1, 1]) },
        EventKind::TookBack { plies: u32::MAX, left: None },
        EventKind::DrawAgreed,
        EventKind::Resigned { by },
        EventKind::Flagged { by },
        EventKind::Claimed { by },
        EventKind::CalledOff { by },
        EventKind::RematchMade { table: "t2".to_owned() },
    ];
    let mut running = Room::of_two(ClockTerms::None);
    running.play_after(1).unwrap();
    let mut over = Room::of_two(ClockTerms::None);
    over.play_after(1).unwrap();
    over.act(BEN, Act::Resign).unwrap();
    let rooms = [Room::open(&request([ME, crate::room::FRIEND], ClockTerms::None)), running, over];
    let mut refused = 0;
    for room in &rooms {
        for kind in &candidates {
            let mut table = room.table.clone();
            let snapshot = |table| Snapshot::of(table, &Presence::default(), START);
            if table.apply(&Event::new(room.now, kind.clone())).is_err() {
                assert_eq!(snapshot(&table), snapshot(&room.table));
                refused += 1;
            }
        }
    }
    assert!(refused > candidates.len(), "{refused}");
}

#[test]
fn every_refusal_has_a_code_of_its_own_and_words_in_both_languages() {
    let all = [
        RequestError::NotSeated,
        RequestError::Waiting,
        RequestError::Over,
        RequestError::NotYourTurn,
        RequestError::Stale,
        RequestError::AlreadyPlayed,
        RequestError::NoSuchTaps(Phrase::new("So not.", "Pas ainsi.")),
        RequestError::OutOfTime,
        RequestError::NothingToTakeBack,
        RequestError::AlreadyOffered,
        RequestError::AlreadyDeclined,
        RequestError::NoSuchOffer,
        RequestError::ComputerPlaysOn,
        RequestError::OpponentIsHere,
        RequestError::UnderWay,
        RequestError::NotOver,
        RequestError::RematchMade,
        RequestError::NoFreeSeat,
        RequestError::AlreadySeated,
    ];
    let codes: std::collections::BTreeSet<_> = all.iter().map(RequestError::code).collect();
    assert_eq!(codes.len(), all.len());
    for refusal in all {
        let words = refusal.words();
        assert!(words.en.ends_with('.') && words.fr.ends_with('.'), "{words:?}");
        assert_ne!(words.en, words.fr);
        assert_eq!(refusal.to_string(), words.en);
    }
}
