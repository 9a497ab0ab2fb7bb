//! Who asks. For a node that has fallen nobody needs to think on.

use std::collections::HashMap;
use std::time::Duration;
use tokio::time::Instant;

/// The longest name of a subject that is remembered, and how many of them.
const LONGEST: usize = 128;
const MOST: usize = 10_000;

/// When which node was heard of, by the subject of its answers.
pub(super) struct Askers {
    heard: HashMap<String, Instant>,
    /// Since when they can be heard.
    listening: Instant,
}

impl Askers {
    pub(super) fn new() -> Askers {
        Askers { heard: HashMap::new(), listening: Instant::now() }
    }

    /// Nothing could be heard until now.
    pub(super) fn listen(&mut self) {
        self.listening = Instant::now();
    }

    pub(super) fn hear(&mut self, answer: &[u8]) {
        let Ok(answer) = str::from_utf8(answer) else { return };
        if answer.len() > LONGEST {
            return;
        }
        if self.heard.len() >= MOST {
            self.heard.clear();
            self.listen();
        }
        self.heard.insert(answer.to_owned(), Instant::now());
    }

    /// Whether a node has not been heard of for so long, although it could have been, and its question has been here
    /// for as long.
    pub(super) fn is_gone(&self, answer: &str, asked: Instant, after: Duration) -> bool {
        let heard = self.heard.get(answer).copied().unwrap_or(asked);
        heard.max(asked).max(self.listening).elapsed() > after
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::advance;

    #[tokio::test(start_paused = true)]
    async fn a_node_is_gone_when_it_could_be_heard_and_is_not() {
        let (second, after) = (Duration::from_secs(1), Duration::from_secs(10));
        let mut askers = Askers::new();
        let asked = Instant::now();
        advance(after).await;
        askers.hear(b"one");
        askers.hear(&[0xff; 4]);
        askers.hear(&[b'x'; 1_000]);
        assert_eq!(askers.heard.len(), 1);
        advance(second).await;
        assert!(askers.is_gone("other", asked, after) && !askers.is_gone("one", asked, after));
        assert!(!askers.is_gone("other", Instant::now(), after), "it has just asked");
        askers.listen();
        assert!(!askers.is_gone("other", asked, after), "nobody could be heard");
        advance(after + second).await;
        assert!(askers.is_gone("one", asked, after));
    }
}
