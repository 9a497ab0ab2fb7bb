//! The scheduler of engine work: moves, analysis, hints, review, on a clock that moves on by a
//! millisecond whenever it is read.

use crate::begin;
use galet_core::ManualTime;
use galet_scene::MOST_REASONS;
use galet_scheduler::{ClientId, Level, Scheduler, Settings, WorkHandle, Worker};
use galet_wire::study::Hint;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Light steps from b3 to the bank and wins.
const WINNING: &str = "x.x/.o./.x./o.o o";
const ME: ClientId = ClientId(1);

/// Asks a scheduler for one thing, works until nothing waits, and gives what was told last.
fn told<T>(ask: impl FnOnce(&Scheduler, Sender<T>) -> WorkHandle) -> T {
    let time = Arc::new(ManualTime::stepping(Duration::from_millis(1)));
    let settings = Settings { table_megabytes: 1, ..Settings::default() };
    let scheduler = Scheduler::new(settings, time);
    let mut worker: Worker = scheduler.worker();
    let (tell, told) = channel();
    let handle = ask(&scheduler, tell);
    while worker.run_slice() {}
    drop(handle);
    told.iter().last().expect("an answer")
}

#[test]
fn the_computer_moves() {
    let text = told(|scheduler, tell| {
        let done = move |text| drop(tell.send(text));
        let level = Level::FULL;
        scheduler.play(begin(Some(WINNING)), level, None, 7, done).expect("there is room")
    });
    assert_eq!(text, "b3b4");
}

#[test]
fn an_analysis_says_what_is_forced() {
    let view = told(|scheduler, tell| {
        let tell = move |view| drop(tell.send(view));
        scheduler.analyse(ME, begin(Some(WINNING)), 2, 1, tell).expect("there is room")
    });
    assert!(view.done);
    assert_eq!(view.lines[0].moves, ["b3b4"]);
    assert_eq!(view.lines[0].gesture.len(), 2);
    assert_eq!(view.lines[0].score.words.en, "Light wins in 1");
}

#[test]
fn a_hint_comes_with_its_taps_and_a_sentence() {
    let hint = told(|scheduler, tell| {
        let done = move |hint| drop(tell.send(hint));
        scheduler.hint(ME, begin(Some(WINNING)), done).expect("there is room")
    });
    assert_eq!((hint.text.as_str(), hint.gesture.len()), ("b3b4", 2));
    assert!(hint.say.en.contains("b3 to b4") && hint.say.fr.contains("b3 en b4"));
}

#[test]
fn a_hint_says_what_to_move_and_why() {
    let told = |position| {
        told(|scheduler, tell| {
            let done = move |hint| drop(tell.send(hint));
            scheduler.hint(ME, begin(Some(position)), done).expect("there is room")
        })
    };
    let kinds = |hint: &Hint| hint.reasons.iter().map(|r| r.kind.to_string()).collect::<Vec<_>>();
    let hint = told(WINNING);
    assert_eq!(
        (hint.piece.as_slice(), kinds(&hint).join(" ")),
        (&hint.gesture[..1], "wins".into())
    );
    // A win further away is told by the search.
    let hint = told("x../.../..o/o.. o");
    assert_eq!((hint.text.as_str(), kinds(&hint).join(" ")), ("c2c3", "forced-win".into()));
    assert_eq!(hint.reasons[0].words.en, "Light wins by force, in 2 moves at most.");
    assert!(hint.reasons.len() <= MOST_REASONS);
}

#[test]
fn a_review_says_why_a_move_is_worse() {
    let review = told(|scheduler, tell| {
        let mut game = begin(Some(WINNING));
        game.play("pass").expect("legal");
        let done = move |review| drop(tell.send(review));
        scheduler.review(ME, game, |_, _| {}, done).expect("there is room")
    });
    assert_eq!(review.scores.len(), 2);
    assert_eq!(review.moves[0].mark.as_deref(), Some("??"));
    assert!(review.moves[0].why.as_ref().is_some_and(|why| why.en != why.fr));
    // And what speaks for the better one.
    assert_eq!(review.moves[0].better.as_deref(), Some(&["b3b4".to_owned()][..]));
    assert_eq!(review.moves[0].reasons[0].kind, "wins");
}
