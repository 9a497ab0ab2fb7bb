//! `galet serve`: the games in the browser.

use crate::console::{Console, QUIET, STRONG};
use crate::failure::Failure;
use crate::said::{Said, Wrong};
use crate::words;
use crate::wrong_line;
use clap::{Parser, ValueEnum};
use galet_server::{
    Limits, LogFormat, Place, Retention, Running, ServeError, Settings, StoreError,
};
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

/// Serve the games to browsers: play, learn and analyse.
///
/// This is also what galet does without a command. Only this computer can reach it unless --host
/// says otherwise. Everything is kept in one file, galet.db in the data folder, and is on disk
/// before it is acknowledged: the program can be stopped at any moment.
///
/// Each setting can come from the environment, too; the command line has the last word.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  galet serve                                for this computer only
  galet serve --host 0.0.0.0                 for everybody in the local network
  galet serve --port 8080 --data ./games     another port, another folder
  GALET_PORT=8080 galet                      the same by the environment
  galet serve --trust-proxy                  behind nginx or another reverse proxy

docs/serving.md has more: reverse proxies, backups, what is measured.")]
pub(crate) struct Args {
    /// The port to listen on; 0 takes any free one
    #[arg(long, value_name = "N", env = "GALET_PORT", default_value_t = galet_server::PORT)]
    port: u16,
    /// The address to listen on: 127.0.0.1 for this computer only, 0.0.0.0 for everybody
    #[arg(long, value_name = "ADDR", env = "GALET_HOST", default_value = "127.0.0.1")]
    host: IpAddr,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    database: Database,
    /// Believe X-Forwarded-For, -Proto and -Host: only behind a proxy of your own that sets them
    #[arg(long, env = "GALET_TRUST_PROXY")]
    trust_proxy: bool,
    /// A name that this server goes by, such as games.example.org; may be given several times.
    /// Addresses, localhost and the machine's own name need not be given
    #[arg(long = "name", value_name = "NAME", env = "GALET_NAMES", value_delimiter = ',')]
    names: Vec<String>,
    /// Where /metrics is, such as 127.0.0.1:4281, instead of beside the games
    #[arg(long, value_name = "ADDR:PORT", env = "GALET_METRICS_ADDRESS")]
    metrics_address: Option<SocketAddr>,
    // Gone; whoever still gives it is told why.
    #[arg(long = "origin", env = "GALET_ORIGINS", hide = true, value_parser = no_origin)]
    _origin: Option<String>,
    /// The NATS servers that connect this node with others and with engine workers, with commas between them, such
    /// as nats://10.0.0.5:4222; needs --database
    #[arg(
        long,
        value_name = "URLS",
        env = "GALET_NATS",
        value_delimiter = ',',
        hide_env_values = true
    )]
    nats: Vec<String>,
    /// A file with credentials for NATS (.creds)
    #[arg(long, value_name = "FILE", env = "GALET_NATS_CREDENTIALS")]
    nats_credentials: Option<PathBuf>,
    /// A file with the certificates that NATS servers are known by, besides the system's (PEM)
    #[arg(long, value_name = "FILE", env = "GALET_NATS_CERTIFICATES")]
    nats_certificates: Option<PathBuf>,
    /// The name of this node in logs and figures [default: the machine's own]
    #[arg(long, value_name = "NAME", env = "GALET_NODE")]
    node: Option<String>,
    /// Threads for the engine [default: one less than the machine has]
    #[arg(long, value_name = "N", env = "GALET_ENGINE_THREADS", value_parser = clap::value_parser!(u16).range(1..=1024))]
    engine_threads: Option<u16>,
    /// Unfinished games that one visitor may have
    #[arg(long, value_name = "N", env = "GALET_OPEN_TABLES", default_value_t = Limits::default().open_tables)]
    open_tables: u32,
    /// Messages a second that one visitor may send in the long run
    #[arg(long, value_name = "N", env = "GALET_GUEST_RATE", default_value_t = Limits::default().guest_rate)]
    guest_rate: u32,
    /// Requests a second from one address in the long run; this computer's own are not counted
    #[arg(long, value_name = "N", env = "GALET_ADDRESS_RATE", default_value_t = Limits::default().address_rate)]
    address_rate: u32,
    /// Connections at a time, as far as the system's limit of open files goes
    #[arg(long, value_name = "N", env = "GALET_CONNECTIONS", default_value_t = Settings::default().connections, value_parser = clap::value_parser!(u32).range(1..))]
    connections: u32,
    /// Connections from one address at a time (behind a proxy: requests being answered); this
    /// computer's own are not counted
    #[arg(long, value_name = "N", env = "GALET_ADDRESS_CONNECTIONS", default_value_t = Limits::default().address_connections, value_parser = clap::value_parser!(u32).range(1..))]
    address_connections: u32,
    /// Open WebSockets from one address; this computer's own are not counted
    #[arg(long, value_name = "N", env = "GALET_ADDRESS_SOCKETS", default_value_t = Limits::default().address_sockets)]
    address_sockets: u32,
    /// Questions to the engine that one visitor may have at a time
    #[arg(long, value_name = "N", env = "GALET_ANALYSES", default_value_t = Limits::default().analyses)]
    analyses: u32,
    /// Questions to the engine from one address at a time; this computer's own are not counted
    #[arg(long, value_name = "N", env = "GALET_ADDRESS_ANALYSES", default_value_t = Limits::default().address_analyses)]
    address_analyses: u32,
    /// Seconds after which an analysis ends by itself
    #[arg(long, value_name = "N", env = "GALET_ANALYSIS_SECONDS", default_value_t = Limits::default().analysis_seconds)]
    analysis_seconds: u32,
    /// New visitors a minute from one address in the long run; this computer's own are not counted
    #[arg(long, value_name = "N", env = "GALET_GUESTS_PER_MINUTE", default_value_t = Limits::default().guests_per_minute)]
    guests_per_minute: u32,
    /// Days after which visitors without a game are forgotten; 0 keeps them for ever
    #[arg(long, value_name = "DAYS", env = "GALET_KEEP_GUESTS", default_value_t = Retention::default().guests)]
    keep_guests: u32,
    /// Days after which games that nobody began are deleted; 0 keeps them for ever
    #[arg(long, value_name = "DAYS", env = "GALET_KEEP_UNSTARTED", default_value_t = Retention::default().unstarted)]
    keep_unstarted: u32,
    /// Days after which unfinished games that nobody goes on with are deleted; 0 keeps them for ever
    #[arg(long, value_name = "DAYS", env = "GALET_KEEP_ABANDONED", default_value_t = Retention::default().abandoned)]
    keep_abandoned: u32,
    /// What is logged: error, warn, info, debug, or a filter such as galet_server=debug
    #[arg(long, value_name = "FILTER", env = "GALET_LOG", default_value = "warn")]
    log: String,
    /// How log lines look
    #[arg(long, value_name = "FORMAT", env = "GALET_LOG_FORMAT", default_value = "text")]
    log_format: Format,
}

