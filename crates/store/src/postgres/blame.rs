//! What an error of PostgreSQL means.

use crate::health::StorageFault;

/// What an error of PostgreSQL means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Blame {
    /// The database, or the way there: nothing can be written now.
    Database(StorageFault),
    /// Another transaction stood in the way: the same again will do.
    Haste,
    /// A part of the database that cannot be read.
    Damage,
    /// An event comes too late.
    Order,
    /// What was to be written.
    Change,
}

impl Blame {
    pub(super) fn of(error: &sqlx::Error) -> Blame {
        let error = match error {
            sqlx::Error::Database(error) => error,
            // What was read is not what it should be.
            sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::Decode(_)
            | sqlx::Error::Encode(_)
            | sqlx::Error::RowNotFound => return Blame::Change,
            _ => return Blame::Database(StorageFault::Failing),
        };
        let code = error.code().unwrap_or_default();
        let first_of_its_name = matches!(error.constraint(), Some("events_pkey" | "tables_pkey"));
        match &*code {
            "23505" if first_of_its_name => Blame::Order,
            "GA001" => Blame::Order,
            "40001" | "40P01" => Blame::Haste,
            "53100" => Blame::Database(StorageFault::Full),
            "XX001" | "XX002" => Blame::Damage,
            // Wrong values, against a constraint, a wrong statement, no right to do it.
            code if ["21", "22", "23", "42"].iter().any(|class| code.starts_with(class)) => {
                Blame::Change
            }
            // Going down, starting up, too many connections, a standby, no time left.
            _ => Blame::Database(StorageFault::Failing),
        }
    }
}
