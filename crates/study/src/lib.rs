//! Looking at games with the engine's eyes, in the words that travel to the browser: whatever
//! carries them, and whichever game it is.
//!
//! | to find | look in |
//! |---|---|
//! | a game as it stands: picture, position, last move, what can be tapped | [`look()`], [`taps`], [`change`] |
//! | the games and their layouts, pictures | [`games_info`], [`layout_picture`], [`line_picture`] |
//! | texts of records and trees of variations | [`read_records`], [`write_record`] |
//! | a position put together by hand | [`arrange()`] |
//! | the courses: lessons, and attempts at them | [`lessons()`], [`attempt`] |
//! | the engine at work for many people: moves, hints, analysis, review | [`Pool`], [`Ticket`] |
//! | what can be wrong, in words for the browser | [`StudyError`] |
#![forbid(unsafe_code)]

mod arrange;
mod error;
mod games;
mod lessons;
mod look;
mod pool;
mod records;
mod score;

pub use arrange::arrange;
pub use error::StudyError;
pub use games::{games_info, layout_picture, line_picture};
pub use lessons::{attempt, lessons};
pub use look::{MAX_MOVES, change, look, say, setup_text, taps};
pub use pool::{ClockLeft, Figures, Pool, Settings, Ticket, Who};
pub use records::{MAX_NODES, MAX_TEXT, read_records, write_record};
