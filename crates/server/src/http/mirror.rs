//! Games that the visitor's browser keeps, mirrored here: durable, on other devices, in backups.

use super::body::{Body, QueryString};
use crate::App;
use crate::error::ApiError;
use crate::tables::Tables;
use crate::tables::mirror::check::SentEvents;
use crate::token;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use galet_table::GuestId;
use galet_wire::door::{Mirrored, MirroredEvents};
use serde::Deserialize;
use std::sync::Arc;

/// So many events count as one message of a guest.
const WEIGHT: usize = 20;

/// `POST /api/me/tables/{id}/events`.
pub(super) async fn add(
    State(app): State<Arc<App>>,
    mut visitor: Visitor,
    Path(id): Path<String>,
    Body(message): Body<MirroredEvents>,
) -> Result<Response, ApiError> {
    if !token::is_mirrored_name(&id) {
        return Err(ApiError::no_such_table());
    }
    visitor.needs_cookie()?;
    let weight = 1 + message.events.len() / WEIGHT;
    if !app.guest_buckets.take_some(visitor.key(), weight as u32, app.clock.now()) {
        return Err(refused(&app, &visitor, ApiError::too_fast()));
    }
    let sent = Arc::new(SentEvents::read(&message)?);
    let known = match visitor.guest_id() {
        Some(guest) => app.tables.mirror(&app, &id, guest, &sent).await,
        None => Err(ApiError::no_such_table()),
    };
    let seq = match known {
        Err(error) if error.is_no_such_table() => begin(&app, &mut visitor, &id, &sent).await?,
        known => known?,
    };
    Ok(([visitor.cookie()], Json(Mirrored { seq })).into_response())
}

/// The first that is heard of a table. One that somebody else has is as if it were not there, for
/// those who bring events and for those who ask for them.
async fn begin(
    app: &Arc<App>,
    visitor: &mut Visitor,
    id: &str,
    sent: &Arc<SentEvents>,
) -> Result<u32, ApiError> {
    if sent.from != 1 || app.store.known(id).await?.is_some() {
        return Err(ApiError::no_such_table());
    }
    if let Some(network) = visitor.network
        && !app.opening_buckets.take(network, app.clock.now())
    {
        return Err(refused(app, visitor, ApiError::too_fast()));
    }
    // Nobody is remembered for a table that is refused.
    let (table, _) = Tables::check_mirrored(app, id, sent.of(GuestId(0))).await?;
    let guest = visitor.become_guest(app).await?;
    // Those that are being opened at the same moment count, whether they are on disk yet or not.
    let opening = app.openings.take(guest).ok_or_else(ApiError::too_many_tables)?;
    if !table.is_over() {
        let running = app.store.running_of(guest.0 as i64).await?;
        if running.saturating_add(opening.number) > app.settings.limits.open_tables {
            return Err(ApiError::too_many_tables());
        }
    }
    app.tables.begin_mirrored(app, id, sent.of(guest)).await?;
    app.tables.mirror(app, id, guest, sent).await
}

fn refused(app: &App, visitor: &Visitor, error: ApiError) -> ApiError {
    app.note_refusal(&error, visitor.network);
    error
}

/// From where on events are wanted.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct EventQuery {
    from: u32,
}

impl Default for EventQuery {
    fn default() -> Self {
        EventQuery { from: 1 }
    }
}

/// `GET /api/me/tables/{id}/events`.
pub(super) async fn give(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    QueryString(EventQuery { from }): QueryString<EventQuery>,
) -> Result<Json<MirroredEvents>, ApiError> {
    let guest = visitor.guest_id().ok_or_else(ApiError::no_such_table)?;
    let from = from.max(1);
    let events = app.tables.mirrored(&app, &id, guest, from).await?;
    Ok(Json(MirroredEvents { from, events }))
}
