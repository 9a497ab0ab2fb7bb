//! A PostgreSQL server.

use crate::ServiceError;
use crate::error::During;
use crate::ports::free_port;
use crate::server::{PATIENCE, Server, find};
use crate::user::User;
use crate::warden::Warden;
use rustix::process::Signal;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;
use tempfile::TempDir;

const PACKAGE: &str = "postgresql";
/// The one user that its databases know; it needs no password.
const NAME: &str = "galet";

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct PostgresOptions {
    /// Whether a commit waits for the disk, as it must where games are kept.
    pub fsync: bool,
    /// Where its temporary folder is made [default: where the system makes them].
    pub folder: Option<PathBuf>,
    /// More settings, `name=value` each.
    pub settings: Vec<String>,
}

impl Default for PostgresOptions {
    fn default() -> Self {
        PostgresOptions { fsync: true, folder: None, settings: Vec::new() }
    }
}

/// How a server is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shutdown {
    /// Connections are ended, what is in memory is written.
    Fast,
    /// At once: the journal is played over at the next start.
    Immediate,
    /// The process is killed (SIGKILL), and its helpers find themselves alone.
    Killed,
}

/// A database server. It stops, and its folder goes, when this is dropped.
#[derive(Debug)]
pub struct Postgres {
    server: Option<Server>,
    programs: Programs,
    options: PostgresOptions,
    user: User,
    port: u16,
    warden: Warden,
    folder: TempDir,
}

/// Where the programs are.
#[derive(Debug)]
struct Programs {
    postgres: PathBuf,
    initdb: PathBuf,
    psql: PathBuf,
}

impl Programs {
    fn find() -> Result<Self, ServiceError> {
        // Debian keeps each version in a folder of its own; the newest first.
        let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
            .map(|entries| entries.flatten().map(|entry| entry.path().join("bin")).collect())
            .unwrap_or_default();
        versions.sort_by_key(|path| std::cmp::Reverse(version(path)));
        let find = |program| find(program, versions.clone(), PACKAGE);
        Ok(Programs { postgres: find("postgres")?, initdb: find("initdb")?, psql: find("psql")? })
    }
}

fn version(bin: &Path) -> Option<u32> {
    bin.parent()?.file_name()?.to_str()?.parse().ok()
}

impl Postgres {
    /// Starts one with the usual options.
    pub fn start() -> Result<Self, ServiceError> {
        Self::start_with(PostgresOptions::default())
    }

