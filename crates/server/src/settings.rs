//! What can be set about a server.

use galet_store::WallClock;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// Everything that can be set. [`Settings::default`] serves this computer only.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port; 0 takes any free one.
    pub port: u16,
    /// The folder that holds the database.
    pub data: PathBuf,
    /// The PostgreSQL database that keeps everything instead of a file in that folder, as
    /// `postgres://user@host/name`: several nodes can share it.
    pub database: Option<String>,
    /// Whether `X-Forwarded-*` headers come from a reverse proxy of ours.
    pub trust_proxy: bool,
    /// Names that this server goes by, besides `localhost`, addresses and the machine's own.
    pub names: Vec<String>,
    /// Where `/metrics` is, if it has a port of its own.
    pub metrics: Option<SocketAddr>,
    /// Threads for the engine.
    pub engine_threads: usize,
    /// The NATS servers that connect this node with others and with engine workers, as `nats://host:4222`; none for a
    /// server that is alone.
    pub nats: Vec<String>,
    /// A file with credentials for them (`.creds`).
    pub nats_credentials: Option<PathBuf>,
    /// A file with certificates that they are known by, besides the system's (PEM).
    pub nats_certificates: Option<PathBuf>,
    /// So much may wait until NATS takes it; what is told beyond that is lost.
    pub nats_room: usize,
    /// What this node is called in logs and figures.
    pub node: String,
    /// Connections at a time, if the system lets the program have so many open.
    pub connections: u32,
    /// What one visitor may use.
    pub limits: Limits,
    /// How long what nobody wants any more is kept.
    pub retention: Retention,
    /// How long a visitor may take, and who works for them.
    pub patience: Patience,
    /// The time that games, limits and links go by.
    pub clock: WallClock,
}

/// What one visitor may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Unfinished tables that one guest may have opened.
    pub open_tables: u32,
    /// Messages a second of one guest, in the long run.
    pub guest_rate: u32,
    /// Requests and messages a second of one address, in the long run. This computer's own
    /// addresses are not counted: behind a proxy everybody would be one.
    pub address_rate: u32,
    /// Connections of one address at a time; this computer's own are not counted. Behind a proxy:
    /// requests of one address that are being answered.
    pub address_connections: u32,
    /// WebSockets of one address at a time; this computer's own are not counted.
    pub address_sockets: u32,
    /// Analyses and reviews of one guest at a time.
    pub analyses: u32,
    /// Analyses and reviews of one address at a time; this computer's own are not counted.
    pub address_analyses: u32,
    /// The seconds after which an analysis that nobody stops ends by itself.
    pub analysis_seconds: u32,
    /// New guests a minute from one address, in the long run; this computer's own are not counted.
    pub guests_per_minute: u32,
}

/// How long what nobody wants any more is kept, in days; 0 is for ever. Finished games always are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Guests who sit at no table, after they were last seen.
    pub guests: u32,
    /// Tables where nobody has moved and nobody sat down besides who opened them.
    pub unstarted: u32,
    /// Unfinished tables where nothing happens and no clock runs.
    pub abandoned: u32,
}

/// How long a visitor may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// Until the head of a request is there, from the connection or from the answer before it.
    pub headers: Duration,
    /// Until the whole body is there, from the head.
    pub bodies: Duration,
    /// How long a question waits for an engine worker before this node answers it; as long as is usual if not given.
    pub workers: Option<Duration>,
}

/// The port when none is set.
pub const PORT: u16 = 4280;

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: PORT,
            data: default_data(),
            database: None,
            trust_proxy: false,
            names: Vec::new(),
            metrics: None,
            engine_threads: cores.saturating_sub(1).max(1),
            nats: Vec::new(),
            nats_credentials: None,
            nats_certificates: None,
            nats_room: 1_024,
            node: machine_name(),
            connections: 10_000,
            limits: Limits::default(),
            retention: Retention::default(),
            patience: Patience::default(),
            clock: WallClock::system(),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            open_tables: 100,
            guest_rate: 20,
            address_rate: 100,
            address_connections: 100,
            address_sockets: 100,
            analyses: 4,
            address_analyses: 16,
            analysis_seconds: 120,
            guests_per_minute: 6,
        }
    }
}

impl Default for Retention {
    fn default() -> Self {
        Retention { guests: 30, unstarted: 30, abandoned: 365 }
    }
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            headers: Duration::from_secs(10),
            bodies: Duration::from_secs(20),
            workers: None,
        }
    }
}

/// The machine's own name.
fn machine_name() -> String {
    #[cfg(unix)]
    if let Ok(name) = rustix::system::uname().nodename().to_str() {
        return name.to_owned();
    }
    "galet".to_owned()
}

/// Where data goes when nothing is set: the folder that the system has for it.
pub fn default_data() -> PathBuf {
    directories::ProjectDirs::from("", "", "galet")
        .map_or_else(|| PathBuf::from("galet-data"), |dirs| dirs.data_dir().to_owned())
}
