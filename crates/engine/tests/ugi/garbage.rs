//! Lines that nobody should send.

use crate::peer::{Own, listen, start};
use galet_core::MonotonicTime;
use galet_core::random::SplitMix64;
use galet_engine::ugi::protocol_test::Peer;
use galet_engine::ugi::{MAX_LINE, Session, serve};
use std::io;
use std::sync::Arc;

/// Words that mean something, to be put together in ways that do not.
const WORDS: &[&str] = &[
    "ugi",
    "isready",
    "uginewgame",
    "setoption",
    "name",
    "value",
    "Hash",
    "Level",
    "Threads",
    "MultiPV",
    "Seed",
    "position",
    "startpos",
    "fen",
    "moves",
    "stop",
    "query",
    "gameover",
    "p1turn",
    "result",
    "0",
    "-1",
    "1",
    "2",
    "99999999999999999999",
    "NaN",
    "a1",
    "é",
    "\u{0}",
];

/// A line of noise: bytes, or words in any order. It never quits and never searches for long.
fn noise(random: &mut SplitMix64) -> Vec<u8> {
    let length = random.below(12);
    match random.below(4) {
        0 => (0..length * 20).map(|_| random.next() as u8).collect(),
        1 => format!("go depth 1 {}", WORDS[random.below(WORDS.len())]).into_bytes(),
        _ => {
            let words: Vec<_> = (0..length).map(|_| WORDS[random.below(WORDS.len())]).collect();
            words.join(" ").into_bytes()
        }
    }
}

#[test]
fn noise_is_survived() {
    for (game, seed) in galet_games::all().iter().zip(1..) {
        let mut random = SplitMix64::new(seed);
        let mut engine = Own::new(game.name());
        for _ in 0..3_000 {
            let line = noise(&mut random);
            // Nothing in here can make it quit, whatever the bytes.
            engine.say(&line).unwrap_or_else(|_| panic!("it quit at {:?}", line.escape_ascii()));
        }
        engine.say(&vec![b'\xff'; 3 * MAX_LINE]).unwrap();
        engine.tell("stop");
        engine.tell("setoption name Level value 10");
        engine.tell("setoption name Threads value 1");
        engine.tell("isready");
        let lines = engine.until("readyok");
        assert!(lines.iter().all(|line| line.len() < 20_000 && !line.contains(['\n', '\r', '\0'])));
        assert!(!lines.iter().any(|line| line.contains("mistake in Galet")));
        // Whatever was set, it still plays from the start.
        engine.tell("uginewgame");
        engine.tell("stop");
        engine.tell("query p1turn");
        engine.until("response");
        engine.tell("go depth 1");
        assert!(engine.until("bestmove").last().is_some_and(|line| line != "bestmove none"));
    }
}

#[test]
fn a_stream_of_noise_is_read_to_its_end() {
    let mut random = SplitMix64::new(9);
    let mut stream = Vec::new();
    for _ in 0..500 {
        stream.extend(noise(&mut random));
        stream.push(b'\n');
    }
    stream.extend_from_slice(b"stop\nposition startpos\nsetoption name Level value 10\n");
    stream.extend_from_slice(b"go depth 2");
    for game in galet_games::all() {
        let (session, lines) = listen(start(game.name()), Arc::new(MonotonicTime));
        serve(&stream[..], session).unwrap();
        // The last search is finished although the input ended while it ran.
        let last = lines.iter().last().unwrap();
        assert!(last.starts_with("bestmove ") && last != "bestmove none", "{last}");
    }
}

#[test]
fn an_endless_search_ends_with_the_input() {
    for game in galet_games::all() {
        let (session, lines) = listen(start(game.name()), Arc::new(MonotonicTime));
        serve(&b"go infinite\n"[..], session).unwrap();
        assert!(lines.iter().last().unwrap().starts_with("bestmove "));
    }
}

#[test]
fn a_session_ends_when_nobody_listens() {
    for game in galet_games::all() {
        let mut said = 0;
        let answer = move |_: &str| {
            said += 1;
            if said < 3 { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
        };
        let session = Session::new(start(game.name()), Arc::new(MonotonicTime), answer).unwrap();
        // Without an end to the input, only the closed output can end this.
        let endless = io::BufReader::new(io::Read::chain(&b"go infinite\n"[..], Questions));
        serve(endless, session).unwrap();
    }
}

/// A source of the same question for ever.
struct Questions;

impl io::Read for Questions {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let question = b"isready\n";
        let size = buffer.len().min(question.len());
        buffer[..size].copy_from_slice(&question[..size]);
        Ok(size)
    }
}
