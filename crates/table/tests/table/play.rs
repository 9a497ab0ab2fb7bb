//! Seats, moves, offers, take-backs, ends and rematches.

use crate::room::{
    ANN, BEN, COMPUTER, DRAW, EVE, FRIEND, ME, REMATCH, Room, START, TAKEBACK, last, name,
    random_moves, request, request_of, some_move, whole_game,
};
use galet_core::random::SplitMix64;
use galet_table::wire::scene::{Animation, CellId, Owner, Place, Scene};
use galet_table::wire::socket;
use galet_table::wire::table::{
    Act, ClockTerms, Happening, NewTable, OfferKind, SeatRequest, Sitter, TableView,
};
use galet_table::{
    AnswerError, Event, EventKind, OpenError, Presence, Request, RequestError, Seat, Side, Table,
};

const NO_CLOCK: ClockTerms = ClockTerms::None;

fn accept(of: OfferKind) -> Act {
    Act::Accept { of }
}

fn decline(of: OfferKind) -> Act {
    Act::Decline { of }
}

fn withdraw(of: OfferKind) -> Act {
    Act::Withdraw { of }
}

fn offer(of: OfferKind) -> Act {
    Act::Offer { of }
}

#[test]
fn the_first_other_person_sits_down_and_everybody_else_watches() {
    let mut room = Room::open(&request([ME, FRIEND], NO_CLOCK));
    assert_eq!(room.table.turn(), None);
    assert_eq!(room.play(ANN), Err(RequestError::Waiting));
    assert_eq!(room.may(ANN), [Act::CallOff]);
    assert_eq!(room.may(EVE), [Act::Sit]);
    let nobody = |room: &Room| {
        let state = room.table.state(None, &room.presence, room.now, &|_| String::new());
        state.may
    };
    assert_eq!(nobody(&room), [Act::Sit], "also somebody who is not known yet");
    assert_eq!(room.act(ANN, Act::Sit), Err(RequestError::AlreadySeated));
    assert_eq!(room.act(BEN, Act::Sit), Ok(Happening::Other));
    assert_eq!(room.act(EVE, Act::Sit), Err(RequestError::NoFreeSeat));
    assert_eq!(nobody(&room), []);
    assert_eq!(room.may(EVE), []);
    assert_eq!(room.play(EVE), Err(RequestError::NotSeated));
    assert_eq!(room.play(BEN), Err(RequestError::NotYourTurn));
    let seats = room.state(BEN).seats;
    assert_eq!(seats[0].sitter, Sitter::Guest { name: name(ANN) });
    assert_eq!([seats[0].you, seats[1].you], [false, true]);
    room.play(ANN).unwrap();
    assert!(room.table.waits_for(BEN) && !room.table.waits_for(ANN));
    assert!(room.state(BEN).continuations.is_some());
    assert_eq!(room.state(EVE).continuations, None);
}

#[test]
fn a_friend_can_be_the_one_who_begins() {
    let mut room = Room::open(&request([FRIEND, ME], NO_CLOCK));
    room.act(BEN, Act::Sit).unwrap();
    assert_eq!(room.table.seats()[Side::First], Seat::Guest { guest: BEN });
    assert!(room.table.waits_for(BEN));
}

#[test]
fn messages_about_another_position_are_refused() {
    let mut room = Room::of_two(NO_CLOCK);
    let text = some_move(room.table.progress(), &mut SplitMix64::new(5));
    let first = Request::Move { ply: 0, text: text.clone() };
    let event = room.ask(ANN, &first).unwrap();
    room.take(event);
    // The same message once more, and one that comes too late.
    assert_eq!(room.ask(ANN, &first), Err(RequestError::AlreadyPlayed));
    assert_eq!(room.ask(BEN, &first), Err(RequestError::Stale));
    let other = Request::Move { ply: 0, text: "b2".to_owned() };
    assert_eq!(room.ask(ANN, &other), Err(RequestError::Stale));
    let early = Request::Move { ply: 2, text };
    assert_eq!(room.ask(ANN, &early), Err(RequestError::Stale));
    // A repeated last move is told so even after the end.
    room.act(BEN, Act::Resign).unwrap();
    assert_eq!(room.ask(ANN, &first), Err(RequestError::AlreadyPlayed));
    assert_eq!(room.ask(BEN, &early), Err(RequestError::Over));
}

