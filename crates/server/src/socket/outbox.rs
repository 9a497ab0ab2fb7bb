//! What waits to be sent to one browser: bounded, and never waited for.

use axum::extract::ws::Utf8Bytes;
use galet_wire::socket::Message;
use std::sync::Arc;
use tokio::sync::{Notify, mpsc};

/// The way to one browser. A browser that reads too slowly is cut off; it connects again and asks
/// for what it missed.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    cut: Arc<Notify>,
}

/// So many messages may wait.
const WAITING: usize = 256;

impl Outbox {
    pub(crate) fn new() -> (Self, mpsc::Receiver<Utf8Bytes>) {
        let (queue, inbox) = mpsc::channel(WAITING);
        (Outbox { queue, cut: Arc::default() }, inbox)
    }

    /// Sends a text if there is room, else ends the connection.
    pub(crate) fn push(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(text) {
            self.cut();
        }
    }

    /// Sends a message if there is room, else ends the connection.
    pub(crate) fn send(&self, message: &Message) {
        self.push(text_of(message));
    }

    /// Ends the connection.
    pub(crate) fn cut(&self) {
        self.cut.notify_one();
    }

    /// Waits until the connection is to be ended.
    pub(crate) async fn was_cut(&self) {
        self.cut.notified().await;
    }
}

/// A message as it travels.
pub(crate) fn text_of(message: &Message) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages are made of texts, numbers and lists").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn a_slow_reader_is_cut_off() {
        let (outbox, _inbox) = Outbox::new();
        let is_cut = || outbox.was_cut().now_or_never().is_some();
        for _ in 0..WAITING {
            outbox.send(&Message::Goodbye);
        }
        assert!(!is_cut(), "there is room for so many");
        outbox.send(&Message::Goodbye);
        assert!(is_cut(), "one more is too much");
    }
}
