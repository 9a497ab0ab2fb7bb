//! One node among others on the same database: that it runs, who does what a table wants by itself,
//! and the times in which somebody could not play.
//!
//! - A node *beats*: every commit says that it runs. Whoever sees that another has stopped beating writes
//!   down an outage of that node, once; clocks of players who were there leave it out.
//! - A node that was stopped in the midst (a suspended machine) notices it when it goes on, and writes down
//!   its own outage before anything else happens at its tables ([`Nodes::awake`]).
//! - *Duty*: flags and moves of the computer are the business of the node that holds the table's lease in the
//!   store. Without other nodes that is always this one.

use crate::App;
use crate::bus::CommonNews;
use crate::store::writer::StoreChange;
use crate::store::{LEASE, NodeId, StoreError};
use crate::tables::SOON;
use galet_table::Moment;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// A node that has not beaten for so many milliseconds counts as dead.
pub(crate) const STALE: u64 = 3_000;
/// A player whose node is gone has so many milliseconds to come to another one; clocks leave them out.
pub(crate) const GRACE: u64 = 30_000;
/// How often a node looks whether it still runs.
const PULSE: Duration = Duration::from_millis(250);
/// A node that did not look for so long was stopped in the midst.
const STALL: Duration = Duration::from_millis(2_000);
/// A node beats, and looks for dead ones, so often.
const BEAT: Duration = Duration::from_millis(1_000);
/// How often the store is asked for tables that want something done.
const CLAIM: Duration = Duration::from_millis(500);
/// Flags that fall within so many milliseconds are claimed ahead of time.
const AHEAD: u64 = 2_000;
/// So many tables are claimed at once.
const AT_ONCE: u32 = 500;
/// How often the node's clock is compared with the store's.
const COMPARE: Duration = Duration::from_secs(5);
/// A duty ends so long before its lease does.
const MARGIN: Duration = Duration::from_millis(1_500);
/// Outages of this node were everybody's.
pub(crate) const EVERY_NODE: NodeId = NodeId(0);

/// What a node knows of itself.
pub(crate) struct Nodes {
    own: NodeId,
    shared: bool,
    /// When the node last looked whether it runs.
    pulse: watch::Sender<(Instant, Moment)>,
    /// How many outages of nodes have become known.
    outages: AtomicU64,
    duties: Mutex<HashMap<String, Instant>>,
}

impl Nodes {
    pub(crate) fn new(own: NodeId, shared: bool, now: Moment) -> Self {
        let pulse = watch::Sender::new((Instant::now(), now));
        Nodes { own, shared, pulse, outages: AtomicU64::new(0), duties: Mutex::default() }
    }

    /// Whether there may be other nodes.
    pub(crate) fn shared(&self) -> bool {
        self.shared
    }

    pub(crate) fn own(&self) -> NodeId {
        self.own
    }

    /// How many outages of nodes have become known: clocks must leave them out when this changes.
    pub(crate) fn outages(&self) -> u64 {
        self.outages.load(Ordering::Acquire)
    }

    /// Waits until the node has noticed that it was stopped in the midst, if it was.
    pub(crate) async fn awake(&self) {
        if self.shared && self.pulse.borrow().0.elapsed() > STALL {
            let fresh = |(at, _): &(Instant, Moment)| at.elapsed() <= STALL;
            let _ = self.pulse.subscribe().wait_for(fresh).await;
        }
    }

    /// Whether this node does what a table wants by itself.
    pub(crate) fn has_duty(&self, table: &str) -> bool {
        !self.shared || self.duties().get(table).is_some_and(|until| *until > Instant::now())
    }

    /// The store has given this node a table's lease just now.
    pub(crate) fn takes_duty(&self, table: &str) {
        if self.shared {
            let until = Instant::now() + (LEASE - MARGIN);
            self.duties().insert(table.to_owned(), until);
        }
    }

    /// Another node has it, or nobody needs it.
    pub(crate) fn drops_duty(&self, table: &str) {
        if self.shared {
            self.duties().remove(table);
        }
    }

    fn duties(&self) -> std::sync::MutexGuard<'_, HashMap<String, Instant>> {
        self.duties.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn forget_old_duties(&self) {
        let now = Instant::now();
        self.duties().retain(|_, until| *until > now);
    }
}

/// For a while nothing could be done at a node: the tables here hear of it.
pub(crate) fn interrupted(app: &App, node: NodeId) {
    app.nodes.outages.fetch_add(1, Ordering::AcqRel);
    app.tables.node_interrupted(node);
}