#[test]
fn illegal_moves_say_why() {
    let room = Room::of_two(NO_CLOCK);
    for text in ["", "xyzzy", "a1\u{0}", &"a".repeat(100_000)] {
        let refused = room.ask(ANN, &Request::Move { ply: 0, text: text.to_owned() }).unwrap_err();
        assert_eq!(refused.code(), "illegal-move");
        let words = refused.words();
        assert!(words.en.ends_with(". Choose another move."), "{words:?}");
        assert!(words.fr.ends_with(". Choisissez un autre coup."), "{words:?}");
        assert!(words.en.len() < 500);
    }
}

#[test]
fn what_a_move_changes_can_be_carried_out_on_the_picture() {
    for game in galet_games::all() {
        let mut room = Room::open(&request_of(game.name(), [ME, ME], NO_CLOCK));
        for _ in 0..12 {
            let mut scene = view(&room).scene;
            let Ok(Happening::Moved { played, change }) = room.play_after(1) else {
                panic!("a move was played")
            };
            carry_out(&mut scene, &change.animation);
            scene.markers = change.markers;
            scene.trail = change.trail;
            scene.counters = change.counters;
            scene.turn = change.turn;
            scene.ending = change.ending;
            let now = view(&room);
            assert_eq!(scene, now.scene);
            assert_eq!(Some(&played), now.moves.last());
        }
    }
}

fn view(room: &Room) -> TableView {
    room.table.view(Some(ANN), &room.presence, room.now, &name)
}

fn carry_out(scene: &mut Scene, animation: &Animation) {
    for step in &animation.steps {
        for travel in &step.travels {
            if let Place::Cell(cell) = travel.from {
                let stack = &mut scene.cells[usize::from(cell.0)].stack;
                stack.truncate(stack.len() - travel.pieces.len());
            }
        }
        for travel in &step.travels {
            if let Place::Cell(cell) = travel.to {
                scene.cells[usize::from(cell.0)].stack.extend(&travel.pieces);
            }
        }
    }
}

#[test]
fn between_people_a_take_back_is_asked_for() {
    let mut room = Room::of_two(NO_CLOCK);
    assert_eq!(room.act(ANN, offer(TAKEBACK)), Err(RequestError::NothingToTakeBack));
    room.play_after(1).unwrap();
    assert_eq!(room.act(BEN, offer(TAKEBACK)), Err(RequestError::NothingToTakeBack));
    room.act(ANN, offer(TAKEBACK)).unwrap();
    assert_eq!(room.act(ANN, offer(TAKEBACK)), Err(RequestError::AlreadyOffered));
    assert_eq!(room.act(ANN, accept(TAKEBACK)), Err(RequestError::NoSuchOffer));
    room.act(BEN, accept(TAKEBACK)).unwrap();
    assert_eq!(room.table.ply(), 0);
    assert_eq!(room.state(ANN).offers, []);

    // In one's own turn both moves go back.
    room.play_after(1).unwrap();
    room.play_after(1).unwrap();
    room.act(ANN, offer(TAKEBACK)).unwrap();
    let Ok(Happening::TookBack { plies: 2, scene }) = room.act(BEN, accept(TAKEBACK)) else {
        panic!("two moves were taken back")
    };
    assert_eq!(scene, view(&room).scene);
    assert_eq!(room.table.ply(), 0);
}

#[test]
fn an_offer_to_take_back_lapses_with_any_move_and_is_not_repeated_at_once() {
    let mut room = Room::of_two(NO_CLOCK);
    room.play_after(1).unwrap();
    room.act(ANN, offer(TAKEBACK)).unwrap();
    room.play_after(1).unwrap();
    assert_eq!(room.act(BEN, accept(TAKEBACK)), Err(RequestError::NoSuchOffer));
    room.act(ANN, offer(TAKEBACK)).unwrap();
    room.act(BEN, decline(TAKEBACK)).unwrap();
    assert_eq!(room.act(ANN, offer(TAKEBACK)), Err(RequestError::AlreadyDeclined));
    // Ben may ask for his own, and both offers stand beside each other.
    room.act(BEN, offer(TAKEBACK)).unwrap();
    room.play_after(1).unwrap();
    room.act(ANN, offer(TAKEBACK)).unwrap();
    room.act(BEN, offer(TAKEBACK)).unwrap();
    assert_eq!(room.state(ANN).offers.len(), 2);
    // The other's is declined, the own one withdrawn.
    room.act(ANN, decline(TAKEBACK)).unwrap();
    assert_eq!(room.state(ANN).offers[0].by, Owner::First);
    assert_eq!(room.act(ANN, decline(TAKEBACK)), Err(RequestError::NoSuchOffer));
    room.act(ANN, withdraw(TAKEBACK)).unwrap();
    assert_eq!(room.state(ANN).offers, []);
    // Who moves after all does not want to go back any more.
    room.play_after(1).unwrap();
    room.act(ANN, offer(TAKEBACK)).unwrap();
    room.play_after(1).unwrap();
    assert_eq!(room.state(ANN).offers, []);
}

