//! What waits to be sent to one browser: bounded in messages and in bytes, and never waited for.

use axum::extract::ws::Utf8Bytes;
use galet_wire::socket::Message;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use tokio::sync::{Notify, mpsc};

/// The way to one browser. A browser that reads too slowly is asked to wait with its questions,
/// and cut off if that does not help; it connects again and asks for what it missed.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    queue: mpsc::Sender<Utf8Bytes>,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// The bytes that wait or are being sent. What many browsers are sent is in memory once, and
    /// counts for each of them all the same: the bound is one connection's.
    waiting: AtomicUsize,
    /// The bytes that have been sent so far.
    sent: AtomicU64,
    cut: Notify,
    drained: Notify,
    /// Whether the connection has ended.
    closed: AtomicBool,
    unwanted: Notify,
}

/// The other end: what waits, in order.
#[derive(Debug)]
pub(crate) struct Queue {
    texts: mpsc::Receiver<Utf8Bytes>,
    shared: Arc<Shared>,
}

/// So many messages may wait.
const WAITING: usize = 256;
/// So many bytes may wait.
const MOST: usize = 1024 * 1024;
/// While more bytes than this wait, no question is read. Below it a single message may be of any
/// length, so that whoever reads all answers can ask for anything.
const FULL: usize = 256 * 1024;

impl Outbox {
    pub(crate) fn new() -> (Self, Queue) {
        let (queue, texts) = mpsc::channel(WAITING);
        let shared = Arc::new(Shared::default());
        (Outbox { queue, shared: shared.clone() }, Queue { texts, shared })
    }

    /// Sends a text if there is room, else ends the connection.
    pub(crate) fn push(&self, text: Utf8Bytes) {
        let (bytes, waiting) = (text.len(), self.waiting());
        if waiting > FULL && waiting + bytes > MOST {
            return self.cut();
        }
        self.shared.waiting.fetch_add(bytes, Ordering::Relaxed);
        if let Err(error) = self.queue.try_send(text) {
            self.shared.waiting.fetch_sub(bytes, Ordering::Relaxed);
            if let mpsc::error::TrySendError::Full(_) = error {
                self.cut();
            }
        }
    }

    /// Sends a message if there is room, else ends the connection.
    pub(crate) fn send(&self, message: &Message) {
        self.push(text_of(message));
    }

    /// Whether questions may be answered: not much waits.
    pub(crate) fn has_room(&self) -> bool {
        self.waiting() <= FULL && self.queue.capacity() > WAITING / 4
    }

    /// Waits until something has been sent.
    pub(crate) async fn drains(&self) {
        self.shared.drained.notified().await;
    }

    /// The bytes that wait or are being sent.
    pub(crate) fn waiting(&self) -> usize {
        self.shared.waiting.load(Ordering::Relaxed)
    }

    /// The bytes that have been sent so far.
    pub(crate) fn sent(&self) -> u64 {
        self.shared.sent.load(Ordering::Relaxed)
    }

    /// Ends the connection.
    pub(crate) fn cut(&self) {
        self.shared.cut.notify_one();
    }

    /// Waits until the connection is to be ended.
    pub(crate) fn was_cut(&self) -> impl Future<Output = ()> + use<> {
        // Whoever waits for this does not hold the queue open.
        let shared = self.shared.clone();
        async move { shared.cut.notified().await }
    }
}

impl Outbox {
    /// The connection ends: whoever looks on by it is there no more.
    pub(crate) fn close(&self) {
        self.shared.closed.store(true, Ordering::Release);
    }

    /// What waits need not be sent any more: the browser itself has said goodbye.
    pub(crate) fn drop_what_waits(&self) {
        self.shared.unwanted.notify_one();
    }

    /// Whether the connection has ended, also while something that was asked over it is still carried out.
    pub(crate) fn is_closed(&self) -> bool {
        self.shared.closed.load(Ordering::Acquire)
    }
}

impl Queue {
    /// Takes up to so many texts, waiting for the first; none once nothing will come.
    pub(crate) async fn take(&mut self, texts: &mut Vec<Utf8Bytes>, most: usize) -> usize {
        self.texts.recv_many(texts, most).await
    }

    /// Waits until nothing need be sent any more.
    pub(crate) fn is_unwanted(&self) -> impl Future<Output = ()> + use<> {
        let shared = self.shared.clone();
        async move { shared.unwanted.notified().await }
    }

    /// Takes what waits now, up to so many in all.
    pub(crate) fn take_waiting(&mut self, texts: &mut Vec<Utf8Bytes>, most: usize) {
        while texts.len() < most
            && let Ok(text) = self.texts.try_recv()
        {
            texts.push(text);
        }
    }

    /// So many bytes have left.
    pub(crate) fn sent(&self, bytes: usize) {
        self.shared.sent.fetch_add(bytes as u64, Ordering::Relaxed);
        self.shared.waiting.fetch_sub(bytes, Ordering::Relaxed);
        self.shared.drained.notify_one();
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

    fn is_cut(outbox: &Outbox) -> bool {
        outbox.was_cut().now_or_never().is_some()
    }

    fn text(bytes: usize) -> Utf8Bytes {
        "x".repeat(bytes).into()
    }

    #[test]
    fn a_slow_reader_is_cut_off() {
        let (outbox, _queue) = Outbox::new();
        for _ in 0..WAITING {
            outbox.send(&Message::Goodbye);
        }
        assert!(!is_cut(&outbox), "there is room for so many");
        outbox.send(&Message::Goodbye);
        assert!(is_cut(&outbox), "one more is too much");
    }

    #[test]
    fn bytes_are_bounded_like_messages() {
        let (outbox, _queue) = Outbox::new();
        for _ in 0..10 {
            outbox.push(text(MOST / 10));
        }
        assert!(!is_cut(&outbox), "a megabyte has room");
        outbox.push(text(MOST / 10));
        assert!(is_cut(&outbox), "more has not");
        assert!(outbox.waiting() <= MOST);
    }

    #[tokio::test]
    async fn one_long_answer_is_always_taken_and_no_question_is_read_until_it_has_left() {
        let (outbox, mut queue) = Outbox::new();
        assert!(outbox.has_room());
        outbox.push(text(3 * MOST));
        assert!(!is_cut(&outbox) && !outbox.has_room());
        let mut texts = Vec::new();
        assert_eq!(queue.take(&mut texts, 16).await, 1);
        assert!(!outbox.has_room(), "it counts while it is being sent");
        assert!(outbox.drains().now_or_never().is_none());
        queue.sent(texts[0].len());
        outbox.drains().now_or_never().expect("whoever waits is told");
        assert!(outbox.has_room());
        assert_eq!((outbox.waiting(), outbox.sent()), (0, 3 * MOST as u64));
    }
}
