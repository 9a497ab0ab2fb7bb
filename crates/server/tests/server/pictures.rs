//! Pictures of tables, and when they are painted anew.

use crate::house::{House, game, moves, wide};
use galet_test_client::{Client, Reply};
use serde_json::{Value, json};

/// A table with one person on both seats and some moves.
async fn table(client: &mut Client, number: usize, plies: usize) -> String {
    let game = game(number);
    let seats = [json!({ "type": "me" }), json!({ "type": "me" })];
    let request = json!({ "game": game, "moves": moves(game, plies), "seats": seats });
    let reply = client.send_json("POST", "/api/tables", &request).await.unwrap();
    reply.read::<Value>().unwrap()["id"].as_str().unwrap().to_owned()
}

fn is_png(reply: &Reply, width: u32) {
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("image/png")));
    let bytes = &reply.body;
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), width);
}

#[tokio::test]
async fn a_table_is_painted_in_every_form_and_only_for_those_who_have_not_seen_it() {
    let house = House::with(wide).await;
    let mut client = house.client();
    for number in 0..galet_games::all().len() {
        let id = table(&mut client, number, 6).await;
        let at = |file: &str| format!("/api/tables/{id}/{file}");
        let mut tags = Vec::new();
        for file in
            ["picture.svg", "moves.svg?moves=3&theme=dark", "picture.png?width=64", "card.png"]
        {
            let reply = client.get(&at(file)).await.unwrap();
            assert_eq!(reply.status, 200, "{file}: {}", reply.text());
            assert_eq!(reply.header("cache-control"), Some("private, no-cache"), "{file}");
            let tag = reply.header("etag").expect("a tag").to_owned();
            client.headers.push(("if-none-match".into(), tag.clone()));
            let again = client.get(&at(file)).await.unwrap();
            assert_eq!((again.status, again.body.len()), (304, 0), "{file}");
            assert_eq!(again.header("etag"), Some(&*tag));
            client.headers.pop();
            tags.push((file, tag));
        }
        is_png(&client.get(&at("picture.png?width=64&theme=dark&lang=fr")).await.unwrap(), 64);
        let card = client.get(&at("card.png")).await.unwrap();
        is_png(&card, 1200);
        assert_eq!(card.header("cross-origin-resource-policy"), Some("cross-origin"));
        let moving = client.get(&at("moves.svg?moves=3")).await.unwrap().text();
        assert!(moving.starts_with("<svg") && moving.contains("keyframes"));
        // Another move, another picture.
        let mut connection = client.connect().await.unwrap();
        connection.watch(&id).await.unwrap();
        connection.play(&id, 6, &moves(game(number), 7)[6]).await.unwrap();
        for (file, tag) in tags {
            client.headers.push(("if-none-match".into(), tag));
            assert_eq!(client.get(&at(file)).await.unwrap().status, 200, "{file}");
            client.headers.pop();
        }
    }
    house.close().await;
}

#[tokio::test]
async fn what_cannot_be_painted_is_refused() {
    let house = House::with(wide).await;
    let mut client = house.client();
    let id = table(&mut client, 0, 0).await;
    for file in [
        "picture.png?width=2049",
        "picture.png?width=0",
        "picture.png?theme=pink",
        "card.png?lang=de",
        "moves.svg?moves=0",
        "moves.svg?moves=31",
        "moves.svg?moves=x",
    ] {
        let reply = client.get(&format!("/api/tables/{id}/{file}")).await.unwrap();
        assert_eq!(reply.status, 400, "{file}: {}", reply.text());
    }
    // A table where nobody has moved has no moves to show: the picture stands still.
    let still = client.get(&format!("/api/tables/{id}/moves.svg")).await.unwrap();
    assert!(still.status == 200 && !still.text().contains("keyframes"));
    for file in ["picture.png", "card.png", "moves.svg"] {
        let reply = client.get(&format!("/api/tables/nothinghere/{file}")).await.unwrap();
        assert_eq!(reply.status, 404, "{file}");
    }
    house.close().await;
}