/// Starts what a node does all day.
pub(crate) fn start(app: &Arc<App>) -> Vec<tokio::task::JoinHandle<()>> {
    if !app.nodes.shared {
        return Vec::new();
    }
    vec![
        tokio::spawn(feel_pulse(app.clone())),
        tokio::spawn(look_after_others(app.clone())),
        tokio::spawn(claim(app.clone())),
        tokio::spawn(compare_clocks(app.clone())),
    ]
}

/// Notices when the node was stopped in the midst.
async fn feel_pulse(app: Arc<App>) {
    loop {
        tokio::time::sleep(PULSE).await;
        let (last, at) = *app.nodes.pulse.borrow();
        if last.elapsed() > STALL {
            let stopped = last.elapsed().as_millis();
            tracing::warn!(milliseconds = stopped, "this node was stopped in the midst");
            compare_once(&app).await;
            let (node, ended) = (app.nodes.own, app.clock.now());
            let outage = StoreChange::Outage { node, began: at.0, ended: ended.0 };
            match app.store.writer.write(vec![outage]).await {
                Ok(_) => {
                    interrupted(&app, node);
                    app.bus.tell_all(CommonNews::Interrupted { node });
                }
                // While nothing can be written there is an outage anyway, which the store writes down.
                Err(error) => tracing::warn!(%error, "an outage cannot be written down"),
            }
        }
        app.nodes.pulse.send_replace((Instant::now(), app.clock.now()));
    }
}

/// Beats, and writes down whose heart has stopped.
async fn look_after_others(app: Arc<App>) {
    loop {
        tokio::time::sleep(BEAT).await;
        match app.store.writer.write(vec![StoreChange::Heartbeat]).await {
            Ok(_) => {}
            // A fault of the store is logged when it begins.
            Err(StoreError::Failing(_)) => continue,
            Err(error) => tracing::error!(%error, "the heartbeat cannot be written"),
        }
        note_dead(&app).await;
    }
}

/// At the start: what passed while no node ran is nobody's time.
pub(crate) async fn note_outage(app: &App) -> Result<(), StoreError> {
    compare_once(app).await;
    let now = app.clock.now().0;
    // The own beat is there since the store was opened.
    let last = app.store.last_beat_of_others().await?;
    if let Some(began) = last.filter(|last| last + STALE < now) {
        let outage = StoreChange::Outage { node: EVERY_NODE, began, ended: now };
        app.store.writer.write(vec![outage]).await?;
    }
    note_dead(app).await;
    Ok(())
}

/// Writes down outages of nodes that have stopped beating.
pub(crate) async fn note_dead(app: &App) {
    let older = Moment(app.clock.now().0.saturating_sub(STALE));
    match app.store.note_dead_nodes(older).await {
        Ok(dead) => {
            for (node, began, ended) in dead {
                tracing::warn!(node = node.0, milliseconds = ended - began, "a node is gone");
                app.allowance.forget(node);
                interrupted(app, node);
                app.bus.tell_all(CommonNews::Interrupted { node });
            }
        }
        Err(error) => tracing::warn!(%error, "whether all nodes run cannot be found out"),
    }
}

/// Takes over what tables want by themselves and nobody does.
async fn claim(app: Arc<App>) {
    loop {
        tokio::time::sleep(CLAIM).await;
        if app.store.health.is_failing() || *app.down.borrow() {
            continue;
        }
        let before = app.clock.now().plus(AHEAD.min(SOON));
        let claimed = app.store.claim_wakes(before, AT_ONCE).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "tables that wait cannot be found");
            Vec::new()
        });
        app.nodes.forget_old_duties();
        for table in claimed {
            app.nodes.takes_duty(&table);
            if let Err(error) = app.tables.see_to(&app, &table).await {
                tracing::error!(%table, code = error.info.code, "a table cannot be loaded");
            }
        }
    }
}

/// Goes by the store's time, which is the same for all nodes.
async fn compare_clocks(app: Arc<App>) {
    loop {
        compare_once(&app).await;
        tokio::time::sleep(COMPARE).await;
    }
}

/// Sets the clock by the store's, as exactly as the answer was quick.
pub(crate) async fn compare_once(app: &App) {
    let asked = app.clock.unadjusted();
    let Ok(there) = app.store.now().await else { return };
    let answered = app.clock.unadjusted();
    // A slow answer says little.
    if answered - asked <= 100 {
        app.clock.adjust(there.0 as i64 - ((asked + answered) / 2) as i64);
    }
}
