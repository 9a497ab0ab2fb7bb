//! Who is next: what is urgent, then who has used least.

use crate::common::{
    SAFETY_NET, ask_analysis, ask_move, count, meet, node, node_analysing, server, start, terms,
    until, worker,
};
use futures_util::future::select_all;
use galet_queue::Terms;
use galet_scheduler::Executor;
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
    let (tell, mut ended) = mpsc::unbounded_channel();
    let mut asked: Vec<_> = (0..5).map(|_| ask_analysis(&*node, 1, game.clone())).collect();
    until("the worker has all of them", async || node.stats().running == 5).await;
    asked.push(ask_analysis(&*node, 2, game.clone()));
    for (number, mut asked) in asked.into_iter().enumerate() {
        let tell = tell.clone();
        tokio::spawn(async move {
            while !asked.next().await.done {}
            let _ = tell.send(number);
        });
    }
    let mut order = Vec::new();
    for _ in 0..6 {
        order.push(ended.recv().await.expect("all of them end"));
    }
    let place = order.iter().position(|number| *number == 5).expect("it has ended");
    assert!(place <= 2, "whoever has one question is not the last of six: {order:?}");
}
