//! Analysis, hints, judgements, reviews: errands out, answers in.

use crate::home::{Home, games};
use galet_core::{ManualTime, MonotonicTime, TimeSource};
use galet_door::wire::door::{Errand, Found, Task};
use galet_door::wire::socket::{Answer, Message, Question};
use galet_door::wire::study::{AnalysisRequest, GameLine};
use galet_door::{FIRST_SLICE, LONGEST_SLICE, Thinker, browser_settings};
use galet_engine::{Level, Request};
use galet_scheduler::Settings;
use galet_search::Limits;
use std::sync::Arc;
use std::time::Duration;

fn start(game: &str) -> GameLine {
    GameLine { game: game.to_owned(), setup: Default::default(), moves: Vec::new() }
}

/// A thinker with the files that ship.
fn equipped(settings: Settings) -> Thinker {
    let mut thinker =
        Thinker::new(Arc::new(ManualTime::stepping(Duration::from_millis(1))), settings);
    for game in games() {
        for (kind, bytes) in [
            ("network", galet_embedded::network(game)),
            ("certificate", galet_embedded::certificate(game)),
        ] {
            if let Some(bytes) = bytes {
                thinker.resource(game, kind, bytes).expect("it ships");
            }
        }
    }
    thinker
}

fn run(thinker: &mut Thinker, what: Task) -> Vec<Found> {
    thinker.errand(Errand::Begin { errand: 1, what });
    let mut found = Vec::new();
    while thinker.slice() {
        found.extend(thinker.reports().into_iter().map(|report| report.found));
    }
    found
}

#[test]
fn an_analysis_goes_on_until_another_is_asked_for() {
    let mut home = Home::new();
    let analyse = |game| Question::Analyse {
        request: AnalysisRequest { line: start(game), lines: 2, threads: 1 },
    };
    let (first, answer) = home.ask_later(analyse("avalam"));
    assert_eq!(answer, Some(Answer::Done));
    let (errand, _) =
        home.errands.first_key_value().map(|(e, w)| (*e, w.clone())).expect("an errand");
    assert_eq!(home.ask(analyse("abalone")), Answer::Done);
    assert_eq!(home.dropped, [errand]);
    // The next is refused: the one before it has ended all the same.
    home.refused(analyse("chess"));
    assert_eq!(home.dropped.len(), 2);
    home.ask(analyse("qawale"));
    home.think();
    let told = home.heard.iter().filter_map(|m| match m {
        Message::Analysis { to, view } => Some((*to, view.done)),
        _ => None,
    });
    let told: Vec<_> = told.collect();
    assert!(told.len() > 1 && told.iter().all(|(to, _)| *to > first));
    assert_eq!(told.iter().filter(|(_, done)| *done).count(), 1);
    assert!(told.last().is_some_and(|(_, done)| *done));
    home.ask(analyse("avalam"));
    assert_eq!(home.ask(Question::StopAnalysis), Answer::Done);
    assert!(home.errands.is_empty());
    assert_eq!(home.ask(Question::StopAnalysis), Answer::Done, "twice does no harm");
}

#[test]
fn hints_judgements_and_reviews_are_answered_when_they_are_found() {
    for game in games() {
        let mut home = Home::new();
        let table = home.open(game, Some(1));
        home.watch(&table);
        let (hint, answer) = home.ask_later(Question::Hint { table: table.clone(), ply: 0 });
        assert_eq!(answer, None);
        home.think();
        let Some(Answer::Hint { hint }) = home.answer_to(hint) else { panic!("a hint") };
        assert_eq!(home.play(&table, &hint.text), Answer::Done);
        let line = GameLine { moves: vec![hint.text], ..start(game) };
        let (judge, _) = home.ask_later(Question::Judge { line: line.clone() });
        let (review, _) = home.ask_later(Question::Review { line });
        home.think();
        assert!(matches!(home.answer_to(judge), Some(Answer::Judgement { .. })));
        let Some(Answer::Review { review: found }) = home.answer_to(review) else {
            panic!("a review")
        };
        assert_eq!((found.scores.len(), found.moves.len()), (2, 1));
        assert!(
            home.heard
                .iter()
                .any(|m| matches!(m, Message::ReviewProgress { to, .. } if *to == review))
        );
        assert_eq!(home.view(&table).state.ply, 2, "the computer has moved, too");
    }
}

