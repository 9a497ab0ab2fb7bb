//! Games that a browser keeps are mirrored to the server: checked, durable, its visitor's alone.

use crate::house::{House, Site, game, rows, table, wide};
use galet_table::{Event, EventKind, GuestId, Moment, Seat};
use galet_test_client::{Client, KeptTable};
use galet_wire::door::MirroredEvents;
use galet_wire::guest::{DeviceLink, Me, Results, TablePage};
use galet_wire::socket::ErrorInfo;
use galet_wire::table::{ClockTerms, SeatRequest, TableView};
use serde_json::json;

/// When every house begins.
pub(crate) const NOW: u64 = 1_700_000_000_000;
pub(crate) const NAMES: [&str; 3] = ["abcdefghijkm", "bcdefghijkmn", "cdefghijkmnp"];
pub(crate) const COMPUTER: [SeatRequest; 2] = [SeatRequest::Me, SeatRequest::Computer { level: 1 }];
pub(crate) const ALONE: [SeatRequest; 2] = [SeatRequest::Me, SeatRequest::Me];

/// A browser with its cookie that is nobody yet.
pub(crate) async fn browser(house: &House) -> Client {
    let mut client = house.client();
    client.get("/api/me").await.unwrap();
    client
}

pub(crate) fn kept(name: &str, seats: [SeatRequest; 2], moves: usize) -> KeptTable {
    let mut kept = KeptTable::open(name, &table(game(0), seats, ClockTerms::None), NOW);
    kept.plays(moves, ClockTerms::None);
    kept
}

pub(crate) async fn given(client: &mut Client, kept: &KeptTable) -> MirroredEvents {
    client.get(&kept.address()).await.unwrap().read().unwrap()
}

/// What a refusal says, with nothing stored.
pub(crate) async fn refused(
    client: &mut Client,
    kept: &KeptTable,
    body: &MirroredEvents,
) -> (u16, String) {
    let reply = client.send_json("POST", &kept.address(), body).await.unwrap();
    let error: ErrorInfo = reply.read().unwrap();
    assert!(!error.words.en.is_empty() && !error.words.fr.is_empty());
    (reply.status, error.code)
}

#[tokio::test]
async fn a_game_of_a_browser_is_kept_as_it_happens_and_given_back() {
    let house = House::with(wide).await;
    for (number, name) in NAMES.iter().enumerate() {
        let mut client = browser(&house).await;
        let opening = table(game(number), ALONE, ClockTerms::None);
        let mut kept = KeptTable::open(name, &opening, NOW - 60_000);
        assert_eq!(kept.mirror(&mut client, 1).await.unwrap(), 1);
        for seq in 2..6 {
            kept.plays(1, ClockTerms::None);
            assert_eq!(kept.mirror(&mut client, seq).await.unwrap(), seq);
        }
        assert_eq!(given(&mut client, &kept).await, kept.from(1), "the visitor is 0 again");
        let rest = client.get(&format!("{}?from=4", kept.address())).await.unwrap();
        assert_eq!(rest.read::<MirroredEvents>().unwrap(), kept.from(4));
        let view: TableView =
            client.get(&format!("/api/tables/{name}")).await.unwrap().read().unwrap();
        let played: Vec<_> = view.moves.iter().map(|played| played.text.as_str()).collect();
        assert_eq!(played, kept.table.moves().collect::<Vec<_>>());
        assert!(view.state.seats.iter().all(|seat| seat.you));
        // It stands among the visitor's games, and waits for them.
        let page: TablePage = client.get("/api/me/tables").await.unwrap().read().unwrap();
        assert_eq!(page.tables[0].table.id, *name);
        assert!(page.tables[0].your_turn);
        let me: Me = client.get("/api/me").await.unwrap().read().unwrap();
        assert_eq!(me.turns, 1);
    }
    house.close().await;
}

