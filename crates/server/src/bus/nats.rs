//! The line to the other nodes: NATS, publish and subscribe.

use super::BusError;
use crate::token;
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use galet_queue::Nats;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::timeout;

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
/// So long what is still to be told at the end may take.
const FAREWELL: Duration = Duration::from_secs(1);
/// However much is lost, everybody looks for it no more often than this.
const LOSSES: Duration = Duration::from_secs(1);

/// A connection that is made anew whenever it breaks.
pub(super) struct Line {
    client: Client,
    out: mpsc::Sender<Out>,
    /// Since when nothing is known to have been lost.
    since: Arc<Mutex<Instant>>,
    /// Whether what this node says comes back to it.
    echoes: Arc<AtomicBool>,
}

/// What is to be done with the connection.
enum Out {
    Tell(String, Vec<u8>),
    Flush(oneshot::Sender<()>),
}

/// Where messages on one subject come from.
pub(super) struct Source(Subscriber);

impl Source {
    pub(super) async fn next(&mut self) -> Option<Vec<u8>> {
        self.0.next().await.map(|message| message.payload.to_vec())
    }
}

impl Line {
    pub(super) async fn open(nats: &Nats, gaps: watch::Sender<u64>) -> Result<Self, BusError> {
        let since = Arc::new(Mutex::new(Instant::now()));
        let (lost, found, silence) = (since.clone(), since.clone(), gaps.clone());
        let heed = move |event: Event| {
            let (gaps, lost) = (gaps.clone(), lost.clone());
            async move {
                match event {
                    Event::Connected => tracing::info!("connected to NATS"),
                    Event::Disconnected | Event::Closed => {
                        tracing::warn!("NATS does not answer: other nodes hear nothing for now");
                    }
                    Event::SlowConsumer(_) => {
                        let known = *lost.lock().unwrap_or_else(PoisonError::into_inner);
                        if known.elapsed() < LOSSES {
                            return;
                        }
                    }
                    other => return tracing::debug!(%other, "NATS"),
                }
                *lost.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
                // From now on everybody looks for themselves.
                gaps.send_modify(|gaps| *gaps += 1);
            }
        };
        let options = ConnectOptions::new()
            .name("galet serve")
            .event_callback(heed)
            .subscription_capacity(HEARD)
            .client_capacity(WAITING)
            .ping_interval(PING);
        let client = galet_queue::reach(nats, options).await;
        let client = client.map_err(|error| BusError::Unreachable(error.to_string()))?;
        if timeout(PATIENCE, client.flush()).await.is_err() {
            tracing::warn!("NATS does not answer yet: other nodes hear nothing for now");
        }
        let (out, waiting) = mpsc::channel(WAITING);
        tokio::spawn(send_all(client.clone(), waiting));
        let echoes = Arc::new(AtomicBool::new(true));
        let told = echoes.clone();
        tokio::spawn(hear_itself(client.clone(), move |heard| {
            told.store(heard, Ordering::Relaxed);
            *found.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
            silence.send_modify(|gaps| *gaps += 1);
        }));
        Ok(Line { client, out, since, echoes })
    }

    pub(super) fn works(&self) -> bool {
        self.client.connection_state() == State::Connected && self.echoes.load(Ordering::Relaxed)
    }

    /// Since when nothing is known to have been lost.
    pub(super) fn since(&self) -> Instant {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells without waiting.
    pub(super) fn tell(&self, subject: String, bytes: Vec<u8>) {
        if self.out.try_send(Out::Tell(subject, bytes)).is_err() {
            tracing::debug!("a message to other nodes finds no room");
        }
    }

    /// Lets everything go out that was told, if it can.
    pub(super) async fn flush(&self) {
        let (done, flushed) = oneshot::channel();
        if self.works() && self.out.try_send(Out::Flush(done)).is_ok() {
            let _ = timeout(FAREWELL, flushed).await;
        }
    }

    /// Listens to a subject.
    pub(super) async fn hear(&self, subject: String) -> Option<Source> {
        match self.client.subscribe(subject).await {
            Ok(subscriber) => Some(Source(subscriber)),
            Err(error) => {
                tracing::error!(%error, "nothing can be heard of other nodes");
                None
            }
        }
    }
}

/// A line that breaks without a word is noticed by the silence, long before the connection is given up:
/// a player who is not told that it is their turn loses time. `changed` hears when it falls silent, and when
/// it is heard again.
async fn hear_itself(client: Client, changed: impl Fn(bool)) {
    let subject = format!("galet.e.{}", token::number());
    let Ok(mut echo) = client.subscribe(subject.clone()).await else { return };
    let mut heard = true;
    for number in 0_u64.. {
        let word = number.to_be_bytes();
        let hears = timeout(ECHO, async {
            client.publish(subject.clone(), word.to_vec().into()).await.ok()?;
            // What was said before comes back first.
            while echo.next().await?.payload != word.as_slice() {}
            Some(())
        });
        let hears = matches!(hears.await, Ok(Some(())));
        if hears != heard {
            if !hears {
                tracing::warn!("NATS is silent: other nodes hear nothing for now");
            }
            heard = hears;
            changed(heard);
        }
        tokio::time::sleep(PULSE).await;
    }
}

async fn send_all(client: Client, mut waiting: mpsc::Receiver<Out>) {
    while let Some(out) = waiting.recv().await {
        match out {
            Out::Tell(subject, bytes) => {
                if let Err(error) = client.publish(subject, bytes.into()).await {
                    tracing::debug!(%error, "a message to other nodes is lost");
                }
            }
            Out::Flush(done) => {
                let _ = client.flush().await;
                let _ = done.send(());
            }
        }
    }
}