fn no_origin(_: &str) -> Result<String, Wrong> {
    Err(Wrong::new(
        "there is no such option any more: pages of other sites could never use a server over HTTP. \
         If this server has a name, give it with --name (GALET_NAMES)",
        "cette option n’existe plus\u{a0}: les pages d’autres sites n’ont jamais pu se servir d’un \
         serveur en HTTP. Si ce serveur a un nom, donnez-le avec --name (GALET_NAMES)",
    ))
}

/// Where everything is kept; shared with `galet backup`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Data {
    /// The folder for everything that is kept [default: the system's folder for data]
    #[arg(long = "data", value_name = "DIR", env = "GALET_DATA")]
    folder: Option<PathBuf>,
}

impl Data {
    pub(crate) fn folder(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(galet_server::default_data)
    }
}

/// The database that several nodes share; shared with `galet check-data`.
#[derive(clap::Args, Clone)]
pub(crate) struct Database {
    /// A PostgreSQL database that keeps everything instead of a file, such as
    /// postgres://galet@10.0.0.5/galet; several servers can share it
    // What was given may hold a password: it is not shown.
    #[arg(long = "database", value_name = "URL", env = "GALET_DATABASE", hide_env_values = true)]
    pub(crate) url: Option<String>,
}

/// Secrets stay out of logs.
impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.url.is_some() { "Database(…)" } else { "Database(none)" })
    }
}

/// How log lines look; shared with `galet worker`.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

/// The command without its name: what the environment says and nothing else.
#[derive(Parser)]
#[command(name = "galet")]
struct Alone {
    #[command(flatten)]
    args: Args,
}

