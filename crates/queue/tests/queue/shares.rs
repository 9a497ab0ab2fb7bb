//! Who is next: what is urgent, then who has used least.

use crate::common::{
    Asked, Hand, SAFETY_NET, ask_analysis, ask_move, count, meet, node, node_analysing, server,
    start, terms, until, worker,
};
use futures_util::future::select_all;
use galet_queue::Terms;
use galet_scheduler::Executor;
use galet_wire::study::AnalysisView;
use std::time::Duration;
use tokio::sync::mpsc;

#[tokio::test(flavor = "multi_thread")]
async fn a_move_never_waits_behind_analyses() {
    // However slow the machine is, no analysis is given up and done by the node itself meanwhile.
    let (nats, terms) = (server(), Terms { untaken: [SAFETY_NET; 3], ..terms("urgent") });
    let node = node_analysing(&nats, &terms, SAFETY_NET).await;
    let _one = worker(&nats, &terms, "one").await;
    meet(&node).await;
    let game = start(galet_games::all()[0].name());
    // More than one thread does at a time, and more than a worker holds.
    let mut analyses: Vec<_> =
        (0..12).map(|client| ask_analysis(&*node, client, game.clone())).collect();
    // Whichever was there first: they are sent at the same moment.
    select_all(analyses.iter_mut().map(|analysis| Box::pin(analysis.next()))).await;
    let mut asked = ask_move(&*node, game.clone(), 2);
    asked.next().await;
    assert!(!asked.was_slow());
    for analysis in &mut analyses {
        while let Ok(view) = analysis.told.try_recv() {
            assert!(!view.done, "none has had its time yet");
        }
    }
    assert_eq!(count(&node, "here_total"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_clients_share_however_many_questions_one_has() {
    let (nats, terms) = (server(), terms("fair"));
    let (node, _one) = (node(&nats, &terms).await, worker(&nats, &terms, "one").await);
    meet(&node).await;
    let game = start(galet_games::all()[0].name());
    let mut asked: Vec<_> = (0..5).map(|_| ask_analysis(&*node, 1, game.clone())).collect();
    until("the worker has all of them", async || node.stats().running == 5).await;
    asked.push(ask_analysis(&*node, 2, game.clone()));
    let order = order_of_ends(asked).await;
    let place = order.iter().position(|number| *number == 5).expect("it has ended");
    assert!(place <= 2, "whoever has one question is not the last of six: {order:?}");
}

/// The numbers of analyses in the order in which they end.
async fn order_of_ends(asked: Vec<Asked<AnalysisView>>) -> Vec<usize> {
    let (tell, mut ended) = mpsc::unbounded_channel();
    let count = asked.len();
    for (number, mut asked) in asked.into_iter().enumerate() {
        let tell = tell.clone();
        tokio::spawn(async move {
            while !asked.next().await.done {}
            let _ = tell.send(number);
        });
    }
    let mut order = Vec::new();
    for _ in 0..count {
        order.push(ended.recv().await.expect("all of them end"));
    }
    order
}

/// Six visitors of one node who ask for five analyses each, and then one, perhaps of another node, who asks for one: it is not
/// the last of all to end. A single worker holds eight at a time; the others wait.
async fn whoever_asks_for_little_comes_soon(terms: Terms, at_another_node: bool) {
    let nats = server();
    let brief = Duration::from_millis(100);
    let (node, other) =
        (node_analysing(&nats, &terms, brief).await, node_analysing(&nats, &terms, brief).await);
    let _one = worker(&nats, &terms, "one").await;
    meet(&node).await;
    meet(&other).await;
    let game = start(galet_games::all()[0].name());
    let much = (0..30).map(|number| ask_analysis(&*node, 1 + number / 5, game.clone()));
    let mut asked: Vec<_> = much.collect();
    until("the worker has some of them", async || node.stats().running >= 4).await;
    let asks = if at_another_node { &other } else { &node };
    asked.push(ask_analysis(&**asks, 100, game.clone()));
    let order = order_of_ends(asked).await;
    let place = order.iter().position(|number| *number == 30).expect("it has ended");
    assert!(place <= 20, "whoever has one question is served with the others: {order:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_who_ask_for_much_do_not_come_before_one_who_asks_for_little() {
    let terms = Terms { untaken: [SAFETY_NET; 3], ..terms("little") };
    whoever_asks_for_little_comes_soon(terms, false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_do_those_of_another_node() {
    let terms = Terms { untaken: [SAFETY_NET; 3], ..terms("another") };
    whoever_asks_for_little_comes_soon(terms, true).await;
}

/// With times as people have them, a tenth as long: the nodes' own engines begin while most wait for their turn.
#[tokio::test(flavor = "multi_thread")]
async fn shares_are_fair_while_nodes_think_themselves() {
    for (test, at_another_node) in [("own", false), ("own-another", true)] {
        let usual = Terms::default();
        let (untaken, slow) = (usual.untaken.map(|untaken| untaken / 10), usual.slow / 10);
        let terms = Terms { untaken, slow, ..terms(test) };
        whoever_asks_for_little_comes_soon(terms, at_another_node).await;
    }
}

/// How long nobody needs to wait, for tests in which it passes.
const BRIEF: Duration = Duration::from_millis(150);

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_helped_by_the_node_meanwhile_keeps_their_place_for_a_worker() {
    let (nats, mut terms) = (server(), Terms { untaken: [BRIEF; 3], ..terms("place") });
    // What has been taken is not asked again meanwhile.
    (terms.ack_wait, terms.silence) = (SAFETY_NET, SAFETY_NET);
    let node = node_analysing(&nats, &terms, SAFETY_NET).await;
    let hand = Hand::new(&nats, &terms).await;
    meet(&node).await;
    let game = start(galet_games::all()[0].name());
    // A thread has room for two in the queue: the others are held.
    let _much = [(); 5].map(|()| ask_analysis(&*node, 1, game.clone()));
    until("the node has begun with all", async || count(&node, "here_total") == 5).await;
    let mut little = ask_analysis(&*node, 2, game.clone());
    little.next().await;
    // Workers come to them all the same, and to whoever asked for little after one more of the others'.
    let mut clients = Vec::new();
    let question = loop {
        let question = hand.take("studies").await.1;
        hand.say(&question, &serde_json::json!({ "type": "taken" })).await;
        clients.push(question["client"].clone());
        if clients[0] != question["client"] {
            break question;
        }
    };
    assert!(clients.len() <= 4, "{clients:?}");
    // What has come further goes on, and what has not is not told.
    for depth in [0, 1_000, 999] {
        let done = depth == 999;
        let view = serde_json::json!({
            "depth": depth, "nodes": 1, "elapsed": 1, "lines": [], "solved": null, "done": done
        });
        let found = serde_json::json!({ "type": "analysis", "view": view });
        hand.say(&question, &serde_json::json!({ "type": "found", "found": found })).await;
    }
    let mut depths = Vec::new();
    while let Some(view) = little.end_or_next().await {
        depths.push(view.depth);
    }
    assert!(depths.ends_with(&[1_000, 999]) && !depths.contains(&0), "{depths:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_waits_for_ever_when_workers_vanish() {
    let (nats, terms) = (server(), Terms { untaken: [BRIEF; 3], ..terms("vanish") });
    let node = node_analysing(&nats, &terms, BRIEF).await;
    let hand = Hand::new(&nats, &terms).await;
    meet(&node).await;
    let game = start(galet_games::all()[0].name());
    let asked = (0..9).map(|number| ask_analysis(&*node, number / 3, game.clone()));
    let asked: Vec<_> = asked.collect();
    drop(hand);
    assert_eq!(order_of_ends(asked).await.len(), 9);
    until("nobody waits", async || count(&node, "waiting") == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_for_their_turn_is_told_that_it_takes_longer() {
    let (nats, terms) = (server(), Terms { untaken: [SAFETY_NET; 3], ..terms("word") });
    let node = node_analysing(&nats, &terms, BRIEF).await;
    let _hand = Hand::new(&nats, &terms).await;
    meet(&node).await;
    let game = start(galet_games::all()[0].name());
    // Two in the queue, and two that are held.
    let asked: Vec<_> = (0..4).map(|_| ask_analysis(&*node, 1, game.clone())).collect();
    until("all are told", async || asked.iter().all(Asked::was_slow)).await;
    assert_eq!(count(&node, "here_total"), 0);
}
