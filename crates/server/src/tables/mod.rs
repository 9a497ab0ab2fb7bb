//! The tables in memory: loaded when somebody wants them, kept by one task each, dropped when
//! nobody does.

pub(crate) mod keeper;
pub(crate) mod mirror;
mod push;
mod stored;
mod summary;
mod telling;
mod thinking;

use crate::App;
use crate::error::ApiError;
use crate::store::removal::Removal;
use crate::store::writer::{Ended, StoreChange};
use crate::store::{NodeId, StoreError};
use crate::token;
use crate::waiting::{self, Awaited, Players};
use galet_engine::experts;
use galet_games::record::Record;
use galet_table::{Event, GuestId, Moment, Presence, Request, Table};
use galet_wire::table::NewTable;
use keeper::{Keeper, KeeperMessage, LONG, Watcher};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use summary::{UNKNOWN, ended, guest_to_move, summary};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{OnceCell, mpsc, oneshot};
use tokio::time::timeout;

/// Waits for an answer. If it takes long all nodes hear of it: whoever waits may lose patience and try elsewhere. They
/// hear of the answer, too, also where the page is gone by then: what it asked is carried out all the same.
async fn patiently<T>(
    app: &App,
    table: &str,
    asked: impl Future<Output = T>,
    awaited: impl FnOnce() -> Awaited,
) -> T {
    let mut asked = std::pin::pin!(asked);
    if let Ok(answered) = timeout(waiting::LONG, &mut asked).await {
        return answered;
    }
    let awaited = awaited();
    let _waits = app.unanswered.since(awaited.since);
    app.waits(table, awaited.clone());
    let answered = asked.await;
    app.waits(table, Awaited { until: Some(app.clock.now()), ..awaited });
    answered
}

/// The tables in memory, by name.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    live: Mutex<HashMap<String, Slot>>,
    /// How those stand, for whoever does not ask their keepers.
    standings: Mutex<HashMap<String, Standing>>,
}

/// How a table in memory stands.
#[derive(Clone, Copy, Debug)]
struct Standing {
    /// How many events it has; other nodes may have written more.
    seq: u32,
    players: Players,
    /// When the turn began.
    turn: Moment,
}

/// A table that is in memory or on its way there: whoever comes meanwhile waits for the same.
type Slot = Arc<OnceCell<mpsc::Sender<KeeperMessage>>>;

/// A table that is dropped at the very moment it is wanted is loaded again: so often at most.
const ATTEMPTS: usize = 3;
/// So many tables of earlier versions are looked at when their player asks how they ended.
const AT_ONCE: u32 = 200;
/// Tables whose flag falls in more milliseconds than this need not be in memory.
pub(crate) const SOON: u64 = 120_000;

impl Tables {
    /// Opens a new table and gives its name.
    pub(crate) async fn open(
        &self,
        app: &Arc<App>,
        message: &NewTable,
        by: GuestId,
    ) -> Result<String, ApiError> {
        let id = token::table_name();
        let seed = token::number() as u64;
        let (table, event) = begin(app, &id, message, by, seed).await?;
        app.store.writer.write(opening_changes(&table, &event)).await?;
        app.metrics.tables_opened.add(1);
        tracing::info!(game = table.game(), "a table is opened");
        app.turn_passed(None, guest_to_move(&table));
        // It goes into memory now: the computer may have to begin.
        app.nodes.takes_duty(&id);
        self.get(app, &id).await?;
        Ok(id)
    }

    /// The keeper of a table.
    pub(crate) async fn get(
        &self,
        app: &Arc<App>,
        id: &str,
    ) -> Result<mpsc::Sender<KeeperMessage>, ApiError> {
        if !token::is_table_name(id) {
            return Err(ApiError::no_such_table());
        }
        let held = self.hold(id);
        held.slot.get_or_try_init(|| Keeper::load(app, id)).await.cloned()
    }

