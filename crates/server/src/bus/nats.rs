//! The line to the other nodes: NATS, publish and subscribe.

use super::BusError;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

/// So many messages may wait to be sent; more are lost.
const WAITING: usize = 16 * 1024;
/// So many messages may wait for one ear; more are lost, and that is noticed.
const HEARD: usize = 1024;
/// So long the start waits for the first connection.
const PATIENCE: Duration = Duration::from_secs(10);

/// A connection that is made anew whenever it breaks.
pub(super) struct Line {
    client: Client,
    out: mpsc::Sender<(String, Vec<u8>)>,
    works: Arc<AtomicBool>,
}

/// Where messages on one subject come from.
pub(super) struct Source(Subscriber);

impl Source {
    pub(super) async fn next(&mut self) -> Option<Vec<u8>> {
        self.0.next().await.map(|message| message.payload.to_vec())
    }
}

impl Line {
    pub(super) async fn open(
        servers: &[String],
        gaps: watch::Sender<u64>,
    ) -> Result<Self, BusError> {
        let works = Arc::new(AtomicBool::new(false));
        let told = works.clone();
        let heed = move |event: Event| {
            let (works, gaps) = (told.clone(), gaps.clone());
            async move {
                match event {
                    Event::Connected => {
                        works.store(true, Ordering::Relaxed);
                        gaps.send_modify(|gaps| *gaps += 1);
                        tracing::info!("connected to NATS");
                    }
                    Event::Disconnected | Event::Closed => {
                        works.store(false, Ordering::Relaxed);
                        // From now on everybody looks for themselves.
                        gaps.send_modify(|gaps| *gaps += 1);
                        tracing::warn!("NATS does not answer: other nodes hear nothing for now");
                    }
                    Event::SlowConsumer(_) => gaps.send_modify(|gaps| *gaps += 1),
                    other => tracing::debug!(%other, "NATS"),
                }
            }
        };
        let unreachable = |why: String| BusError::Unreachable { servers: servers.join(", "), why };
        let options = ConnectOptions::new()
            .name("galet")
            .event_callback(heed)
            .subscription_capacity(HEARD)
            .client_capacity(WAITING)
            .ping_interval(Duration::from_secs(3))
            .connection_timeout(Duration::from_secs(3))
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| {
                Duration::from_millis((50 << attempts.min(5)).min(1_000))
            });
        let client = timeout(PATIENCE, options.connect(servers)).await;
        let client = client.map_err(|_| unreachable("it does not answer".to_owned()))?;
        let client = client.map_err(|error| unreachable(error.to_string()))?;
        works.store(true, Ordering::Relaxed);
        let (out, waiting) = mpsc::channel(WAITING);
        tokio::spawn(send_all(client.clone(), waiting));
        Ok(Line { client, out, works })
    }

    pub(super) fn works(&self) -> bool {
        self.works.load(Ordering::Relaxed)
    }

    /// Tells without waiting.
    pub(super) fn tell(&self, subject: String, bytes: Vec<u8>) {
        if self.out.try_send((subject, bytes)).is_err() {
            tracing::debug!("a message to other nodes finds no room");
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

async fn send_all(client: Client, mut waiting: mpsc::Receiver<(String, Vec<u8>)>) {
    while let Some((subject, bytes)) = waiting.recv().await {
        if let Err(error) = client.publish(subject, bytes.into()).await {
            tracing::debug!(%error, "a message to other nodes is lost");
        }
    }
}