#[test]
fn against_the_computer_both_moves_go_back_at_once() {
    let mut room = Room::open(&request([ME, COMPUTER], NO_CLOCK));
    assert_eq!(room.act(ANN, offer(TAKEBACK)), Err(RequestError::NothingToTakeBack));
    room.play(ANN).unwrap();
    room.answer();
    room.act(ANN, offer(TAKEBACK)).unwrap();
    assert_eq!(last(&room), &EventKind::TookBack { plies: 2, left: None });
    // While it thinks, only the own move.
    room.play(ANN).unwrap();
    let old = room.effects().think.unwrap();
    room.act(ANN, offer(TAKEBACK)).unwrap();
    assert_eq!(last(&room), &EventKind::TookBack { plies: 1, left: None });
    assert_eq!(room.effects().think, None);
    // The answer to the old question is dropped, also when the same ply has come again.
    room.play(ANN).unwrap();
    let new = room.effects().think.unwrap();
    assert_eq!(old.ply, new.ply);
    assert_ne!(old.ticket, new.ticket);
    assert_ne!(old.seed, new.seed);
    let text = some_move(room.table.progress(), &mut SplitMix64::new(1));
    assert_eq!(room.table.answer(old.ticket, &text, room.now), Err(AnswerError::Stale));
    let wrong = room.table.answer(new.ticket, "xyzzy", room.now);
    assert!(matches!(wrong, Err(AnswerError::Illegal(_))));
    assert!(room.table.answer(new.ticket, &text, room.now).is_ok());
}

#[test]
fn a_click_that_meets_the_computers_move_takes_back_what_was_meant() {
    let mut room = Room::open(&request([ME, COMPUTER], NO_CLOCK));
    for _ in 0..2 {
        room.play(ANN).unwrap();
        room.answer();
    }
    room.play(ANN).unwrap();
    room.answer();
    // Seen at ply 5, before the computer's move: the same move of one's own is meant.
    room.act_at(ANN, 5, offer(TAKEBACK)).unwrap();
    assert_eq!(last(&room), &EventKind::TookBack { plies: 2, left: None });
    assert_eq!(room.table.ply(), 4);
    // A second click on what was seen then does nothing more.
    for seen in [0, 1, 2, 5, 6, u32::MAX] {
        assert_eq!(room.act_at(ANN, seen, offer(TAKEBACK)), Err(RequestError::Stale), "{seen}");
    }
    room.act_at(ANN, 3, offer(TAKEBACK)).unwrap();
    assert_eq!(room.table.ply(), 2);
}

#[test]
fn a_computer_that_began_keeps_its_first_move() {
    let mut room = Room::open(&request([COMPUTER, ME], NO_CLOCK));
    room.answer();
    assert_eq!(room.act(ANN, offer(TAKEBACK)), Err(RequestError::NothingToTakeBack));
    room.play(ANN).unwrap();
    room.answer();
    room.act(ANN, offer(TAKEBACK)).unwrap();
    assert_eq!(room.table.ply(), 1);
}

#[test]
fn at_one_screen_one_move_goes_back_at_a_time() {
    let mut room = Room::open(&request([ME, ME], NO_CLOCK));
    for _ in 0..3 {
        room.play(ANN).unwrap();
    }
    for ply in (0..3).rev() {
        room.act(ANN, offer(TAKEBACK)).unwrap();
        assert_eq!(room.table.ply(), ply);
        // A second click on the same picture.
        let refused = if ply == 0 { RequestError::NothingToTakeBack } else { RequestError::Stale };
        assert_eq!(room.act_at(ANN, ply + 1, offer(TAKEBACK)), Err(refused));
    }
    // The side to move resigns; a draw is agreed at once.
    room.play(ANN).unwrap();
    let mut drawn = Room::open(&request([ME, ME], NO_CLOCK));
    drawn.act(ANN, offer(DRAW)).unwrap();
    assert_eq!(drawn.reason(), "agreement");
    room.act(ANN, Act::Resign).unwrap();
    assert_eq!(room.table.ending().unwrap().winner, Owner::First);
}

