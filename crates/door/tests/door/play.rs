//! Games from beginning to end.

use crate::home::{Home, games};
use galet_door::is_local_name;
use galet_door::wire::door::{Call, Found};
use galet_door::wire::guest::{MyResult, TablePage};
use galet_door::wire::socket::{Answer, Message, Question};
use galet_door::wire::table::{Act, Happening, OfferKind};

#[test]
fn games_at_one_screen_are_played_to_their_end_and_every_move_is_on_disk_before_it_is_told() {
    for game in games() {
        let mut home = Home::new();
        let table = home.open(game, None);
        assert!(is_local_name(&table), "{table}");
        let mut scene = home.watch(&table).scene;
        let mut plies = 0;
        while home.view(&table).state.turn.is_some() && plies < 400 {
            let (text, before) = (home.some_move(&table, plies), home.store.events[&table].len());
            let heard = home.heard.len();
            assert_eq!(home.play(&table, &text), Answer::Done);
            assert_eq!(home.store.events[&table].len(), before + 1);
            // The push comes before the acknowledgement, and leads from one picture to the next.
            let Message::Happened { happening: Happening::Moved { played, change }, state, .. } =
                &home.heard[heard]
            else {
                panic!("{:?}", home.heard[heard])
            };
            assert_eq!((&played.text, state.ply), (&text, plies as u32 + 1));
            scene.counters = change.counters.clone();
            plies += 1;
        }
        assert_eq!(scene.counters, home.view(&table).scene.counters, "{game}");
        let view = home.view(&table);
        assert!(view.state.ending.is_some() || plies == 400, "{game}: {plies}");
        assert_eq!(home.watch(&table).moves.len(), plies as usize);
        let (status, record) = home.request("GET", &format!("/api/tables/{table}/record"), None);
        assert_eq!(status, 200);
        assert!(record.contains("Galet"), "{record}");
        // What is in storage is the same table.
        let mut later = Home::with(home.store.clone(), 5);
        assert_eq!(later.view(&table).moves, home.view(&table).moves);
    }
}

#[test]
fn the_computer_answers_with_legal_moves_of_its_level() {
    for game in games() {
        let mut home = Home::new();
        let table = home.open(game, Some(1));
        let view = home.watch(&table);
        assert!(view.state.turn.is_some() && home.errands.is_empty(), "the person begins");
        for round in 0..6 {
            let text = home.some_move(&table, round);
            assert_eq!(home.play(&table, &text), Answer::Done);
            if home.view(&table).state.ending.is_some() {
                break;
            }
            assert!(home.view(&table).state.thinking);
            assert_eq!(home.errands.len(), 1);
            home.think();
            let view = home.view(&table);
            assert_eq!(view.state.ply, 2 * round as u32 + 2, "{game}");
            assert_eq!(home.store.events[&table].len(), view.state.seq as usize);
            if view.state.ending.is_some() {
                break;
            }
        }
    }
}

#[test]
fn a_table_that_nobody_watches_does_not_think() {
    let mut home = Home::new();
    let table = home.open("avalam", Some(2));
    let text = home.some_move(&table, 1);
    home.play(&table, &text);
    assert!(home.errands.is_empty());
    home.watch(&table);
    assert_eq!(home.errands.len(), 1);
    let errand = *home.errands.keys().next().expect("one");
    assert_eq!(home.ask(Question::Leave { table: table.clone() }), Answer::Done);
    assert_eq!((home.dropped.as_slice(), home.errands.len()), (&[errand][..], 0));
    // What comes of it afterwards is not listened to.
    let text = home.some_move(&table, 2);
    home.call(Call::Found { errand, found: Found::Move { text } });
    assert_eq!(home.view(&table).state.ply, 1);
    home.watch(&table);
    home.think();
    assert_eq!(home.view(&table).state.ply, 2);
}

