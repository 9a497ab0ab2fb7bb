//! A table as it is on disk.

use super::keeper::LONG;
use crate::App;
use crate::error::ApiError;
use galet_table::{Event, Table};

/// More bytes of events than this are read elsewhere: a table may begin with many moves.
const MUCH: usize = 32 * 1024;

/// Reads a table; a long one elsewhere, where nobody waits behind it.
pub(super) async fn read(app: &App, id: &str) -> Result<Table, ApiError> {
    let texts = app.store.events(id).await?;
    if texts.is_empty() {
        return Err(ApiError::no_such_table());
    }
    let much = texts.iter().map(String::len).sum::<usize>() > MUCH;
    if much || texts.len() > LONG as usize {
        let id = id.to_owned();
        app.work.aside(move || replay(&id, &texts)).await
    } else {
        replay(id, &texts)
    }
}

fn replay(id: &str, texts: &[String]) -> Result<Table, ApiError> {
    let broken = |error: &dyn std::fmt::Display| {
        tracing::error!(table = id, %error, "a stored table cannot be read");
        ApiError::storage()
    };
    let events: Result<Vec<_>, _> = texts.iter().map(|text| Event::from_json(text)).collect();
    let events = events.map_err(|error| broken(&error))?;
    Table::replay(id, &events).map_err(|error| broken(&error))
}
