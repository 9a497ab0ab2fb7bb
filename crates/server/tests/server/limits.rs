//! Limits that hold, whatever is sent.

use crate::house::{House, game, table, wide};
use galet_server::Limits;
use galet_wire::table::{ClockTerms, SeatRequest};

#[tokio::test]
async fn many_openings_at_the_same_moment_are_bounded_as_one_after_the_other() {
    let house = House::with(|settings| {
        wide(settings);
        settings.limits = Limits { open_tables: 10, ..settings.limits };
    })
    .await;
    let mut client = house.client();
    client.send("PUT", "/api/me", b"{\"name\":\"Ada\"}").await.unwrap();
    let request = table(game(0), [SeatRequest::Me, SeatRequest::Me], ClockTerms::None);
    let openings = (0..60).map(|_| {
        let (mut client, request) = (client.clone(), request.clone());
        tokio::spawn(async move {
            client.send_json("POST", "/api/tables", &request).await.unwrap().status
        })
    });
    let mut opened = 0;
    for opening in openings.collect::<Vec<_>>() {
        match opening.await.unwrap() {
            201 => opened += 1,
            status => assert_eq!(status, 429),
        }
    }
    assert!((1..=10).contains(&opened), "{opened}");
    // Those that were refused only because others were about to be opened find room now.
    for _ in opened..10 {
        assert_eq!(client.send_json("POST", "/api/tables", &request).await.unwrap().status, 201);
    }
    assert_eq!(client.send_json("POST", "/api/tables", &request).await.unwrap().status, 429);
    house.close().await;
}