#[test]
fn a_draw_offer_lasts_until_the_other_moves() {
    let mut room = Room::of_two(NO_CLOCK);
    room.act(ANN, offer(DRAW)).unwrap();
    room.play_after(1).unwrap();
    assert_eq!(room.state(BEN).offers.len(), 1);
    room.play_after(1).unwrap();
    assert_eq!(room.state(BEN).offers, []);
    assert_eq!(room.act(BEN, accept(DRAW)), Err(RequestError::NoSuchOffer));
    room.act(ANN, offer(DRAW)).unwrap();
    assert_eq!(room.act(BEN, withdraw(DRAW)), Err(RequestError::NoSuchOffer));
    room.act(ANN, withdraw(DRAW)).unwrap();
    assert_eq!(last(&room), &EventKind::Withdrawn { of: DRAW, by: Side::First });
    assert_eq!(room.act(ANN, offer(DRAW)), Err(RequestError::AlreadyDeclined));
    room.play_after(1).unwrap();
    room.act(ANN, offer(DRAW)).unwrap();
    room.act(BEN, accept(DRAW)).unwrap();
    let ending = room.table.ending().unwrap();
    assert_eq!((ending.winner, ending.reason.as_str()), (Owner::Nobody, "agreement"));
    assert_eq!(room.play(ANN), Err(RequestError::Over));
}

#[test]
fn who_offers_what_the_other_has_offered_accepts_it() {
    let mut room = Room::of_two(NO_CLOCK);
    room.act(ANN, offer(DRAW)).unwrap();
    room.act(BEN, offer(DRAW)).unwrap();
    assert_eq!(room.reason(), "agreement");
    room.act(ANN, offer(REMATCH)).unwrap();
    room.act(BEN, offer(REMATCH)).unwrap();
    assert_eq!(room.table.rematch(), Some("t2"));
}

#[test]
fn a_rematch_is_withdrawn_by_the_one_and_declined_by_the_other() {
    let mut room = Room::of_two(NO_CLOCK);
    room.act(ANN, Act::Resign).unwrap();
    let ended = room.now;
    room.now = room.now.plus(60_000);
    room.act(ANN, offer(REMATCH)).unwrap();
    assert_eq!(room.table.ended_at(), Some(ended));
    assert_eq!(room.may(ANN), [withdraw(REMATCH)]);
    assert_eq!(room.may(BEN), [offer(REMATCH), accept(REMATCH), decline(REMATCH)]);
    room.act(ANN, withdraw(REMATCH)).unwrap();
    assert_eq!(room.act(BEN, accept(REMATCH)), Err(RequestError::NoSuchOffer));
    // No move comes after the end: minds change back and forth. A no stays a no.
    room.act(ANN, offer(REMATCH)).unwrap();
    room.act(BEN, decline(REMATCH)).unwrap();
    assert_eq!(room.act(ANN, offer(REMATCH)), Err(RequestError::AlreadyDeclined));
    assert_eq!(room.may(ANN), []);
    room.act(BEN, offer(REMATCH)).unwrap();
    room.act(ANN, accept(REMATCH)).unwrap();
    assert_eq!(room.table.rematch(), Some("t2"));
}

/// Earlier versions wrote the same word for an own offer that was taken back.
#[test]
fn an_own_offer_that_an_earlier_version_declined_is_gone() {
    let mut room = Room::of_two(NO_CLOCK);
    room.act(ANN, offer(DRAW)).unwrap();
    let old = EventKind::Declined { of: DRAW, by: Side::First };
    room.table.apply(&Event::new(room.now, old)).unwrap();
    assert_eq!(room.state(BEN).offers, []);
    assert_eq!(room.act(ANN, offer(DRAW)), Err(RequestError::AlreadyDeclined));
}

