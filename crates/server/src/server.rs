//! Starting and stopping.

use crate::App;
use crate::allowance::{self, Allowance};
use crate::bus::{Bus, BusError};
use crate::connections::Connections;
use crate::descriptors;
use crate::engine;
use crate::host_names::HostNames;
use crate::http;
use crate::limits::{Buckets, Budget, Counts};
use crate::listen::{Door, listen, take_all};
use crate::log::Seldom;
use crate::metrics::Metrics;
use crate::neighbours;
use crate::nodes::{self, Nodes};
use crate::people::People;
use crate::retention;
use crate::settings::Settings;
use crate::store::file::FolderLock;
use crate::store::writer::StoreChange;
use crate::store::{
    NodeId, Place, PostgresUrl, Store, StoreError, database_in, health::storage_message,
};
use crate::tables::{SOON, Tables};
use crate::token;
use crate::unheard::Unanswered;
use crate::unrecognised::Unrecognised;
use crate::waiting::Waiting;
use crate::work::Work;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::timeout;

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}{}", advice(error))]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Other nodes cannot be reached.
    #[error(transparent)]
    Bus(#[from] BusError),
    /// Connections cannot be accepted any more.
    #[error("the server stopped: {0}")]
    Stopped(std::io::Error),
}

fn advice(error: &std::io::Error) -> &'static str {
    match error.kind() {
        std::io::ErrorKind::AddrInUse => {
            " (is another galet running? choose another port: --port 4281)"
        }
        std::io::ErrorKind::PermissionDenied => " (ports below 1024 need special rights)",
        _ => "",
    }
}

/// A server that has been started.
#[derive(Clone, Debug)]
pub struct Running {
    /// The address for this computer's browser.
    pub here: String,
    /// Addresses for others, the best first.
    pub elsewhere: Vec<String>,
    /// Where the figures are, if they have a port of their own.
    pub metrics: Option<SocketAddr>,
}

/// After so many milliseconds it is written down again that the server runs, while a clock may
/// be running.
const HEARTBEAT: u64 = 1_000;
/// How often, in heartbeats, when no table is in memory.
const SELDOM: u64 = 15;
/// After so many milliseconds tables on disk are looked through again for flags that will fall.
const ROUND: u64 = 30_000;
/// Opening a table counts for so many requests.
const OPENINGS: u32 = 50;
/// So long the start waits for the check of the database.
const CHECK: Duration = Duration::from_secs(10);
/// So many new guests may come from one address at once, however few a minute.
const GUESTS_AT_ONCE: u32 = 20;
/// Connections of those who watch over the server, where they have a port of their own.
const WATCHERS: usize = 32;
/// The bytes of all large bodies together that are being read.
const BODIES: usize = 16 * 1024 * 1024;
/// Large bodies that one address sends at a time.
const LARGE_BODIES: u32 = 4;
/// Pictures that may be painted for one address at a time.
const PICTURES: u32 = 2;
/// The bytes of all small bodies together that are being read.
const SMALL_BODIES: usize = 8 * 1024 * 1024;
/// How long connections have to end.
const FAREWELL: Duration = Duration::from_secs(5);

