//! The line to the other nodes: NATS, publish and subscribe.

use super::BusError;
use crate::{token, waiting};
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use galet_queue::Nats;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::{sleep, timeout};

/// So many messages may wait to be sent; more are lost.
const WAITING: usize = 16 * 1024;
/// So many messages may wait for one ear; more are lost, and that is noticed.
const HEARD: usize = 1024;
/// So long the start waits for the first connection; without it the node begins deaf.
const PATIENCE: Duration = Duration::from_secs(3);
/// A line that says nothing is tried so often, and given up when three tries go unanswered.
const PING: Duration = Duration::from_secs(2);
/// So often a node says something to itself.
const PULSE: Duration = Duration::from_millis(300);
/// It comes back within this time, or nothing does.
const ECHO: Duration = Duration::from_millis(700);
/// What the client does not take within this time is given up: while there is no connection it takes nothing, and it does
/// not always know that there is none.
const BRIEFLY: Duration = Duration::from_millis(300);
/// So long what is still to be told at the end may take.
const FAREWELL: Duration = Duration::from_secs(1);
/// However much is lost, everybody looks for it no more often than this.
const LOSSES: Duration = Duration::from_secs(1);

/// What nobody can look up is kept while there is no connection: so much, and for so long.
const KEPT: usize = 1024;
const KEPT_FOR: Duration = Duration::from_millis(waiting::PATIENCE);

/// A connection that is made anew whenever it breaks. Nobody waits until it is: what is told meanwhile is lost but for what
/// nobody can look up, and the others are told that something was.
pub(super) struct Line {
    client: Client,
    out: mpsc::Sender<Out>,
    condition: Arc<Condition>,
}

/// What is known of the connection.
struct Condition {
    /// Since when nothing is known to have been lost.
    since: Mutex<Instant>,
    /// Whether what this node says comes back to it.
    echoes: watch::Sender<bool>,
    /// Whether others may lack something that this node told, and do not know it.
    owes: AtomicBool,
    /// There is a connection again.
    back: Notify,
    /// Something was lost in the midst: everybody is to look for themselves.
    lost: Notify,
    /// Changes when they do.
    gaps: watch::Sender<u64>,
}

impl Condition {
    /// From now on everybody looks for themselves.
    fn look(&self) {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.gaps.send_modify(|gaps| *gaps += 1);
    }

    async fn heed(&self, event: Event) {
        match event {
            Event::Connected => {
                tracing::info!("connected to NATS");
                self.look();
                self.back.notify_one();
            }
            Event::Disconnected | Event::Closed => {
                tracing::warn!("NATS does not answer: other nodes hear nothing for now");
                // What was on its way may not have come there.
                self.owes.store(true, Ordering::Relaxed);
                self.look();
            }
            Event::SlowConsumer(_) => self.lost.notify_one(),
            other => tracing::debug!(%other, "NATS"),
        }
    }

    /// Has everybody look for what was lost in the midst; what is lost soon after that is looked for a little later.
    async fn look_for_losses(&self) {
        loop {
            self.lost.notified().await;
            self.look();
            sleep(LOSSES).await;
        }
    }
}

/// What is to be done with the connection.
enum Out {
    Tell(Message),
    /// The same, and it is kept if there is no connection.
    TellLate(Message),
    Flush(oneshot::Sender<()>),
}

/// A subject, and what is said there.
pub(super) type Message = (String, Vec<u8>);

/// Where messages on one subject come from.
pub(super) struct Source(Subscriber);

impl Source {
    pub(super) async fn next(&mut self) -> Option<Vec<u8>> {
        self.0.next().await.map(|message| message.payload.to_vec())
    }
}

