//! The connections of one process to the servers that it needs.

use galet_services::{Cut, Nats, Postgres, ServiceError};
use std::net::SocketAddr;

/// Each can be cut by itself.
#[derive(Debug)]
pub struct Lines {
    /// To the database; workers have none, and whoever connects directly.
    pub postgres: Option<Cut>,
    /// To each NATS server; none for whoever connects directly.
    pub nats: Vec<Cut>,
    database: Option<SocketAddr>,
    servers: Vec<SocketAddr>,
}

impl Lines {
    pub(super) fn start(
        postgres: Option<&Postgres>,
        nats: &Nats,
        direct: bool,
    ) -> Result<Self, ServiceError> {
        let database = postgres.map(|one| SocketAddr::from(([127, 0, 0, 1], one.port())));
        let servers = nats.addresses();
        if direct {
            return Ok(Lines { postgres: None, nats: Vec::new(), database, servers });
        }
        let postgres = database.map(Cut::start).transpose()?;
        let nats = servers.into_iter().map(Cut::start).collect::<Result<Vec<_>, _>>()?;
        let database = postgres.as_ref().map(Cut::address);
        let servers = nats.iter().map(Cut::address).collect();
        Ok(Lines { postgres, nats, database, servers })
    }

    /// The address of a database behind its line.
    pub(super) fn database(&self, name: &str) -> String {
        let address = self.database.map(|address| address.to_string()).unwrap_or_default();
        format!("postgres://galet@{address}/{name}")
    }

    /// The addresses of the NATS servers behind their lines.
    pub(super) fn nats(&self) -> String {
        let addresses = self.servers.iter().map(|address| format!("nats://{address}"));
        addresses.collect::<Vec<_>>().join(",")
    }
}
