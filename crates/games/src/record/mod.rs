//! Game records: one PGN-like text format for all games, and the model of what it holds.
//!
//! | to find | look in |
//! |---|---|
//! | a game with its tags, comments and variations | [`Record`], [`Node`] |
//! | reading files, one bad game not stopping the rest | [`read_all`], [`read_all_bytes`], [`Reader`] |
//! | a tree of moves from elsewhere | [`Record::from_tree`] |
//! | writing | [`write()`], [`write_all`] |
//! | what is wrong with a record, and where | [`RecordError`], [`RecordFault`], [`Place`] |
//! | other people's files | [`Format`] |
//!
//! Reading is forgiving about layout and strict about legality; writing is canonical: reading
//! what was written gives an equal record, and writing that again the same text.
//!
//! ```
//! use galet_games::record;
//!
//! let text = "[Game \"qawale\"]\n\n1. a1ne{a quiet start}n? *";
//! let error = record::read_one(text).unwrap_err();
//! assert_eq!((error.place.line, error.place.column), (3, 4));
//!
//! let read = record::read_one("[Game \"qawale\"] 1.a1nne{a quiet start} d4sss?").unwrap();
//! assert_eq!(
//!     record::write(&read),
//!     "[Result \"*\"]\n[Game \"qawale\"]\n[Setup \"standard\"]\n\n\
//!      1. a1nne {a quiet start} 1... d4sss $2 *\n",
//! );
//! ```

mod annotation;
mod error;
mod foreign;
mod lexer;
mod model;
mod reader;
mod tree;
mod writer;

pub use annotation::{ClockComment, Evaluation, Score};
pub use error::{Place, RecordError, RecordFault, TagFault};
pub use foreign::Format;
pub use model::{GameResult, Node, NodeId, Record, ResultError, TagError};
pub use reader::{Reader, Records, read_all, read_all_bytes, read_one};
pub use tree::TreeError;
pub use writer::{write, write_all};
