//! Several nodes on one database: PostgreSQL and NATS are real, the nodes are in this program, each on threads
//! of its own, so that one can be killed.
#![cfg(feature = "cluster")]

mod away;
mod clocks;
mod club;
mod limits;
mod people;
mod play;
mod stall;
mod workers;
