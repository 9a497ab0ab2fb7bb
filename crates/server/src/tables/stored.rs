//! A table as it is on disk.

use super::keeper::LONG;
use crate::App;
use crate::error::ApiError;
use crate::store::check::{is_damage, rebuild};
use crate::store::{NodeId, StoreError};
use galet_table::Table;

/// More bytes of events than this are read elsewhere: a table may begin with many moves.
const MUCH: usize = 32 * 1024;

/// A table, and at which node each of its players was last.
pub(super) struct Stored {
    pub(super) table: Table,
    pub(super) nodes: [Option<NodeId>; 2],
}

/// Reads a table; a long one elsewhere, where nobody waits behind it.
pub(super) async fn read(app: &App, id: &str) -> Result<Stored, ApiError> {
    let failed = |error: StoreError| {
        if is_damage(&error) { damaged(id, &error) } else { error.into() }
    };
    let known = app.store.known(id).await.map_err(failed)?;
    // Another node may write in between: what lists do not know yet comes with its news.
    let count = known.map_or(u32::MAX, |known| known.seq);
    let texts = app.store.events_from(id, 1, count).await.map_err(failed)?;
    if texts.is_empty() && known.is_none() {
        return Err(ApiError::no_such_table());
    }
    let much = texts.iter().map(String::len).sum::<usize>() > MUCH;
    let name = id.to_owned();
    let replay = move || rebuild(&name, &texts, known).map_err(|damage| damaged(&name, &damage));
    let nodes = known.map(|known| known.nodes).unwrap_or_default();
    let table = if much || known.is_some_and(|known| known.seq > LONG) {
        app.work.aside(replay).await?
    } else {
        replay()?
    };
    Ok(Stored { table, nodes })
}

fn damaged(id: &str, error: &dyn std::fmt::Display) -> ApiError {
    tracing::error!(table = id, %error, "a table is damaged: `galet check-data` tells more");
    ApiError::damaged_table()
}
