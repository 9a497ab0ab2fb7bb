//! A table as it is on disk.

use super::keeper::LONG;
use crate::App;
use crate::error::ApiError;
use crate::store::StoreError;
use crate::store::check::{is_damage, rebuild};
use galet_table::Table;

/// More bytes of events than this are read elsewhere: a table may begin with many moves.
const MUCH: usize = 32 * 1024;

/// Reads a table; a long one elsewhere, where nobody waits behind it.
pub(super) async fn read(app: &App, id: &str) -> Result<Table, ApiError> {
    let damaged = |error: &dyn std::fmt::Display| {
        tracing::error!(table = id, %error, "a table is damaged: `galet check-data` tells more");
        ApiError::damaged_table()
    };
    let failed = |error: StoreError| {
        if is_damage(&error) { damaged(&error) } else { error.into() }
    };
    let known = app.store.known(id).await.map_err(failed)?;
    let texts = app.store.events(id).await.map_err(failed)?;
    if texts.is_empty() && known.is_none() {
        return Err(ApiError::no_such_table());
    }
    let much = texts.iter().map(String::len).sum::<usize>() > MUCH;
    let rebuilt = if much || texts.len() > LONG as usize {
        let id = id.to_owned();
        app.work.aside(move || rebuild(&id, &texts, known)).await
    } else {
        rebuild(id, &texts, known)
    };
    rebuilt.map_err(|damage| damaged(&damage))
}
