//! The Universal Game Interface: the lines by which other programs drive the engine.
//!
//! `docs/ugi.md` describes the protocol for those who write the other end. Nothing here knows
//! where lines come from or go to: [`Session`] is fed with them and answers through a function,
//! and [`serve`] is the loop for anything that can be read line by line.
//!
//! Other programs, and with them the tests of the protocol, exist only where there are processes:
//! not in a browser. There a session cannot begin either, because it thinks on a thread of its own.
//!
//! | to find | look in |
//! |---|---|
//! | what a line says | `command.rs` |
//! | what is done about it, and what may happen while the engine thinks | [`Session`] |
//! | the thread that thinks | `thinker.rs` |
//! | the options that can be set | `options.rs`; the clock among them: `clock.rs` |
//! | how findings are written | `report.rs` |
//! | another program that speaks the protocol | [`Program`] |
//! | scripts that test any engine | [`protocol_test`] |

mod clock;
mod command;
mod options;
mod output;
mod pace;
#[cfg(not(target_family = "wasm"))]
mod program;
#[cfg(not(target_family = "wasm"))]
pub mod protocol_test;
mod report;
mod session;
mod thinker;

pub use command::{MAX_LINE, MAX_MOVES};
pub use pace::moves_to_go;
#[cfg(not(target_family = "wasm"))]
pub use program::{Heard, Program};
pub use report::score_text;
pub use session::{BeginError, Next, Session};

use std::io::{self, BufRead};

/// Feeds a session with everything that is read, until it is told to quit or the input ends.
///
/// At the end of the input a search that will end by itself is finished first, so that questions
/// can come from a pipe.
pub fn serve(mut input: impl BufRead, mut session: Session) -> io::Result<()> {
    let mut line = Vec::new();
    while read_line(&mut input, &mut line)? {
        if session.line(&line) == Next::Quit {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}

/// Reads a line without its end; `false` at the end of the input. Of a line longer than
/// [`MAX_LINE`] one byte more than that is kept, enough to tell that it is too long.
pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut begun = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if available.is_empty() {
            return Ok(begun);
        }
        begun = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let piece = &available[..end.unwrap_or(available.len())];
        let room = (MAX_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&piece[..piece.len().min(room)]);
        let used = piece.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_whole_but_never_without_bound() {
        let long = "x".repeat(3 * MAX_LINE);
        let text = format!("one\n\n{long}\nlast");
        let mut input = io::BufReader::with_capacity(64, text.as_bytes());
        let mut line = Vec::new();
        let mut lengths = Vec::new();
        while read_line(&mut input, &mut line).unwrap() {
            lengths.push(line.len());
        }
        assert_eq!(lengths, [3, 0, MAX_LINE + 1, 4]);
    }
}
