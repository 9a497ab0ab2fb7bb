//! The tables in memory: loaded when somebody wants them, kept by one task each, dropped when
//! nobody does.

pub(crate) mod keeper;
mod push;
mod stored;
mod telling;
mod thinking;

use crate::App;
use crate::error::ApiError;
use crate::store::writer::{StoreChange, Summary};
use crate::token;
use galet_core::Side;
use galet_games::record::Record;
use galet_table::{Event, GuestId, Moment, Presence, Request, Seat, Table};
use galet_wire::table::{NewTable, TableView};
use keeper::{Keeper, KeeperMessage, LONG, Watcher};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, mpsc, oneshot};

/// The tables in memory, by name.
#[derive(Debug, Default)]
pub(crate) struct Tables(Mutex<HashMap<String, Slot>>);

/// A table that is in memory or on its way there: whoever comes meanwhile waits for the same.
type Slot = Arc<OnceCell<mpsc::Sender<KeeperMessage>>>;

/// A table that is dropped at the very moment it is wanted is loaded again: so often at most.
const ATTEMPTS: usize = 3;
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
        let now = app.clock.now();
        let opened = if message.moves.len() > LONG as usize {
            let (id, message) = (id.clone(), message.clone());
            app.work.aside(move || Table::open(&id, &message, by, seed, now)).await
        } else {
            Table::open(&id, message, by, seed, now)
        };
        let (table, event) =
            opened.map_err(|refused| ApiError::unprocessable((&refused).into()))?;
        app.store.writer.write(opening_changes(&table, &event)).await?;
        app.metrics.tables_opened.add(1);
        app.people.turn_passed(None, guest_to_move(&table));
        // It goes into memory now: the computer may have to begin.
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
        let slot = {
            let mut live = self.lock();
            let slot = live.entry(id.to_owned()).or_default();
            // A task that ended badly must not take its table with it.
            if slot.get().is_some_and(mpsc::Sender::is_closed) {
                *slot = Slot::default();
            }
            slot.clone()
        };
        let loaded = slot.get_or_try_init(|| Keeper::load(app, id)).await;
        if loaded.is_err() {
            let mut live = self.lock();
            if live.get(id).is_some_and(|there| !there.initialized()) {
                live.remove(id);
            }
        }
        loaded.cloned()
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
        self.call(app, id, |reply| KeeperMessage::Ask { who, request: request.clone(), reply })
            .await?
    }

    /// Lets somebody hear of everything that happens at a table.
    pub(crate) async fn watch(
        &self,
        app: &Arc<App>,
        id: &str,
        watcher: &Watcher,
    ) -> Result<TableView, ApiError> {
        let view = self
            .call(app, id, |reply| KeeperMessage::Watch { watcher: watcher.clone(), reply })
            .await?;
        Ok(*view)
    }

    /// Lets somebody hear no more of a table.
    pub(crate) async fn leave(&self, id: &str, connection: u64) {
        let keeper = self.lock().get(id).and_then(|slot| slot.get().cloned());
        if let Some(keeper) = keeper {
            let _ = keeper.send(KeeperMessage::Leave { connection }).await;
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

    /// Tells the tables in memory that a guest has another name.
    pub(crate) async fn renamed(&self, guest: GuestId, name: &str) {
        let keepers: Vec<_> = self.lock().values().filter_map(|slot| slot.get().cloned()).collect();
        for keeper in keepers {
            let _ = keeper.send(KeeperMessage::Renamed { guest, name: name.to_owned() }).await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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

/// What the database is told of a new table.
fn opening_changes(table: &Table, event: &Event) -> Vec<StoreChange> {
    let first = StoreChange::Event {
        table: table.id().to_owned(),
        seq: table.seq(),
        body: event.to_json(),
    };
    vec![first, StoreChange::Summary(Box::new(summary(table)))]
}

/// What lists know of a table.
fn summary(table: &Table) -> Summary {
    let seats = table.seats();
    let effects = table.effects(&Presence::default(), table.last_at());
    // A computer that has to move wants that at once.
    let wake = if effects.think.is_some() { Some(table.last_at()) } else { effects.flag_at };
    Summary {
        id: table.id().to_owned(),
        game: table.game(),
        first: guest_on(seats[Side::First]).map(|guest| guest.0 as i64),
        second: guest_on(seats[Side::Second]).map(|guest| guest.0 as i64),
        turn: guest_to_move(table).map(|guest| guest.0 as i64),
        ply: table.ply(),
        seq: table.seq(),
        ended: table.is_over(),
        at: table.last_at().0,
        wake: wake.map(|moment| moment.0),
        goes_on: false,
    }
}

fn guest_on(seat: Seat) -> Option<GuestId> {
    match seat {
        Seat::Guest { guest } => Some(guest),
        Seat::Nobody | Seat::Computer { .. } => None,
    }
}

/// The guest for whose move a table waits.
fn guest_to_move(table: &Table) -> Option<GuestId> {
    guest_on(table.seats()[table.turn()?])
}
