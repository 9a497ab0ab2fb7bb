//! Engine workers, and what people read where there are none.

use crate::club::{AT_LAST, Club, Node, moves, table, until};
use galet_core::MonotonicTime;
use galet_queue::{EngineWorker, Terms, WorkerSettings};
use galet_wire::socket::{Answer, Message, Question};
use galet_wire::table::{ClockTerms, SeatRequest};
use std::sync::Arc;
use std::time::Duration;

const COMPUTER: SeatRequest = SeatRequest::Computer { level: 10 };

/// Nobody else may answer for these workers, or instead of them.
fn own_nats() -> galet_services::Nats {
    galet_services::Nats::start(1).expect("a NATS server")
}

async fn figure(node: &Node, name: &str) -> u64 {
    let text = node.client().get("/metrics").await.unwrap().text();
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.expect("such a figure").parse().unwrap()
}

async fn hears_of_a_worker(node: &Node) {
    let heard = async {
        while figure(node, "galet_queue_workers").await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(AT_LAST, heard).await.expect("the node hears of the worker");
}

#[tokio::test]
async fn where_no_worker_takes_a_move_the_node_thinks_itself_and_says_that_it_takes_longer() {
    let nats = own_nats();
    let club = Club::with_nats(nats.urls());
    let node = club.node("one");
    // A worker that is there and does nothing.
    let idle = async_nats::connect(&nats.urls()[0]).await.unwrap();
    let signs = tokio::spawn(async move {
        let sign = r#"{"worker":1,"name":"idle","threads":1,"leaving":false}"#;
        loop {
            idle.publish("galet.workers", sign.into()).await.unwrap();
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
    hears_of_a_worker(&node).await;
    let mut client = node.client();
    let request = table([SeatRequest::Me, COMPUTER], ClockTerms::None);
    let id = client.open_table(&request).await.unwrap();
    let mut page = client.connect().await.unwrap();
    page.watch(&id).await.unwrap();
    assert_eq!(page.play(&id, 0, &moves(1)[0]).await.unwrap(), Answer::Done);
    let state = until(&mut page, |state| state.notice.is_some()).await;
    let notice = state.notice.unwrap();
    assert!(state.thinking && notice.en.contains("longer"), "{notice:?}");
    let state = until(&mut page, |state| state.ply == 2).await;
    assert_eq!(state.notice, None);
    // Whoever asks for a hint reads it, too.
    let asked = page.ask(Question::Hint { table: id, ply: 2 }).await.unwrap();
    assert!(matches!(asked, Answer::Hint { .. }), "{asked:?}");
    while !matches!(page.next().await.unwrap(), Message::Slow { .. }) {}
    assert_eq!(figure(&node, "galet_queue_here_total").await, 2);
    signs.abort();
}

#[tokio::test]
async fn with_a_worker_nobody_else_thinks() {
    let nats = own_nats();
    let club = Club::with_nats(nats.urls());
    // However slow the machine is.
    let node = club.node_with("one", |settings| {
        settings.patience.workers = Some(Duration::from_secs(120));
    });
    let settings = WorkerSettings { terms: Terms::default(), name: "one".to_owned(), threads: 1 };
    let servers = galet_queue::Nats::at(&nats.urls());
    let worker = EngineWorker::connect(&servers, settings, Arc::new(MonotonicTime)).await.unwrap();
    tokio::spawn(worker.run(std::future::pending()));
    let mut client = node.client();
    hears_of_a_worker(&node).await;
    let seats = [SeatRequest::Me, SeatRequest::Computer { level: 3 }];
    let id = client.open_table(&table(seats, ClockTerms::None)).await.unwrap();
    let mut page = client.connect().await.unwrap();
    page.watch(&id).await.unwrap();
    assert_eq!(page.play(&id, 0, &moves(1)[0]).await.unwrap(), Answer::Done);
    let state = until(&mut page, |state| state.ply == 2).await;
    assert_eq!(state.notice, None);
    let hint = page.ask(Question::Hint { table: id.clone(), ply: 2 }).await.unwrap();
    assert!(matches!(hint, Answer::Hint { .. }), "{hint:?}");
    let line = galet_wire::study::GameLine {
        game: galet_games::all()[0].name().to_owned(),
        setup: Default::default(),
        moves: moves(2),
    };
    let request = galet_wire::study::AnalysisRequest { line, lines: 1, threads: 1 };
    assert_eq!(page.ask(Question::Analyse { request }).await.unwrap(), Answer::Done);
    while !matches!(page.next().await.unwrap(), Message::Analysis { .. }) {}
    assert_eq!(page.ask(Question::StopAnalysis).await.unwrap(), Answer::Done);
    assert_eq!(figure(&node, "galet_queue_asked_total").await, 3);
    assert_eq!(figure(&node, "galet_queue_here_total").await, 0);
}
