//! A session at the other end of two channels.

use galet_core::{MonotonicTime, TimeSource};
use galet_engine::ugi::protocol_test::Peer;
use galet_engine::ugi::{Heard, Next, Session};
use galet_games::{AnyProgress, SetupText};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Our own engine, spoken to in lines.
pub(crate) struct Own {
    session: Option<Session>,
    lines: Receiver<String>,
}

/// A game about to begin.
pub(crate) fn start(game: &str) -> Box<dyn AnyProgress> {
    galet_games::find(game).unwrap().start(&SetupText::default()).unwrap()
}

/// A session and what it says.
pub(crate) fn listen(
    home: Box<dyn AnyProgress>,
    time: Arc<dyn TimeSource>,
) -> (Session, Receiver<String>) {
    let (send, lines) = channel();
    let answer = move |line: &str| send.send(line.to_owned()).map_err(io::Error::other);
    (Session::new(home, time, answer).unwrap(), lines)
}

/// Longer than anything takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl Own {
    pub(crate) fn new(game: &str) -> Self {
        Own::at(start(game))
    }

    /// A session whose `startpos` is a game in progress.
    pub(crate) fn at(home: Box<dyn AnyProgress>) -> Self {
        Own::by(home, Arc::new(MonotonicTime))
    }

    /// A session whose searches keep to this clock.
    pub(crate) fn by(home: Box<dyn AnyProgress>, time: Arc<dyn TimeSource>) -> Self {
        let (session, lines) = listen(home, time);
        Own { session: Some(session), lines }
    }

    pub(crate) fn tell(&mut self, line: &str) {
        self.say(line.as_bytes()).unwrap();
    }

    /// The lines up to the first that begins with `word`, that one included.
    #[track_caller]
    pub(crate) fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            match self.hear(deadline - Instant::now()) {
                Heard::Line(line) => {
                    lines.push(line);
                    if lines.last().is_some_and(|line| line.split(' ').next() == Some(word)) {
                        return lines;
                    }
                }
                other => panic!("{other:?} instead of {word}, after {lines:?}"),
            }
        }
        panic!("no {word} came, only {lines:?}");
    }

    /// The answer to a line that has one answer.
    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.tell(line);
        match self.hear(PATIENCE) {
            Heard::Line(line) => line,
            other => panic!("{other:?} in answer to {line}"),
        }
    }

    /// The move that a search finds, with what it tells before.
    #[track_caller]
    pub(crate) fn go(&mut self, line: &str) -> (String, Vec<String>) {
        self.tell(line);
        let mut lines = self.until("bestmove");
        let best = lines.pop().and_then(|line| line.strip_prefix("bestmove ").map(str::to_owned));
        (best.unwrap(), lines)
    }
}

impl Peer for Own {
    fn say(&mut self, line: &[u8]) -> io::Result<()> {
        let Some(session) = &mut self.session else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
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
