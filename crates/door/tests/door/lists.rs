//! My games: filters, pages, results, the name.

use crate::home::{Home, games, new_table};
use galet_door::wire::door::Call;
use galet_door::wire::guest::{Me, Results, TablePage};
use galet_door::wire::socket::{Message, Question};
use galet_door::wire::table::{Act, ClockTerms, Sitter};

#[test]
fn lists_have_filters_and_pages_and_the_newest_first() {
    let mut home = Home::new();
    let mut opened = Vec::new();
    for number in 0..60 {
        let game = galet_games::all()[number % 3].name();
        opened.push(home.open(game, Some(1 + (number % 2) as u8)));
        home.pass(1);
    }
    for table in opened.iter().step_by(4) {
        home.act(table, Act::Resign);
        home.pass(1);
    }
    let mut seen = Vec::new();
    let mut path = "/api/me/tables".to_owned();
    loop {
        let page: TablePage = home.get(&path);
        seen.extend(page.tables);
        let Some(before) = page.before else { break };
        assert_eq!(seen.len() % 24, 0);
        path = format!("/api/me/tables?before={before}");
    }
    assert_eq!(seen.len(), 60);
    assert!(seen.is_sorted_by(|a, b| (a.at, &a.table.id) > (b.at, &b.table.id)));
    let count = |home: &mut Home, query: &str| {
        home.get::<TablePage>(&format!("/api/me/tables?{query}")).tables.len()
    };
    assert_eq!(count(&mut home, "state=finished"), 15);
    assert_eq!(count(&mut home, "state=finished&game=abalone"), 5);
    assert_eq!(count(&mut home, "result=lost"), 15);
    assert_eq!(count(&mut home, "result=won"), 0);
    assert_eq!(count(&mut home, "level=1"), 15);
    assert_eq!(count(&mut home, "level=2") + count(&mut home, "level=people"), 0);
    for wrong in
        ["state=x", "level=20", "result=w", "before=1", "nothing=1", "state=running&state=running"]
    {
        let (status, body) = home.request("GET", &format!("/api/me/tables?{wrong}"), None);
        assert_eq!(status, 400, "{wrong}: {body}");
    }
    let (status, _) = home.request("GET", "/api/me/tables?game=chess", None);
    assert_eq!(status, 404);
    let results: Results = home.get("/api/me/results");
    assert_eq!((results.all.lost, results.all.won, results.games.len()), (15, 0, 3));
    let (status, archive) = home.request("GET", "/api/me/archive.pgn?game=avalam", None);
    assert_eq!(status, 200);
    assert_eq!(
        archive.matches("[Game \"").count().max(archive.matches("[Site \"Galet\"]").count()),
        5,
        "{archive}"
    );
    // All of it from storage alone, though not all fits into memory.
    let mut later = Home::with(home.store.clone(), 3);
    assert_eq!(later.request("GET", "/api/me/archive.pgn?game=avalam", None).1, archive);
    assert_eq!(later.get::<Results>("/api/me/results"), results);
}

#[test]
fn the_name_of_the_person_is_everywhere_at_once() {
    let mut home = Home::new();
    let table = home.open("avalam", Some(1));
    home.watch(&table);
    assert_eq!(home.get::<Me>("/api/me"), Me { name: String::new(), turns: 1 });
    let (status, body) = home.request("PUT", "/api/me", Some("{\"name\":\"  Zoé \"}"));
    assert_eq!((status, body.as_str()), (200, "{\"name\":\"Zoé\",\"turns\":1}"));
    let Some(Message::Happened { state, .. }) = home.heard.last() else { panic!("it is told") };
    assert_eq!(state.seats[0].sitter, Sitter::Guest { name: "Zoé".to_owned() });
    let page: TablePage = home.get("/api/me/tables");
    assert_eq!(page.tables[0].sitters[0], Sitter::Guest { name: "Zoé".to_owned() });
    let (status, body) =
        home.request("PUT", "/api/me", Some(&format!("{{\"name\":\"{}\"}}", "é".repeat(41))));
    assert!(status == 422 && body.contains("bad-name"), "{body}");
    let mut later = Home::with(home.store.clone(), 4);
    later.call(Call::Known { tables: Vec::new(), name: Some("Zoé".to_owned()) });
    assert!(later.request("GET", &format!("/api/tables/{table}/record"), None).1.contains("Zoé"));
}

#[test]
fn the_number_of_games_that_wait_is_told_when_it_changes() {
    let mut home = Home::new();
    let table = home.open(games().next().expect("a game"), Some(1));
    home.watch(&table);
    let turns = |home: &Home| {
        let of = |m: &Message| if let Message::Turns { turns } = m { Some(*turns) } else { None };
        home.heard.iter().filter_map(of).collect::<Vec<_>>()
    };
    assert_eq!(turns(&home), [1]);
    let text = home.some_move(&table, 1);
    home.play(&table, &text);
    home.think();
    assert_eq!(turns(&home), [1, 0, 1]);
    home.ask(Question::Act { table, ply: 2, act: Act::Resign });
    assert_eq!(turns(&home), [1, 0, 1, 0]);
}

#[test]
fn cards_of_two_at_one_screen_and_with_clocks_are_as_they_are() {
    let mut home = Home::new();
    let clock = ClockTerms::Fischer { initial: 60_000, increment: 1_000 };
    let table = home.open_with(&new_table("qawale", None, clock));
    let page: TablePage = home.get("/api/me/tables?state=running");
    let card = &page.tables[0];
    assert_eq!(
        (card.table.id.as_str(), card.yours.len(), card.your_turn),
        (table.as_str(), 2, true)
    );
    assert!(card.picture.starts_with(&format!("/api/tables/{table}/picture.svg?")));
    let (status, body) = home.request("GET", &card.picture, None);
    assert!(status == 200 && body.starts_with("<svg"));
    assert!(
        home.request("GET", &format!("/api/tables/{table}/moves.svg?moves=3"), None)
            .1
            .starts_with("<svg")
    );
}
