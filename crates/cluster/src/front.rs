//! Three nodes and their workers behind a plain round-robin proxy, as a program that is started and
//! stopped like `galet serve`: whatever runs against one program runs against several nodes. The
//! browser tests do (`cargo xtask cluster --browser`).
//!
//! The folder that is given with `--data` names a database of the server in [`SERVER`]: who starts it
//! again on the same folder finds the same games.

use crate::{FaultError, broken};
use galet_services::{Nats, Postgres, Rotation, free_port, query};
use galet_test_client::{Served, program};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use tokio::process::{Child, Command};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::block_in_place;

/// The variable with the address of the database server, without the name of a database.
pub const SERVER: &str = "GALET_FRONT_DATABASES";
const NODES: usize = 3;
const WORKERS: usize = 2;

/// Runs a command beside a database server that fronts use, and waits for its end.
pub async fn around(mut command: Command) -> Result<ExitStatus, FaultError> {
    let postgres = block_in_place(Postgres::start)?;
    let url = postgres.url_of("");
    Ok(command.env(SERVER, url).status().await?)
}

/// Serves until it is asked to end (SIGTERM), then ends every node in good order.
pub async fn serve(arguments: impl Iterator<Item = String>) -> Result<(), FaultError> {
    let Wanted { port, data, options } = Wanted::read(arguments)?;
    let Ok(server) = std::env::var(SERVER) else {
        return broken(format!("{SERVER} is not set: `cluster --around COMMAND` sets it"));
    };
    let mut end = signal(SignalKind::terminate())?;
    let database = block_in_place(|| database(&server, &data))?;
    let nats = block_in_place(|| Nats::start(1))?;
    let (program, servers) = (program(), nats.url());
    let mut nodes = Vec::new();
    for number in 0..NODES {
        let mut command = Command::new(&program);
        command.args(["--color", "never", "--lang", "en", "serve", "--port"]);
        command.arg(free_port().to_string()).args(["--database", &database, "--nats", &servers]);
        command.args(["--node", &format!("node{number}")]).args(&options);
        nodes.push(Served::start(command).await?);
    }
    let workers: Vec<Child> =
        (0..WORKERS).map(|_| worker(&program, &servers)).collect::<Result<_, _>>()?;
    let rotation = Rotation::start_at(port, nodes.iter().map(|node| node.address).collect())?;
    println!("serving at http://localhost:{}", rotation.address().port());
    end.recv().await;
    drop(rotation);
    nodes.iter().for_each(Served::ask_to_end);
    for node in nodes {
        match node.ended().await? {
            Some(0) => {}
            other => return broken(format!("a node has ended with {other:?}")),
        }
    }
    drop(workers);
    Ok(())
}

fn worker(program: &Path, servers: &str) -> Result<Child, FaultError> {
    let mut command = Command::new(program);
    command.args(["--color", "never", "--lang", "en", "worker", "--threads", "1"]);
    command.args(["--nats", servers]).stdout(Stdio::null()).kill_on_drop(true);
    Ok(command.spawn()?)
}

/// What is asked for, in the words of `galet serve`.
struct Wanted {
    port: u16,
    data: PathBuf,
    /// What every node is told besides.
    options: Vec<OsString>,
}

impl Wanted {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, FaultError> {
        let mut wanted = Wanted { port: 0, data: PathBuf::new(), options: Vec::new() };
        if arguments.next().as_deref() != Some("serve") {
            return broken("usage: front serve --port N --data DIR [OPTIONS OF galet serve]");
        }
        while let Some(option) = arguments.next() {
            let mut value = || arguments.next().unwrap_or_default();
            match option.as_str() {
                "--port" => match value().parse() {
                    Ok(port) => wanted.port = port,
                    Err(error) => return broken(format!("--port: {error}")),
                },
                "--data" => wanted.data = value().into(),
                _ => wanted.options.push(option.into()),
            }
        }
        Ok(wanted)
    }
}

/// The database of a folder, made if there is none yet.
fn database(server: &str, data: &Path) -> Result<String, FaultError> {
    let folder = data.file_name().unwrap_or_default().to_string_lossy();
    // Large and small letters are the same in the name of a database, not in that of a folder.
    let name: String = folder.bytes().map(|byte| format!("{byte:02x}")).collect();
    let name = format!("d{name}");
    let there = format!("select count(*) from pg_database where datname = '{name}'");
    let any = format!("{server}postgres");
    if query(&any, &there)? == "0" {
        query(&any, &format!("create database {name}"))?;
    }
    Ok(format!("{server}{name}"))
}
