//! Nodes that ask and workers that answer, over a real NATS server. Waiting ends by an event: time-outs are for a machine
//! that has stopped.
#![cfg(target_os = "linux")]

mod answers;
mod by_hand;
mod common;
mod faults;
mod hostile;
mod rights;
mod shares;