impl Line {
    /// Connects, now or later. The client takes so many commands ahead of the connection; others are told by a message that
    /// something was lost.
    pub(super) async fn open(
        nats: &Nats,
        room: usize,
        gaps: watch::Sender<u64>,
        missed: Message,
    ) -> Result<Self, BusError> {
        let condition = Arc::new(Condition {
            since: Mutex::new(Instant::now()),
            echoes: watch::Sender::new(true),
            owes: AtomicBool::new(false),
            back: Notify::new(),
            lost: Notify::new(),
            gaps,
        });
        let (heeds, looks) = (condition.clone(), condition.clone());
        let heed = move |event: Event| {
            let heeds = heeds.clone();
            async move { heeds.heed(event).await }
        };
        let options = ConnectOptions::new()
            .name("galet serve")
            .event_callback(heed)
            .subscription_capacity(HEARD)
            .client_capacity(room)
            .ping_interval(PING);
        let client = galet_queue::reach(nats, options).await;
        let client = client.map_err(|error| BusError::Unreachable(error.to_string()))?;
        if timeout(PATIENCE, client.flush()).await.is_err() {
            tracing::warn!("NATS does not answer yet: other nodes hear nothing for now");
        }
        let (out, waiting) = mpsc::channel(WAITING);
        tokio::spawn(send_all(client.clone(), waiting, condition.clone(), missed));
        tokio::spawn(hear_itself(client.clone(), condition.clone()));
        tokio::spawn(async move { looks.look_for_losses().await });
        Ok(Line { client, out, condition })
    }

    pub(super) fn works(&self) -> bool {
        is_connected(&self.client) && *self.condition.echoes.borrow()
    }

    /// Since when nothing is known to have been lost.
    pub(super) fn since(&self) -> Instant {
        *self.condition.since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Something was lost on the way to here: everybody is to look for themselves.
    pub(super) fn has_missed(&self) {
        self.condition.lost.notify_one();
    }

    /// Tells without waiting; late rather than not at all if it is to be kept.
    pub(super) fn tell(&self, message: Message, keep: bool) {
        let out = if keep { Out::TellLate(message) } else { Out::Tell(message) };
        if self.out.try_send(out).is_err() {
            tracing::debug!("a message to other nodes finds no room");
            self.condition.owes.store(true, Ordering::Relaxed);
        }
    }

    /// Lets everything go out that was told, if it can.
    pub(super) async fn flush(&self) {
        let (done, flushed) = oneshot::channel();
        if self.works() && self.out.try_send(Out::Flush(done)).is_ok() {
            let _ = timeout(FAREWELL, flushed).await;
        }
    }

    /// Listens to a subject, if the line works.
    pub(super) async fn hear(&self, subject: &str) -> Option<Source> {
        if !self.works() {
            return None;
        }
        match timeout(BRIEFLY, self.client.subscribe(subject.to_owned())).await {
            Ok(Ok(subscriber)) => Some(Source(subscriber)),
            Ok(Err(error)) => {
                tracing::error!(%error, "nothing can be heard of other nodes");
                None
            }
            Err(_) => None,
        }
    }

    /// Listens to a subject as soon as the line works.
    pub(super) async fn hear_at_last(&self, subject: &str) -> Source {
        let mut echoes = self.condition.echoes.subscribe();
        loop {
            // The condition is part of the line: it is there.
            let _ = echoes.wait_for(|echoes| *echoes).await;
            if let Some(source) = self.hear(subject).await {
                return source;
            }
            sleep(PULSE).await;
        }
    }
}

fn is_connected(client: &Client) -> bool {
    client.connection_state() == State::Connected
}

/// A line that breaks without a word is noticed by the silence, long before the connection is given up:
/// a player who is not told that it is their turn loses time. When it falls silent, and when it is heard again, everybody
/// looks for themselves.
async fn hear_itself(client: Client, condition: Arc<Condition>) {
    let subject = format!("galet.e.{}", token::number());
    let mut echo = None;
    for number in 0_u64.. {
        let word = number.to_be_bytes();
        let hears = timeout(ECHO, async {
            let echo = match &mut echo {
                Some(echo) => echo,
                none => none.insert(client.subscribe(subject.clone()).await.ok()?),
            };
            client.publish(subject.clone(), word.to_vec().into()).await.ok()?;
            // What was said before comes back first.
            while echo.next().await?.payload != word.as_slice() {}
            Some(())
        });
        // Without a connection the client would keep every word.
        let hears = is_connected(&client) && matches!(hears.await, Ok(Some(())));
        if hears != *condition.echoes.borrow() {
            if !hears {
                tracing::warn!("NATS is silent: other nodes hear nothing for now");
            }
            condition.echoes.send_replace(hears);
            condition.look();
        }
        sleep(PULSE).await;
    }
}

/// What is told late, with the time that it was to be told.
#[derive(Default)]
struct Kept(VecDeque<(Instant, Message)>);

impl Kept {
    /// Keeps one more; the oldest goes where there are too many.
    fn put(&mut self, message: Message, now: Instant) {
        if self.0.len() >= KEPT {
            self.0.pop_front();
        }
        self.0.push_back((now, message));
    }

