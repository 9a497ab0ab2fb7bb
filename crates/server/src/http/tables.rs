//! Opening and seeing tables.

use super::body::{Asked, Body, record as record_file, svg};
use super::games::PictureWish;
use crate::App;
use crate::denied::Denied;
use crate::limits;
use crate::tables::record::record_of;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use galet_games::record::write;
use galet_wire::table::{NewTable, Opened, TableView};
use std::sync::Arc;

/// `POST /api/tables`.
pub(super) async fn open(
    State(app): State<Arc<App>>,
    mut visitor: Visitor,
    Body(wish): Body<NewTable>,
) -> Result<Response, Denied> {
    if let Some(network) = limits::network_of(visitor.address)
        && !app.opening_buckets.take(network)
    {
        return Err(Denied::too_fast());
    }
    let guest = visitor.become_guest(&app).await?;
    if app.store.running_of(guest.id).await? >= app.settings.limits.open_tables {
        return Err(Denied::too_many_tables());
    }
    let id = app.tables.open(&app, &wish, visitor.number()).await?;
    let cookie = visitor.cookie();
    Ok((StatusCode::CREATED, [cookie], Json(Opened { id })).into_response())
}

/// `GET /api/tables/{id}`.
pub(super) async fn view(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<TableView>, Denied> {
    let guest = Some(visitor.number());
    let look = move |l: &crate::tables::Looked<'_>| l.table.view(guest, l.presence, l.now, l.names);
    Ok(Json(app.tables.look(&app, &id, look).await?))
}

/// `GET /api/tables/{id}/record`.
pub(super) async fn record(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path(id): Path<String>,
) -> Result<Response, Denied> {
    let text = app.tables.look(&app, &id, |looked| write(&record_of(looked))).await?;
    Ok(record_file(text, &format!("galet-{id}.pgn")))
}

/// `GET /api/tables/{id}/picture.svg`.
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path(id): Path<String>,
    Asked(wish): Asked<PictureWish>,
) -> Result<Response, Denied> {
    let options = wish.options()?;
    let scene = app.tables.look(&app, &id, |looked| looked.table.progress().scene()).await?;
    Ok(svg(galet_scene::svg::draw(&scene, &options), "private, max-age=60"))
}
