//! Engine work for other machines, over NATS.
//!
//! Nodes of a server ask ([`Asking`], an [`Executor`](galet_scheduler::Executor)), workers answer ([`EngineWorker`]).
//! Between them stand three work queues of JetStream, one for each priority: moves of the computer; hints and verdicts;
//! analysis and review. All of them are bounded in number and age, and refuse what is too much.
//!
//! - A question is a message with a game, what is asked about it, and a random number. It names nobody.
//! - What a worker says goes straight to the node that asked, under the question's number, attempt and position. Whatever
//!   answers an older question is dropped.
//! - A question stays in its queue until its answer has been sent. A worker that falls, hangs or is paused says nothing
//!   to the queue, which gives the question to another one; a worker that is stopped gives it back at once.
//! - Whoever asked and hears nothing asks again, so a queue that is lost harms nobody. Where no worker takes it, where the
//!   queue is full or NATS away, the node's own engine answers: slower, and it says so.
//! - Of hints and studies a node puts only a handful into a queue; the rest take turns at the node, so that whoever asks for
//!   much keeps nobody waiting, there or at another node.
//! - Only what NATS 2.9 has is used.
//!
//! | to find | look in |
//! |---|---|
//! | what travels | `message.rs`; long answers in parts: `parts.rs` |
//! | a question until it is answered, whoever does it | `pursuit.rs` |
//! | whose question goes into a queue next | `asking/turns.rs` |
//! | what a worker does with one | `worker/job.rs` |
//! | how much a worker takes on | `worker/room.rs` |
//! | names, bounds and times | [`Terms`] |
#![forbid(unsafe_code)]

mod asking;
mod message;
mod net;
mod parts;
mod pursuit;
mod terms;
mod voice;
mod worker;

pub use asking::{Asking, Secret, Settings};
pub use net::{NatsError, reach};
pub use terms::{Nats, Terms};
pub use worker::{EngineWorker, WorkerFigures, WorkerSettings, serve_figures};
