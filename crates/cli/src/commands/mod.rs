//! One file per command.

pub(crate) mod analyse;
pub(crate) mod arena;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod check_data;
pub(crate) mod convert;
pub(crate) mod datagen;
pub(crate) mod engine;
pub(crate) mod engine_test;
pub(crate) mod games;
pub(crate) mod move_data;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod puzzles;
mod records;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod tune;
pub(crate) mod verify;
pub(crate) mod worker;
