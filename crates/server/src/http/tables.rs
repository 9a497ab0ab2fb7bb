//! Opening and seeing tables.

use super::body::{Body, OPENING, record as record_file};
use crate::App;
use crate::error::ApiError;
use crate::tables::Tables;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use galet_games::record::write;
use galet_wire::table::{NewTable, Opened};
use std::sync::Arc;

/// `POST /api/tables`.
pub(super) async fn open(
    State(app): State<Arc<App>>,
    mut visitor: Visitor,
    Body(message): Body<NewTable, OPENING>,
) -> Result<Response, ApiError> {
    if let Some(network) = visitor.network
        && !app.opening_buckets.take(network, app.clock.now())
    {
        let error = ApiError::too_fast();
        app.note_refusal(&error, visitor.network);
        return Err(error);
    }
    if visitor.guest_id().is_none() {
        // Nobody is remembered for a table that is refused.
        Tables::check_opening(&app, &message).await?;
    }
    let guest = visitor.become_guest(&app).await?;
    // Those that are being opened at the same moment count, whether they are on disk yet or not.
    let opening = app.openings.take(guest).ok_or_else(ApiError::too_many_tables)?;
    let running = app.store.running_of(guest.0 as i64).await?;
    if running.saturating_add(opening.number) > app.settings.limits.open_tables {
        return Err(ApiError::too_many_tables());
    }
    let id = app.tables.open(&app, &message, guest).await?;
    let cookie = visitor.cookie();
    Ok((StatusCode::CREATED, [cookie], Json(Opened { id })).into_response())
}

/// `GET /api/tables/{id}`.
pub(super) async fn view(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let guest = visitor.guest_id();
    // In words where it is looked at: a long table takes a moment.
    let look = move |l: &crate::tables::TableSnapshot<'_>| {
        serde_json::to_string(&l.table.view(guest, l.presence, l.now, l.names))
            .expect("a view is made of texts, numbers and lists")
    };
    let text = app.tables.look(&app, &id, look).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// `GET /api/tables/{id}/record`.
pub(super) async fn record(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let text = app.tables.look(&app, &id, |snapshot| write(&snapshot.record())).await?;
    Ok(record_file(text, &format!("galet-{id}.pgn")))
}
