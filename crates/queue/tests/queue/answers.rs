//! What workers find is what the program's own engine finds.

use crate::common::{
    Asked, ask_analysis, ask_move, count, engine_settings, meet, node, random_game, server, start,
    terms, until, worker,
};
use galet_core::MonotonicTime;
use galet_games::AnyProgress;
use galet_scheduler::{ClientId, Executor, Scheduler};
use galet_wire::puzzle::OwnPuzzles;
use galet_wire::study::{AnalysisView, Hint, Judgement, ReviewView};
use std::sync::Arc;
use tokio::sync::mpsc;

type Game = Box<dyn AnyProgress>;

/// What a kind of question gets told, as text.
async fn told<T: serde::Serialize>(
    ask: impl FnOnce(mpsc::UnboundedSender<T>) -> galet_scheduler::WorkHandle,
) -> Vec<String> {
    let (tell, mut told) = mpsc::unbounded_channel();
    let work = ask(tell);
    let mut all = Vec::new();
    while let Some(told) = told.recv().await {
        all.push(serde_json::to_string(&told).expect("it can be written"));
    }
    work.detach();
    all
}

async fn hint(engine: &dyn Executor, game: Game) -> Vec<String> {
    told(|tell| {
        let done = Box::new(move |hint: Hint| drop(tell.send(hint)));
        engine.hint(ClientId(1), game, done, Box::new(|| {})).expect("room")
    })
    .await
}

async fn judgement(engine: &dyn Executor, game: Game) -> Vec<String> {
    told(|tell| {
        let done = Box::new(move |judgement: Judgement| drop(tell.send(judgement)));
        engine.judge(ClientId(1), game, done, Box::new(|| {})).expect("room")
    })
    .await
}

async fn review(engine: &dyn Executor, game: Game) -> Vec<String> {
    let (tell_progress, mut progress) = mpsc::unbounded_channel();
    let mut all = told(|tell| {
        let progress = Box::new(move |done, of| {
            let _ = tell_progress.send((done, of));
        });
        let done = Box::new(move |review: ReviewView| drop(tell.send(review)));
        engine.review(ClientId(1), game, progress, done, Box::new(|| {})).expect("room")
    })
    .await;
    while let Some(progress) = progress.recv().await {
        all.push(format!("{progress:?}"));
    }
    all
}

async fn own_puzzles(engine: &dyn Executor, game: Game) -> Vec<String> {
    let (tell_progress, mut progress) = mpsc::unbounded_channel();
    let mut all = told(|tell| {
        let progress = Box::new(move |done, of| {
            let _ = tell_progress.send((done, of));
        });
        let done = Box::new(move |made: OwnPuzzles| drop(tell.send(made)));
        let (client, slow) = (ClientId(1), Box::new(|| {}));
        engine.make_puzzles(client, game, &[0, 2], progress, done, slow).expect("room")
    })
    .await;
    while let Some(progress) = progress.recv().await {
        all.push(format!("{progress:?}"));
    }
    all
}

async fn chosen(engine: &dyn Executor, game: Game, level: u8) -> String {
    ask_move(engine, game, level).next().await
}

/// The last view of an analysis, without what depends on the machine.
async fn last_view(engine: &dyn Executor, game: Game) -> AnalysisView {
    let mut asked: Asked<AnalysisView> = ask_analysis(engine, 1, game);
    loop {
        let view = asked.next().await;
        if view.done {
            return AnalysisView { nodes: 0, elapsed: 0, ..view };
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_question_is_answered_as_in_the_program_itself() {
    let (nats, terms) = (server(), terms("same"));
    let (node, _worker) = (node(&nats, &terms).await, worker(&nats, &terms, "one").await);
    meet(&node).await;
    let here = Scheduler::new(engine_settings(), Arc::new(MonotonicTime));
    here.start_threads(1).expect("room for a thread");
    let mut asked = 0;
    for game in galet_games::all() {
        let name = game.name();
        let middle = random_game(name, 8, 3);
        for level in [1, 4, 7] {
            let (ours, theirs) =
                (chosen(&here, middle.clone(), level), chosen(&*node, middle.clone(), level));
            assert_eq!(theirs.await, ours.await, "level {level} of {name}");
        }
        let ours = judgement(&here, middle.clone()).await;
        assert_eq!(judgement(&*node, middle.clone()).await, ours, "a verdict in {name}");
        let ours = review(&here, middle.at_ply(3)).await;
        assert!(ours.len() > 2, "a review of {name} tells how it goes");
        assert_eq!(review(&*node, middle.at_ply(3)).await, ours, "a review of {name}");
        let ours = own_puzzles(&here, middle.at_ply(3)).await;
        assert_eq!(ours.len(), 3, "puzzles of {name} tell how it goes");
        assert_eq!(own_puzzles(&*node, middle.at_ply(3)).await, ours, "puzzles of {name}");
        // A game that is over, and one with a move to its end, are understood at once.
        let over = random_game(name, 10_000, 5);
        assert!(over.outcome().is_some());
        let ours = last_view(&here, over.clone()).await;
        assert_eq!(last_view(&*node, over.clone()).await, ours, "an analysis of {name}");
        let last = over.at_ply(over.plies() - 1);
        let ours = hint(&here, last.clone()).await;
        assert_eq!(ours.len(), 1);
        assert_eq!(hint(&*node, last).await, ours, "a hint in {name}");
        asked += 8;
    }
    assert_eq!((count(&node, "asked_total"), count(&node, "answered_total")), (asked, asked));
    assert_eq!(count(&node, "here_total"), 0);
    until("nothing waits", async || count(&node, "waiting") == 0).await;
    let stats = node.stats();
    assert_eq!((stats.finished, stats.waiting, stats.running), (asked, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_thought_about_is_refused_before_anybody_is_asked() {
    let (nats, terms) = (server(), terms("refused"));
    let node = node(&nats, &terms).await;
    let over = random_game(galet_games::all()[0].name(), 10_000, 5);
    let done = Box::new(|_| {});
    let refused = node.hint(ClientId(1), over, done, Box::new(|| {}));
    assert_eq!(refused.err().expect("it is over").code(), "game-over");
    let first = start(galet_games::all()[0].name());
    let done = Box::new(|_| {});
    let refused = node.judge(ClientId(1), first.clone(), done, Box::new(|| {}));
    assert_eq!(refused.err().expect("there is no move").code(), "no-move");
    let asked: Vec<_> = (0..32).map(|_| ask_analysis(&*node, 1, first.clone())).collect();
    let done = Box::new(|_| {});
    let refused = node.hint(ClientId(1), first.clone(), done, Box::new(|| {}));
    assert_eq!(refused.err().expect("that is too much").code(), "too-many-questions");
    let others = node.hint(ClientId(2), first.clone(), Box::new(|_| {}), Box::new(|| {}));
    assert!(others.is_ok());
    node.close();
    let done = Box::new(|_| {});
    let refused = node.hint(ClientId(2), first, done, Box::new(|| {}));
    assert_eq!(refused.err().expect("it is closed").code(), "closed");
    for mut asked in asked {
        assert_eq!(asked.end_or_next().await, None, "whoever waits gets no answer");
    }
}