#[tokio::test]
async fn the_same_again_is_fine_and_other_events_are_not() {
    let house = House::with(wide).await;
    let mut client = browser(&house).await;
    let mut game = kept(NAMES[0], COMPUTER, 4);
    assert_eq!(game.mirror(&mut client, 1).await.unwrap(), 5);
    let before = rows(&house, "SELECT count(*) FROM events").await;
    for from in 1..=5 {
        assert_eq!(game.mirror(&mut client, from).await.unwrap(), 5);
    }
    // A part of what is there says how much there is.
    let part = MirroredEvents { from: 2, events: game.from(2).events[..2].to_vec() };
    let reply = client.send_json("POST", &game.address(), &part).await.unwrap();
    assert_eq!(reply.read::<serde_json::Value>().unwrap(), json!({ "seq": 5 }));
    assert_eq!(rows(&house, "SELECT count(*) FROM events").await, before);
    // What overlaps is compared, and only the rest is added.
    game.plays(2, ClockTerms::None);
    assert_eq!(game.mirror(&mut client, 3).await.unwrap(), 7);
    // Spaces and the order of names are no difference.
    let spaced = serde_json::to_string_pretty(
        &serde_json::from_str::<serde_json::Value>(&game.from(7).events[0]).unwrap(),
    );
    let spaced = MirroredEvents { from: 7, events: vec![spaced.unwrap()] };
    let reply = client.send_json("POST", &game.address(), &spaced).await.unwrap();
    assert_eq!(reply.status, 200, "{}", reply.text());
    // The same game on another device, where it went on differently.
    let mut fork = kept(NAMES[0], COMPUTER, 5);
    fork.happens(EventKind::Resigned { by: galet_core::Side::First });
    for from in [1, 7] {
        let answer = refused(&mut client, &fork, &fork.from(from)).await;
        assert_eq!(answer, (409, "other-events".to_owned()), "{from}");
    }
    assert_eq!(given(&mut client, &game).await, game.from(1));
    // What is not joined to what is there is missing something.
    let gap = MirroredEvents { from: 9, events: game.from(7).events };
    assert_eq!(refused(&mut client, &game, &gap).await, (409, "missing-events".to_owned()));
    house.close().await;
}

