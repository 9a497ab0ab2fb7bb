//! Where a database is.

use std::fmt;
use std::path::{Path, PathBuf};

/// Where a database is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL database, which several nodes can share.
    Postgres(PostgresUrl),
}

impl Place {
    /// The database that a data folder or a `postgres://` address means.
    pub fn read(text: &str) -> Place {
        match PostgresUrl::read(text) {
            Some(url) => Place::Postgres(url),
            None => Place::File(database_in(Path::new(text))),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File(path) => path.display().fmt(f),
            Place::Postgres(url) => url.fmt(f),
        }
    }
}

/// The address of a PostgreSQL database. A password may be in it, so it is shown without.
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(String);

impl PostgresUrl {
    /// The address that a text is: nothing else begins with `postgres://` or `postgresql://`.
    pub fn read(text: &str) -> Option<Self> {
        let is_one = ["postgres://", "postgresql://"].iter().any(|start| text.starts_with(start));
        is_one.then(|| PostgresUrl(text.to_owned()))
    }

    /// All of it, with what is secret.
    #[cfg(feature = "postgres")]
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

/// Without the password, and without what follows the name of the database: one may be there, too.
impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.0.split_once("://").unwrap_or(("postgres", &self.0));
        let rest = rest.split(['?', '#']).next().unwrap_or_default();
        match rest.rsplit_once('@') {
            Some((who, place)) => {
                let name = who.split(':').next().unwrap_or_default();
                write!(f, "{scheme}://{name}@{place}")
            }
            None => write!(f, "{scheme}://{rest}"),
        }
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The database file in a data folder.
pub fn database_in(data: &Path) -> PathBuf {
    data.join("galet.db")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_keeps_its_secrets() {
        for (text, shown) in [
            (
                "postgres://galet:sec@ret@db.example:5432/galet",
                "postgres://galet@db.example:5432/galet",
            ),
            ("postgresql://db/galet?password=secret", "postgresql://db/galet"),
            ("postgres://galet@/x?host=/run", "postgres://galet@/x"),
        ] {
            let place = Place::read(text);
            assert_eq!(place.to_string(), shown);
            assert!(!format!("{place:?}").contains("ret"), "{place:?}");
        }
        assert_eq!(Place::read("data"), Place::File(PathBuf::from("data/galet.db")));
    }
}
