//! One node among others on the same database: that it runs, who does what a table wants by itself,
//! and the times in which somebody could not play.
//!
//! - A node *beats*: every commit says that it runs. Whoever sees that another has stopped beating writes
//!   down an outage of that node, once; clocks of players who were there leave it out.
//! - A node that was stopped in the midst (a suspended machine) notices it when it goes on, and writes down
//!   its own outage before anything else happens at its tables ([`Nodes::awake`]).
//! - A node that others do not hear writes down the time in which somebody waits there (`unheard.rs`); one that they hear
//!   tells them (`waiting.rs`, `unrecognised.rs`).
//! - *Duty*: flags and moves of the computer are the business of the node that holds the table's lease in the
//!   store. Without other nodes that is always this one.

use crate::App;
use crate::bus::CommonNews;
use crate::store::writer::StoreChange;
use crate::store::{LEASE, NodeId, STALE, StoreError};
use crate::tables::SOON;
use crate::unheard;
use futures_util::StreamExt;
use galet_table::Moment;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::timeout;

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
/// So often the store is asked for the time at most, until an answer comes within so many milliseconds.
const COMPARISONS: usize = 5;
const QUICK: u64 = 20;
/// An answer that took longer is none.
const SLOW: u64 = 500;
/// Whoever waits for a node to notice that it was stopped waits no longer than this.
const LONG_STALL: Duration = Duration::from_secs(5);
/// How often a node says that it can write.
const WELL: Duration = Duration::from_secs(3);
/// A node that can write nothing for so long, while others can, sends its pages to them.
const HOPE: Duration = Duration::from_secs(8);
/// So many tables are loaded at a time.
const LOADS: usize = 16;
/// A duty ends so long before its lease does.
const MARGIN: Duration = Duration::from_millis(1_500);

/// What a node knows of itself.
pub(crate) struct Nodes {
    own: NodeId,
    shared: bool,
    /// When the node last looked whether it runs.
    pulse: watch::Sender<(Instant, Moment)>,
    /// How many outages of nodes have become known.
    outages: AtomicU64,
    duties: Mutex<HashMap<String, Instant>>,
    /// Whether other nodes were seen to run a moment ago.
    others: AtomicBool,
    /// When another node last said that it can write.
    well: Mutex<Option<Instant>>,
    /// Changes when pages are to go to other nodes: this one cannot write, and they can.
    send_away: watch::Sender<u64>,
}

impl Nodes {
    pub(crate) fn new(own: NodeId, shared: bool, now: Moment) -> Self {
        let pulse = watch::Sender::new((Instant::now(), now));
        Nodes {
            own,
            shared,
            pulse,
            outages: AtomicU64::new(0),
            duties: Mutex::default(),
            others: AtomicBool::new(shared),
            well: Mutex::default(),
            send_away: watch::Sender::new(0),
        }
    }

    /// Whether other nodes run.
    pub(crate) fn has_others(&self) -> bool {
        self.shared && self.others.load(Ordering::Relaxed)
    }

