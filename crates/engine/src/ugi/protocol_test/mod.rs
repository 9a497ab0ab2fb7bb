//! Scripts that test an engine, ours or any other.
//!
//! A script is a text of lines; what a line does depends on its first word:
//!
//! | line | what it does |
//! |---|---|
//! | `# words` | nothing, like an empty line |
//! | `> text` | says the text; `{name}` in it is what was remembered under that name, `\xHH` a byte, `\\` a backslash |
//! | `repeat N text` | says one line that consists of the text, `N` times |
//! | `< pattern` | waits for a line that matches; lines before it that do not match are skipped |
//! | `! pattern` | no line that the next `<` skips may match this |
//! | `timeout N` | from here on a line is waited for at most `N` milliseconds; at first 10 000 |
//! | `pause N` | does nothing for `N` milliseconds |
//! | `ends` | waits for the engine to end by itself |
//!
//! A pattern is compared word by word: `word` is that word, `a|b` one of those, `#` a whole number,
//! `*` any one word, `...` any number of words, `{name}` any one word, which is remembered, or
//! that same word once more.
//!
//! No standard script knows a game: moves come from the engine under test.

mod pattern;
mod run;
mod script;

pub use run::{Failure, Peer, PeerError, run};
pub use script::{Script, ScriptError};

/// The scripts that any engine should pass, by name.
pub const STANDARD: &[(&str, &str)] = &[
    ("handshake", include_str!("../../../tests/protocol/handshake.ugi")),
    ("queries", include_str!("../../../tests/protocol/queries.ugi")),
    ("searches", include_str!("../../../tests/protocol/searches.ugi")),
    ("while-thinking", include_str!("../../../tests/protocol/while-thinking.ugi")),
    ("mistakes", include_str!("../../../tests/protocol/mistakes.ugi")),
];

/// The script about what only Galet promises: its options, its scores, its remarks.
pub const GALET: (&str, &str) = ("galet", include_str!("../../../tests/protocol/galet.ugi"));
