//! Looking at games in the words that travel to the browser: whatever carries them, and whichever
//! game it is. Answers depend on nothing but the question: there is no engine here, no thread and
//! no clock (`galet-scheduler` has those).
//!
//! | to find | look in |
//! |---|---|
//! | the game that a line of moves is | [`replay`] |
//! | a game as it stands: picture, position, last move, what can be tapped | [`look()`], [`taps`], [`change`] |
//! | the games and their layouts, pictures | [`games_info`], [`layout_picture`], [`line_picture`], [`PictureQuery`] |
//! | texts of records and trees of variations | [`read_records`], [`write_record`] |
//! | a position put together by hand | [`arrange()`] |
//! | the courses: lessons, and attempts at them | [`lessons()`], [`attempt`] |
//! | puzzles: which there are, attempts, solutions, ratings | [`puzzle_shelf`], [`puzzle_attempt`], [`puzzle_solution`] |
//! | what can be wrong, in words for the browser | [`StudyError`] |
#![forbid(unsafe_code)]

mod arrange;
mod error;
mod games;
mod lessons;
mod look;
mod picture;
mod puzzles;
mod records;

pub use arrange::arrange;
pub use error::StudyError;
pub use games::{games_info, layout_picture, line_picture};
pub use lessons::{attempt, lessons};
pub use look::{MAX_MOVES, change, look, replay, say, setup_text, taps};
pub use picture::PictureQuery;
pub use puzzles::{
    puzzle_attempt, puzzle_of_the_day, puzzle_rating, puzzle_shelf, puzzle_solution,
    puzzles_by_name, puzzles_near,
};
pub use records::{MAX_NODES, MAX_TEXT, read_records, read_records_until, tree_size, write_record};
