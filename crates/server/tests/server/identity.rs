//! Who is somebody: only a stored token, on every page of its browser, until it is signed out.

use crate::house::{House, Pair, code, game, moves, page, rows, table, until, until_turns, wide};
use galet_test_client::{Client, ClientError, Connection};
use galet_wire::guest::{Device, DeviceLink, Me, TablePage};
use galet_wire::socket::{Answer, ErrorInfo, Question};
use galet_wire::study::{AnalysisRequest, GameLine};
use galet_wire::table::{Act, ClockTerms, SeatRequest, TableView};
use serde_json::json;
use sha2::{Digest, Sha256};

const ALONE: [SeatRequest; 2] = [SeatRequest::Me, SeatRequest::Me];
const FRIEND: [SeatRequest; 2] = [SeatRequest::Me, SeatRequest::Friend];

/// A browser that has been here, and is nobody yet.
async fn browser(house: &House) -> Client {
    let mut client = house.client();
    client.get("/api/me").await.unwrap();
    client
}

async fn named(house: &House, name: &str) -> Client {
    let mut client = browser(house).await;
    let reply = client.send_json("PUT", "/api/me", &json!({ "name": name })).await.unwrap();
    assert_eq!(reply.read::<Me>().unwrap().name, name);
    client
}

async fn me(client: &mut Client) -> Me {
    client.get("/api/me").await.unwrap().read().unwrap()
}

async fn devices(client: &mut Client) -> Vec<Device> {
    client.get("/api/me/devices").await.unwrap().read().unwrap()
}

/// Another device of the same person.
async fn other_device(house: &House, client: &mut Client) -> Client {
    let link: DeviceLink = client.send("POST", "/api/me/link", b"").await.unwrap().read().unwrap();
    let mut other = house.client();
    other.headers.push(("user-agent".into(), "Mozilla/5.0 (X11; Linux) Firefox/128.0".into()));
    assert_eq!(other.send("POST", &link.path, b"").await.unwrap().status, 303);
    other
}

/// Waits until the server has ended a connection.
async fn ends(connection: &mut Connection) {
    loop {
        match connection.next().await {
            Ok(_) => {}
            Err(ClientError::Late) => panic!("it goes on"),
            Err(_) => return,
        }
    }
}

#[tokio::test]
async fn who_has_no_stored_token_is_nobody_and_plays_nowhere() {
    let house = House::with(wide).await;
    let mut pair = Pair::sit(&house, game(0), ClockTerms::None).await;
    let mut stranger = browser(&house).await;
    let mut connection = stranger.connect().await.unwrap();
    let view = connection.watch(&pair.table).await.unwrap();
    assert!(view.state.may.is_empty() && view.state.seats.iter().all(|seat| !seat.you));
    let (id, text) = (pair.table.clone(), moves(game(0), 1).remove(0));
    for question in [
        Question::Move { table: id.clone(), ply: 0, text: text.clone() },
        Question::Act { table: id.clone(), ply: 0, act: Act::Resign },
        Question::Taps { table: id.clone(), ply: 0, taps: Vec::new() },
        Question::Hint { table: id.clone(), ply: 0 },
    ] {
        assert_eq!(code(connection.ask(question).await.unwrap()), "not-seated");
    }
    let sit = connection.act(&id, 0, Act::Sit).await.unwrap();
    assert_eq!(code(sit), "no-free-seat");
    let sit = connection.act("aaaaaaaaaa", 0, Act::Sit).await.unwrap();
    assert_eq!(code(sit), "no-such-table");
    let wrong = table("no game", ALONE, ClockTerms::None);
    assert_eq!(stranger.send_json("POST", "/api/tables", &wrong).await.unwrap().status, 422);
    assert_eq!(rows(&house, "SELECT count(*) FROM guests").await, 2, "nothing was to be kept");
    pair.play(0, &text).await;
    house.close().await;
}

#[tokio::test]
async fn the_number_of_a_guest_says_nothing_of_their_token() {
    let house = House::open().await;
    let client = named(&house, "Ada").await;
    let token = client.cookie.as_deref().and_then(|cookie| cookie.strip_prefix("galet="));
    let hash = Sha256::digest(token.unwrap());
    let mut low = [0; 8];
    low[..7].copy_from_slice(&hash[..7]);
    let derived = i64::from_le_bytes(low) & ((1 << 53) - 1);
    assert_ne!(rows(&house, "SELECT id FROM guests").await, derived);
    house.close().await;
}

