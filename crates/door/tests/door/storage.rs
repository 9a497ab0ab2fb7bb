//! Storage that fails, two pages at one game, damage.

use crate::home::{Home, games};
use galet_door::wire::door::Call;
use galet_door::wire::guest::TablePage;
use galet_door::wire::socket::{Answer, Message, Question};
use galet_door::wire::table::{Act, Happening, OfferKind, TableState};

fn state_of(message: &Message) -> &TableState {
    match message {
        Message::Happened { state, .. } => state,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_cannot_be_stored_has_not_happened() {
    for game in games() {
        let mut home = Home::new();
        let table = home.open(game, Some(1));
        home.watch(&table);
        let text = home.some_move(&table, 1);
        home.full = true;
        let mv = |ply| Question::Move { table: table.clone(), ply, text: text.clone() };
        assert_eq!(home.refused(mv(0)), "storage");
        assert_eq!(home.view(&table).state.ply, 0);
        assert!(home.errands.is_empty());
        let moved = |m: &&Message| {
            matches!(m, Message::Happened { happening: Happening::Moved { .. }, .. })
        };
        assert_eq!(home.heard.iter().filter(moved).count(), 0, "nobody heard of it");
        let new = serde_json::to_string(&crate::home::new_table(game, None, Default::default()));
        let (status, _) = home.request("POST", "/api/tables", new.as_deref().ok());
        assert_eq!(status, 507);
        let page: TablePage = home.get("/api/me/tables");
        assert_eq!(page.tables.len(), 1, "a table that was not stored is in no list");
        home.full = false;
        assert_eq!(home.ask(mv(0)), Answer::Done);
        assert_eq!(home.view(&table).state.ply, 1);
    }
}

#[test]
fn a_computer_whose_move_cannot_be_stored_rests_before_it_thinks_again() {
    let mut home = Home::new();
    let table = home.open("avalam", Some(1));
    home.watch(&table);
    let text = home.some_move(&table, 1);
    home.play(&table, &text);
    home.full = true;
    home.think();
    assert_eq!(home.view(&table).state.ply, 1);
    assert!(home.errands.is_empty(), "not at once");
    let at = home.wake.expect("it is to be woken");
    assert!(at > home.now() && at <= home.now() + 2_000);
    home.full = false;
    home.pass(at - home.now());
    home.call(Call::Tick);
    home.think();
    assert_eq!(home.view(&table).state.ply, 2);
    assert_eq!(home.wake, None);
}

#[test]
fn two_pages_at_one_game_do_not_corrupt_it() {
    let mut one = Home::new();
    let table = one.open("abalone", None);
    one.watch(&table);
    let mut two = one.other_tab();
    two.watch(&table);
    let texts = [one.some_move(&table, 1), one.some_move(&table, 2)];
    assert_ne!(texts[0], texts[1]);
    assert_eq!(one.play(&table, &texts[0]), Answer::Done);
    // The other page does not know yet: its number is taken, it loads, and its move is too late.
    two.store = one.store.clone();
    let late = Question::Move { table: table.clone(), ply: 0, text: texts[1].clone() };
    assert_eq!(two.refused(late), "stale");
    assert_eq!(two.store.events, one.store.events);
    let pushes = two.happened(&table);
    assert_eq!(state_of(pushes[0]).ply, 1, "it heard of the move that was faster");
    // The same move twice is played once.
    let same = Question::Move { table: table.clone(), ply: 0, text: texts[0].clone() };
    assert_eq!(two.refused(same), "already-played");
    // What fits what stands now is done.
    let next = two.some_move(&table, 3);
    assert_eq!(two.play(&table, &next), Answer::Done);
    one.store = two.store.clone();
    let back = Act::Offer { of: OfferKind::Takeback };
    let meant = Question::Act { table: table.clone(), ply: 1, act: back };
    assert_eq!(one.refused(meant), "stale", "it meant another move");
    assert_eq!(one.act(&table, back), Answer::Done);
    assert_eq!(one.view(&table).state.ply, 1);
}

#[test]
fn a_page_hears_of_every_event_that_another_page_wrote() {
    let mut one = Home::new();
    let table = one.open("qawale", None);
    let mut two = one.other_tab();
    two.watch(&table);
    one.watch(&table);
    for seed in 0..4 {
        let text = one.some_move(&table, seed);
        one.play(&table, &text);
    }
    one.act(&table, Act::Offer { of: OfferKind::Takeback });
    one.act(&table, Act::Resign);
    two.call(Call::Known { tables: one.store.cards.values().cloned().collect(), name: None });
    two.call(Call::Load {
        table: table.clone(),
        events: one.store.events[&table].clone(),
        awake: None,
    });
    let told: Vec<_> = two.happened(&table).into_iter().cloned().collect();
    let own: Vec<_> = one.happened(&table).into_iter().cloned().collect();
    assert_eq!(told.len(), 6);
    let bare = |messages: &[Message]| {
        messages
            .iter()
            .map(|m| (state_of(m).seq, state_of(m).ply, state_of(m).ending.clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(bare(&told), bare(&own));
    assert_eq!(two.view(&table), one.view(&table));
}

#[test]
fn a_page_that_lists_know_more_of_loads_a_table_anew() {
    let mut one = Home::new();
    let table = one.open("avalam", None);
    let mut two = one.other_tab();
    assert_eq!(two.view(&table).state.ply, 0);
    let text = one.some_move(&table, 1);
    one.play(&table, &text);
    two.store = one.store.clone();
    two.call(Call::Known { tables: one.store.cards.values().cloned().collect(), name: None });
    assert_eq!(two.view(&table).state.ply, 1);
}

#[test]
fn a_damaged_game_is_refused_and_the_others_go_on() {
    let mut home = Home::new();
    let (bad, good) = (home.open("avalam", None), home.open("avalam", None));
    let text = home.some_move(&bad, 1);
    home.play(&bad, &text);
    let whole = home.store.events[&bad].clone();
    let stored = home.store.events.get_mut(&bad).expect("it is there");
    stored[1] = stored[1].replace("moved", "flown");
    let mut later = Home::with(home.store.clone(), 7);
    assert_eq!(later.refused(Question::Watch { table: bad.clone() }), "damaged-table");
    assert_eq!(later.request("GET", &format!("/api/tables/{bad}"), None).0, 500);
    assert_eq!(later.watch(&good).state.ply, 0);
    let page: TablePage = later.get("/api/me/tables");
    assert_eq!((page.tables.len(), page.unreadable.as_slice()), (1, &[bad.clone()][..]));
    // A move that does not fit, an event that is missing, somebody who is not here.
    let no_fit = vec![whole[0].clone(), whole[1].clone(), whole[1].clone()];
    let headless = vec![whole[1].clone()];
    let stranger = vec![whole[0].replace("\"guest\":0", "\"guest\":8")];
    for events in [no_fit, headless, stranger, vec![String::new()]] {
        later.store.events.insert(bad.clone(), events);
        assert_eq!(later.refused(Question::Watch { table: bad.clone() }), "damaged-table");
    }
    // Made whole, it is read again.
    later.store.events.insert(bad.clone(), whole);
    assert_eq!(later.watch(&bad).state.ply, 1);
    assert!(later.get::<TablePage>("/api/me/tables").unreadable.is_empty());
}

#[test]
fn what_is_gone_is_gone_and_what_is_not_there_is_asked_for_each_time() {
    let mut home = Home::new();
    let table = home.open("avalam", Some(1));
    home.watch(&table);
    let text = home.some_move(&table, 1);
    home.play(&table, &text);
    home.store.events.remove(&table);
    home.call(Call::Forget { table: table.clone() });
    assert_eq!(home.dropped.len(), 1);
    assert_eq!(home.refused(Question::Watch { table: table.clone() }), "no-such-table");
    assert!(home.get::<TablePage>("/api/me/tables").tables.is_empty());
    // Another page may open it meanwhile.
    let mut other = Home::new();
    let fresh = other.open("qawale", None);
    assert_eq!(home.refused(Question::Watch { table: fresh.clone() }), "no-such-table");
    home.store = other.store.clone();
    assert_eq!(home.watch(&fresh).state.ply, 0);
}

#[test]
fn memory_is_bounded_and_what_left_it_comes_back() {
    let mut home = Home::new();
    let tables: Vec<String> = (0..60).map(|_| home.open("avalam", None)).collect();
    for table in &tables {
        assert_eq!(home.view(table).state.ply, 0);
    }
    // The last are still here, the first are not.
    let fetched = home.fetched;
    home.view(&tables[59]);
    assert_eq!(home.fetched, fetched);
    home.view(&tables[0]);
    assert_eq!(home.fetched, fetched + 1);
    for table in &tables[..20] {
        home.watch(table);
    }
    assert_eq!(home.refused(Question::Watch { table: tables[20].clone() }), "too-many-watched");
    home.ask(Question::Leave { table: tables[0].clone() });
    home.watch(&tables[20]);
}
