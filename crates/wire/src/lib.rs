//! The messages between a table and the people at it, whatever carries them: plain types that
//! become JSON, and TypeScript definitions in the browser.
//!
//! - [`setup`]: a game and how it begins
//! - [`table`]: a table as its players and watchers see it
//! - [`study`]: looking at positions: scenes, analysis, review, records
//! - [`lesson`]: the courses
//! - [`puzzle`]: positions with one right move
//! - [`guest`]: who a visitor is and what they play
//! - [`socket`]: what goes over the WebSocket, in both directions
//! - [`door`]: what a page says to the module that answers it without a server
//! - [`refusal`], [`query`], [`guest_name`]: what every one that answers says and reads in the same way
#![forbid(unsafe_code)]

pub mod door;
pub mod guest;
pub mod guest_name;
pub mod lesson;
pub mod puzzle;
pub mod query;
pub mod refusal;
pub mod setup;
pub mod socket;
pub mod study;
pub mod table;

pub use galet_scene as scene;
