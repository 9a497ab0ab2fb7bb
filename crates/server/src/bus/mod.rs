//! Telling other nodes what happened. A server alone tells nobody.
//!
//! A message that is lost does no harm: those about tables say how many events there are, and whoever
//! has fewer asks the store. After any time in which messages may have been lost, [`Bus::gaps`]
//! changes, and everybody looks for themselves; while nothing can be told, [`Bus::works`] is false,
//! and everybody looks now and then.
//!
//! Nobody waits for the line. What is told while it is broken is lost, but for what stands nowhere else, and the others
//! hear afterwards that something was ([`CommonNews::Missed`]). An [`Ear`] that cannot listen does so once it can.

#[cfg(feature = "cluster")]
mod nats;
mod news;

pub(crate) use news::{CommonNews, GuestNews, Here, Letter, TableNews, Usage};

use crate::settings::Settings;
use crate::store::NodeId;
use galet_table::GuestId;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
#[cfg(feature = "cluster")]
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Where all nodes are told something.
const ALL: &str = "galet.all";

/// The way to the other nodes.
pub(crate) struct Bus {
    own: NodeId,
    /// Whether there are others who cannot be heard at all.
    deaf: bool,
    #[cfg(feature = "cluster")]
    line: Option<Arc<nats::Line>>,
    /// Changes after times in which messages may have been lost.
    gaps: watch::Sender<u64>,
}

/// Why the other nodes cannot be reached.
#[derive(Debug, thiserror::Error)]
pub enum BusError {
    /// The servers cannot be used.
    #[error("{0}")]
    Unreachable(String),
    /// The program was built for one machine.
    #[error(
        "this galet was built for one machine: build it with `--features cluster` to use {what}"
    )]
    NotBuilt {
        /// What was asked for.
        what: &'static str,
    },
}

impl Bus {
    /// There is no way. Where others may be on the same database nonetheless, the store is asked instead.
    pub(crate) fn alone(own: NodeId, shared: bool) -> Self {
        Bus {
            own,
            deaf: shared,
            #[cfg(feature = "cluster")]
            line: None,
            gaps: watch::Sender::new(0),
        }
    }

    /// Reaches the other nodes by NATS.
    #[cfg(feature = "cluster")]
    pub(crate) async fn connect(own: NodeId, settings: &Settings) -> Result<Self, BusError> {
        let gaps = watch::Sender::new(0);
        let nats = crate::engine::nats(settings);
        let missed = (ALL.to_owned(), news::write(own, CommonNews::Missed));
        let line = nats::Line::open(&nats, settings.nats_room, gaps.clone(), missed).await?;
        Ok(Bus { own, deaf: false, line: Some(Arc::new(line)), gaps })
    }

    /// Reaches the other nodes: not in this build.
    #[cfg(not(feature = "cluster"))]
    pub(crate) async fn connect(_own: NodeId, _settings: &Settings) -> Result<Self, BusError> {
        Err(BusError::NotBuilt { what: "--nats" })
    }

    /// Whether others can be told something at this moment; alone there is nobody to tell.
    pub(crate) fn works(&self) -> bool {
        #[cfg(feature = "cluster")]
        if let Some(line) = &self.line {
            return line.works();
        }
        !self.deaf
    }

    /// Whether others have been told, and heard, everything for so long.
    pub(crate) fn has_worked_for(&self, time: Duration) -> bool {
        #[cfg(feature = "cluster")]
        if let Some(line) = &self.line {
            return line.works() && line.since().elapsed() >= time;
        }
        let _ = time;
        !self.deaf
    }

    /// Lets everything go out that was told.
    pub(crate) async fn flush(&self) {
        #[cfg(feature = "cluster")]
        if let Some(line) = &self.line {
            line.flush().await;
        }
    }

    /// Changes after times in which messages may have been lost.
    pub(crate) fn gaps(&self) -> watch::Receiver<u64> {
        self.gaps.subscribe()
    }

    /// Something may have been lost on the way to here: soon [`Bus::gaps`] changes.
    pub(crate) fn has_missed(&self) {
        #[cfg(feature = "cluster")]
        if let Some(line) = &self.line {
            line.has_missed();
        }
    }

    /// Hears of a table.
    pub(crate) async fn table(&self, id: &str) -> Ear<TableNews> {
        self.ear(format!("galet.t.{id}")).await
    }

    /// Tells the other nodes of a table.
    pub(crate) fn tell_table(&self, id: &str, news: TableNews) {
        self.tell(|| format!("galet.t.{id}"), news, false);
    }

    /// Hears of a guest.
    pub(crate) async fn guest(&self, guest: GuestId) -> Ear<GuestNews> {
        self.ear(format!("galet.g.{}", guest.0)).await
    }

    /// Tells the other nodes of a guest.
    pub(crate) fn tell_guest(&self, guest: GuestId, news: GuestNews) {
        self.tell(|| format!("galet.g.{}", guest.0), news, false);
    }

    /// Hears what concerns every node.
    pub(crate) async fn common(&self) -> Ear<CommonNews> {
        self.ear(ALL.to_owned()).await
    }

    /// Tells all nodes.
    pub(crate) fn tell_all(&self, news: CommonNews) {
        let keep = news.is_nowhere_else();
        self.tell(|| ALL.to_owned(), news, keep);
    }

    /// Tells, if there is anybody. It never waits: what finds no room, or no connection if it is not to be kept, is lost.
    fn tell<T: Serialize>(&self, subject: impl FnOnce() -> String, news: T, keep: bool) {
        #[cfg(feature = "cluster")]
        if let Some(line) = &self.line {
            line.tell((subject(), news::write(self.own, news)), keep);
        }
        #[cfg(not(feature = "cluster"))]
        let _ = (subject, news, keep);
    }

    async fn ear<T>(&self, subject: String) -> Ear<T> {
        #[cfg(feature = "cluster")]
        if let Some(line) = &self.line {
            let source = line.hear(&subject).await;
            return Ear {
                own: self.own,
                place: Some((line.clone(), subject)),
                source,
                news: PhantomData,
            };
        }
        let _ = subject;
        Ear {
            own: self.own,
            #[cfg(feature = "cluster")]
            place: None,
            #[cfg(feature = "cluster")]
            source: None,
            news: PhantomData,
        }
    }
}

/// Hears what others tell about something, as long as it exists and while the line works.
pub(crate) struct Ear<T> {
    own: NodeId,
    #[cfg(feature = "cluster")]
    place: Option<(Arc<nats::Line>, String)>,
    /// Missing where the line did not take it yet.
    #[cfg(feature = "cluster")]
    source: Option<nats::Source>,
    news: PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Ear<T> {
    /// Waits for the next news of another node; for ever if there is none. Nothing is lost where it is
    /// given up in the midst. `None` says that it has begun to hear just now: what was told before is to be looked for.
    pub(crate) async fn hear(&mut self) -> Option<Letter<T>> {
        #[cfg(feature = "cluster")]
        while let Some((line, subject)) = &self.place {
            let Some(source) = &mut self.source else {
                self.source = Some(line.hear_at_last(subject).await);
                return None;
            };
            match source.next().await {
                Some(bytes) => {
                    let letter = news::read(self.own, &bytes);
                    if letter.is_some() {
                        return letter;
                    }
                }
                None => self.source = None,
            }
        }
        let _ = self.own;
        std::future::pending().await
    }
}
