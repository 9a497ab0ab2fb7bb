//! A visitor without a browser: speaks to a Galet server over HTTP and WebSocket as the web app
//! does. Tests and the commands `load` and `latency` use it.
//!
//! - [`Client`]: a browser with its cookie
//! - [`Connection`]: its WebSocket
//! - [`KeptTable`]: a table that the browser keeps itself
//! - [`Served`]: the program `galet serve` as a process of its own
//! - [`Cluster`]: several nodes of it with PostgreSQL, NATS and engine workers
//! - [`Scripts`]: games to play while something is measured
//! - [`stored_turns`]: what the events of a table say of its clocks
#![forbid(unsafe_code)]

#[cfg(target_os = "linux")]
mod cluster;
mod connection;
mod http;
mod kept;
mod process;
mod script;
mod served;
mod turns;

#[cfg(target_os = "linux")]
pub use cluster::{Cluster, ClusterPlan, Lines, Node, Worker};
pub use connection::Connection;
pub use http::{Client, Reply};
pub use kept::KeptTable;
pub use process::{processor_time, processor_time_of_threads, program};
pub use script::{Script, Scripts};
pub use served::Served;
pub use turns::{StoredTurn, stored_turns};

/// Why the server cannot be spoken to.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Io(#[from] std::io::Error),
    /// The WebSocket failed.
    #[error("the WebSocket failed: {0}")]
    Socket(#[from] Box<tokio_tungstenite::tungstenite::Error>),
    /// The WebSocket ended.
    #[error("the WebSocket ended")]
    Ended,
    /// The server said something that cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(String),
    /// PostgreSQL or NATS does not run.
    #[cfg(target_os = "linux")]
    #[error(transparent)]
    Service(#[from] galet_services::ServiceError),
    /// The server did not answer in time.
    #[error("no answer in time")]
    Late,
}

impl From<tokio_tungstenite::tungstenite::Error> for ClientError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> Self {
        ClientError::Socket(Box::new(error))
    }
}
