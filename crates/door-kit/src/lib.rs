//! The same questions for every door: whoever answers a page, a server or a module in the browser, says the same.
//!
//! - [`requests()`], [`questions()`], [`game()`]: what is asked, step by step, of every game
//! - [`LocalDoor`]: the door without a server, with a storage in memory, asked natively
//! - [`Names`]: tables are called by chance; answers are compared without their names
//!
//! The server's tests ask both and compare byte for byte. `examples/transcript.rs` writes down what the door without a
//! server was told and said, for whoever runs it as WebAssembly.
#![forbid(unsafe_code)]

mod game;
mod local;
mod names;
mod puzzles;
mod questions;
mod requests;

pub use game::game;
pub use local::{CHANCE, LocalDoor, Words};
pub use names::Names;
pub use questions::questions;
pub use requests::requests;

use galet_games::{AnyProgress, SetupText};
use galet_wire::setup::Setup;
use galet_wire::socket::Question;
use galet_wire::study::GameLine;

/// One thing to ask, or to wait for. Tables are called `$0`, `$1`, …, in the order in which they were opened.
#[derive(Clone, PartialEq, Debug)]
pub enum Step {
    /// Over HTTP.
    Request {
        /// `GET`, `POST` or `PUT`.
        method: &'static str,
        /// The address with its query.
        path: String,
        /// What is sent along.
        body: String,
    },
    /// Over the WebSocket.
    Ask(Question),
    /// So many milliseconds pass.
    Wait(u64),
}

/// What was answered: over HTTP the status, kind and body, over the WebSocket the messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answered {
    /// To a request.
    Reply {
        /// As in HTTP.
        status: u16,
        /// The kind of the body.
        kind: String,
        /// The body.
        body: String,
    },
    /// To a question: the answer, and what is told of it.
    Messages(Vec<String>),
}

impl Answered {
    /// The texts of it.
    pub fn texts(&self) -> &[String] {
        match self {
            Answered::Reply { body, .. } => std::slice::from_ref(body),
            Answered::Messages(messages) => messages,
        }
    }
}

pub(crate) fn get(path: impl Into<String>) -> Step {
    Step::Request { method: "GET", path: path.into(), body: String::new() }
}

pub(crate) fn post(path: impl Into<String>, body: &serde_json::Value) -> Step {
    Step::Request { method: "POST", path: path.into(), body: body.to_string() }
}

/// A game of so many moves at most, the same every time. Each move is the last of the first few that the rules list.
pub(crate) fn played(game: &str, setup: &SetupText, moves: usize) -> Box<dyn AnyProgress> {
    let game = galet_games::find(game).expect("a game");
    let mut progress = game.start(setup).expect("it begins");
    for number in 0..moves {
        let mut texts = progress.legal_moves(3 + number % 5).texts;
        let (Some(text), None) = (texts.pop(), progress.outcome()) else { break };
        progress.play(&text).expect("a legal move");
    }
    progress
}

pub(crate) fn line(progress: &dyn AnyProgress) -> GameLine {
    let SetupText { layout, options, position } = progress.setup();
    GameLine {
        game: progress.game().name().to_owned(),
        setup: Setup { layout, options, position },
        moves: progress.moves(),
    }
}