    /// The first that still matters; it stays.
    fn first(&mut self, now: Instant) -> Option<&Message> {
        let old = |at: &Instant| now.duration_since(*at) > KEPT_FOR;
        while self.0.front().is_some_and(|(at, _)| old(at)) {
            self.0.pop_front();
        }
        self.0.front().map(|(_, message)| message)
    }

    /// Sends all of them in turn, as far as the line takes them.
    async fn send(&mut self, client: &Client) {
        while let Some(message) = self.first(Instant::now()) {
            if !publish(client, message.clone()).await {
                return;
            }
            self.0.pop_front();
        }
    }
}

/// Sends what is to be told. Where something was lost the others hear that first.
async fn send_all(
    client: Client,
    mut waiting: mpsc::Receiver<Out>,
    condition: Arc<Condition>,
    missed: Message,
) {
    let (mut told, mut kept): (Option<Instant>, _) = (None, Kept::default());
    loop {
        let out = tokio::select! {
            out = waiting.recv() => match out {
                Some(out) => Some(out),
                None => return,
            },
            () = condition.back.notified() => None,
        };
        let lately = told.is_some_and(|told| told.elapsed() < LOSSES);
        if !lately && is_connected(&client) && condition.owes.swap(false, Ordering::Relaxed) {
            let is_told = publish(&client, missed.clone()).await;
            condition.owes.fetch_or(!is_told, Ordering::Relaxed);
            told = Some(Instant::now());
        }
        kept.send(&client).await;
        match out {
            Some(Out::Tell(message)) => {
                let is_told = publish(&client, message).await;
                condition.owes.fetch_or(!is_told, Ordering::Relaxed);
            }
            Some(Out::TellLate(message)) => {
                kept.put(message, Instant::now());
                kept.send(&client).await;
            }
            Some(Out::Flush(done)) => {
                let _ = timeout(FAREWELL, client.flush()).await;
                let _ = done.send(());
            }
            None => {}
        }
    }
}

/// Sends a message, if it goes out at once. Without a connection the client would keep it, and all that come after it: they
/// would be told late, and in the end the client would take nothing any more.
async fn publish(client: &Client, (subject, bytes): Message) -> bool {
    let sent = is_connected(client)
        && matches!(timeout(BRIEFLY, client.publish(subject, bytes.into())).await, Ok(Ok(())));
    if !sent {
        tracing::debug!("a message to other nodes is lost");
    }
    sent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_neither_too_much_nor_too_old() {
        let (mut kept, begun) = (Kept::default(), Instant::now());
        let message = |number: usize| (number.to_string(), Vec::new());
        for number in 0..=KEPT {
            kept.put(message(number), begun);
        }
        kept.put(message(0), begun + KEPT_FOR);
        assert_eq!(kept.first(begun), Some(&message(2)));
        assert_eq!(kept.0.len(), KEPT);
        let later = begun + KEPT_FOR + Duration::from_millis(1);
        assert_eq!(kept.first(later), Some(&message(0)));
        assert_eq!(kept.0.len(), 1);
        assert_eq!(kept.first(later + KEPT_FOR), None);
    }
}
