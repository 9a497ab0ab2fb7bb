//! The connections of one process to the servers that it needs.

use galet_services::{Cut, Nats, Postgres, ServiceError};
use std::net::SocketAddr;

/// Each can be cut by itself.
#[derive(Debug)]
pub struct Lines {
    /// To the database; workers have none.
    pub postgres: Option<Cut>,
    /// To each NATS server.
    pub nats: Vec<Cut>,
}

impl Lines {
    pub(super) fn start(postgres: Option<&Postgres>, nats: &Nats) -> Result<Self, ServiceError> {
        let to = |postgres: &Postgres| SocketAddr::from(([127, 0, 0, 1], postgres.port()));
        Ok(Lines {
            postgres: postgres.map(|postgres| Cut::start(to(postgres))).transpose()?,
            nats: nats.addresses().into_iter().map(Cut::start).collect::<Result<_, _>>()?,
        })
    }

    /// The address of a database behind its line.
    pub(super) fn database(&self, name: &str) -> String {
        let address = self.postgres.as_ref().map(|line| line.address().to_string());
        format!("postgres://galet@{}/{name}", address.unwrap_or_default())
    }

    /// The addresses of the NATS servers behind their lines.
    pub(super) fn nats(&self) -> String {
        let addresses = self.nats.iter().map(|line| format!("nats://{}", line.address()));
        addresses.collect::<Vec<_>>().join(",")
    }
}