/// Runs a server until `stop` is done. `started` hears where it is.
pub async fn serve(
    settings: Settings,
    started: impl FnOnce(&Running),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let address = SocketAddr::new(settings.host, settings.port);
    let room = descriptors::room_for(settings.connections, descriptors::raise());
    if room < settings.connections as usize {
        let wanted = settings.connections;
        tracing::warn!(wanted, room, "the system's limit of open files leaves less room");
    }
    let listener = listen(address);
    let listener = listener.map_err(|error| ServeError::Listen { address, error })?;
    let port = listener.local_addr().map_err(ServeError::Stopped)?.port();
    let metrics = settings
        .metrics
        .map(|address| listen(address).map_err(|error| ServeError::Listen { address, error }));
    let metrics = metrics.transpose()?;
    let place = place(&settings)?;
    // Held until the end: the only server on this folder.
    let _lock = match place {
        Place::File(_) => Some(FolderLock::take(&settings.data)?),
        Place::Postgres(_) => None,
    };
    let app = Arc::new(open(settings, &place, port, room).await?);
    let mut chores = vec![
        tokio::spawn(tell_of_storage(app.clone())),
        tokio::spawn(retention::keep_tidy(app.clone())),
    ];
    if app.nodes.shared() {
        nodes::note_outage(&app).await?;
        chores.extend(nodes::start(&app));
        chores.extend([
            tokio::spawn(neighbours::listen(app.clone())),
            tokio::spawn(neighbours::make_sure(app.clone())),
            tokio::spawn(neighbours::compare_tables(app.clone())),
            tokio::spawn(allowance::tell(app.clone())),
        ]);
    } else {
        note_outage(&app).await?;
        check_file(&app).await;
        chores.extend([tokio::spawn(beat(app.clone())), tokio::spawn(wake_tables(app.clone()))]);
    }
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        host = %app.settings.host,
        port,
        data = %app.settings.data.display(),
        trust_proxy = app.settings.trust_proxy,
        connections = room,
        engine_threads = app.settings.engine_threads,
        node = app.settings.node,
        "started"
    );
    started(&Running {
        here: here(&app),
        elsewhere: http::addresses(&app.settings, port),
        metrics: metrics.as_ref().and_then(|listener| listener.local_addr().ok()),
    });

    let door = Door {
        router: http::router(app.clone()),
        connections: app.connections.clone(),
        // All connections of a proxy come from the proxy.
        by_network: !app.settings.trust_proxy,
        patience: app.settings.patience,
    };
    let taking = tokio::spawn(take_all(listener, door, app.down.subscribe()));
    if let Some(listener) = metrics {
        let door = Door {
            router: http::metrics_router(app.clone()),
            connections: Connections::new(WATCHERS, u32::MAX),
            by_network: false,
            patience: app.settings.patience,
        };
        tokio::spawn(take_all(listener, door, app.down.subscribe()));
    }
    stop.await;
    tracing::info!("going down");
    if app.nodes.shared() {
        // From now on players are on their way to other nodes, and lose no time by it.
        let _ = app.store.writer.write(vec![StoreChange::NodeLeft]).await;
    }
    app.down.send_replace(true);
    // Whoever holds a connection open for longer is cut off.
    let _ = timeout(FAREWELL, taking).await;
    let _ = timeout(FAREWELL, sockets_closed(&app)).await;
    app.scheduler.close();
    for chore in chores {
        chore.abort();
    }
    let last = StoreChange::Heartbeat;
    let _ = app.store.writer.write(vec![last]).await;
    // Others may do at once what was to be done here.
    let _ = app.store.release_leases().await;
    app.bus.flush().await;
    app.store.close().await;
    Ok(())
}

/// Where everything is kept.
fn place(settings: &Settings) -> Result<Place, StoreError> {
    let Some(url) = &settings.database else {
        return Ok(Place::File(database_in(&settings.data)));
    };
    PostgresUrl::read(url).map(Place::Postgres).ok_or(StoreError::NoAddress)
}

async fn open(
    settings: Settings,
    place: &Place,
    port: u16,
    room: usize,
) -> Result<App, ServeError> {
    let clock = settings.clock.clone();
    let number = NodeId(token::number());
    let store = Store::open(place, clock.clone(), number, &settings.node).await?;
    let (own, shared) = (store.own_node(), store.is_shared());
    let bus = match &settings.nats[..] {
        [] => Bus::alone(own, shared),
        _ => Bus::connect(own, &settings).await?,
    };
    let limits = settings.limits;
    let scheduler = engine::executor(&settings, &store).await?;
    Ok(App {
        port,
        clock,
        store,
        tables: Tables::default(),
        people: People::default(),
        bus,
        nodes: Nodes::new(own, shared, settings.clock.now()),
        allowance: Allowance::default(),
        waiting: Waiting::default(),
        unanswered: Unanswered::default(),
        unrecognised: Unrecognised::default(),
        scheduler,
        work: Work::new(),
        metrics: Metrics::default(),
        address_buckets: Buckets::new(limits.address_rate).shared(shared),
        // One browser may do no more than one address.
        visitor_buckets: Buckets::new(limits.address_rate).shared(shared),
        opening_buckets: Buckets::new(limits.address_rate / OPENINGS).shared(shared),
        guest_buckets: Buckets::new(limits.guest_rate).shared(shared),
        new_guests: Buckets::by_minute(limits.guests_per_minute, GUESTS_AT_ONCE).shared(shared),
        openings: Counts::new(limits.open_tables),
        address_sockets: Counts::new(limits.address_sockets).shared(shared),
        address_requests: Counts::new(limits.address_connections),
        address_analyses: Counts::new(limits.address_analyses).shared(shared),
        visitor_analyses: Counts::new(limits.analyses).shared(shared),
        names: HostNames::new(&settings.names),
        refusals: Seldom::default(),
        connections: Connections::new(room, limits.address_connections),
        bodies: Budget::new(BODIES),
        large_bodies: Counts::new(LARGE_BODIES),
        painters: Counts::new(PICTURES),
        small_bodies: Budget::new(SMALL_BODIES),
        down: watch::Sender::new(false),
        settings,
    })
}