#[test]
fn moves_are_taken_back_at_once_also_while_the_computer_thinks() {
    let mut home = Home::new();
    let table = home.open("abalone", Some(3));
    home.watch(&table);
    let text = home.some_move(&table, 1);
    home.play(&table, &text);
    let errand = *home.errands.keys().next().expect("it thinks");
    let back = Act::Offer { of: OfferKind::Takeback };
    assert_eq!(home.act(&table, back), Answer::Done);
    assert_eq!(home.dropped, [errand]);
    assert_eq!(home.view(&table).state.ply, 0);
    let took_back = |message: &Message| {
        matches!(message, Message::Happened { happening: Happening::TookBack { plies: 1, .. }, .. })
    };
    assert!(home.heard.iter().any(took_back));
    // The same move again is another question.
    home.play(&table, &text);
    home.think();
    assert_eq!(home.act(&table, back), Answer::Done);
    assert_eq!(home.view(&table).state.ply, 0, "both moves");
    assert_eq!(
        home.refused(Question::Act { table: table.clone(), ply: 0, act: back }),
        "nothing-to-take-back"
    );
}

#[test]
fn a_computer_that_finds_no_move_is_said_to_be_lost_and_the_game_can_be_called_off() {
    let mut home = Home::new();
    let table = home.open("qawale", Some(1));
    home.watch(&table);
    for round in 0..2 {
        let text = home.some_move(&table, round);
        home.play(&table, &text);
        if round == 0 {
            home.think();
        }
    }
    home.found(Found::Move { text: "nonsense".to_owned() });
    let state = home.view(&table).state;
    assert!(state.notice.is_some() && !state.thinking && state.may.contains(&Act::CallOff));
    assert!(home.errands.is_empty(), "it is not asked again");
    assert_eq!(home.act(&table, Act::CallOff), Answer::Done);
    let page: TablePage = home.get("/api/me/tables?state=finished");
    assert_eq!(page.tables[0].result, None);
}

#[test]
fn resigning_and_a_rematch_with_sides_swapped() {
    let mut home = Home::new();
    let table = home.open("avalam", Some(4));
    home.watch(&table);
    let text = home.some_move(&table, 3);
    home.play(&table, &text);
    home.think();
    let again = Act::Offer { of: OfferKind::Rematch };
    assert_eq!(home.act(&table, Act::Resign), Answer::Done);
    let (stored, before) = (home.stored, home.store.events.len());
    assert_eq!(home.act(&table, again), Answer::Done);
    assert_eq!((home.stored, home.store.events.len()), (stored + 1, before + 1), "both at once");
    let next = home.view(&table).state.rematch.expect("a table");
    assert!(is_local_name(&next) && next != table);
    assert_eq!(
        home.refused(Question::Act { table: table.clone(), ply: 2, act: again }),
        "rematch-made"
    );
    let view = home.watch(&next);
    assert_eq!(view.state.seats.clone().map(|seat| seat.you), [false, true]);
    // The computer begins.
    home.think();
    assert_eq!(home.view(&next).state.ply, 1);
    let page: TablePage = home.get("/api/me/tables?result=lost&level=4");
    assert_eq!(page.tables.len(), 1);
    assert_eq!(page.tables[0].result, Some(MyResult::Lost));
}

#[test]
fn two_at_one_screen_agree_to_a_draw_at_once_and_have_no_result_of_their_own() {
    let mut home = Home::new();
    let table = home.open("abalone", None);
    home.watch(&table);
    let text = home.some_move(&table, 3);
    home.play(&table, &text);
    assert_eq!(home.act(&table, Act::Offer { of: OfferKind::Draw }), Answer::Done);
    let view = home.view(&table);
    assert_eq!(view.state.ending.expect("an end").reason, "agreement");
    let page: TablePage = home.get("/api/me/tables");
    assert_eq!((page.tables[0].result, page.tables[0].yours.len()), (None, 2));
    assert_eq!(home.play(&table, "a1b1"), home.play(&table, "a1b1"));
    assert_eq!(home.refused(Question::Hint { table: table.clone(), ply: 1 }), "game-over");
    // A hint would be for one of two people.
    let other = home.open("abalone", None);
    assert_eq!(home.refused(Question::Hint { table: other.clone(), ply: 0 }), "no-hint");
    // Nobody else can sit down.
    assert_eq!(
        home.refused(Question::Act { table: other, ply: 0, act: Act::Sit }),
        "already-seated"
    );
}
