//! What nobody wants any more is deleted after a while: a round now and then, in small steps, so
//! that those who play never wait for it.

use crate::App;
use crate::error::ApiError;
use crate::store::StoreError;
use crate::store::aged::{AgeLimits, OldTable, TableToLeave};
use crate::store::removal::Removal;
use crate::store::writer::StoreChange;
use crate::visitor::TWO_YEARS;
use futures_util::future::join_all;
use galet_table::{GuestId, Moment, Request};
use galet_wire::table::Act;
use std::sync::Arc;

const MINUTE: u64 = 60 * 1000;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;
/// Outages are kept for so many days: no clock runs for more than thirty without its table being loaded.
const OUTAGES: u64 = 366;
/// At most so many browsers are marked as seen by one statement.
const SEEN_AT_ONCE: usize = 500;
/// At most so many tables, with all their events, are deleted together: a few milliseconds.
const TABLES_AT_ONCE: usize = 50;

/// Deletes what has become old, once an hour.
pub(crate) async fn keep_tidy(app: Arc<App>) {
    // Not while everybody comes back after a restart, and not when other nodes do the same.
    let turn = if app.nodes.shared() { app.nodes.own().0.unsigned_abs() % MINUTE } else { 0 };
    app.clock.reaches(app.clock.now().plus(MINUTE + turn)).await;
    loop {
        let now = app.clock.now();
        match round(&app, now).await {
            Ok(()) => app.metrics.tidy_rounds.add(1),
            Err(error) => tracing::error!(%error, "what is old cannot be deleted"),
        }
        app.clock.reaches(now.plus(HOUR)).await;
    }
}

async fn round(app: &App, now: Moment) -> Result<(), StoreError> {
    // Whoever is connected is seen, however long ago they came.
    for some in app.people.tokens().chunks(SEEN_AT_ONCE) {
        let unless_since = now.0.saturating_sub(marked_after(app.settings.retention.guests));
        let hashes = some.to_vec();
        let connected = StoreChange::Connected { hashes, at: now.0, unless_since };
        app.store.writer.write(vec![connected]).await?;
    }
    let keep = app.settings.retention;
    let before = |days: u32| match days {
        0 => 0,
        days => now.0.saturating_sub(u64::from(days) * DAY),
    };
    let limits = AgeLimits { unstarted: before(keep.unstarted), abandoned: before(keep.abandoned) };
    let tables = delete_tables(app, limits).await?;
    let guests = delete_guests(app, before(keep.guests)).await?;
    // After so long no browser has the cookie any more.
    let signed_out = now.0.saturating_sub(u64::from(TWO_YEARS) * 1000);
    let forgotten = Removal::SignedOut { before: signed_out };
    let links = StoreChange::ForgetLinks { now: now.0 };
    let nodes = Removal::OldNodes { before: now.0.saturating_sub(DAY) };
    let outages = Removal::OldOutages { before: now.0.saturating_sub(OUTAGES * DAY) };
    let gone = [forgotten, nodes, outages].map(StoreChange::Removal);
    app.store.writer.write(std::iter::once(links).chain(gone).collect()).await?;
    if tables + guests > 0 {
        tracing::info!(tables, guests, "what nobody wanted any more is deleted");
    }
    Ok(())
}

/// Who is connected is marked as seen if they were not for so long: well before any node takes them for gone, since only
/// the one that they are connected to knows better.
fn marked_after(keep_guests: u32) -> u64 {
    match keep_guests {
        0 => DAY,
        days => DAY.min(u64::from(days) * DAY / 2),
    }
}

async fn delete_tables(app: &App, limits: AgeLimits) -> Result<u64, StoreError> {
    let (mut after, mut deleted) = (String::new(), 0);
    loop {
        let part = app.store.old_tables(&after, limits).await?;
        for some in part.found.chunks(TABLES_AT_ONCE) {
            for erased in join_all(some.iter().map(|old| delete_table(app, old))).await {
                deleted += u64::from(erased?);
            }
        }
        match part.last {
            Some(last) => after = last,
            None => return Ok(deleted),
        }
    }
}

/// Deletes a table if it is still as it was. One that is in memory is wanted by somebody.
async fn delete_table(app: &App, old: &OldTable) -> Result<bool, StoreError> {
    let erased = app.tables.erase(app, &old.id, Some(old.at)).await.unwrap_or(Ok(false))?;
    if erased {
        app.turn_passed(old.turn, None);
    }
    Ok(erased)
}

async fn delete_guests(app: &App, unseen_since: u64) -> Result<u64, StoreError> {
    let (mut after, mut deleted) = (0, 0);
    while let Some(upto) = app.store.guests_after(after).await? {
        let idle = Removal::IdleGuests { after, upto, unseen_since };
        let rows = app.store.writer.write(vec![StoreChange::Removal(idle)]).await?;
        app.metrics.guests_deleted.add(rows);
        (after, deleted) = (upto, deleted + rows);
    }
    Ok(deleted)
}

/// Deletes everything about a guest. Games with another person stay, for that person: unfinished
/// ones are resigned, and the seat has no name any more.
pub(crate) async fn forget(app: &Arc<App>, guest: GuestId) -> Result<(), ApiError> {
    leave_tables(app, guest).await?;
    let removal = Removal::Guest { guest, at: app.clock.now().0 };
    let rows = app.store.writer.write(vec![StoreChange::Removal(removal)]).await?;
    app.metrics.guests_deleted.add(rows);
    app.left(guest).await;
    // Another device may have begun something meanwhile.
    leave_tables(app, guest).await
}

async fn leave_tables(app: &Arc<App>, guest: GuestId) -> Result<(), ApiError> {
    let mut after = String::new();
    loop {
        let tables = app.store.tables_to_leave(guest, &after).await?;
        let Some(last) = tables.last() else { return Ok(()) };
        after.clone_from(&last.id);
        for some in tables.chunks(TABLES_AT_ONCE) {
            let left = some.iter().map(|table| leave(app, table, guest));
            for left in join_all(left).await {
                left?;
            }
        }
    }
}

async fn leave(app: &Arc<App>, table: &TableToLeave, guest: GuestId) -> Result<(), ApiError> {
    // Somebody may have sat down at this very moment.
    if table.alone && app.tables.erase_anyway(app, &table.id, table.at).await? {
        return Ok(());
    }
    let resign = Request::Act { ply: 0, act: Act::Resign };
    match app.tables.ask(app, &table.id, guest, &resign).await {
        // It has ended or gone meanwhile, or cannot go on.
        Err(error) if error.status == axum::http::StatusCode::UNPROCESSABLE_ENTITY => Ok(()),
        Err(error) if error.is_damaged_table() || error.is_no_such_table() => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_connected_is_marked_before_another_node_takes_them_for_gone() {
        for days in 1..40 {
            // Each node looks once an hour.
            assert!(marked_after(days) + 2 * HOUR < u64::from(days) * DAY, "{days}");
        }
        assert_eq!(marked_after(0), DAY);
        assert_eq!(marked_after(1), DAY / 2);
        assert_eq!(marked_after(30), DAY);
    }
}
