//! Guests: cookies, names, other devices, their games.

use crate::house::{House, Pair, game, moves, page, table, until, until_turns, wide};
use galet_games::record;
use galet_wire::guest::{DeviceLink, Me, TablePage};
use galet_wire::socket::Answer;
use galet_wire::table::{Act, ClockTerms, SeatRequest, Sitter};
use serde_json::json;

const ALONE: [SeatRequest; 2] = [SeatRequest::Me, SeatRequest::Me];

#[tokio::test]
async fn the_cookie_is_out_of_reach_of_scripts() {
    let house = House::open().await;
    let reply = house.client().get("/api/me").await.unwrap();
    let cookie = reply.header("set-cookie").expect("a cookie");
    for part in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "there is no TLS here: {cookie}");
    let mut client = house.client();
    client.headers.push(("x-forwarded-proto".into(), "https".into()));
    let reply = client.get("/api/me").await.unwrap();
    assert!(!reply.header("set-cookie").unwrap().contains("Secure"), "nobody is believed");
    house.close().await;

    let house = House::with(|settings| settings.trust_proxy = true).await;
    let mut client = house.client_from("203.0.113.1");
    client.headers.push(("x-forwarded-proto".into(), "https".into()));
    let reply = client.get("/api/me").await.unwrap();
    assert!(reply.header("set-cookie").unwrap().contains("Secure"));
    house.close().await;
}

#[tokio::test]
async fn names_are_seen_at_tables_at_once() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    let name = "<b>Zoé</b>";
    let me: Me = pair.callers[0]
        .send_json("PUT", "/api/me", &json!({ "name": format!("  {name}\n") }))
        .await
        .unwrap()
        .read()
        .unwrap();
    assert_eq!(me.name, name);
    let named = Sitter::Guest { name: name.to_owned() };
    until(&mut pair.connections[1], |state| state.seats[0].sitter == named).await;
    let long = json!({ "name": "é".repeat(41) });
    let reply = pair.callers[0].send_json("PUT", "/api/me", &long).await.unwrap();
    assert_eq!(reply.status, 422);
    house.close().await;
}

#[tokio::test]
async fn an_identity_travels_by_a_link_once() {
    let house = House::open().await;
    let mut old = house.client();
    old.get("/api/me").await.unwrap();
    old.send_json("PUT", "/api/me", &json!({ "name": "Ada" })).await.unwrap();
    let link: DeviceLink = old.send("POST", "/api/me/link", b"").await.unwrap().read().unwrap();
    let mut new = house.client();
    let page = new.get(&link.path).await.unwrap();
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<form method=\"post\">"), "it asks first");
    assert!(page.text().contains("Play as Ada in this browser, too?"), "{}", page.text());
    let mut french = house.client();
    french.headers.push(("accept-language".into(), "fr-CA,fr;q=0.9,en;q=0.8".into()));
    let page = french.get(&link.path).await.unwrap().text();
    assert!(page.contains("lang=\"fr\"") && page.contains("Oui, jouer ici"), "{page}");
    assert!(!page.contains("Yes") && !page.contains("Play"), "{page}");
    let reply = new.send("POST", &link.path, b"").await.unwrap();
    assert_eq!((reply.status, reply.header("location")), (303, Some("/")));
    let me: Me = new.get("/api/me").await.unwrap().read().unwrap();
    assert_eq!(me.name, "Ada");
    assert_ne!(new.cookie, old.cookie, "each device has its own secret");
    for path in [link.path.as_str(), "/device/nonsense"] {
        for method in ["GET", "POST"] {
            let reply = french.send(method, path, b"").await.unwrap();
            assert_eq!(reply.status, 410);
            assert!(reply.text().contains("Ce lien a déjà servi"), "a page: {}", reply.text());
        }
    }
    old.send_json("PUT", "/api/me", &json!({ "name": "<b>Zoé</b>" })).await.unwrap();
    let link: DeviceLink = old.send("POST", "/api/me/link", b"").await.unwrap().read().unwrap();
    let page = new.get(&link.path).await.unwrap().text();
    assert!(page.contains("&lt;b&gt;Zoé") && !page.contains("<b>"), "{page}");
    // One that nobody follows is good for so long and no longer.
    let link: DeviceLink = old.send("POST", "/api/me/link", b"").await.unwrap().read().unwrap();
    house.waits(u64::from(link.seconds) * 1_000 - 1);
    assert_eq!(house.client().get(&link.path).await.unwrap().status, 200);
    house.waits(1);
    assert_eq!(house.client().get(&link.path).await.unwrap().status, 410);
    assert_eq!(house.client().send("POST", &link.path, b"").await.unwrap().status, 410);
    house.close().await;
}

#[tokio::test]
async fn my_games_come_in_pages_and_finished_ones_as_one_file() {
    let house = House::with(wide).await;
    let mut client = house.client();
    let mut ids = Vec::new();
    for number in 0..30 {
        ids.push(client.open_table(&table(game(number), ALONE, ClockTerms::None)).await.unwrap());
        house.waits(1);
    }
    let mut connection = client.connect().await.unwrap();
    for (number, id) in ids.iter().enumerate().take(5) {
        connection.watch(id).await.unwrap();
        for (ply, text) in moves(game(number), 2).iter().enumerate() {
            connection.play(id, ply as u32, text).await.unwrap();
        }
        assert_eq!(connection.act(id, 2, Act::Resign).await.unwrap(), Answer::Done);
    }
    let mut seen = Vec::new();
    let mut before = String::new();
    loop {
        let path = format!("/api/me/tables?state=running{before}");
        let page: TablePage = client.get(&path).await.unwrap().read().unwrap();
        assert!(page.tables.iter().all(|card| card.your_turn && card.yours.len() == 2));
        seen.extend(page.tables.into_iter().map(|card| card.table.id));
        match page.before {
            Some(more) => before = format!("&before={more}"),
            None => break,
        }
    }
    let mut running: Vec<_> = ids[5..].to_vec();
    running.reverse();
    assert_eq!(seen, running, "each once, the newest first");
    let me: Me = client.get("/api/me").await.unwrap().read().unwrap();
    assert_eq!(me.turns, 25);
    let path = format!("/api/me/tables?state=finished&game={}", game(0));
    let page: TablePage = client.get(&path).await.unwrap().read().unwrap();
    assert_eq!(page.tables.len(), 2);
    assert!(page.tables.iter().all(|card| card.ending.is_some() && card.ply == 2));
    let picture = client.get(&page.tables[0].picture).await.unwrap();
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    let file = client.get("/api/me/archive.pgn").await.unwrap();
    let records: Result<Vec<_>, _> = record::read_all(&file.text()).collect();
    assert_eq!(records.expect("records that can be read").len(), 5);
    let stranger: TablePage = house.client().get("/api/me/tables").await.unwrap().read().unwrap();
    assert!(stranger.tables.is_empty());
    house.close().await;
}

#[tokio::test]
async fn the_badge_counts_games_that_wait() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    // Another page of the second player, which watches nothing.
    let mut page = page(&mut pair.callers[1]).await;
    let text = moves(game(0), 1).remove(0);
    pair.play(0, &text).await;
    until_turns(&mut page, 1).await;
    house.close().await;
}