    /// Another node says that it can write.
    pub(crate) fn heard_well(&self) {
        *self.well.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Hears when pages are to go to other nodes.
    pub(crate) fn sends_away(&self) -> watch::Receiver<u64> {
        self.send_away.subscribe()
    }

    fn others_are_well(&self) -> bool {
        let well = *self.well.lock().unwrap_or_else(PoisonError::into_inner);
        well.is_some_and(|at| at.elapsed() < 3 * WELL)
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

    /// Whether the node was not stopped in the midst just now, as far as it has noticed.
    pub(crate) fn is_awake(&self) -> bool {
        !self.shared || self.pulse.borrow().0.elapsed() <= STALL
    }

    /// Waits until the node has noticed that it was stopped in the midst, if it was.
    pub(crate) async fn awake(&self) {
        if !self.is_awake() {
            let fresh = |(at, _): &(Instant, Moment)| at.elapsed() <= STALL;
            let mut pulse = self.pulse.subscribe();
            let _ = timeout(LONG_STALL, pulse.wait_for(fresh)).await;
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
        tokio::spawn(beat(app.clone())),
        tokio::spawn(look_after_others(app.clone())),
        tokio::spawn(claim(app.clone())),
        tokio::spawn(compare_clocks(app.clone())),
        tokio::spawn(unheard::confess(app.clone())),
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
            compare(&app, false).await;
            write_outage(&app, at).await;
        }
        app.nodes.pulse.send_replace((Instant::now(), app.clock.now()));
    }
}

/// Writes down that nothing could be done here since a moment, however long it takes until it can be written.
async fn write_outage(app: &App, began: Moment) {
    let node = app.nodes.own;
    loop {
        let outage = StoreChange::Outage { node, began: began.0, ended: app.clock.now().0 };
        match app.store.writer.write(vec![outage]).await {
            Ok(_) => break,
            Err(StoreError::Closed) => return,
            Err(error) => tracing::warn!(%error, "an outage cannot be written down yet"),
        }
        tokio::time::sleep(PULSE).await;
    }
    interrupted(app, node);
    app.bus.tell_all(CommonNews::Interrupted { node });
}

/// Beats, and nothing else: whoever waits for an answer of the database meanwhile must not keep the heart waiting. A node
/// that cannot write while others can sends its pages to them.
async fn beat(app: Arc<App>) {
    let (mut failing, mut told) = (None, Instant::now());
    loop {
        tokio::time::sleep(BEAT).await;
        match app.store.writer.write(vec![StoreChange::Heartbeat]).await {
            Ok(_) => failing = None,
            // A fault of the store is logged when it begins.
            Err(StoreError::Failing(_)) => {
                let since = *failing.get_or_insert_with(Instant::now);
                if since.elapsed() > HOPE && app.nodes.others_are_well() {
                    tracing::warn!("nothing can be written here, but elsewhere: pages go there");
                    app.nodes.send_away.send_modify(|times| *times += 1);
                    failing = Some(Instant::now());
                }
                continue;
            }
            Err(error) => tracing::error!(%error, "the heartbeat cannot be written"),
        }
        if told.elapsed() >= WELL {
            told = Instant::now();
            app.bus.tell_all(CommonNews::Well);
        }
    }
}

/// Looks whether others run, and writes down whose heart has stopped.
async fn look_after_others(app: Arc<App>) {
    loop {
        tokio::time::sleep(BEAT).await;
        if app.store.health.is_failing() {
            continue;
        }
        if let Ok(last) = app.store.last_beat_of_others().await {
            let lately = app.clock.now().0.saturating_sub(2 * STALE);
            app.nodes.others.store(last.is_some_and(|last| last > lately), Ordering::Relaxed);
        }
        note_dead(&app).await;
    }
}

/// At the start: what passed while no node ran is nobody's time.
pub(crate) async fn note_outage(app: &App) -> Result<(), StoreError> {
    // Nothing is decided by a clock that is not the store's.
    compare(app, true).await;
    let now = app.clock.now().0;
    // The own beat is there since the store was opened.
    let last = app.store.last_beat_of_others().await?;
    if let Some(began) = last.filter(|last| last + STALE < now) {
        let outage = StoreChange::Outage { node: NodeId::EVERYBODY, began, ended: now };
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
        for table in &claimed {
            app.nodes.takes_duty(table);
        }
        let see_to = |table: String| {
            let app = app.clone();
            async move {
                if let Err(error) = app.tables.see_to(&app, &table).await {
                    tracing::error!(%table, code = error.info.code, "a table cannot be loaded");
                }
            }
        };
        futures_util::stream::iter(claimed).for_each_concurrent(LOADS, see_to).await;
    }
}

/// Goes by the store's time, which is the same for all nodes.
async fn compare_clocks(app: Arc<App>) {
    loop {
        tokio::time::sleep(COMPARE).await;
        compare(&app, false).await;
    }
}

/// Sets the clock by the store's, as exactly as the quickest of some answers was quick. At the start any is good.
///
/// A machine that was suspended has a clock that stood still: when it is set forward by more than a moment, that was
/// an outage.
async fn compare(app: &App, start: bool) {
    let mut best: Option<(u64, i64)> = None;
    for _ in 0..COMPARISONS {
        let asked = app.clock.unadjusted();
        let Ok(there) = app.store.now().await else { continue };
        let answered = app.clock.unadjusted();
        let took = answered.saturating_sub(asked);
        let ahead = there.0 as i64 - ((asked + answered) / 2) as i64;
        if best.is_none_or(|(quickest, _)| took < quickest) {
            best = Some((took, ahead));
        }
        if took <= QUICK {
            break;
        }
    }
    // A slow answer says little.
    let Some((_, ahead)) = best.filter(|(took, _)| start || *took <= SLOW) else { return };
    let before = app.clock.now();
    app.clock.adjust(ahead);
    if !start && app.clock.now().since(before) > STALL.as_millis() as u64 {
        tracing::warn!("this machine was suspended");
        write_outage(app, before).await;
    }
}
