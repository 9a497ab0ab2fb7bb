//! Limits over all nodes.

use crate::away::hear;
use crate::club::{AT_LAST, Club, Node, code, table};
use galet_server::{Limits, Settings};
use galet_services::Nats;
use galet_test_client::Client;
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

fn three_pages(settings: &mut Settings) {
    settings.trust_proxy = true;
    settings.limits = Limits { address_sockets: 3, ..Limits::default() };
}

/// A page of a household beyond this computer.
fn visitor(node: &Node) -> Client {
    let mut client = node.client();
    client.headers.push(("x-forwarded-for".to_owned(), "203.0.113.1".to_owned()));
    client
}

#[tokio::test]
async fn pages_of_an_address_are_counted_over_all_nodes_and_forgotten_with_them() {
    let club = Club::open();
    let [one, two] = ["one", "two"].map(|name| club.node_with(name, three_pages));
    let [mut here, mut there] = [&one, &two].map(visitor);
    let mut pages = Vec::new();
    for _ in 0..3 {
        pages.push(here.connect().await.expect("there is room"));
    }
    refused(&mut there).await;
    pages.clear();
    welcome(&mut there).await;
}

/// Waits until there is no room for another page.
async fn refused(client: &mut Client) {
    let refused = async {
        while client.connect().await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(AT_LAST, refused).await.expect("the other node hears of the pages");
}

/// Waits until there is.
async fn welcome(client: &mut Client) {
    let welcome = async {
        while client.connect().await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(AT_LAST, welcome).await.expect("and that they are closed");
}

#[tokio::test]
async fn pages_that_are_closed_while_nats_is_away_do_not_count_for_ever() {
    let mut nats = Nats::start(1).expect("a NATS server");
    let club = Club::with_nats(nats.urls());
    let [one, two] = ["one", "two"].map(|name| club.node_with(name, three_pages));
    let [mut here, mut there] = [&one, &two].map(visitor);
    let mut pages = Vec::new();
    for _ in 0..3 {
        pages.push(here.connect().await.expect("there is room"));
    }
    refused(&mut there).await;
    nats.kill(0);
    hear(&[&one, &two], false).await;
    pages.clear();
    // Long enough to be told, if there were anybody to tell it.
    tokio::time::sleep(Duration::from_secs(1)).await;
    nats.start_again(0).expect("it starts again");
    nats.wait().expect("it runs");
    welcome(&mut there).await;
}
