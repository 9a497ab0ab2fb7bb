//! What travels: questions, what is said to them, cancellations, and signs of life. All of it is JSON.

use galet_core::Level;
use galet_engine::ugi::MAX_MOVES;
use galet_games::{AnyProgress, SetupText};
use galet_scheduler::ClockLeft;
use galet_wire::door::Found;
use galet_wire::setup::Setup;
use galet_wire::study::GameLine;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::time::{Duration, SystemTime};

/// The version of these messages.
pub(crate) const VERSION: u32 = 1;
/// The most bytes of a question: the longest game that the engine reads has less.
pub(crate) const MAX_QUESTION: usize = 512 * 1024;
/// The longest time for which a worker analyses, whatever it is asked.
const LONGEST_ANALYSIS: Duration = Duration::from_secs(600);
/// The most lines, and the most threads for them, that anybody can ask for.
const MOST: u8 = 200;

/// How urgent a question is, the most urgent first. Each has a queue of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    /// A move of the computer: somebody sits at the table and waits.
    Move,
    /// A hint or a verdict: somebody waits, but not for the game to go on.
    Hint,
    /// Analysis and review: they take as long as they take.
    Study,
}

impl Priority {
    pub(crate) const ALL: [Priority; 3] = [Priority::Move, Priority::Hint, Priority::Study];

    /// As it stands in the names of streams and subjects.
    pub(crate) fn name(self) -> &'static str {
        ["moves", "hints", "studies"][self.index()]
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub(crate) enum Task {
    /// The move of a level.
    Play {
        /// The number of the level.
        level: u8,
        /// The milliseconds that its clock has left, and those that come with each move.
        clock: Option<[u64; 2]>,
        seed: u64,
    },
    Hint,
    Judge,
    Analyse {
        lines: u8,
        threads: u8,
        /// The milliseconds after which it ends by itself.
        limit: u64,
    },
    Review,
    MakePuzzles {
        /// The mistakes, by their place in the game.
        plies: Vec<u32>,
    },
}

impl Task {
    pub(crate) fn priority(&self) -> Priority {
        match self {
            Task::Play { .. } => Priority::Move,
            Task::Hint | Task::Judge => Priority::Hint,
            Task::Analyse { .. } | Task::Review | Task::MakePuzzles { .. } => Priority::Study,
        }
    }

    /// The same after so many milliseconds: clocks run while a question waits.
    pub(crate) fn after(&self, waited: u64) -> Task {
        match *self {
            Task::Play { level, clock, seed } => {
                let clock = clock.map(|[left, more]| [left.saturating_sub(waited), more]);
                Task::Play { level, clock, seed }
            }
            ref other => other.clone(),
        }
    }

    pub(crate) fn clock_words(clock: Option<ClockLeft>) -> Option<[u64; 2]> {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        clock.map(|clock| [millis(clock.left), millis(clock.increment)])
    }
}

/// A question, as it waits in a queue. It names nobody: neither who asks, nor at which table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Question {
    pub(crate) version: u32,
    /// A random number that no other question has.
    pub(crate) number: u64,
    /// How often it has been asked.
    pub(crate) attempt: u32,
    /// When it was asked, in milliseconds since 1970, and from when on nobody waits for it.
    pub(crate) asked: u64,
    pub(crate) deadline: u64,
    /// The subject for what is said to it.
    pub(crate) answer: String,
    /// Who shares the engine's time with others, as a number that says nothing else.
    pub(crate) client: u64,
    /// The game as it stands.
    pub(crate) line: GameLine,
    /// The position that it stands in; what is found says it, too.
    pub(crate) position: PositionMark,
    pub(crate) task: Task,
}

/// Which position something is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PositionMark {
    /// How many moves are played.
    pub(crate) ply: u32,
    /// A hash of the game and of the position as text.
    pub(crate) hash: u64,
}

impl PositionMark {
    pub(crate) fn of(game: &dyn AnyProgress) -> PositionMark {
        let text = format!("{} {}", game.game().name(), game.position_text());
        PositionMark { ply: game.plies() as u32, hash: hash_of(text.as_bytes()) }
    }
}

/// What a worker says to a question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Report {
    pub(crate) version: u32,
    /// The question.
    pub(crate) number: u64,
    pub(crate) attempt: u32,
    pub(crate) position: PositionMark,
    /// Who says it.
    pub(crate) worker: String,
    pub(crate) said: Said,
}

/// What can be said.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant)]
pub(crate) enum Said {
    /// A worker has it.
    Taken,
    /// It still has it.
    Working,
    /// It found something out; all but views that are not the last, and progress, end the question.
    Found { found: Found },
    /// The engine has ended without an answer.
    Nothing,
}

/// Nobody waits for a question any more, or only for one attempt at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Cancel {
    pub(crate) number: u64,
    pub(crate) keep: Option<u32>,
}

/// A worker says that it is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Sign {
    /// A random number for each start of a worker.
    pub(crate) worker: u64,
    pub(crate) name: String,
    pub(crate) threads: u32,
    /// Whether it is about to end: nothing more can be expected of it.
    pub(crate) leaving: bool,
}