/// Writes down for how long the server was down, so that clocks stand still for so long.
///
/// A server that ran with a clock ahead of time left a last heartbeat, and outages, that lie in the
/// future. Since when it is down cannot be known then, but nobody loses by it: tables where
/// something happened meanwhile stand still until that time comes, and for all others the outage at
/// the beginning of that run, cut short to now, holds all of it.
async fn note_outage(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now().0;
    let mut changes = vec![StoreChange::Heartbeat];
    match app.store.heartbeat().await? {
        Some(last) if last < now => {
            let node = app.store.own_node();
            changes.push(StoreChange::Outage { node, began: last, ended: now });
        }
        Some(last) if last > now => {
            tracing::warn!(
                milliseconds = last - now,
                "the clock was ahead before, or is behind now"
            );
            changes.push(StoreChange::ForgetFuture { now });
        }
        _ => {}
    }
    app.store.writer.write(changes).await?;
    Ok(())
}

/// Looks for damage before anybody plays; a large file goes on being looked at meanwhile.
async fn check_file(app: &App) {
    let store = app.store.clone();
    let check = tokio::spawn(async move { store.check_quickly().await });
    if timeout(CHECK, check).await.is_err() {
        tracing::warn!("the database is large: it is checked while the server runs already");
    }
}

/// Writes down that the server runs. That is also how it is noticed that nothing can be written, or
/// that it can again, when nobody moves.
async fn beat(app: Arc<App>) {
    for round in 0_u64.. {
        let store = &app.store;
        let wanted = app.metrics.tables_live.get() > 0 || round % SELDOM == 0;
        if wanted || store.health.is_failing() || !store.is_in_place() {
            let beat = StoreChange::Heartbeat;
            match store.writer.write(vec![beat]).await {
                // A fault of the disk is logged when it begins.
                Ok(_) | Err(StoreError::Failing(_)) => {}
                Err(error) => tracing::error!(%error, "the heartbeat cannot be written"),
            }
        }
        app.clock.reaches(app.clock.now().plus(HEARTBEAT)).await;
    }
}

/// Tells everybody when nothing can be written, and when it can again.
async fn tell_of_storage(app: Arc<App>) {
    let mut condition = app.store.health.subscribe();
    let mut told = None;
    while condition.changed().await.is_ok() {
        let fault = condition.borrow_and_update().fault.map(|(fault, _)| fault);
        if std::mem::replace(&mut told, fault) != fault {
            app.people.tell_all(&storage_message(fault));
        }
    }
}

/// Loads the tables that have something to do by themselves soon: a flag to fall, a computer to
/// move.
async fn wake_tables(app: Arc<App>) {
    loop {
        let now = app.clock.now();
        let waking = app.store.waking_before(now.plus(SOON)).await.unwrap_or_else(|error| {
            tracing::error!(%error, "tables that wait cannot be found");
            Vec::new()
        });
        for table in waking {
            if let Err(error) = app.tables.get(&app, &table).await {
                tracing::error!(%table, code = error.info.code, "a table cannot be loaded");
            }
        }
        app.clock.reaches(now.plus(ROUND)).await;
    }
}

async fn sockets_closed(app: &App) {
    while app.metrics.sockets.get() > 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn here(app: &App) -> String {
    let host = app.settings.host;
    let host = if host.is_unspecified() || host.is_loopback() {
        "localhost".to_owned()
    } else {
        SocketAddr::new(host, 0).to_string().trim_end_matches(":0").to_owned()
    };
    format!("http://{host}:{}", app.port)
}
