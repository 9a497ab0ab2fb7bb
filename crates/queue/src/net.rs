//! The way to NATS: a connection that comes back by itself, and the queues there.

use crate::message::Priority;
use crate::terms::{Nats, Terms};
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType};
use async_nats::jetstream::{Context, ContextBuilder};
use async_nats::{Client, ConnectOptions, Event};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// Why NATS cannot be used at all. That it cannot be reached is no such reason: it is tried again and again.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// An address cannot be read, or servers refuse what is shown to them.
    #[error("cannot reach NATS at {servers}: {why}")]
    Connect {
        /// The servers as they were given, without what comes before an `@`.
        servers: String,
        /// Why.
        why: String,
    },
    /// A file cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// Which.
        path: String,
        /// Why.
        error: std::io::Error,
    },
}

/// A connection.
#[derive(Clone)]
pub(crate) struct Net {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
    /// Counts how often it was made.
    pub(crate) connected: watch::Receiver<u64>,
    /// So long it is waited for room, where NATS takes nothing.
    patience: Duration,
}

/// The longest pause before it is tried again to connect.
const LONGEST_PAUSE: Duration = Duration::from_millis(1_000);
/// How often a connection is tried that says nothing.
const PING: Duration = Duration::from_secs(5);

/// Connects now or later, and again whenever the connection breaks.
pub async fn reach(nats: &Nats, options: ConnectOptions) -> Result<Client, NatsError> {
    let mut options = options
        .connection_timeout(Duration::from_secs(3))
        .reconnect_delay_callback(|attempts| {
            Duration::from_millis(20 * attempts as u64).min(LONGEST_PAUSE)
        })
        .retry_on_initial_connect();
    if let Some(path) = &nats.certificates {
        options = options.add_root_certificates(path.clone());
    }
    if let Some(path) = &nats.credentials {
        let wrong = |error| NatsError::File { path: path.display().to_string(), error };
        options = options.credentials_file(path).await.map_err(wrong)?;
    }
    let refused = |why: String| NatsError::Connect { servers: shown(&nats.servers), why };
    let addresses: Result<Vec<async_nats::ServerAddr>, _> =
        nats.servers.iter().map(|server| server.trim().parse()).collect();
    let addresses = addresses.map_err(|error| refused(error.to_string()))?;
    if addresses.is_empty() {
        return Err(refused("no server is named".to_owned()));
    }
    // The same for all servers: they are one cluster.
    let named = addresses.iter().find(|address| address.has_user_pass());
    if let Some((name, password)) = named.and_then(|named| named.username().zip(named.password())) {
        options = options.user_and_password(plain(name), plain(password));
    }
    options.connect(addresses).await.map_err(|error| refused(error.to_string()))
}

impl Net {
    /// Connects now or later. Whoever may not hear everybody's answers hears its own on subjects of a name (`inbox`).
    pub(crate) async fn connect(
        nats: &Nats,
        name: &str,
        terms: &Terms,
        inbox: Option<String>,
    ) -> Result<Net, NatsError> {
        let (count, connected) = watch::channel(0);
        let away = Arc::new(AtomicBool::new(false));
        let on_event = move |event: Event| {
            let (count, away) = (count.clone(), away.clone());
            async move {
                match event {
                    Event::Connected => {
                        away.store(false, Ordering::Relaxed);
                        tracing::info!("connected with NATS");
                        count.send_modify(|count| *count += 1);
                    }
                    // It is said once, however often it is tried.
                    Event::Disconnected | Event::ClientError(_) => {
                        if !away.swap(true, Ordering::Relaxed) {
                            tracing::warn!(%event, "NATS cannot be reached: tried until it can");
                        }
                    }
                    event => tracing::warn!(%event, "NATS"),
                }
            }
        };
        let mut options =
            ConnectOptions::new().name(name).event_callback(on_event).ping_interval(PING);
        if let Some(inbox) = inbox {
            options = options.custom_inbox_prefix(inbox);
        }
        let client = reach(nats, options).await?;
        let jetstream = ContextBuilder::new()
            .timeout(terms.published)
            .ack_timeout(terms.published)
            .build(client.clone());
        Ok(Net { client, jetstream, connected, patience: terms.published })
    }

    /// Tells whoever hears it. What finds no room is lost: it is said again soon, or harms nobody.
    pub(crate) async fn tell(&self, subject: String, payload: Vec<u8>) {
        let _ = timeout(self.patience, self.client.publish(subject, payload.into())).await;
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// Makes a queue, or has it as it is to be.
    pub(crate) async fn queue(
        &self,
        terms: &Terms,
        priority: Priority,
    ) -> Result<(), async_nats::Error> {
        let config = Config {
            name: terms.stream(priority),
            subjects: vec![terms.subject(priority)],
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            max_messages: terms.most[priority.index()],
            max_age: terms.oldest[priority.index()],
            max_message_size: crate::message::MAX_QUESTION as i32,
            storage: StorageType::File,
            num_replicas: terms.replicas,
            ..Config::default()
        };
        if let Err(error) = self.jetstream.create_or_update_stream(config.clone()).await {
            tracing::warn!(%error, "a queue stays as it is");
            self.jetstream.get_or_create_stream(config).await?;
        }
        Ok(())
    }

    /// What workers take a queue's questions from. They make no queue: what they need of JetStream's interface is what
    /// `packaging/galet-nats.conf` lets them have.
    pub(crate) async fn consumer(
        &self,
        terms: &Terms,
        priority: Priority,
    ) -> Result<PullConsumer, async_nats::Error> {
        let config = pull::Config {
            durable_name: Some("workers".to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: terms.ack_wait,
            max_deliver: terms.deliveries,
            max_ack_pending: terms.most[priority.index()],
            ..pull::Config::default()
        };
        let stream = terms.stream(priority);
        Ok(self.jetstream.create_consumer_on_stream(config, stream).await?)
    }
}

/// A name or a password as it was before it became part of an address, where some signs are written as `%` and two
/// digits.
fn plain(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let digits = more.get(..2).and_then(|digits| str::from_utf8(digits).ok());
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match code.filter(|_| *first == b'%') {
            Some(code) => {
                bytes.push(code);
                rest = &more[2..];
            }
            None => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Servers for people: passwords stay where they are.
fn shown(servers: &[String]) -> String {
    let shown = servers.iter().map(|server| match server.rsplit_once('@') {
        Some((_, host)) => host,
        None => server,
    });
    shown.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_read_from_addresses_and_never_shown() {
        assert_eq!(plain("a%40b%2"), "a@b%2");
        assert_eq!(plain("%C3%A9t%é"), "ét%é");
        let servers = ["nats://me:p%40ss@one:4222".to_owned(), "two".to_owned()];
        assert_eq!(shown(&servers), "one:4222, two");
    }
}