#[test]
fn only_so_many_questions_wait_at_once_and_what_failed_is_refused() {
    let mut home = Home::new();
    let ids: Vec<u32> =
        (0..4).map(|_| home.ask_later(Question::Review { line: start("avalam") }).0).collect();
    assert_eq!(home.refused(Question::Review { line: start("avalam") }), "too-many-questions");
    let error =
        galet_door::wire::socket::ErrorInfo { code: "busy".to_owned(), words: Default::default() };
    home.found(Found::Failed { error: error.clone() });
    assert_eq!(home.answer_to(ids[0]), Some(Answer::Refused { error }));
    assert_eq!(home.ask_later(Question::Review { line: start("avalam") }).1, None);
}

#[test]
fn the_engine_from_files_plays_as_the_one_that_carries_them() {
    let mut thinker = equipped(browser_settings());
    for game in games() {
        let mut moves = Vec::new();
        let expert = galet_engine::experts(game).min(1) * 11;
        let levels = [1, 5, 9, expert].into_iter().filter(|&level| level > 0);
        for (ply, level) in levels.enumerate() {
            let line = GameLine { moves: moves.clone(), ..start(game) };
            let seed = 0x1234_5678_9abc_def0 + ply as u64;
            let what =
                Task::Play { line: line.clone(), level, clock: None, seed: seed.to_string() };
            let found = run(&mut thinker, what);
            let [Found::Move { text }] = &found[..] else { panic!("{found:?}") };
            let resources = galet_engine::Resources {
                network: galet_embedded::network(game),
                certificate: galet_embedded::certificate(game),
            };
            let mut native =
                galet_engine::with_resources(game, &resources, Arc::new(MonotonicTime))
                    .expect("it ships");
            native.set_game(&*galet_study::replay(&line).expect("a game")).expect("its game");
            let level = Level::new(level).expect("a level");
            let choice = native.choose(level, &Request::new(Limits::default()), seed);
            assert_eq!(Some(text), choice.map(|choice| choice.text).as_ref(), "{game} {level}");
            moves.push(text.clone());
        }
    }
}

#[test]
fn files_that_come_later_are_played_by_from_then_on() {
    // Full strength without files plays by hand, with them by what is proven.
    let analyse = || Task::Analyse { line: start("qawale"), lines: 1 };
    let settings = Settings { analysis: Duration::from_millis(400), ..browser_settings() };
    let mut bare = Thinker::new(Arc::new(ManualTime::stepping(Duration::from_millis(1))), settings);
    let solved = |found: &[Found]| {
        found.iter().any(|one| matches!(one, Found::Analysis { view } if view.solved.is_some()))
    };
    assert!(!solved(&run(&mut bare, analyse())));
    let certificate = galet_embedded::certificate("qawale").expect("it ships");
    bare.resource("qawale", "certificate", certificate).expect("it is right");
    assert!(bare.resource("qawale", "certificate", &certificate[..100]).is_err());
    assert!(solved(&run(&mut bare, analyse())), "and a wrong file changes nothing");
}

#[test]
fn an_analysis_is_let_be_between_two_short_slices() {
    let time = Arc::new(ManualTime::stepping(Duration::from_micros(400)));
    let mut thinker = Thinker::new(time.clone(), browser_settings());
    for game in games() {
        thinker.errand(Errand::Begin {
            errand: 1,
            what: Task::Analyse { line: start(game), lines: 3 },
        });
        for slice in [FIRST_SLICE, 2 * FIRST_SLICE, LONGEST_SLICE, LONGEST_SLICE] {
            let begun = time.now();
            assert!(thinker.slice());
            let took = time.now() - begun;
            // A little more than that where somebody looks at the clock seldom.
            assert!(took <= slice + FIRST_SLICE / 2, "{game}: {took:?}");
        }
        assert!(!thinker.reports().is_empty());
        thinker.errand(Errand::Drop { errand: 1 });
        assert!(!thinker.slice() && thinker.reports().is_empty());
    }
}
