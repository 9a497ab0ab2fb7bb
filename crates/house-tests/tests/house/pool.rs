//! The pool of engines: moves, analysis, hints, review.

use crate::study::line;
use galet_study::{ClockLeft, Pool, Settings, Who};
use galet_wire::setup::Setup;
use galet_wire::study::{AnalysisRequest, GameLine};
use std::sync::mpsc::channel;
use std::time::Duration;

#[test]
fn the_pool_plays_analyses_hints_and_reviews() {
    const PATIENCE: Duration = Duration::from_secs(60);
    let pool = Pool::new(Settings {
        workers: 1,
        table_megabytes: 1,
        analysis: Duration::from_millis(200),
        think: Duration::from_millis(100),
        ..Settings::default()
    });
    let winning = GameLine {
        setup: Setup { position: Some("x.x/.o./.x./o.o o".to_owned()), ..Setup::default() },
        ..line(&[])
    };

    let (tell, told) = channel();
    let clock = ClockLeft { left: Duration::from_secs(3), increment: Duration::ZERO };
    let ticket = pool.play(&winning, 10, Some(clock), 7, move |text| drop(tell.send(text)));
    assert_eq!(told.recv_timeout(PATIENCE).expect("a move"), "b3b4");
    drop(ticket);

    let (tell, told) = channel();
    let request = AnalysisRequest { line: winning.clone(), lines: 2, threads: 1 };
    let ticket = pool.analyse(Who(1), &request, move |view| drop(tell.send(view)));
    let last = told.iter().find(|view| view.done).expect("an end");
    assert_eq!(last.lines[0].moves, ["b3b4"]);
    assert_eq!(last.lines[0].gesture.len(), 2);
    assert_eq!(last.lines[0].score.words.en, "win in 1");
    drop(ticket);

    let (tell, told) = channel();
    let ticket = pool.hint(Who(1), &winning, move |hint| drop(tell.send(hint)));
    let hint = told.recv_timeout(PATIENCE).expect("a hint");
    assert_eq!((hint.text.as_str(), hint.gesture.len()), ("b3b4", 2));
    drop(ticket);

    let (tell, told) = channel();
    let missed = GameLine { moves: vec!["pass".to_owned()], ..winning };
    let ticket = pool.review(Who(1), &missed, |_, _| {}, move |review| drop(tell.send(review)));
    let review = told.recv_timeout(PATIENCE).expect("a review");
    assert_eq!(review.moves[0].mark.as_deref(), Some("??"));
    assert!(review.moves[0].why.as_ref().is_some_and(|why| why.en != why.fr));
    drop(ticket);
}
