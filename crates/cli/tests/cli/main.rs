//! The real program, run as people and scripts run it.

mod analyse;
mod arena;
mod bench;
mod datagen;
mod engine;
mod french;
mod harness;
mod help;
mod looking;
mod mistakes;
mod perft;
mod pipes;
mod play;
mod puzzles;
mod records;
mod solve;
