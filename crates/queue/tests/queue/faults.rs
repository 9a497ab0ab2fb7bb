//! Workers and NATS that fall, queues that are full, questions that nobody wants any more.

use crate::common::{
    Hand, SAFETY_NET, ask_analysis, ask_move, count, meet, node, node_analysing, server, start,
    terms, until, worker,
};
use galet_games::AnyProgress;
use galet_queue::{Nats, Terms};
use galet_scheduler::Executor;
use std::time::Duration;

fn game() -> Box<dyn AnyProgress> {
    start(galet_games::all()[0].name())
}

fn assert_legal(text: &str) {
    game().play(text).expect("a legal move");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_worker_was_at_is_done_once_by_another() {
    let (nats, terms) = (server(), terms("killed"));
    let (node, first) = (node(&nats, &terms).await, worker(&nats, &terms, "first").await);
    meet(&node).await;
    let mut asked = ask_analysis(&*node, 1, game());
    asked.next().await;
    drop(first);
    let second = worker(&nats, &terms, "second").await;
    let mut ends = 0;
    while let Some(view) = asked.end_or_next().await {
        ends += u32::from(view.done);
    }
    assert_eq!(ends, 1);
    let hand = Hand::new(&nats, &terms).await;
    until("the queue is empty", async || hand.held("studies").await == 0).await;
    until("its answer is counted", async || second.count("answered") == 1).await;
    assert_eq!(second.count("taken"), 1);
    assert_eq!((count(&node, "asked_again_total"), count(&node, "here_total")), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_is_stopped_finishes_moves_and_gives_the_rest_back_at_once() {
    let (nats, mut terms) = (server(), terms("stopped"));
    // Whoever had to wait for the queue would wait for long.
    terms.ack_wait = Duration::from_secs(60);
    terms.silence = Duration::from_secs(60);
    let (node, mut first) = (node(&nats, &terms).await, worker(&nats, &terms, "first").await);
    meet(&node).await;
    let mut analysis = ask_analysis(&*node, 1, game());
    analysis.next().await;
    let mut best = ask_move(&*node, game(), 10);
    // On a busy machine the move may be there before anybody looks.
    let begun = async || node.stats().running == 2 || first.count("answered") == 1;
    until("both are under way", begun).await;
    first.stop();
    assert_legal(&best.next().await);
    first.ended().await;
    assert_eq!((first.count("answered"), first.count("given_back")), (1, 1));
    let second = worker(&nats, &terms, "second").await;
    while !analysis.next().await.done {}
    until("the answer is counted", async || second.count("answered") == 1).await;
    assert_eq!(count(&node, "here_total"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_on_which_an_engine_hangs_is_given_back_and_answered_by_another() {
    let (nats, mut terms) = (server(), terms("hang"));
    // However often it comes back, it is handed out again.
    terms.deliveries = 1_000;
    // For this worker whatever thinks for longer than a moment hangs.
    let hasty = Terms { hang: [Duration::from_millis(200); 3], ..terms.clone() };
    let (node, mut first) = (node(&nats, &terms).await, worker(&nats, &hasty, "hasty").await);
    meet(&node).await;
    let mut best = ask_move(&*node, game(), 10);
    until("it is given back", async || first.count("given_back") >= 1).await;
    assert_eq!((first.count("answered"), count(&node, "answered_total")), (0, 0));
    first.stop();
    first.ended().await;
    let second = worker(&nats, &terms, "patient").await;
    assert_legal(&best.next().await);
    until("the answer is counted", async || second.count("answered") == 1).await;
    assert_eq!((first.count("answered"), count(&node, "here_total")), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_waits_for_ends_in_the_worker_and_in_the_queue() {
    let (nats, terms) = (server(), terms("cancel"));
    let (node, one) = (node(&nats, &terms).await, worker(&nats, &terms, "one").await);
    meet(&node).await;
    let hand = Hand::new(&nats, &terms).await;
    let mut asked = ask_analysis(&*node, 1, game());
    asked.next().await;
    drop(asked.work);
    while asked.told.recv().await.is_some() {}
    until("the queue is empty", async || hand.held("studies").await == 0).await;
    assert_eq!(node.stats().cancelled, 1);
    drop(one);
    // Asked and cancelled while no worker is there: the queue forgets it.
    let asked = ask_analysis(&*node, 1, game());
    until("it is in the queue", async || hand.held("studies").await == 1).await;
    let stream = hand.jetstream.get_stream(hand.stream("studies")).await.expect("a queue");
    let subject = format!("{}.work.studies", terms.prefix);
    let message = stream.get_last_raw_message_by_subject(&subject).await.expect("the question");
    drop(asked.work);
    until("the queue is empty", async || hand.held("studies").await == 0).await;
    // A queue may have kept it all the same.
    hand.put("studies", message.payload.to_vec()).await;
    let two = worker(&nats, &terms, "two").await;
    until("the queue is empty", async || hand.held("studies").await == 0).await;
    assert_eq!(two.count("taken"), 1);
    assert_eq!(count(&node, "waiting"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_and_gives_up_again_and_again_fills_no_queue() {
    let (nats, mut terms) = (server(), terms("steps"));
    terms.most = [4; 3];
    // What has been taken is not asked again meanwhile.
    (terms.ack_wait, terms.silence) = (SAFETY_NET, SAFETY_NET);
    let (node, hand) = (node(&nats, &terms).await, Hand::new(&nats, &terms).await);
    meet(&node).await;
    // The only worker has all that it can take.
    let _first = ask_analysis(&*node, 1, game());
    let (_message, question) = hand.take("studies").await;
    hand.say(&question, &serde_json::json!({ "type": "taken" })).await;
    until("it is taken", async || node.stats().running == 1).await;
    for steps in 1..=20 {
        drop(ask_analysis(&*node, 2, game()).work);
        if steps % 5 == 0 {
            // Some of them were in the queue already.
            let asked = ask_analysis(&*node, 2, game());
            until("it is in the queue", async || hand.held("studies").await == 2).await;
            drop(asked.work);
        }
        until("the queue has room", async || hand.held("studies").await <= 3).await;
    }
    until("the queue has forgotten them", async || hand.held("studies").await == 1).await;
    let mut last = ask_analysis(&*node, 3, game());
    let (_message, question) = hand.take("studies").await;
    let view = serde_json::json!({
        "depth": 3, "nodes": 1, "elapsed": 1, "lines": [], "solved": null, "done": true
    });
    let found = serde_json::json!({ "type": "analysis", "view": view });
    hand.say(&question, &serde_json::json!({ "type": "found", "found": found })).await;
    assert_eq!(last.next().await.depth, 3);
    assert_eq!(count(&node, "here_total"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn for_a_node_that_has_fallen_nobody_thinks_on() {
    let (nats, mut terms) = (server(), terms("fallen"));
    terms.sign = Duration::from_millis(50);
    let threads = || tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = threads().expect("a runtime");
    let (servers, bounds) = (nats.clone(), terms.clone());
    let node =
        runtime.spawn(async move { node_analysing(&servers, &bounds, SAFETY_NET).await }).await;
    let (node, one) = (node.expect("a node"), worker(&nats, &terms, "one").await);
    meet(&node).await;
    let mut asked = ask_analysis(&*node, 1, game());
    asked.next().await;
    let hand = Hand::new(&nats, &terms).await;
    assert_eq!(hand.held("studies").await, 1);
    runtime.shutdown_background();
    until("the worker gives up", async || one.count("unwanted") == 1).await;
    until("the queue is empty", async || hand.held("studies").await == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_a_queue_is_full_the_program_answers_itself_and_says_so() {
    let (nats, mut terms) = (server(), terms("full"));
    terms.most = [2; 3];
    let (node, hand) = (node(&nats, &terms).await, Hand::new(&nats, &terms).await);
    meet(&node).await;
    let waiting = [(); 2].map(|()| ask_move(&*node, game(), 1));
    until("it is full", async || hand.held("moves").await == 2).await;
    let mut asked = ask_move(&*node, game(), 1);
    assert_legal(&asked.next().await);
    assert!(asked.was_slow() && !waiting[0].was_slow());
    until("two wait", async || count(&node, "waiting") == 2).await;
    assert_eq!(count(&node, "here_total"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_worker_takes_in_time_the_program_answers_itself() {
    let (nats, mut terms) = (server(), terms("untaken"));
    terms.untaken = [Duration::from_millis(150); 3];
    let node = node(&nats, &terms).await;
    // Somebody is there, but takes nothing.
    let hand = Hand::new(&nats, &terms).await;
    meet(&node).await;
    let mut asked = ask_move(&*node, game(), 1);
    assert_legal(&asked.next().await);
    assert!(asked.was_slow());
    assert_eq!(count(&node, "asked_total"), 1);
    drop(hand);
    // Once it is known that there are no workers, nobody waits for them.
    let hear_nobody = async || {
        let before = count(&node, "asked_total");
        assert_legal(&ask_move(&*node, game(), 1).next().await);
        count(&node, "asked_total") == before
    };
    until("nobody is asked any more", hear_nobody).await;
    // And when they come, they are asked.
    let one = worker(&nats, &terms, "one").await;
    let asked_again = async || {
        let mut asked = ask_move(&*node, game(), 1);
        assert_legal(&asked.next().await);
        !asked.was_slow()
    };
    until("the worker is asked", asked_again).await;
    until("its answer is counted", async || one.count("answered") >= 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_may_come_late_go_and_come_back() {
    let mut server = galet_services::Nats::start(1).expect("a NATS server");
    let nats = Nats::at(&server.urls());
    server.kill(0);
    let terms = terms("restart");
    let node = node(&nats, &terms).await;
    let one = worker(&nats, &terms, "one").await;
    let mut asked = ask_move(&*node, game(), 1);
    assert_legal(&asked.next().await);
    assert!(asked.was_slow(), "NATS is not there yet");
    server.start_again(0).expect("it starts");
    let by_worker = async || {
        let mut asked = ask_move(&*node, game(), 1);
        assert_legal(&asked.next().await);
        !asked.was_slow()
    };
    until("the worker is asked", by_worker).await;
    // It goes in the midst of an analysis, which ends all the same.
    let mut analysis = ask_analysis(&*node, 1, game());
    analysis.next().await;
    server.kill(0);
    let mut asked = ask_move(&*node, game(), 1);
    assert_legal(&asked.next().await);
    assert!(asked.was_slow(), "NATS is away");
    server.start_again(0).expect("it starts");
    while !analysis.next().await.done {}
    until("the worker is asked", by_worker).await;
    until("its answers are counted", async || one.count("answered") >= 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_queue_that_is_lost_is_made_anew() {
    let (nats, terms) = (server(), terms("lost"));
    let (node, _one) = (node(&nats, &terms).await, worker(&nats, &terms, "one").await);
    meet(&node).await;
    let hand = Hand::new(&nats, &terms).await;
    for queue in ["moves", "hints", "studies"] {
        hand.jetstream.delete_stream(hand.stream(queue)).await.expect("it is deleted");
    }
    // The first question finds no queue, and is answered nonetheless.
    assert_legal(&ask_move(&*node, game(), 1).next().await);
    let by_worker = async || {
        let mut asked = ask_move(&*node, game(), 1);
        assert_legal(&asked.next().await);
        !asked.was_slow()
    };
    until("the worker is asked", by_worker).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_answered_at_once_needs_no_word() {
    // Nobody is there.
    let nowhere = Nats::at(&[format!("nats://127.0.0.1:{}", galet_services::free_port())]);
    let mut terms = terms("at-once");
    terms.published = Duration::from_millis(100);
    // A word is said after many times what the first level takes, or while full strength still thinks.
    for (slow, level, word) in [(20_000, 1, false), (300, 10, true)] {
        terms.slow = Duration::from_millis(slow);
        let node = node(&nowhere, &terms).await;
        let mut asked = ask_move(&*node, game(), level);
        assert_legal(&asked.next().await);
        assert_eq!(asked.was_slow(), word, "level {level}");
        assert_eq!((count(&node, "asked_total"), count(&node, "here_total")), (0, 1));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_of_three_nats_servers_are_enough() {
    let mut servers = galet_services::Nats::start(3).expect("three NATS servers");
    let (nats, mut terms) = (Nats::at(&servers.urls()), terms("three"));
    terms.replicas = 3;
    let (node, _one) = (node(&nats, &terms).await, worker(&nats, &terms, "one").await);
    let by_worker = async || {
        let mut asked = ask_move(&*node, game(), 1);
        assert_legal(&asked.next().await);
        !asked.was_slow()
    };
    until("the worker is asked", by_worker).await;
    let mut analysis = ask_analysis(&*node, 1, game());
    analysis.next().await;
    servers.kill(0);
    while !analysis.next().await.done {}
    until("the worker is asked", by_worker).await;
}