#[test]
fn the_computer_agrees_to_no_draw_and_to_every_rematch() {
    let mut room = Room::open(&request([ME, COMPUTER], NO_CLOCK));
    assert_eq!(room.act(ANN, offer(DRAW)), Err(RequestError::ComputerPlaysOn));
    assert_eq!(room.act(ANN, offer(REMATCH)), Err(RequestError::NotOver));
    room.act(ANN, Act::Resign).unwrap();
    assert_eq!(room.table.ending().unwrap().winner, Owner::Second);
    room.act(ANN, offer(REMATCH)).unwrap();
    assert_eq!(room.act(ANN, offer(REMATCH)), Err(RequestError::RematchMade));
    let opening = room.table.rematch_opening(11, room.now);
    let next = Table::replay("t2", [&opening]).unwrap();
    assert_eq!(next.seats()[Side::First], Seat::Computer { level: 3 });
    assert_eq!(next.seats()[Side::Second], Seat::Guest { guest: ANN });
    assert!(next.effects(&Presence::default(), room.now).think.is_some());
}

#[test]
fn between_people_a_rematch_is_agreed_and_swaps_sides() {
    let mut request = request([ME, FRIEND], ClockTerms::Days { days: 3 });
    request.moves = random_moves(&request.game, 6, 1);
    let mut room = Room::open(&request);
    room.act(ANN, Act::CallOff).unwrap();
    assert_eq!(room.reason(), "called-off");
    assert_eq!(room.act(ANN, offer(REMATCH)), Err(RequestError::Waiting));
    assert_eq!(room.act(BEN, Act::Sit), Err(RequestError::Over));

    let mut room = Room::open(&request);
    room.act(BEN, Act::Sit).unwrap();
    room.act(BEN, Act::Resign).unwrap();
    assert_eq!(room.act(BEN, accept(REMATCH)), Err(RequestError::NoSuchOffer));
    room.act(BEN, offer(REMATCH)).unwrap();
    assert_eq!(room.act(BEN, accept(REMATCH)), Err(RequestError::NoSuchOffer));
    room.act(ANN, accept(REMATCH)).unwrap();
    assert_eq!(last(&room), &EventKind::RematchMade { table: "t2".to_owned() });
    assert_eq!(room.state(EVE).rematch.as_deref(), Some("t2"));
    let opening = room.table.rematch_opening(11, room.now);
    let next = Table::replay("t2", [&opening]).unwrap();
    assert_eq!(next.seats()[Side::Second], Seat::Guest { guest: ANN });
    assert_eq!(next.moves().collect::<Vec<_>>(), request.moves);
    assert_eq!(next.setup(), room.table.setup());
}

#[test]
fn a_game_is_called_off_before_both_have_moved_and_not_later() {
    for moves in 0..4 {
        let mut room = Room::of_two(NO_CLOCK);
        for _ in 0..moves {
            room.play_after(1).unwrap();
        }
        let result = room.act(BEN, Act::CallOff);
        assert_eq!(result.err(), (moves >= 2).then_some(RequestError::UnderWay));
    }
}

#[test]
fn moves_that_a_table_begins_with_are_not_taken_back_and_do_not_count() {
    let mut request = request([ME, FRIEND], NO_CLOCK);
    request.moves = random_moves(&request.game, 5, 3);
    let mut room = Room::open(&request);
    room.act(BEN, Act::Sit).unwrap();
    assert!(room.table.waits_for(BEN));
    assert_eq!(room.act(ANN, offer(TAKEBACK)), Err(RequestError::NothingToTakeBack));
    assert!(room.may(ANN).contains(&Act::CallOff));
    room.play(BEN).unwrap();
    assert!(room.may(ANN).contains(&Act::CallOff));
    room.play(ANN).unwrap();
    assert!(!room.may(ANN).contains(&Act::CallOff));
}

#[test]
fn the_rules_end_a_game_with_its_last_move() {
    for game in galet_games::all() {
        let moves = whole_game(game.name(), 4);
        let (last_move, given) = moves.split_last().unwrap();
        let mut request = request_of(game.name(), [ME, FRIEND], NO_CLOCK);
        request.moves = given.to_vec();
        let mut room = Room::open(&request);
        room.act(BEN, Act::Sit).unwrap();
        for who in [ANN, BEN] {
            // An offer that stands ends with the game.
            room.act(who, offer(DRAW)).unwrap();
            if who == ANN {
                room.act(BEN, decline(DRAW)).unwrap();
            }
        }
        let who = if room.table.waits_for(ANN) { ANN } else { BEN };
        let Ok(Happening::Moved { change, .. }) = room.play_text(who, last_move) else {
            panic!("a move was played")
        };
        assert_eq!(change.ending.as_ref(), room.table.ending(), "{}", game.name());
        assert!(room.table.is_over(), "{}", game.name());
        assert_eq!(room.state(ANN).offers, []);
        assert_eq!(room.may(ANN), [offer(REMATCH)]);

        request.moves = moves;
        let again = Table::open("t", &request, |_| 2, ANN, 1, START);
        assert_eq!(again.err(), Some(OpenError::AlreadyOver));
    }
}

