//! Real servers for tests, load and faults: PostgreSQL and NATS as processes of an ordinary user, in
//! a temporary folder, on this computer only. All of it goes away when it is dropped, and when
//! the program that started it ends in any other way.
//!
//! - [`Postgres`]: one database server; every test asks it for a database of its own
//! - [`Nats`]: one server or a cluster, with JetStream
//! - [`Cut`]: a connection that can be cut, stalled, slowed and healed
//! - [`Rotation`]: a plain round-robin proxy in front of several nodes
//! - [`Warden`]: ends processes when whoever started them cannot
//!
//! ```no_run
//! # fn main() -> Result<(), galet_services::ServiceError> {
//! use galet_services::{Nats, Postgres};
//!
//! let url = Postgres::shared()?.new_database()?; // one server for all tests of a program
//! let nats = Nats::start(3)?;
//! println!("galet serve --database {url} --nats {}", nats.urls().join(","));
//! # Ok(())
//! # }
//! ```
#![forbid(unsafe_code)]
#![cfg(target_os = "linux")]

mod cut;
mod error;
mod nats;
mod ports;
mod postgres;
mod rotation;
mod runtime;
mod server;
mod user;
mod warden;

pub use cut::Cut;
pub use error::ServiceError;
pub use nats::Nats;
pub use ports::free_port;
pub use postgres::{Postgres, PostgresOptions, Shutdown, query};
pub use rotation::Rotation;
pub use warden::Warden;
