//! Levels, analysis, review, and the protocol.

use crate::{GAME, begin, engine};
use galet_core::MonotonicTime;
use galet_engine::review::{Mark, assess, judge};
use galet_engine::ugi::protocol_test::{GALET, Peer, STANDARD, Script, run};
use galet_engine::ugi::{Heard, Next, Session};
use galet_engine::{Level, Look, Request};
use galet_search::{Limits, Stop};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

fn to_depth(depth: u32) -> Request {
    Request::new(Limits { depth: Some(depth), ..Limits::default() })
}

#[test]
fn every_level_plays_a_whole_game() {
    let mut engine = engine();
    let mut ends = std::collections::BTreeSet::new();
    let levels: Vec<Level> =
        Level::all(galet_engine::experts(engine.game().game().name())).collect();
    assert_eq!(levels.len(), 12, "two of them are experts");
    for level in levels {
        let number = level.number();
        let mut game = begin(None);
        while game.outcome().is_none() {
            engine.set_game(&*game).expect("its game");
            let choice = engine.choose(level, &to_depth(4), u64::from(number)).expect("a move");
            game.play(&choice.text).expect("a legal move");
        }
        ends.insert(game.outcome().expect("it is over").reason.name());
    }
    assert!(ends.len() > 1, "every game ended alike: {ends:?}");
}

#[test]
fn analysis_finds_what_is_forced_and_says_what_it_is_worth() {
    let mut engine = engine();
    engine.set_game(&*begin(Some("x../.../..o/o.. o"))).expect("its game");
    let analysis = engine.analyse(&Request { lines: 3, ..to_depth(6) }, &mut |_| {});
    assert_eq!(analysis.lines.len(), 3);
    assert_eq!(analysis.lines[0].forced_in(), Some(3));
    assert_eq!(analysis.lines[0].moves[0], "c2c3");
    assert!(engine.expectation(analysis.lines[0].score) > 0.99);
    let (total, terms) = engine.explain();
    assert_eq!(total, terms.iter().map(|(_, score)| score).sum::<i32>());
    // Nothing is proven about it, and no network plays it.
    assert!(engine.prove(Duration::from_millis(10), &to_depth(1).stop).is_none());
    assert_eq!(galet_engine::proven(GAME), None);
}

#[test]
fn a_review_finds_the_blunder() {
    let mut engine = engine();
    // Light could take b3; after the pass dark takes b2.
    let mut game = begin(Some("x../.x./.o./o.. o"));
    let limits = to_depth(5).limits;
    let look = Look { limits, solver_nodes: 0, lines: 1, to_play: false, stop: Stop::new() };
    let mut assessments = Vec::new();
    for text in [None, Some("pass"), Some("b3b2")] {
        text.into_iter().for_each(|text| game.play(text).expect("legal"));
        assessments.push(assess(&mut *engine, &*game, &look).expect("its game"));
    }
    let reviews = judge(&engine.scale(), &game.moves(), &assessments);
    assert_eq!(reviews[0].mark, Some(Mark::Blunder));
    assert_eq!(reviews[0].better.as_ref().map(|line| line[0].as_str()), Some("b2b3"));
    assert!(reviews[0].turning_point);
    assert!(reviews[1].loss < 0.01);
}

/// A session of our own engine at the other end of two channels.
struct Conversation {
    session: Option<Session>,
    lines: Receiver<String>,
}

impl Conversation {
    fn new() -> Self {
        let (send, lines) = channel();
        let time = Arc::new(MonotonicTime);
        let answer = move |line: &str| send.send(line.to_owned()).map_err(io::Error::other);
        Conversation { session: Session::new(begin(None), time, answer).ok(), lines }
    }
}

impl Peer for Conversation {
    fn say(&mut self, line: &[u8]) -> io::Result<()> {
        let session = self.session.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        if session.line(line) == Next::Quit {
            self.session = None;
        }
        Ok(())
    }

    fn hear(&mut self, patience: Duration) -> Heard {
        match self.lines.recv_timeout(patience) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Silence,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}

#[test]
fn the_engine_passes_every_script_of_the_protocol() {
    for (name, text) in STANDARD.iter().chain([&GALET]) {
        let script = Script::read(name, text).expect("a script");
        run(&script, &mut Conversation::new()).unwrap_or_else(|failure| panic!("{failure}"));
    }
}