    /// One for all tests of a program. It does not wait for the disk: tests that kill it start
    /// their own.
    pub fn shared() -> Result<&'static Self, ServiceError> {
        static SHARED: OnceLock<Result<Postgres, String>> = OnceLock::new();
        let options = PostgresOptions { fsync: false, ..PostgresOptions::default() };
        let shared =
            SHARED.get_or_init(|| Self::start_with(options).map_err(|error| error.to_string()));
        shared.as_ref().map_err(|why| ServiceError::Ended {
            what: PACKAGE.to_owned(),
            why: why.clone(),
            log: String::new(),
        })
    }

    /// Starts one.
    pub fn start_with(options: PostgresOptions) -> Result<Self, ServiceError> {
        let (programs, user) = (Programs::find()?, User::ordinary()?);
        let mut builder = tempfile::Builder::new();
        builder.prefix("galet-postgres-");
        let folder = match &options.folder {
            Some(place) => builder.tempdir_in(place),
            None => builder.tempdir(),
        };
        let folder = folder.during(|| "making a folder for PostgreSQL".to_owned())?;
        user.owns(folder.path())?;
        let warden = Warden::watch(folder.path(), "INT")?;
        let mut postgres =
            Postgres { server: None, programs, options, user, port: free_port(), warden, folder };
        postgres.make_data()?;
        postgres.start_again()?;
        Ok(postgres)
    }

    /// The address of the server's first database.
    pub fn url(&self) -> String {
        self.url_of("postgres")
    }

    /// The address of a database.
    pub fn url_of(&self, database: &str) -> String {
        format!("postgres://{NAME}@127.0.0.1:{}/{database}", self.port)
    }

    /// The port on which it listens, on this computer only.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The number of its process while it runs.
    pub fn process(&self) -> Option<u32> {
        self.server.as_ref().map(Server::process)
    }

    /// The folder that goes away with it; it belongs to the user that runs the server.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Makes an empty database and gives its address.
    pub fn new_database(&self) -> Result<String, ServiceError> {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let name = format!("d{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        self.query("postgres", &format!("create database {name}"))?;
        Ok(self.url_of(&name))
    }

    /// Asks a database by SQL, and gives what it says: a line for each row, `|` between columns.
    pub fn query(&self, database: &str, sql: &str) -> Result<String, ServiceError> {
        ask(&self.programs.psql, &self.url_of(database), sql)
    }

    /// Stops it and starts it again.
    pub fn restart(&mut self, how: Shutdown) -> Result<(), ServiceError> {
        self.stop(how);
        self.start_again()
    }

    /// Kills it, as a power cut would without taking the disk's memory along.
    pub fn kill(&mut self) {
        self.stop(Shutdown::Killed);
    }

    /// Stops it; `start_again` is for later.
    pub fn stop(&mut self, how: Shutdown) {
        if let Some(mut server) = self.server.take() {
            server.end(match how {
                Shutdown::Fast => Signal::INT,
                Shutdown::Immediate => Signal::QUIT,
                Shutdown::Killed => Signal::KILL,
            });
            self.tell_warden();
        }
    }

    /// Whether it runs; it ends by itself when its disk is full.
    pub fn runs(&mut self) -> bool {
        self.server.as_mut().is_some_and(Server::runs)
    }

    /// Starts it after a stop, at the same address. Nothing happens if it runs.
    pub fn start_again(&mut self) -> Result<(), ServiceError> {
        let start = Instant::now();
        if !self.runs() {
            self.server = None;
        }
        while self.server.is_none() {
            match self.try_start() {
                Ok(server) => self.server = Some(server),
                // After a kill its helpers may need a moment to see that they are alone.
                Err(error) if start.elapsed() > PATIENCE => return Err(error),
                Err(error @ ServiceError::Ended { .. }) if !may_pass(&error) => return Err(error),
                Err(ServiceError::Ended { .. }) => {
                    std::thread::sleep(std::time::Duration::from_millis(50));
                }
                Err(error) => return Err(error),
            }
        }
        self.tell_warden();
        Ok(())
    }

    fn make_data(&self) -> Result<(), ServiceError> {
        let mut initdb = Command::new(&self.programs.initdb);
        initdb.arg("--pgdata").arg(self.data()).args(["--username", NAME, "--auth", "trust"]);
        // Nothing is there yet that a power cut could take: no need to wait for the disk.
        initdb.args(["--encoding", "UTF8", "--locale", "C", "--no-sync", "--wal-segsize", "1"]);
        // Not in a folder that the ordinary user may not read.
        initdb.current_dir(self.folder());
        let said = self.user.runs(&mut initdb).output().during(|| "running initdb".to_owned())?;
        if said.status.success() {
            return Ok(());
        }
        Err(ServiceError::Ended {
            what: "initdb".to_owned(),
            why: format!("it has ended ({})", said.status),
            log: String::from_utf8_lossy(&said.stderr).into_owned(),
        })
    }

    fn data(&self) -> PathBuf {
        self.folder().join("data")
    }

    fn try_start(&self) -> Result<Server, ServiceError> {
        let mut command = Command::new(&self.programs.postgres);
        command.arg("-D").arg(self.data()).current_dir(self.folder());
        let own = [
            format!("port={}", self.port),
            format!("fsync={}", if self.options.fsync { "on" } else { "off" }),
            "listen_addresses=127.0.0.1".to_owned(),
            "unix_socket_directories=".to_owned(),
            "shared_buffers=16MB".to_owned(),
            "max_connections=400".to_owned(),
            "max_wal_size=64MB".to_owned(),
            "min_wal_size=2MB".to_owned(),
        ];
        for setting in own.iter().chain(&self.options.settings) {
            command.args(["-c", setting]);
        }
        let log = self.folder().join("log");
        let mut server = Server::start("PostgreSQL", command, self.user, &log)?;
        // Its file of state names the process first; the eighth line says when it is ready.
        let (file, process) = (self.data().join("postmaster.pid"), server.process().to_string());
        server.wait_until(PATIENCE, || {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            let mut lines = text.lines();
            lines.next() == Some(&process) && lines.nth(6).map(str::trim) == Some("ready")
        })?;
        Ok(server)
    }

    fn tell_warden(&mut self) {
        let running = self.server.as_ref().map(Server::process);
        self.warden.guards(running.into_iter());
    }
}

/// Asks any database by SQL, and gives what it says: a line for each row, `|` between columns.
pub fn query(url: &str, sql: &str) -> Result<String, ServiceError> {
    ask(&Programs::find()?.psql, url, sql)
}

fn ask(psql: &Path, url: &str, sql: &str) -> Result<String, ServiceError> {
    let mut psql = Command::new(psql);
    psql.args(["--no-psqlrc", "--tuples-only", "--no-align", "--set", "ON_ERROR_STOP=1"]);
    psql.args(["--dbname", url, "--command", sql]);
    let said = psql.output().during(|| "running psql".to_owned())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    if said.status.success() {
        Ok(text(&said.stdout))
    } else {
        Err(ServiceError::Refused { asked: sql.to_owned(), said: text(&said.stderr) })
    }
}

/// What is in the way of a start right after a kill, and not for long.
fn may_pass(error: &ServiceError) -> bool {
    let text = error.to_string();
    ["still in use", "shared memory", "lock file"].iter().any(|sign| text.contains(sign))
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop(Shutdown::Immediate);
    }
}
