//! The protocol, spoken in-process with our own engine.

mod behaviour;
#[path = "../../../games/tests/support/counting.rs"]
mod counting;
mod garbage;
mod one_parse;
mod peer;
mod scripts;
