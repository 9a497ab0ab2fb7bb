//! Games that go on and on.

use crate::room::{ANN, BEN, COMPUTER, DRAW, FRIEND, ME, Room, START, TAKEBACK, request};
use galet_games::{AnyProgress, SetupText};
use galet_table::wire::setup::Setup;
use galet_table::wire::table::{Act, ClockTerms, NewTable, SeatRequest};
use galet_table::{
    AnswerError, EventKind, LONGEST_GAME, MOST_GIVEN, OpenError, RequestError, Table,
};

/// A game in which positions may come back, and so many moves of two who step to and fro.
pub(crate) fn to_and_fro(count: usize) -> (String, Setup, Vec<String>) {
    for game in galet_games::all() {
        if !game.options().iter().any(|option| option.key == "repetition") {
            continue;
        }
        let options = vec![("repetition".to_owned(), "off".to_owned())];
        let setup = SetupText { options: options.clone(), ..SetupText::default() };
        let start = game.start(&setup).expect("it begins");
        if let Some(round) = round_trip(start.as_ref()) {
            let moves = round.into_iter().cycle().take(count).collect();
            return (game.name().to_owned(), Setup { options, ..Setup::default() }, moves);
        }
    }
    panic!("there is a game with repetition off");
}

/// Four moves after which everything stands as before.
fn round_trip(start: &dyn AnyProgress) -> Option<Vec<String>> {
    let after = |game: &dyn AnyProgress, text: &str| {
        let mut next = game.clone_box();
        next.play(text).expect("the move is legal");
        next
    };
    let first = start.legal_moves(1).texts.pop()?;
    let moved = after(start, &first);
    for reply in moved.legal_moves(50).texts {
        let both = after(moved.as_ref(), &reply);
        for back in both.legal_moves(100).texts {
            let one_back = after(both.as_ref(), &back);
            for home in one_back.legal_moves(100).texts {
                let end = after(one_back.as_ref(), &home);
                if end.position_text() == start.position_text() {
                    return Some(end.moves());
                }
            }
        }
    }
    None
}

fn with_moves(count: usize, seats: [SeatRequest; 2]) -> NewTable {
    let (game, setup, moves) = to_and_fro(count);
    NewTable { game, setup, moves, ..request(seats, ClockTerms::None) }
}

/// A table that was stored when there was no bound yet.
fn stored(count: usize, seats: [SeatRequest; 2]) -> Room {
    let (_, mut event) =
        Table::open("t1", &with_moves(0, seats), |_| 2, ANN, 7, START).expect("a table");
    let EventKind::Opened(opening) = &mut event.kind else { panic!("not opened") };
    opening.moves = to_and_fro(count).2;
    let table = Table::replay("t1", [&event]).expect("what is stored is read");
    Room { table, events: vec![event], now: START, presence: Default::default() }
}

#[test]
fn a_table_begins_with_so_many_moves_at_most() {
    let open = |count| Table::open("t1", &with_moves(count, [ME, FRIEND]), |_| 2, ANN, 7, START);
    assert_eq!(open(MOST_GIVEN).expect("so many are fine").0.ply(), MOST_GIVEN as u32);
    let refused = open(MOST_GIVEN + 1).expect_err("one more is too many");
    assert_eq!((refused.code(), &refused), ("too-many-moves", &OpenError::TooManyMoves));
    let words = refused.words();
    assert!(words.en.contains("1000") && words.fr.contains("1000"), "{words:?}");
}

#[test]
fn a_game_without_end_is_told_so_and_can_be_called_off() {
    let last = LONGEST_GAME as usize - 2;
    let mut room = stored(last, [ME, FRIEND]);
    room.act(BEN, Act::Sit).expect("the seat is free");
    let texts = to_and_fro(last + 3).2;
    for (text, who) in texts[last..].iter().zip([ANN, BEN]) {
        assert_eq!(room.state(ANN).notice, None);
        assert!(room.play_text(who, text).is_ok());
    }
    assert_eq!(room.play_text(ANN, &texts[last + 2]).expect_err("full"), RequestError::TooLong);
    let state = room.state(ANN);
    assert_eq!(state.notice, Some(RequestError::TooLong.words()));
    for act in [Act::Offer { of: DRAW }, Act::Offer { of: TAKEBACK }, Act::CallOff, Act::Resign] {
        assert!(state.may.contains(&act), "{act:?} in {:?}", state.may);
    }
    let off = room.act(ANN, Act::CallOff);
    assert!(off.is_ok() && room.table.is_over());
    assert_eq!(room.state(ANN).notice, None, "the end says it all");
}

#[test]
fn the_computer_stops_where_people_do() {
    let room = stored(LONGEST_GAME as usize, [COMPUTER, ME]);
    let think = room.effects().think.expect("it is its turn");
    let next = &to_and_fro(1).2[0];
    let answer = room.table.answer(think.ticket, next, room.now);
    assert_eq!(answer.expect_err("full"), AnswerError::TooLong);
}

#[test]
fn a_game_that_the_computer_cannot_follow_may_be_called_off() {
    let mut room = Room::open(&request([ME, COMPUTER], ClockTerms::None));
    for _ in 0..2 {
        room.play_after(10).expect("a move");
        room.answer();
    }
    room.play_after(10).expect("a move");
    assert!(room.state(ANN).thinking && room.state(ANN).notice.is_none());
    assert_eq!(room.act(ANN, Act::CallOff).expect_err("it thinks"), RequestError::UnderWay);
    room.presence.computer_is_lost = true;
    let state = room.state(ANN);
    assert!(!state.thinking);
    let notice = state.notice.expect("it is told");
    assert!(!notice.en.is_empty() && !notice.fr.is_empty());
    assert!(state.may.contains(&Act::CallOff) && state.may.contains(&Act::Offer { of: TAKEBACK }));
    assert!(room.act(ANN, Act::CallOff).is_ok());
    assert_eq!(room.reason(), "called-off");
}

#[test]
fn a_computer_that_takes_longer_says_so_in_its_turn_only() {
    let mut room = Room::open(&request([ME, COMPUTER], ClockTerms::None));
    room.presence.computer_is_slow = true;
    assert_eq!(room.state(ANN).notice, None, "it is Ann's turn");
    room.play_after(10).expect("a move");
    let state = room.state(ANN);
    assert!(state.thinking && !state.may.contains(&Act::Claim));
    let notice = state.notice.expect("it is told");
    assert!(notice.en.contains("longer") && notice.fr.contains("plus de temps"));
    room.answer();
    assert_eq!(room.state(ANN).notice, None, "the move is there");
}
