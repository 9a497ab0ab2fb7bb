//! Several nodes on this computer, with all that they need: PostgreSQL, NATS, engine workers.

mod lines;
mod node;
mod worker;

pub use lines::Lines;
pub use node::Node;
pub use worker::Worker;

use crate::{Client, ClientError};
use galet_services::{Nats, Postgres, PostgresOptions, Rotation, Warden};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use tokio::task::block_in_place;

/// What a cluster shall be made of.
#[derive(Clone, Debug)]
pub struct ClusterPlan {
    /// The program `galet`, built with the feature `cluster`.
    pub program: PathBuf,
    /// How many nodes.
    pub nodes: usize,
    /// How many engine workers.
    pub workers: usize,
    /// How many NATS servers.
    pub nats: usize,
    /// The database server.
    pub postgres: PostgresOptions,
    /// More options for `galet serve`.
    pub options: Vec<String>,
    /// Whether processes speak to servers without a proxy that could be cut: whoever measures wants to
    /// see nothing else.
    pub direct: bool,
}

/// A running cluster. Everything ends when this is dropped, and its folders go.
#[derive(Debug)]
pub struct Cluster {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The engine workers.
    pub workers: Vec<Worker>,
    /// What visitors speak to.
    pub rotation: Rotation,
    /// The NATS servers.
    pub nats: Nats,
    /// The database server.
    pub postgres: Postgres,
    /// The name of the database.
    pub database: String,
    warden: Warden,
    folder: TempDir,
}

impl Cluster {
    /// Starts everything, and waits until all nodes serve. It blocks its thread for seconds: only on
    /// a runtime with several.
    pub async fn start(plan: &ClusterPlan) -> Result<Self, ClientError> {
        let folder = tempfile::Builder::new().prefix("galet-cluster-").tempdir()?;
        let warden = Warden::watch(folder.path(), "KILL")?;
        let (postgres, nats) = block_in_place(|| {
            let postgres = Postgres::start_with(plan.postgres.clone())?;
            let nats = if plan.direct { Nats::start } else { Nats::start_apart };
            Ok::<_, ClientError>((postgres, nats(plan.nats)?))
        })?;
        let url = block_in_place(|| postgres.new_database())?;
        let database = url.rsplit('/').next().unwrap_or_default().to_owned();
        let mut nodes = Vec::new();
        for number in 0..plan.nodes {
            let lines = Lines::start(Some(&postgres), &nats, plan.direct)?;
            let database = lines.database(&database);
            nodes.push(Node::new(plan, &format!("node{number}"), &database, lines, folder.path()));
        }
        let mut workers = Vec::new();
        for number in 0..plan.workers {
            let lines = Lines::start(None, &nats, plan.direct)?;
            workers.push(Worker::new(plan, &format!("worker{number}"), lines, folder.path()));
        }
        let rotation = Rotation::start(nodes.iter().map(Node::address).collect())?;
        let mut cluster =
            Cluster { nodes, workers, rotation, nats, postgres, database, warden, folder };
        // The first makes the tables of the database; the others could just as well.
        for number in 0..plan.nodes {
            cluster.nodes[number].start().await?;
        }
        for worker in &mut cluster.workers {
            worker.start()?;
        }
        cluster.tell_warden();
        Ok(cluster)
    }

    /// A visitor nobody knows yet, who comes by the rotation.
    pub fn client(&self) -> Client {
        Client::new(self.rotation.address())
    }

    /// Where the nodes listen, those that do not run included.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(Node::address).collect()
    }

    /// A place for files that goes away with the cluster.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Processes have come or gone: whoever cleans up after us must know.
    pub fn tell_warden(&mut self) {
        let nodes = self.nodes.iter().filter_map(Node::process);
        let workers = self.workers.iter().filter_map(Worker::process);
        self.warden.guards(nodes.chain(workers));
    }
}