#[tokio::test]
async fn what_does_not_fit_is_refused_whole() {
    let house = House::with(wide).await;
    let mut client = browser(&house).await;
    let good = kept(NAMES[0], COMPUTER, 4);
    let with = |change: &dyn Fn(&mut Vec<Event>)| {
        let mut events = good.events.clone();
        change(&mut events);
        MirroredEvents { from: 1, events: events.iter().map(Event::to_json).collect() }
    };
    let seats = |seats: [Seat; 2]| {
        with(&move |events| {
            if let EventKind::Opened(opening) = &mut events[0].kind {
                opening.seats = seats;
            }
        })
    };
    let own = Seat::Guest { guest: GuestId(0) };
    let text = |text: &str| {
        let text = text.to_owned();
        with(&move |events| events[2].kind = EventKind::Moved { text: text.clone(), left: None })
    };
    let texts = |texts: &[&str]| MirroredEvents {
        from: 1,
        events: texts.iter().map(|text| (*text).to_owned()).collect(),
    };
    let opening = good.events[0].to_json();
    let newer = opening.replacen("\"v\":1", "\"v\":2", 1);
    for (number, (body, status, code)) in [
        (seats([own, Seat::Nobody]), 422, "foreign-seat"),
        (seats([own, Seat::Guest { guest: GuestId(1) }]), 422, "foreign-seat"),
        (seats([own, Seat::Guest { guest: GuestId(u64::MAX) }]), 422, "foreign-seat"),
        (seats([Seat::Computer { level: 1 }, Seat::Computer { level: 1 }]), 422, "foreign-seat"),
        (seats([own, Seat::Computer { level: 20 }]), 422, "misfit"),
        (text("x9x9"), 422, "misfit"),
        (text(""), 422, "misfit"),
        (text(&"9".repeat(5_000)), 422, "misfit"),
        (with(&|events| events.swap(1, 2)), 422, "misfit"),
        (with(&|events| events.swap(0, 1)), 422, "misfit"),
        (with(&|events| drop(events.remove(0))), 422, "misfit"),
        (with(&|events| events.push(events[0].clone())), 422, "wrong-time"),
        (with(&|events| events[4].at = Moment(u64::MAX)), 422, "wrong-time"),
        (with(&|events| events[4].at = Moment(0)), 422, "wrong-time"),
        (
            with(&|events| {
                events[4].kind = EventKind::TookBack { plies: u32::MAX, left: None };
            }),
            422,
            "misfit",
        ),
        (
            with(&|events| {
                events[4].kind = EventKind::Interrupted { from: Moment(u64::MAX) };
            }),
            422,
            "wrong-time",
        ),
        (texts(&["", ""]), 422, "misfit"),
        (texts(&["{}"]), 422, "misfit"),
        (texts(&[&opening, "nonsense"]), 422, "misfit"),
        (texts(&[&newer]), 422, "misfit"),
        (texts(&[&"[".repeat(20_000)]), 422, "misfit"),
        (texts(&vec!["{}"; 501]), 422, "too-many-events"),
        (MirroredEvents { from: u32::MAX, ..good.from(1) }, 422, "too-many-events"),
        (MirroredEvents { from: 0, ..good.from(1) }, 400, "malformed"),
        (texts(&[]), 400, "malformed"),
        (texts(&[&"x".repeat(70_000)]), 413, "too-large"),
        (good.from(2), 404, "no-such-table"),
    ]
    .into_iter()
    .enumerate()
    {
        let answer = refused(&mut client, &good, &body).await;
        assert_eq!(answer, (status, code.to_owned()), "{number}");
    }
    for body in ["", "[]", "{\"from\":-1,\"events\":[]}", "{\"from\":1e99,\"events\":[1]}"] {
        let reply = client.send("POST", &good.address(), body.as_bytes()).await.unwrap();
        assert_eq!(reply.status, 400, "{body}: {}", reply.text());
    }
    assert_eq!(rows(&house, "SELECT count(*) FROM events").await, 0);
    assert_eq!(rows(&house, "SELECT count(*) FROM guests").await, 0, "nobody is remembered for it");
    // Also what comes later, and which event it was is said.
    assert_eq!(good.mirror(&mut client, 1).await.unwrap(), 5);
    let mut more = good.clone();
    more.plays(2, ClockTerms::None);
    let mut body = more.from(6);
    body.events[1] = body.events[1].replace("\"text\":\"", "\"text\":\"z");
    let reply = client.send_json("POST", &good.address(), &body).await.unwrap();
    assert!(reply.text().contains("Event 7"), "{}", reply.text());
    assert_eq!(given(&mut client, &good).await, good.from(1));
    // A name of another length is no table of a browser.
    for name in ["abcdefghij", "abcdefghijkmn", "ABCDEFGHIJKM", "abcdefghijkl"] {
        let other = kept(name, COMPUTER, 1);
        let answer = refused(&mut client, &other, &other.from(1)).await;
        assert_eq!(answer, (404, "no-such-table".to_owned()), "{name}");
    }
    house.close().await;
}

#[tokio::test]
async fn a_game_of_somebody_else_is_as_if_it_were_not_there() {
    let house = House::with(wide).await;
    let (mut ada, mut zoe) = (browser(&house).await, browser(&house).await);
    let game = kept(NAMES[0], COMPUTER, 2);
    // Without a cookie nothing can be kept for anybody.
    let reply = game.send(&mut house.client(), 1).await.unwrap();
    assert_eq!(reply.read::<ErrorInfo>().unwrap().code, "no-cookie");
    game.mirror(&mut ada, 1).await.unwrap();
    let nothing = kept(NAMES[1], COMPUTER, 2);
    let unknown = zoe.get(&nothing.address()).await.unwrap();
    for guest in [false, true] {
        if guest {
            kept(NAMES[2], COMPUTER, 1).mirror(&mut zoe, 1).await.unwrap();
        }
        let read = zoe.get(&game.address()).await.unwrap();
        assert_eq!((read.status, read.text()), (404, unknown.text()));
        let mut longer = game.clone();
        longer.plays(1, ClockTerms::None);
        for (from, table) in [(1, &game), (2, &game), (1, &longer), (4, &longer)] {
            let written = table.send(&mut zoe, from).await.unwrap();
            assert_eq!((written.status, written.text()), (404, unknown.text()), "{from}");
        }
    }
    assert_eq!(given(&mut ada, &game).await, game.from(1));
    // The server's own tables are mirrored by nobody.
    let own = ada.open_table(&table(crate::house::game(0), ALONE, ClockTerms::None)).await.unwrap();
    assert_eq!(ada.get(&format!("/api/me/tables/{own}/events")).await.unwrap().status, 404);
    house.close().await;
}

