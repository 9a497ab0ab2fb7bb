//! The way out: whole lines, from two threads, to whoever listens.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

type Answer = Box<dyn FnMut(&str) -> io::Result<()> + Send>;

/// The most characters of a remark. Texts from outside are quoted in remarks.
const MAX_REMARK: usize = 500;

/// Where answers go. Clones go to the same place.
#[derive(Clone)]
pub(crate) struct Output(Arc<Mutex<Inner>>);

struct Inner {
    answer: Answer,
    /// Nobody listens any more.
    closed: bool,
}

impl Output {
    pub(crate) fn new(answer: impl FnMut(&str) -> io::Result<()> + Send + 'static) -> Self {
        Output(Arc::new(Mutex::new(Inner { answer: Box::new(answer), closed: false })))
    }

    /// Says a line, unless nobody listens any more.
    pub(crate) fn say(&self, line: &str) {
        // A listener that panicked once may be asked again.
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !inner.closed {
            inner.closed = (inner.answer)(line).is_err();
        }
    }

    /// Says something to people: on one line, without control characters, of bounded length.
    pub(crate) fn remark(&self, text: &str) {
        let mut shown: String =
            text.chars().take(MAX_REMARK).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        self.say(&format!("info string {shown}"));
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).closed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn remarks_are_one_line_of_bounded_length() {
        let (send, heard) = mpsc::channel();
        let output = Output::new(move |line| send.send(line.to_owned()).map_err(io::Error::other));
        output.remark("a\nb\u{1b}[31m");
        assert_eq!(heard.recv().unwrap(), "info string a b [31m");
        output.remark(&"é".repeat(100_000));
        assert_eq!(heard.recv().unwrap().chars().count(), "info string ".len() + MAX_REMARK + 1);
    }

    #[test]
    fn nothing_is_said_to_nobody() {
        let mut calls = 0;
        let (send, heard) = mpsc::channel();
        let output = Output::new(move |_| {
            calls += 1;
            send.send(calls).map_err(io::Error::other)?;
            Err(io::ErrorKind::BrokenPipe.into())
        });
        assert!(!output.is_closed());
        output.say("one");
        output.say("two");
        assert!(output.is_closed());
        assert_eq!(heard.try_iter().collect::<Vec<_>>(), [1]);
    }
}
