//! Limits over all nodes.

use crate::club::{Club, code, table};
use galet_server::{Limits, Settings};
use galet_wire::socket::{Answer, Question};
use galet_wire::table::{ClockTerms, SeatRequest};
use std::time::{Duration, Instant};

/// Messages a second; a bucket holds five seconds' worth.
const RATE: f64 = 10.0;

fn narrow(settings: &mut Settings) {
    settings.limits = Limits { guest_rate: RATE as u32, ..Limits::default() };
}

#[tokio::test]
async fn whoever_goes_round_all_nodes_gets_no_more() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node_with(name, narrow));
    let mut client = one.client();
    let seats = [SeatRequest::Me, SeatRequest::Friend];
    client.open_table(&table(seats, ClockTerms::None)).await.unwrap();
    let mut pages = [client.connect().await.unwrap(), two.takes(&client).connect().await.unwrap()];
    let (begun, mut done) = (Instant::now(), 0);
    while begun.elapsed() < Duration::from_secs(6) {
        for page in &mut pages {
            match page.ask(Question::StopAnalysis).await.unwrap() {
                Answer::Done => done += 1,
                refused => assert_eq!(code(refused), "too-fast"),
            }
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Two buckets that know nothing of each other have all of it twice. What nodes have not told each other yet is one
    // bucket more at most, however slow the machine is.
    let (bucket, dripped) = (5.0 * RATE, RATE * begun.elapsed().as_secs_f64());
    let most = 2.0 * bucket + 1.5 * dripped;
    assert!(f64::from(done) < most, "{done} of {most}");
    assert!(f64::from(done) > 0.8 * bucket, "{done}: a bucket is full in the beginning");
}