    /// The place of a table, whether it is there or not.
    fn hold<'t>(&'t self, id: &'t str) -> Held<'t> {
        let mut live = self.lock();
        let slot = live.entry(id.to_owned()).or_default();
        // A task that ended badly must not take its table with it.
        if slot.get().is_some_and(mpsc::Sender::is_closed) {
            *slot = Slot::default();
        }
        Held { tables: self, id, slot: slot.clone() }
    }

    /// Deletes a table that is not in memory; whoever wants it meanwhile waits, and then finds
    /// nothing. With `at`, only if nothing has happened there since. `None` if it is in memory.
    pub(crate) async fn erase(
        &self,
        app: &App,
        id: &str,
        at: Option<u64>,
    ) -> Option<Result<bool, StoreError>> {
        let held = self.hold(id);
        let mut erased = None;
        let erase = async {
            let removal = Removal::Table { id: id.to_owned(), at };
            let rows = app.store.writer.write(vec![StoreChange::Removal(removal)]).await;
            erased = Some(rows.map(|rows| rows > 0));
            // The place stays empty.
            Err(())
        };
        let _ = held.slot.get_or_try_init(|| erase).await;
        if let Some(Ok(true)) = erased {
            app.erased(id);
            app.metrics.tables_deleted.add(1);
        }
        erased
    }

    /// Deletes a table wherever it is, if nothing has happened there since; those who watch it are
    /// cut off. Whether it is gone.
    pub(crate) async fn erase_anyway(
        &self,
        app: &App,
        id: &str,
        at: u64,
    ) -> Result<bool, ApiError> {
        for _ in 0..ATTEMPTS {
            if let Some(erased) = self.erase(app, id, Some(at)).await {
                return Ok(erased?);
            }
            self.dismiss(id).await;
        }
        Err(ApiError::busy())
    }

    /// Takes a table out of memory at once; those who watch it are cut off.
    pub(crate) async fn dismiss(&self, id: &str) {
        let keeper = self.lock().get(id).and_then(|slot| slot.get().cloned());
        if let Some(keeper) = keeper {
            let _ = keeper.send(KeeperMessage::Dismiss).await;
            keeper.closed().await;
        }
    }

    /// Sees to what a table wants by itself: this node has its lease.
    pub(crate) async fn see_to(&self, app: &Arc<App>, id: &str) -> Result<(), ApiError> {
        let keeper = self.get(app, id).await?;
        // One that has much to do looks for itself soon enough.
        let _ = keeper.try_send(KeeperMessage::Duty);
        Ok(())
    }

    /// Tells the tables in memory that for a while nothing could be done at a node. It waits for none of them: one of
    /// them may be who tells it.
    pub(crate) fn node_interrupted(&self, node: NodeId) {
        for keeper in self.keepers() {
            send_without_waiting(keeper, KeeperMessage::Interrupted { node });
        }
    }

    /// No page of a guest is at another node any more: none looks at these tables there.
    pub(crate) fn gone_from(&self, node: NodeId, guest: GuestId, tables: &[String]) {
        for id in tables {
            let keeper = self.lock().get(id).and_then(|slot| slot.get().cloned());
            if let Some(keeper) = keeper {
                send_without_waiting(keeper, KeeperMessage::Gone { node, guest });
            }
        }
    }

    /// The tables in memory, and how many events of each are known here.
    pub(crate) fn known(&self) -> Vec<(String, u32)> {
        self.standings().iter().map(|(id, standing)| (id.clone(), standing.seq)).collect()
    }

    /// Who plays at a table; `None` if that is not in memory.
    pub(crate) fn players(&self, id: &str) -> Option<Players> {
        self.standings().get(id).map(|standing| standing.players)
    }

    /// When the turn began that everybody here was shown last; `None` if the table is not in memory.
    fn turn(&self, id: &str) -> Option<Moment> {
        self.standings().get(id).map(|standing| standing.turn)
    }

