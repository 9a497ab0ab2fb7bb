//! Running a script against an engine.

use super::pattern::{Memory, Pattern};
use super::script::{Script, ScriptStep, compose};
use crate::ugi::{Heard, Program};
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::time::{Duration, Instant};

/// How long a line is waited for unless the script says otherwise.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many of the last lines a failure shows.
const SHOWN: usize = 12;

/// An engine under test: whatever can be spoken to in lines.
pub trait Peer {
    /// Says a line, given without its end.
    fn say(&mut self, line: &[u8]) -> io::Result<()>;
    /// The next line, waited for at most that long.
    fn hear(&mut self, patience: Duration) -> Heard;
}

impl Peer for Program {
    fn say(&mut self, line: &[u8]) -> io::Result<()> {
        Program::say(self, line)
    }

    fn hear(&mut self, patience: Duration) -> Heard {
        Program::hear(self, patience)
    }
}

/// Why an engine did not pass a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The name of the script.
    pub script: String,
    /// The line of the script, counted from 1.
    pub line: usize,
    /// What that line says.
    pub step: String,
    /// What went wrong.
    pub error: PeerError,
    /// The last lines of the conversation, `> said` and `< heard`.
    pub heard: Vec<String>,
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PeerError {
    /// The line that was expected did not come in time.
    #[error("nothing like that was heard within {} ms", .0.as_millis())]
    Silence(Duration),
    /// The engine ended while a line was expected.
    #[error("the engine ended instead")]
    Ended,
    /// The engine said what it must not say.
    #[error("this was heard: {0}")]
    Forbidden(String),
    /// The engine was expected to end.
    #[error("the engine did not end within {} ms", .0.as_millis())]
    StillThere(Duration),
    /// Nothing can be said to the engine.
    #[error("{0}")]
    Deaf(String),
    /// The script uses a word that it never remembered.
    #[error("nothing was remembered as '{0}'")]
    NothingRemembered(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}: {}\n  {}", self.script, self.line, self.step, self.error)?;
        f.write_str("\n  the conversation before:")?;
        self.heard.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

impl std::error::Error for Failure {}

/// Runs a script against an engine that was just started.
pub fn run(script: &Script, peer: &mut dyn Peer) -> Result<(), Failure> {
    let mut conversation = Conversation { peer, lines: VecDeque::new(), memory: Memory::new() };
    let mut patience = PATIENCE;
    let mut forbidden = Vec::new();
    for (line, step) in &script.steps {
        let done = match step {
            ScriptStep::Say(pieces) => match compose(pieces, &conversation.memory) {
                Ok(line) => conversation.say(&line),
                Err(name) => Err(PeerError::NothingRemembered(name)),
            },
            ScriptStep::Expect(pattern) => {
                conversation.expect(pattern, &std::mem::take(&mut forbidden), patience)
            }
            ScriptStep::Forbid(pattern) => {
                forbidden.push(pattern);
                Ok(())
            }
            ScriptStep::Timeout(time) => {
                patience = *time;
                Ok(())
            }
            ScriptStep::Pause(time) => {
                std::thread::sleep(*time);
                Ok(())
            }
            ScriptStep::End => conversation.expect_end(patience),
        };
        done.map_err(|error| Failure {
            script: script.name.clone(),
            line: *line,
            step: step.to_string(),
            error,
            heard: conversation.lines.iter().cloned().collect(),
        })?;
    }
    Ok(())
}

struct Conversation<'a> {
    peer: &'a mut dyn Peer,
    /// The last lines.
    lines: VecDeque<String>,
    memory: Memory,
}

impl Conversation<'_> {
    fn keep(&mut self, mark: char, line: &str) {
        if self.lines.len() == SHOWN {
            self.lines.pop_front();
        }
        let shown: String = line.chars().take(200).flat_map(char::escape_debug).collect();
        self.lines.push_back(format!("{mark} {shown}"));
    }

    fn say(&mut self, line: &[u8]) -> Result<(), PeerError> {
        self.keep('>', &String::from_utf8_lossy(&line[..line.len().min(400)]));
        self.peer.say(line).map_err(|error| PeerError::Deaf(error.to_string()))
    }

    fn hear(&mut self, deadline: Instant) -> Heard {
        let heard = self.peer.hear(deadline.saturating_duration_since(Instant::now()));
        if let Heard::Line(line) = &heard {
            self.keep('<', line);
        }
        heard
    }

    fn expect(
        &mut self,
        pattern: &Pattern,
        forbidden: &[&Pattern],
        patience: Duration,
    ) -> Result<(), PeerError> {
        let deadline = Instant::now() + patience;
        loop {
            let line = match self.hear(deadline) {
                Heard::Line(line) => line,
                Heard::Silence => return Err(PeerError::Silence(patience)),
                Heard::End => return Err(PeerError::Ended),
            };
            if let Some(memory) = pattern.matches(&line, &self.memory) {
                self.memory = memory;
                return Ok(());
            }
            if forbidden.iter().any(|pattern| pattern.matches(&line, &self.memory).is_some()) {
                return Err(PeerError::Forbidden(line));
            }
            // An engine that talks without end is not waited for longer than a silent one.
            if Instant::now() >= deadline {
                return Err(PeerError::Silence(patience));
            }
        }
    }

    fn expect_end(&mut self, patience: Duration) -> Result<(), PeerError> {
        let deadline = Instant::now() + patience;
        loop {
            match self.hear(deadline) {
                Heard::End => return Ok(()),
                Heard::Line(_) if Instant::now() < deadline => {}
                _ => return Err(PeerError::StillThere(patience)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An engine that says what it was made to say, whatever it hears.
    struct Parrot(Vec<&'static str>);

    impl Peer for Parrot {
        fn say(&mut self, _: &[u8]) -> io::Result<()> {
            Ok(())
        }

        fn hear(&mut self, _: Duration) -> Heard {
            match self.0.pop() {
                None => Heard::End,
                Some("") => Heard::Silence,
                Some(line) => Heard::Line(line.to_owned()),
            }
        }
    }

    #[track_caller]
    fn check(script: &str, lines: &[&'static str], expected: &Result<(), (usize, PeerError)>) {
        let script = Script::read("script", script).unwrap();
        let lines = lines.iter().rev().copied().collect();
        let found = run(&script, &mut Parrot(lines));
        assert_eq!(found.map_err(|failure| (failure.line, failure.error)), *expected);
    }

    #[test]
    fn lines_that_do_not_match_are_skipped() {
        check("> go\n< bestmove {m}\n< again {m}", &["info", "bestmove a", "again a"], &Ok(()));
        check(
            "< bestmove {m}\n< again {m}",
            &["bestmove a", "again b"],
            &Err((2, PeerError::Ended)),
        );
        check("< a\nends", &["a", "b"], &Ok(()));
    }

    #[test]
    fn forbidden_lines_count_until_the_next_expectation_only() {
        let script = "! error *\n< one\n< two";
        check(script, &["one", "error x", "two"], &Ok(()));
        check(script, &["error x", "one"], &Err((2, PeerError::Forbidden("error x".into()))));
    }

    #[test]
    fn silence_is_not_waited_for_without_end() {
        let time = Duration::from_millis(7);
        check("timeout 7\n< a", &[""], &Err((2, PeerError::Silence(time))));
        check("timeout 7\nends", &[""], &Err((2, PeerError::StillThere(time))));
        check("> {m}", &[], &Err((1, PeerError::NothingRemembered("m".into()))));
    }
}