#[tokio::test]
async fn all_pages_of_a_new_browser_become_the_guest_together() {
    let house = House::with(wide).await;
    let mut host = house.client();
    let id = host.open_table(&table(game(0), FRIEND, ClockTerms::None)).await.unwrap();
    let mut client = browser(&house).await;
    let mut one = client.connect().await.unwrap();
    let mut two = client.connect().await.unwrap();
    for page in [&mut one, &mut two] {
        assert_eq!(page.watch(&id).await.unwrap().state.may, [Act::Sit]);
    }
    assert_eq!(one.act(&id, 0, Act::Sit).await.unwrap(), Answer::Done);
    until(&mut two, |state| state.seats[1].you).await;
    assert!(two.watch(&id).await.unwrap().state.may.contains(&Act::Resign));
    // The page that only looked on acts as the same person, and is told of games that wait.
    let texts = moves(game(0), 2);
    let mut hosts = host.connect().await.unwrap();
    assert_eq!(hosts.play(&id, 0, &texts[0]).await.unwrap(), Answer::Done);
    until_turns(&mut two, 1).await;
    assert_eq!(two.play(&id, 1, &texts[1]).await.unwrap(), Answer::Done);
    assert_eq!(rows(&house, "SELECT count(*) FROM guests").await, 2);
    house.close().await;
}

#[tokio::test]
async fn a_table_opened_over_http_is_played_by_the_page_that_was_open() {
    let house = House::with(wide).await;
    let mut client = browser(&house).await;
    let mut connection = page(&mut client).await;
    let id = client.open_table(&table(game(0), ALONE, ClockTerms::None)).await.unwrap();
    let text = moves(game(0), 1).remove(0);
    assert_eq!(connection.play(&id, 0, &text).await.unwrap(), Answer::Done);
    house.close().await;
}

#[tokio::test]
async fn requests_of_a_new_browser_at_the_same_moment_make_one_guest() {
    let house = House::with(wide).await;
    let client = browser(&house).await;
    let opened: Vec<_> = (0..8)
        .map(|number| {
            let mut client = client.clone();
            let request = table(game(number), ALONE, ClockTerms::None);
            tokio::spawn(async move { client.open_table(&request).await })
        })
        .collect();
    for opened in opened {
        opened.await.unwrap().expect("a table");
    }
    let page: TablePage = client.clone().get("/api/me/tables").await.unwrap().read().unwrap();
    assert_eq!(page.tables.len(), 8);
    assert_eq!(rows(&house, "SELECT count(*) FROM guests").await, 1);
    house.close().await;
}

#[tokio::test]
async fn devices_are_listed_and_signed_out() {
    let house = House::with(wide).await;
    let mut old = named(&house, "Ada").await;
    let id = old.open_table(&table(game(0), ALONE, ClockTerms::None)).await.unwrap();
    let only = devices(&mut old).await;
    let path = |device: &Device| format!("/api/me/devices/{}", device.device);
    let refused = old.send("DELETE", &path(&only[0]), b"").await.unwrap();
    assert_eq!(refused.read::<ErrorInfo>().unwrap().code, "last-device");
    house.waits(1_000);
    let mut new = other_device(&house, &mut old).await;
    let listed = devices(&mut old).await;
    let seen: Vec<_> = listed.iter().map(|device| (device.here, device.about.as_str())).collect();
    assert_eq!(seen, [(false, "Firefox · Linux"), (true, "")]);
    // When a browser was seen is known to the day.
    house.waits(25 * 3_600_000);
    me(&mut old).await;
    let later = devices(&mut old).await;
    assert!(later[0].here && later[0].seen > later[1].seen);

    let mut connection = new.connect().await.unwrap();
    assert!(connection.watch(&id).await.unwrap().state.seats[0].you);
    let stolen = new.cookie.clone();
    let left = old.send("DELETE", &path(&listed[0]), b"").await.unwrap();
    assert_eq!(left.read::<Vec<Device>>().unwrap().len(), 1);
    ends(&mut connection).await;
    let gone = old.send("DELETE", &path(&listed[0]), b"").await.unwrap();
    assert_eq!(
        (gone.status, gone.read::<ErrorInfo>().unwrap().code.as_str()),
        (404, "no-such-device")
    );
    // It is nobody from now on, and somebody else once there is something to remember.
    let view: TableView = new.get(&format!("/api/tables/{id}")).await.unwrap().read().unwrap();
    assert!(view.state.may.is_empty() && !view.state.seats[0].you);
    assert_eq!(new.cookie, stolen);
    assert_eq!(me(&mut new).await.name, "");
    assert_ne!(new.cookie, stolen, "with another cookie");
    new.send_json("PUT", "/api/me", &json!({ "name": "Eve" })).await.unwrap();
    assert_eq!(rows(&house, "SELECT count(*) FROM guests").await, 2);
    assert_eq!(me(&mut old).await.name, "Ada");
    house.close().await;
}