    /// The store knows more of a table than this node does, or less.
    pub(crate) fn differs(&self, id: &str) {
        let keeper = self.lock().get(id).and_then(|slot| slot.get().cloned());
        // One that has much to do is asked again soon enough.
        let _ = keeper.map(|keeper| keeper.try_send(KeeperMessage::Differs));
    }

    fn standings(&self) -> MutexGuard<'_, HashMap<String, Standing>> {
        self.standings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keepers(&self) -> Vec<mpsc::Sender<KeeperMessage>> {
        self.lock().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    /// Says why a table cannot be opened like this, if it cannot.
    pub(crate) async fn check_opening(app: &App, message: &NewTable) -> Result<(), ApiError> {
        begin(app, "", message, GuestId(0), 0).await.map(|_| ())
    }

    /// Takes a table out of memory, unless somebody has just asked for something there.
    fn forget(&self, id: &str, inbox: &mpsc::Receiver<KeeperMessage>) -> bool {
        let mut live = self.lock();
        let idle = inbox.is_empty();
        if idle {
            live.remove(id);
        }
        idle
    }

    /// Asks the keeper of a table for something.
    async fn call<T: Send + 'static>(
        &self,
        app: &Arc<App>,
        id: &str,
        message: impl Fn(oneshot::Sender<T>) -> KeeperMessage,
    ) -> Result<T, ApiError> {
        for _ in 0..ATTEMPTS {
            let keeper = self.get(app, id).await?;
            let (reply, answer) = oneshot::channel();
            if keeper.send(message(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return Ok(answer);
            }
        }
        Err(ApiError::busy())
    }

    /// Does what somebody at a table asks for; returns when it is on disk.
    pub(crate) async fn ask(
        &self,
        app: &Arc<App>,
        id: &str,
        who: GuestId,
        request: &Request,
    ) -> Result<(), ApiError> {
        let received = app.clock.now();
        let ask = |reply| KeeperMessage::Ask { who, request: request.clone(), received, reply };
        let asked = self.call(app, id, ask);
        match request {
            Request::Move { ply, text } => {
                let wanted = || Some((*ply, text.clone()));
                let since = received;
                let awaited = || Awaited { who, wanted: wanted(), since, shows: None, until: None };
                patiently(app, id, asked, awaited).await?
            }
            Request::Act { .. } => asked.await?,
        }
    }

    /// Answers a question with a table, and lets whoever asked hear of everything that happens there. They may hear of it
    /// already, and ask what has become of it.
    pub(crate) async fn watch(
        &self,
        app: &Arc<App>,
        id: &str,
        watcher: &Watcher,
        to: u32,
        hears: bool,
    ) -> Result<(), ApiError> {
        let received = app.clock.now();
        let watch = |reply| KeeperMessage::Watch { watcher: watcher.clone(), to, received, reply };
        let asked = self.call(app, id, watch);
        match watcher.guest {
            Some(who) => {
                let awaited = || {
                    let shows = self.turn(id).filter(|_| hears);
                    Awaited { who, wanted: None, since: received, shows, until: None }
                };
                patiently(app, id, asked, awaited).await
            }
            None => asked.await,
        }
    }

    /// Lets somebody hear no more of a table.
    pub(crate) async fn leave(&self, id: &str, connection: u64) {
        let keeper = self.lock().get(id).and_then(|slot| slot.get().cloned());
        if let Some(keeper) = keeper {
            let _ = keeper.send(KeeperMessage::Leave { connection }).await;
        }
    }

    /// Tells a table that somebody who watches it is a guest from now on.
    pub(crate) async fn became(&self, id: &str, connection: u64, guest: GuestId) {
        let keeper = self.lock().get(id).and_then(|slot| slot.get().cloned());
        if let Some(keeper) = keeper {
            let _ = keeper.send(KeeperMessage::Became { connection, guest }).await;
        }
    }

    /// Looks at a table.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        app: &Arc<App>,
        id: &str,
        look: impl Fn(&TableSnapshot<'_>) -> T + Clone + Send + 'static,
    ) -> Result<T, ApiError> {
        self.call(app, id, |reply| {
            let look = look.clone();
            KeeperMessage::Look(Box::new(move |table| {
                let _ = reply.send(look(table));
            }))
        })
        .await
    }

    /// Lets lists know how those tables of a guest ended that were finished before lists kept it.
    pub(crate) async fn fill_in_results(
        &self,
        app: &Arc<App>,
        guest: GuestId,
    ) -> Result<(), ApiError> {
        let mut changes = Vec::new();
        for id in app.store.unknown_results_of(guest.0 as i64, AT_ONCE).await? {
            match self.look(app, &id, |snapshot| ended(snapshot.table)).await {
                Ok(Some(ended)) => changes.push(StoreChange::Ended { table: id, ended }),
                Ok(None) => {}
                // It has no result that anybody could know: nobody asks again.
                Err(error) if error.is_damaged_table() => {
                    let ended = Ended { level: None, result: UNKNOWN, over: 0 };
                    changes.push(StoreChange::Ended { table: id, ended });
                }
                Err(error) if error.is_no_such_table() => {}
                Err(error) => return Err(error),
            }
        }
        if !changes.is_empty() {
            app.store.writer.write(changes).await?;
        }
        Ok(())
    }

    /// Tells the tables in memory that a guest has another name.
    pub(crate) async fn renamed(&self, guest: GuestId, name: &str) {
        for keeper in self.keepers() {
            let _ = keeper.send(KeeperMessage::Renamed { guest, name: name.to_owned() }).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tells a keeper something, at once if it can take it.
fn send_without_waiting(keeper: mpsc::Sender<KeeperMessage>, message: KeeperMessage) {
    if let Err(TrySendError::Full(message)) = keeper.try_send(message) {
        tokio::spawn(async move {
            let _ = keeper.send(message).await;
        });
    }
}

/// The place of a table, held by somebody who waits for what comes there.
struct Held<'t> {
    tables: &'t Tables,
    id: &'t str,
    slot: Slot,
}

impl Drop for Held<'_> {
    /// A place where nothing came is taken away, unless somebody else waits for it. Also when whoever
    /// waited goes away in the middle of it.
    fn drop(&mut self) {
        let mut live = self.tables.lock();
        // One is in the list, one is ours; others are handed out only under this lock.
        let alone = Arc::strong_count(&self.slot) == 2 && !self.slot.initialized();
        if alone && live.get(self.id).is_some_and(|there| Arc::ptr_eq(there, &self.slot)) {
            live.remove(self.id);
        }
    }
}

/// A table as somebody looks at it.
pub(crate) struct TableSnapshot<'t> {
    pub(crate) table: &'t Table,
    pub(crate) presence: &'t Presence,
    pub(crate) now: Moment,
    pub(crate) names: &'t dyn Fn(GuestId) -> String,
}

impl TableSnapshot<'_> {
    /// The game as a record.
    pub(crate) fn record(&self) -> Record {
        self.table.record(self.names)
    }
}

/// The beginning of a table; one with many moves is made elsewhere, where nobody waits behind it.
async fn begin(
    app: &App,
    id: &str,
    message: &NewTable,
    by: GuestId,
    seed: u64,
) -> Result<(Table, Event), ApiError> {
    let now = app.clock.now();
    let opened = if message.moves.len() > LONG as usize {
        let (id, message) = (id.to_owned(), message.clone());
        app.work.aside(move || Table::open(&id, &message, experts, by, seed, now)).await
    } else {
        Table::open(id, message, experts, by, seed, now)
    };
    opened.map_err(|refused| ApiError::unprocessable((&refused).into()))
}

/// What the database is told of a new table.
fn opening_changes(table: &Table, event: &Event) -> Vec<StoreChange> {
    let first = StoreChange::Event {
        table: table.id().to_owned(),
        seq: table.seq(),
        body: event.to_json(),
    };
    vec![first, StoreChange::Summary(Box::new(summary(table)))]
}