/// Threads for work that takes a moment, besides those for connections and for the engine.
const WORKERS: usize = 4;

/// `galet` without a command.
pub(crate) fn run_alone(console: &mut Console) -> Result<(), Failure> {
    let alone: Alone = wrong_line::read(["galet".into()]);
    run(alone.args, console)
}

pub(crate) fn run(args: Args, console: &mut Console) -> Result<(), Failure> {
    start_log(args.log_format, &args.log)?;
    let settings = settings(args);
    // Looks and records take a moment each; more of them at once than this wait their turn.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .max_blocking_threads(WORKERS)
        .enable_all()
        .build()?;
    let mut told = Ok(());
    let result = runtime.block_on(async {
        let stop = stop_signal()?;
        let tell = |running: &Running| told = welcome(running, &settings, console);
        Ok::<_, Failure>(galet_server::serve(settings.clone(), tell, stop).await)
    })?;
    told?;
    result.map_err(|error| match error {
        ServeError::Listen { .. }
        | ServeError::Store(
            StoreError::InUse { .. } | StoreError::NoAddress | StoreError::NoPostgres,
        ) => Failure::input(&error),
        ServeError::Store(_) | ServeError::Bus(_) | ServeError::Stopped(_) => {
            Failure::Io(error.said())
        }
    })
}

/// Begins to log.
pub(crate) fn start_log(format: Format, log: &str) -> Result<(), Failure> {
    let format = match format {
        Format::Text => LogFormat::Text,
        Format::Json => LogFormat::Json,
    };
    galet_server::start_logging(format, log).map_err(|why| {
        Failure::wrong(
            format!("--log {log}: {why}"),
            format!(
                "--log {log}\u{a0}: ce n’est pas un filtre\u{a0}; par exemple info, ou \
                 galet_server=debug"
            ),
        )
    })
}

fn settings(args: Args) -> Settings {
    let defaults = Settings::default();
    Settings {
        host: args.host,
        port: args.port,
        data: args.data.folder(),
        database: args.database.url,
        trust_proxy: args.trust_proxy,
        names: args.names,
        metrics: args.metrics_address,
        nats: args.nats,
        nats_credentials: args.nats_credentials,
        nats_certificates: args.nats_certificates,
        nats_room: defaults.nats_room,
        node: args.node.unwrap_or(defaults.node),
        engine_threads: args.engine_threads.map_or(defaults.engine_threads, usize::from),
        connections: args.connections,
        limits: Limits {
            open_tables: args.open_tables,
            guest_rate: args.guest_rate,
            address_rate: args.address_rate,
            address_connections: args.address_connections,
            address_sockets: args.address_sockets,
            analyses: args.analyses,
            address_analyses: args.address_analyses,
            analysis_seconds: args.analysis_seconds,
            guests_per_minute: args.guests_per_minute,
        },
        retention: Retention {
            guests: args.keep_guests,
            unstarted: args.keep_unstarted,
            abandoned: args.keep_abandoned,
        },
        patience: defaults.patience,
        clock: defaults.clock,
    }
}

/// Says where the games are.
fn welcome(running: &Running, settings: &Settings, console: &mut Console) -> Result<(), Failure> {
    let language = console.language;
    writeln!(console)?;
    writeln!(console, "  {STRONG}Galet{STRONG:#}  {}", words::SERVED.get(language))?;
    writeln!(console)?;
    writeln!(console, "  {STRONG}{}{STRONG:#}", running.here)?;
    for address in &running.elsewhere {
        writeln!(console, "  {address}  {QUIET}{}{QUIET:#}", words::FOR_OTHERS.get(language))?;
    }
    writeln!(console)?;
    if running.elsewhere.is_empty() && !settings.trust_proxy {
        writeln!(console, "  {QUIET}{}{QUIET:#}", words::ONLY_HERE.get(language))?;
    }
    let place = match &settings.database {
        // Never with its password.
        Some(url) => Place::read(url).to_string(),
        None => settings.data.display().to_string(),
    };
    writeln!(console, "  {QUIET}{} {place}{QUIET:#}", words::KEPT_IN.get(language))?;
    writeln!(console, "  {QUIET}{}{QUIET:#}", words::CTRL_C.get(language))?;
    writeln!(console)?;
    Ok(console.flush()?)
}

/// Done when the program is asked to end.
pub(crate) fn stop_signal() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        Ok(async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
