//! Limits over all nodes.

use crate::club::{Club, code, table};
use galet_server::{Limits, Settings};
use galet_wire::socket::Question;
use galet_wire::table::{ClockTerms, SeatRequest};
use std::time::Duration;

fn narrow(settings: &mut Settings) {
    settings.limits = Limits { guest_rate: 10, ..Limits::default() };
}

#[tokio::test]
async fn whoever_goes_round_all_nodes_gets_no_more() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node_with(name, narrow));
    let mut client = one.client();
    let seats = [SeatRequest::Me, SeatRequest::Friend];
    client.open_table(&table(seats, ClockTerms::None)).await.unwrap();
    let mut here = client.connect().await.unwrap();
    let mut there = two.takes(&client).connect().await.unwrap();
    // A bucket holds five seconds' worth.
    for _ in 0..45 {
        here.ask(Question::StopAnalysis).await.unwrap();
    }
    let mut refused = None;
    // The nodes tell each other several times a second; ten drops a second drip in.
    for _ in 0..20 {
        tokio::time::sleep(Duration::from_millis(20)).await;
        let answer = there.ask(Question::StopAnalysis).await.unwrap();
        if answer != galet_wire::socket::Answer::Done {
            refused = Some(code(answer));
        }
    }
    assert_eq!(refused.as_deref(), Some("too-fast"));
}
