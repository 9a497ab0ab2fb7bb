//! What a node does when workers answer strangely, late or not at all. The worker is the test.

use crate::common::{
    Hand, SAFETY_NET, ask_analysis, ask_move, count, meet, node, node_analysing, random_game,
    server, start, terms, until,
};
use galet_wire::study::AnalysisView;
use serde_json::json;
use std::time::Duration;

fn found_move(text: &str) -> serde_json::Value {
    json!({ "type": "found", "found": { "type": "move", "text": text } })
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_answers_the_question_is_heard() {
    let (nats, terms) = (server(), terms("dropped"));
    let (node, hand) = (node(&nats, &terms).await, Hand::new(&nats, &terms).await);
    meet(&node).await;
    let game = random_game(galet_games::all()[0].name(), 4, 1);
    let mut asked = ask_move(&*node, game, 1);
    let (message, question) = hand.take("moves").await;
    let right = json!({
        "version": 1, "number": question["number"], "attempt": 1, "position": question["position"],
        "worker": "by hand", "said": found_move("right"),
    });
    let changed = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut report = right.clone();
        report["said"] = found_move("wrong");
        change(&mut report);
        report
    };
    let wrong = [
        changed(&|report| report["position"]["ply"] = json!(3)),
        changed(&|report| report["position"]["hash"] = json!(1)),
        changed(&|report| report["attempt"] = json!(2)),
        changed(&|report| report["attempt"] = json!(0)),
        changed(&|report| report["number"] = json!(12)),
        changed(&|report| {
            report["said"] =
                json!({ "type": "found", "found": { "type": "progress", "done": 1, "of": 2 } });
        }),
    ];
    for report in &wrong {
        hand.say_report(&question, report).await;
    }
    hand.say_report(&question, &json!("nonsense")).await;
    hand.say_report(&question, &right).await;
    assert_eq!(asked.next().await, "right");
    assert_eq!(asked.end_or_next().await, None, "one answer is enough");
    assert_eq!(count(&node, "dropped_total"), wrong.len() as u64);
    // Whoever goes on with what is answered hears that nobody listens.
    let mut cancels =
        hand.client.subscribe(format!("{}.cancel", terms.prefix)).await.expect("an ear");
    hand.client.flush().await.expect("it is heard from now on");
    hand.say(&question, &json!({ "type": "working" })).await;
    // It has heard that of another number, too.
    let expected = json!({ "number": question["number"], "keep": null });
    loop {
        let cancel = futures_util::StreamExt::next(&mut cancels).await.expect("a word");
        let cancel: serde_json::Value =
            serde_json::from_slice(&cancel.payload).expect("it is read");
        if cancel == expected {
            break;
        }
    }
    message.ack().await.expect("the queue hears it");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_names_nobody() {
    let (nats, terms) = (server(), terms("nobody"));
    let (node, hand) = (node(&nats, &terms).await, Hand::new(&nats, &terms).await);
    meet(&node).await;
    let (guest, other) = (1_234_567_890_123_u64, 42);
    let game = start(galet_games::all()[0].name());
    let asked = [guest, guest, other].map(|client| ask_analysis(&*node, client, game.clone()));
    let mut questions = Vec::new();
    for _ in 0..3 {
        let (message, question) = hand.take("studies").await;
        let text = String::from_utf8(message.payload.to_vec()).expect("it is text");
        assert!(!text.contains(&guest.to_string()), "{text}");
        // No more than two wait in the queue.
        hand.say(&question, &json!({ "type": "taken" })).await;
        questions.push(question);
    }
    let by = |client: u64| questions.iter().filter(|question| question["client"] == client).count();
    let mut shares: Vec<usize> = questions
        .iter()
        .map(|question| by(question["client"].as_u64().expect("a number")))
        .collect();
    shares.sort_unstable();
    assert_eq!(shares, [1, 2, 2], "the same client is the same number");
    drop(asked);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_falls_silent_is_asked_again_and_its_late_answer_still_counts() {
    let (nats, mut terms) = (server(), terms("silent"));
    // The queue itself would give it to another worker much later.
    terms.ack_wait = Duration::from_secs(30);
    terms.silence = Duration::from_millis(300);
    let (node, hand) = (node(&nats, &terms).await, Hand::new(&nats, &terms).await);
    meet(&node).await;
    let mut asked = ask_move(&*node, start(galet_games::all()[0].name()), 1);
    let (_, first) = hand.take("moves").await;
    hand.say(&first, &json!({ "type": "taken" })).await;
    let (_, second) = hand.take("moves").await;
    assert_eq!((&first["attempt"], &second["attempt"]), (&json!(1), &json!(2)));
    assert_eq!(first["number"], second["number"]);
    assert_eq!(count(&node, "asked_again_total"), 1);
    hand.say(&first, &found_move("late, but right")).await;
    assert_eq!(asked.next().await, "late, but right");
    hand.say(&second, &found_move("later")).await;
    assert_eq!(asked.end_or_next().await, None);
    assert!(!asked.was_slow());
}

#[tokio::test(flavor = "multi_thread")]
async fn after_two_silent_workers_the_program_answers_itself() {
    let (nats, mut terms) = (server(), terms("twice"));
    terms.ack_wait = Duration::from_secs(30);
    terms.silence = Duration::from_millis(200);
    let (node, hand) = (node(&nats, &terms).await, Hand::new(&nats, &terms).await);
    meet(&node).await;
    let game = start(galet_games::all()[0].name());
    let mut asked = ask_move(&*node, game.clone(), 1);
    for _ in 0..2 {
        let (_, question) = hand.take("moves").await;
        hand.say(&question, &json!({ "type": "taken" })).await;
    }
    let mut after = game;
    after.play(&asked.next().await).expect("a legal move");
    assert!(asked.was_slow());
    assert_eq!(count(&node, "here_total"), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_at_a_time_tells_how_an_analysis_goes() {
    let (nats, mut terms) = (server(), terms("speaker"));
    terms.untaken = [Duration::from_millis(100); 3];
    (terms.ack_wait, terms.silence) = (SAFETY_NET, SAFETY_NET);
    let node = node_analysing(&nats, &terms, SAFETY_NET).await;
    let hand = Hand::new(&nats, &terms).await;
    meet(&node).await;
    let mut asked = ask_analysis(&*node, 1, start(galet_games::all()[0].name()));
    // Nobody takes it in time: the program itself begins to tell.
    let first = asked.next().await;
    assert!(asked.was_slow());
    // Then somebody does. What is behind is not heard, and what has come further goes on alone.
    let (_, question) = hand.take("studies").await;
    for (depth, done) in [(0, false), (98, false), (97, false), (99, true)] {
        let view = AnalysisView { depth, done, ..first.clone() };
        let found = json!({ "type": "analysis", "view": view });
        hand.say(&question, &json!({ "type": "found", "found": found })).await;
    }
    let mut depths = Vec::new();
    while let Some(view) = asked.end_or_next().await {
        depths.push(view.depth);
    }
    assert!(depths.ends_with(&[98, 97, 99]) && !depths.contains(&0), "{depths:?}");
    until("the question is forgotten", async || count(&node, "waiting") == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_program_has_answered_itself_workers_need_not_begin() {
    let (nats, mut terms) = (server(), terms("first"));
    terms.untaken = [Duration::from_millis(100); 3];
    let (node, hand) = (node(&nats, &terms).await, Hand::new(&nats, &terms).await);
    meet(&node).await;
    let mut cancels =
        hand.client.subscribe(format!("{}.cancel", terms.prefix)).await.expect("an ear");
    hand.client.flush().await.expect("it is heard from now on");
    let mut asked = ask_analysis(&*node, 1, start(galet_games::all()[0].name()));
    while !asked.next().await.done {}
    futures_util::StreamExt::next(&mut cancels).await.expect("workers hear it");
    until("the queue is empty", async || hand.held("studies").await == 0).await;
    assert_eq!((count(&node, "here_total"), count(&node, "waiting")), (1, 0));
}