#[tokio::test]
async fn they_count_as_other_tables_do() {
    let house = House::with(|settings| {
        wide(settings);
        settings.limits.open_tables = 2;
    })
    .await;
    let mut client = browser(&house).await;
    let mut games: Vec<_> = NAMES.iter().map(|name| kept(name, COMPUTER, 2)).collect();
    games[0].mirror(&mut client, 1).await.unwrap();
    games[1].mirror(&mut client, 1).await.unwrap();
    let answer = refused(&mut client, &games[2], &games[2].from(1)).await;
    assert_eq!(answer, (429, "too-many-tables".to_owned()));
    // A finished one is no burden, and counts.
    games[2].happens(EventKind::Resigned { by: galet_core::Side::First });
    games[2].mirror(&mut client, 1).await.unwrap();
    games[2].happens(EventKind::RematchMade { table: "dddddddddddd".to_owned() });
    games[2].mirror(&mut client, 5).await.unwrap();
    let mut short = games[1].clone();
    short.happens(EventKind::Resigned { by: galet_core::Side::First });
    short.events.push(Event::new(
        short.table.last_at(),
        EventKind::RematchMade { table: "dddddddddd".to_owned() },
    ));
    assert_eq!(refused(&mut client, &short, &short.from(4)).await.1, "misfit");
    let results: Results = client.get("/api/me/results").await.unwrap().read().unwrap();
    assert_eq!((results.all.lost, results.all.won), (1, 0));
    // Who leaves takes them along.
    assert_eq!(client.send("DELETE", "/api/me", b"").await.unwrap().status, 200);
    assert_eq!(rows(&house, "SELECT count(*) FROM events").await, 0);
    house.close().await;
}

#[tokio::test]
async fn events_of_one_visitor_are_bounded_in_time() {
    let house = House::with(|settings| settings.limits.guest_rate = 1).await;
    let mut client = browser(&house).await;
    let game = kept(NAMES[0], COMPUTER, 30);
    let mut codes = Vec::new();
    for _ in 0..4 {
        codes.push(game.send(&mut client, 1).await.unwrap().status);
    }
    // The first was nobody yet.
    assert_eq!(codes, [200, 200, 200, 429]);
    house.close().await;
}

#[tokio::test]
async fn they_are_on_other_devices_after_a_restart_and_in_backups() {
    let house = House::with(wide).await;
    let mut client = browser(&house).await;
    let mut game = kept(NAMES[0], COMPUTER, 3);
    game.mirror(&mut client, 1).await.unwrap();
    let link: DeviceLink = client.send("POST", "/api/me/link", b"").await.unwrap().read().unwrap();
    let mut tablet = house.client();
    assert_eq!(tablet.send("POST", &link.path, b"").await.unwrap().status, 303);
    assert_eq!(given(&mut tablet, &game).await, game.from(1));
    // Either device goes on with it.
    game.plays(1, ClockTerms::None);
    assert_eq!(game.mirror(&mut tablet, 5).await.unwrap(), 5);
    assert_eq!(given(&mut client, &game).await, game.from(1));
    let house = House::on(house.close().await, wide).await;
    client.address = house.address;
    assert_eq!(given(&mut client, &game).await, game.from(1));
    let copy = tempfile::tempdir().unwrap();
    let file = galet_server::database_in(copy.path());
    galet_server::backup(house.folder(), &file).await.expect("a copy");
    assert!(galet_server::check_data(copy.path()).await.expect("a report").is_good());
    let other = House::on(Site::on(copy), wide).await;
    client.address = other.address;
    assert_eq!(given(&mut client, &game).await, game.from(1));
    other.close().await;
    house.close().await;
}
