//! Pages, pictures, headers and figures.

use crate::house::{House, game, moves, wide};
use galet_wire::guest::Reach;
use galet_wire::setup::GameInfo;
use galet_wire::socket::Message;
use serde_json::{Value, json};

#[tokio::test]
async fn everything_has_a_strict_policy() {
    let house = House::open().await;
    for path in ["/", "/t/abcdefghij", "/api/me", "/api/nothing", "/health", "/api/docs"] {
        let reply = house.client().get(path).await.unwrap();
        let policy = reply.header("content-security-policy").expect("a policy");
        let scripts = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';";
        assert!(policy.starts_with(scripts), "{path}: {policy}");
        assert_eq!(policy.matches("unsafe").count(), 1, "{path}: {policy}");
        for name in ["x-content-type-options", "x-frame-options", "referrer-policy"] {
            assert!(reply.header(name).is_some(), "{path} has no {name}");
        }
    }
    house.close().await;
}

#[tokio::test]
async fn every_documented_address_answers_and_every_type_is_there() {
    let house = House::with(wide).await;
    let mut client = house.client();
    let request = json!({ "game": game(0), "seats": [{ "type": "me" }, { "type": "me" }] });
    let opened = client.send_json("POST", "/api/tables", &request).await.unwrap();
    let id = opened.read::<Value>().unwrap()["id"].as_str().unwrap().to_owned();
    let games: Vec<GameInfo> = client.get("/api/games").await.unwrap().read().unwrap();
    let lessons: Value =
        client.get(&format!("/api/games/{}/lessons", game(0))).await.unwrap().read().unwrap();
    let lesson = lessons[0]["id"].as_str().unwrap_or("none");
    let document: Value = client.get("/api/openapi.json").await.unwrap().read().unwrap();
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 20);
    for (path, operations) in paths {
        for (method, operation) in operations.as_object().unwrap() {
            let real = path
                .replace("{game}", game(0))
                .replace("{layout}", &games[0].layouts[0])
                .replace("{lesson}", lesson)
                .replace("{id}", &id)
                .replace("{token}", "none");
            let reply = client.send(&method.to_uppercase(), &real, b"{}").await.unwrap();
            let known = !reply.text().contains("\"no-such-page\"") && reply.status != 405;
            assert!(known, "{method} {path}: {} {}", reply.status, reply.text());
            let given = operation["responses"]["200"]["content"].as_object();
            if let (200, Some(kinds)) = (reply.status, given) {
                let kind = reply.header("content-type").unwrap();
                assert!(kinds.keys().any(|known| kind.starts_with(known.as_str())), "{path}");
            }
        }
    }
    // Every reference leads somewhere.
    let text = document.to_string();
    let schemas = &document["components"]["schemas"];
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().unwrap();
        assert!(schemas[name].is_object(), "{name}");
    }
    let page = client.get("/api/docs").await.unwrap().text();
    assert!(page.contains("TableView") && !page.contains("<script"));
    house.close().await;
}

#[tokio::test]
async fn pictures_records_and_codes() {
    let house = House::open().await;
    let mut client = house.client();
    let line = json!({ "game": game(0), "setup": {}, "moves": moves(game(0), 2) });
    let picture = client.send_json("POST", "/api/picture?theme=dark&lang=fr", &line).await.unwrap();
    assert!(picture.text().starts_with("<svg"));
    assert!(!picture.header("content-security-policy").unwrap().contains("script"));
    let nodes = json!([
        { "parent": null, "text": "" },
        { "parent": 0, "text": moves(game(0), 1)[0] },
    ]);
    let tree = json!({ "game": game(0), "nodes": nodes, "tags": [["Event", "Test"]] });
    let text = client.send_json("POST", "/api/records/write", &tree).await.unwrap().text();
    assert!(text.contains("[Event \"Test\"]"), "{text}");
    let read = client
        .send_json("POST", "/api/records/read", &json!({ "text": text }))
        .await
        .unwrap()
        .read::<Value>()
        .unwrap();
    assert_eq!(read["records"][0]["nodes"].as_array().unwrap().len(), 2);
    let code = client.get("/api/qr.svg?text=http%3A%2F%2F192.0.2.1%3A4280%2Ft%2Fx").await.unwrap();
    assert!(code.text().starts_with("<svg"));
    house.close().await;
}

#[tokio::test]
async fn a_server_that_only_this_computer_can_reach_says_so() {
    let house = House::open().await;
    let reach: Reach = house.client().get("/api/reach").await.unwrap().read().unwrap();
    assert!(reach.only_here && reach.addresses.is_empty());
    let command = reach.command.expect("it is this computer that asks");
    assert!(command.contains("serve --host 0.0.0.0"), "{command}");
    let folder = house.folder().file_name().unwrap().to_str().unwrap();
    assert!(command.contains(" --data ") && command.contains(folder), "{command}");
    // A proxy that nobody told us of makes everybody look as if they sat here.
    for (name, value) in [
        ("x-forwarded-for", "192.0.2.1"),
        ("forwarded", "for=192.0.2.1"),
        ("via", "1.1 proxy"),
        ("x-forwarded-host", "games.example.org"),
    ] {
        let mut client = house.client();
        client.headers.push((name.into(), value.into()));
        let reply = client.get("/api/reach").await.unwrap();
        assert_eq!(reply.read::<Reach>().unwrap().command, None, "{name}");
        assert!(!reply.text().contains(folder), "{name}: {}", reply.text());
    }
    house.close().await;
    let house = House::with(|settings| settings.host = [0, 0, 0, 0].into()).await;
    let reach: Reach = house.client().get("/api/reach").await.unwrap().read().unwrap();
    assert!(!reach.only_here && reach.command.is_none());
    let port = format!(":{}", house.address.port());
    assert!(reach.addresses.iter().all(|address| address.ends_with(&port)), "{reach:?}");
    house.close().await;
    let house = House::with(|settings| settings.trust_proxy = true).await;
    let mut client = house.client_from("203.0.113.1");
    let reach: Reach = client.get("/api/reach").await.unwrap().read().unwrap();
    assert!(!reach.only_here && reach.addresses.is_empty(), "the page's own address is the one");
    assert_eq!(reach.command, None, "paths are nobody else's business");
    house.close().await;
}

#[tokio::test]
async fn figures_and_goodbye() {
    let house = House::open().await;
    let health: Value = house.client().get("/health").await.unwrap().read().unwrap();
    assert_eq!(health["status"], "ok");
    let mut connection = house.client().connect().await.unwrap();
    let metrics = house.client().get("/metrics").await.unwrap().text();
    assert!(metrics.lines().any(|line| line == "galet_sockets 1"), "{metrics}");
    let closing = tokio::spawn(house.close());
    assert_eq!(connection.next().await.unwrap(), Message::Goodbye);
    drop(connection);
    closing.await.unwrap();
}