/// Why a question cannot be answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    #[error("{bytes} bytes; a question has at most {MAX_QUESTION}")]
    TooLarge { bytes: usize },
    #[error("not a question: {0}")]
    NotAQuestion(#[from] serde_json::Error),
    /// Another worker may know it.
    #[error("version {0}; this worker knows {VERSION}")]
    Newer(u32),
    #[error("answers cannot go to that subject")]
    Subject,
    #[error("{0}")]
    Wrong(String),
}

#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

impl Question {
    /// Reads a question; `answers` is what all subjects of answers begin with.
    pub(crate) fn read(payload: &[u8], answers: &str) -> Result<Question, Unreadable> {
        if payload.len() > MAX_QUESTION {
            return Err(Unreadable::TooLarge { bytes: payload.len() });
        }
        let Versioned { version } = serde_json::from_slice(payload)?;
        if version != VERSION {
            return Err(Unreadable::Newer(version));
        }
        let question: Question = serde_json::from_slice(payload)?;
        // A worker must say nothing where others would take it for something else.
        let own = question.answer.strip_prefix(answers);
        let plain = |name: &str| {
            (1..=64).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
        };
        if !own.is_some_and(plain) {
            return Err(Unreadable::Subject);
        }
        Ok(question)
    }

    /// The game, with its moves played.
    pub(crate) fn game(&self) -> Result<Box<dyn AnyProgress>, Unreadable> {
        let wrong = |error: &dyn std::fmt::Display| Unreadable::Wrong(error.to_string());
        let line = &self.line;
        if line.moves.len() > MAX_MOVES {
            return Err(Unreadable::Wrong(format!("a game of more than {MAX_MOVES} moves")));
        }
        let setup = SetupText {
            layout: line.setup.layout.clone(),
            options: line.setup.options.clone(),
            position: line.setup.position.clone(),
        };
        let game = galet_games::find(&line.game).map_err(|error| wrong(&error))?;
        let mut game = game.start(&setup).map_err(|error| wrong(&error))?;
        for text in &line.moves {
            game.play(text).map_err(|error| wrong(&error))?;
        }
        if PositionMark::of(&*game) != self.position {
            return Err(Unreadable::Wrong("the moves lead to another position".to_owned()));
        }
        Ok(game)
    }

    /// The level that a move is asked of.
    pub(crate) fn level(number: u8) -> Result<Level, Unreadable> {
        Level::new(number).ok_or_else(|| Unreadable::Wrong(format!("there is no level {number}")))
    }

    /// Writes down that it is asked now. In half the time for which a queue keeps it, somebody else has answered it.
    pub(crate) fn asked_now(&mut self, oldest: Duration) {
        self.asked = now();
        self.deadline = self.asked + (oldest / 2).as_millis() as u64;
    }

    /// Whether nobody waits for it any more. Machines' clocks differ: what looks much older than it can be, since queues
    /// keep nothing for so long, was written by another clock.
    pub(crate) fn is_over(&self, now: u64, oldest: Duration) -> bool {
        let age = Duration::from_millis(now.saturating_sub(self.asked));
        now > self.deadline && age < oldest * 2
    }

    /// What is asked of it now: its clock has run since it was asked, unless clocks of machines differ.
    pub(crate) fn task_now(&self) -> Task {
        let now = now();
        self.task.after(if now > self.deadline { 0 } else { now.saturating_sub(self.asked) })
    }
}

/// A clock as the engine reads it.
pub(crate) fn clock_left(clock: Option<[u64; 2]>) -> Option<ClockLeft> {
    clock.map(|clock| {
        let [left, increment] = clock.map(Duration::from_millis);
        ClockLeft { left, increment }
    })
}

/// The bounds within which an analysis is done.
pub(crate) fn bounded(lines: u8, threads: u8, limit: u64) -> (u8, u8, Duration) {
    (lines.min(MOST), threads.min(MOST), Duration::from_millis(limit).min(LONGEST_ANALYSIS))
}

/// A game as it travels.
pub(crate) fn line_of(game: &dyn AnyProgress) -> GameLine {
    let SetupText { layout, options, position } = game.setup();
    let setup = Setup { layout, options, position };
    GameLine { game: game.game().name().to_owned(), setup, moves: game.moves() }
}

/// Whether this is the last that is found.
pub(crate) fn ends(found: &Found) -> bool {
    match found {
        Found::Progress { .. } => false,
        Found::Analysis { view } => view.done,
        _ => true,
    }
}

/// How far the engine has come with what does not end with this.
pub(crate) fn how_far(found: &Found) -> u32 {
    match found {
        Found::Progress { done, .. } => *done,
        Found::Analysis { view } => view.depth,
        _ => 0,
    }
}

/// The first bytes of a hash, as a number.
pub(crate) fn hash_of(bytes: &[u8]) -> u64 {
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    hash[..8].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// A number that nobody can guess.
pub(crate) fn random() -> u64 {
    getrandom::u64().expect("the system has chance to give")
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests;
