//! The proof of the value of Qawale.
//!
//! [`search`] answers whether one side can force a line by a given ply, on the fast kernel of [`board`],
//! [`rows`], [`walks`], [`filter`] and [`safe`]. [`solve`] splits a [`question`] into units, answers them in parallel
//! and keeps the answers in a [`journal`]; [`certificate`] makes of them what others can check.

pub mod board;
pub mod candidate;
pub mod certificate;
pub mod deeper;
pub mod filter;
pub mod forced;
pub mod geometry;
pub mod journal;
pub mod question;
pub mod rows;
pub mod safe;
pub mod search;
pub mod solve;
pub mod tables;
pub mod text;
pub mod walks;