#[tokio::test]
async fn all_other_devices_are_signed_out_at_once() {
    let house = House::with(wide).await;
    let mut old = named(&house, "Ada").await;
    let mut others = Vec::new();
    for _ in 0..3 {
        others.push(other_device(&house, &mut old).await);
    }
    let mut pages = Vec::new();
    for other in &mut others {
        pages.push(page(other).await);
    }
    let mut own = page(&mut old).await;
    let left = old.send("DELETE", "/api/me/devices", b"").await.unwrap();
    assert_eq!(left.read::<Vec<Device>>().unwrap().len(), 1);
    for (other, page) in others.iter_mut().zip(&mut pages) {
        ends(page).await;
        assert_eq!(me(other).await.name, "");
    }
    assert_eq!(own.ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
    assert_eq!(me(&mut old).await.name, "Ada");
    // Signing oneself out is possible once another device has the identity.
    let mut other = other_device(&house, &mut old).await;
    let here = devices(&mut old).await.into_iter().find(|device| device.here).unwrap();
    let path = format!("/api/me/devices/{}", here.device);
    assert_eq!(old.send("DELETE", &path, b"").await.unwrap().status, 200);
    ends(&mut own).await;
    assert_eq!(me(&mut old).await.name, "");
    assert_eq!(me(&mut other).await.name, "Ada");
    house.close().await;
}

#[tokio::test]
async fn a_name_without_a_cookie_makes_no_guest() {
    let house = House::with(wide).await;
    for _ in 0..3 {
        let mut client = house.client();
        let ada = json!({ "name": "Ada" });
        let reply = client.send_json("PUT", "/api/me", &ada).await.unwrap();
        assert_eq!(reply.status, 400);
        assert_eq!(reply.read::<ErrorInfo>().unwrap().code, "no-cookie");
        assert!(client.cookie.is_some(), "the next attempt is of somebody");
        let empty = json!({ "name": " " });
        assert_eq!(client.send_json("PUT", "/api/me", &empty).await.unwrap().status, 200);
        let link = house.client().send("POST", "/api/me/link", b"").await.unwrap();
        assert_eq!(link.read::<ErrorInfo>().unwrap().code, "no-cookie");
        assert_eq!(rows(&house, "SELECT count(*) FROM guests").await, 0);
    }
    named(&house, "Ada").await;
    assert_eq!(rows(&house, "SELECT count(*) FROM guests").await, 1);
    house.close().await;
}

#[tokio::test]
async fn a_name_needs_something_visible() {
    let house = House::open().await;
    let mut client = named(&house, "Ada").await;
    for unseen in
        ["\u{ad}", "\u{3164}\u{3164}", "\u{e0041}\u{e007f}", "\u{200b}", "\u{2800} \u{fe0f}"]
    {
        let reply = client.send_json("PUT", "/api/me", &json!({ "name": unseen })).await.unwrap();
        assert_eq!(reply.status, 422, "{}", unseen.escape_unicode());
        assert_eq!(reply.read::<ErrorInfo>().unwrap().code, "bad-name");
    }
    assert_eq!(me(&mut client).await.name, "Ada");
    client.send_json("PUT", "/api/me", &json!({ "name": "" })).await.unwrap();
    assert_eq!(me(&mut client).await.name, "", "no name is allowed");
    house.close().await;
}

#[tokio::test]
async fn new_guests_of_one_address_are_counted() {
    let house = House::with(|settings| settings.trust_proxy = true).await;
    let name = async |address: &str| {
        let mut client = house.client();
        client.headers.push(("x-forwarded-for".into(), address.to_owned()));
        client.get("/api/me").await.unwrap();
        let reply = client.send_json("PUT", "/api/me", &json!({ "name": "Ada" })).await.unwrap();
        if reply.status != 200 {
            assert_eq!(reply.status, 429);
            assert_eq!(reply.read::<ErrorInfo>().unwrap().code, "too-many-guests");
        }
        u32::from(reply.status == 200)
    };
    let mut made = 0;
    for _ in 0..30 {
        made += name("203.0.113.9").await;
    }
    assert_eq!(made, 20);
    assert_eq!(name("203.0.113.10").await, 1, "others are not concerned");
    house.waits(60_000);
    for _ in 0..10 {
        made += name("203.0.113.9").await;
    }
    assert_eq!(made, 26);
    house.close().await;
}

#[tokio::test]
async fn a_new_cookie_is_no_new_allowance() {
    let house = House::with(|settings| {
        settings.trust_proxy = true;
        settings.limits.guest_rate = 10;
    })
    .await;
    let line = GameLine { game: game(0).to_owned(), setup: Default::default(), moves: Vec::new() };
    let request = AnalysisRequest { line, lines: 1, threads: 1 };
    let (mut answers, mut connections) = (Vec::new(), Vec::new());
    for _ in 0..6 {
        let mut client = house.client();
        client.headers.push(("x-forwarded-for".into(), "203.0.113.9".into()));
        let mut connection = client.connect().await.unwrap();
        let question = Question::Analyse { request: request.clone() };
        answers.push(connection.ask(question).await.unwrap());
        connections.push(connection);
    }
    let refused = answers.into_iter().filter(|answer| *answer != Answer::Done);
    let refused: Vec<_> = refused.map(code).collect();
    assert_eq!(refused, ["too-many-questions"; 2], "four for an address");
    // Fifty messages at once, whichever page they come from.
    let mut done = 6;
    for number in 0..60 {
        let answer = connections[number % 6].ask(Question::StopAnalysis).await.unwrap();
        done += u32::from(answer == Answer::Done);
    }
    assert_eq!(done, 50);
    house.close().await;
}
