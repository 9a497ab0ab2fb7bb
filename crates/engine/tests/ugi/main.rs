//! The protocol, spoken in-process with our own engine.

mod behaviour;
mod garbage;
mod peer;
mod scripts;