#[test]
fn a_resigned_game_is_over_in_the_picture_too() {
    let mut room = Room::of_two(NO_CLOCK);
    room.act(ANN, Act::Resign).unwrap();
    let view = view(&room);
    assert_eq!(view.scene.turn, None);
    assert_eq!(view.scene.ending, view.state.ending);
    assert_eq!(view.state.turn, None);
    let words = view.state.ending.unwrap().words;
    assert!(words.en.ends_with(" resigned.") && words.fr.ends_with(" abandonne."), "{words:?}");
}

#[test]
fn taps_are_answered_only_to_who_is_to_move() {
    let room = Room::of_two(NO_CLOCK);
    let first = room.table.taps(ANN, 0, &[]).unwrap();
    assert_eq!(Some(&first), room.state(ANN).continuations.as_ref());
    let cell = first.choices[0].cell;
    assert!(room.table.taps(ANN, 0, &[cell]).is_ok());
    assert_eq!(room.table.taps(ANN, 1, &[cell]), Err(RequestError::Stale));
    assert_eq!(room.table.taps(BEN, 0, &[cell]), Err(RequestError::NotYourTurn));
    assert_eq!(room.table.taps(EVE, 0, &[cell]), Err(RequestError::NotSeated));
    let nowhere = [CellId(255)];
    let refused = room.table.taps(ANN, 0, &nowhere).unwrap_err();
    assert_eq!(refused.code(), "no-such-taps");
    assert!(!refused.words().en.is_empty() && !refused.words().fr.is_empty());
}

#[test]
fn tables_that_cannot_be_are_not_opened() {
    let open = |request: &NewTable| {
        Table::open("t", request, |_| 2, ANN, 1, START).map(|_| ()).unwrap_err()
    };
    let good = || request([ME, FRIEND], NO_CLOCK);
    let level = |level| SeatRequest::Computer { level };
    let fischer = |initial, increment| ClockTerms::Fischer { initial, increment };
    let cases: Vec<(&str, NewTable)> = vec![
        ("no-such-game", NewTable { game: "chess".to_owned(), ..good() }),
        ("no-seat-of-yours", NewTable { seats: [FRIEND, FRIEND], ..good() }),
        ("no-seat-of-yours", NewTable { seats: [FRIEND, COMPUTER], ..good() }),
        ("no-such-level", NewTable { seats: [ME, level(0)], ..good() }),
        ("no-such-level", NewTable { seats: [level(13), ME], ..good() }),
        ("no-such-level", NewTable { seats: [level(20), ME], ..good() }),
        ("no-such-clock", NewTable { clock: ClockTerms::Days { days: 0 }, ..good() }),
        ("no-such-clock", NewTable { clock: ClockTerms::Days { days: 31 }, ..good() }),
        ("no-such-clock", NewTable { clock: ClockTerms::SuddenDeath { initial: 999 }, ..good() }),
        ("no-such-clock", NewTable { clock: fischer(86_400_001, 0), ..good() }),
        ("no-such-clock", NewTable { clock: fischer(60_000, 3_600_001), ..good() }),
        ("no-such-clock", NewTable { clock: fischer(u64::MAX, u64::MAX), ..good() }),
        ("illegal-move", NewTable { moves: vec!["xyzzy".to_owned()], ..good() }),
    ];
    for (code, request) in cases {
        let refused = open(&request);
        assert_eq!(refused.code(), code);
        let socket::ErrorInfo { words, .. } = (&refused).into();
        assert!(words.en.ends_with('.') && words.fr.ends_with('.'), "{words:?}");
        assert!(words.en.starts_with(char::is_uppercase), "{words:?}");
    }
    let mut bad_layout = good();
    bad_layout.setup.layout = Some("nowhere".to_owned());
    assert_eq!(open(&bad_layout).code(), "bad-setup");
    let mut bad_position = good();
    bad_position.setup.position = Some("nonsense".to_owned());
    assert_eq!(open(&bad_position).code(), "bad-setup");
}
