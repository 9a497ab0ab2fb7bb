//! Messages that are no questions.

use crate::common::{Hand, ask_move, meet, node, server, start, terms, until, worker};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicU32, Ordering};

/// A question that is right.
async fn right(hand: &Hand, node: &galet_queue::Asking) -> Value {
    let asked = ask_move(node, start(galet_games::all()[0].name()), 1);
    let (message, question) = hand.take("moves").await;
    message.ack().await.expect("it leaves the queue");
    drop(asked);
    question
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_survives_whatever_is_in_a_queue() {
    let (nats, terms) = (server(), terms("hostile"));
    let (node, hand) = (node(&nats, &terms).await, Hand::new(&nats, &terms).await);
    meet(&node).await;
    let right = right(&hand, &node).await;
    let numbers = AtomicU32::new(1);
    let with = |change: &dyn Fn(&mut Value)| {
        let mut question = right.clone();
        // Nobody has cancelled this one.
        question["number"] = json!(numbers.fetch_add(1, Ordering::Relaxed));
        change(&mut question);
        question.to_string().into_bytes()
    };
    let wrong: Vec<Vec<u8>> = vec![
        Vec::new(),
        b"{".to_vec(),
        b"[1, 2, 3]".to_vec(),
        vec![0xff; 1_000],
        vec![b'['; 400_000],
        with(&|question| question["version"] = json!(0)),
        with(&|question| question["more"] = json!(1)),
        with(&|question| question["number"] = json!(-1)),
        with(&|question| question["task"] = json!({ "type": "sing" })),
        with(&|question| question["task"]["level"] = json!(99)),
        with(&|question| question["line"]["game"] = json!("chess")),
        with(&|question| question["line"]["setup"]["position"] = json!("8/8")),
        with(&|question| question["line"]["moves"] = json!(["a1a1"])),
        with(&|question| question["line"]["moves"] = json!(vec!["x"; 6_000])),
        with(&|question| question["position"]["hash"] = json!(1)),
        with(&|question| question["answer"] = json!("$JS.API.STREAM.DELETE.X")),
        with(&|question| question["answer"] = json!(format!("{}.answer.*", terms.prefix))),
        with(&|question| question["answer"] = json!(format!("{}.answer.a.b", terms.prefix))),
        with(&|question| question["answer"] = json!(format!("{}.answer.", terms.prefix))),
    ];
    let one = worker(&nats, &terms, "one").await;
    let count = wrong.len() as u64;
    for payload in wrong {
        hand.put("moves", payload).await;
    }
    until("all are thrown away", async || {
        one.count("unreadable") == count && hand.held("moves").await == 0
    })
    .await;
    // One that only a newer worker can read waits for it.
    hand.put("moves", with(&|question| question["version"] = json!(2))).await;
    until("it is given back", async || one.count("unreadable") > count).await;
    assert_eq!(hand.held("moves").await, 1);
    let mut asked = ask_move(&*node, start(galet_games::all()[0].name()), 1);
    asked.next().await;
    assert!(!asked.was_slow(), "the worker works");
}
