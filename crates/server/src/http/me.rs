//! The visitor: their name, their games, their other devices.

use super::body::{Body, record};
use crate::App;
use crate::error::ApiError;
use crate::store::tables::Listed;
use crate::store::writer::StoreChange;
use crate::tables::TableSnapshot;
use crate::token::Token;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{RawQuery, State};
use axum::response::{IntoResponse, Response};
use galet_games::record::write;
use galet_table::{GuestId, MOST_EXPORTED, PAGE, TableFilter, page_after};
use galet_wire::guest::{DeviceLink, Me, Rename, Results, TablePage};
use galet_wire::guest_name;
use std::sync::Arc;

/// How long a link to another device holds.
const LINK_SECONDS: u32 = 10 * 60;

/// `GET /api/me`.
pub(super) async fn see(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    let me = me(&app, &visitor).await?;
    Ok(([visitor.cookie()], Json(me)).into_response())
}

async fn me(app: &App, visitor: &Visitor) -> Result<Me, ApiError> {
    let Some(guest) = visitor.guest_id() else { return Ok(Me { name: String::new(), turns: 0 }) };
    let name = app.store.guest_name(guest).await?;
    Ok(Me { name, turns: app.store.turns_of(guest.0 as i64).await? })
}

/// `PUT /api/me`.
pub(super) async fn rename(
    State(app): State<Arc<App>>,
    mut visitor: Visitor,
    Body(message): Body<Rename>,
) -> Response {
    let renamed = give_name(&app, &mut visitor, &message.name).await;
    // Also when it is refused: with the cookie the next attempt is of somebody.
    ([visitor.cookie()], renamed.map(Json)).into_response()
}

async fn give_name(app: &Arc<App>, visitor: &mut Visitor, name: &str) -> Result<Me, ApiError> {
    let name = guest_name::clean(name).map_err(ApiError::bad_name)?;
    visitor.needs_cookie()?;
    // That somebody new has no name need not be remembered.
    if visitor.guest_id().is_some() || !name.is_empty() {
        let guest = visitor.become_guest(app).await?;
        if app.store.guest_name(guest).await? != name {
            let rename = StoreChange::Rename { id: guest.0 as i64, name: name.clone() };
            app.store.writer.write(vec![rename]).await?;
            app.renamed(guest, &name).await;
        }
    }
    me(app, visitor).await
}

/// `POST /api/me/link`.
pub(super) async fn link(
    State(app): State<Arc<App>>,
    mut visitor: Visitor,
) -> Result<Response, ApiError> {
    visitor.needs_cookie()?;
    let guest = visitor.become_guest(&app).await?;
    let (token, now) = (Token::random(), app.clock.now().0);
    let expires = now + u64::from(LINK_SECONDS) * 1000;
    let link = StoreChange::Link { hash: token.hash(), guest: guest.0 as i64, expires };
    app.store.writer.write(vec![StoreChange::ForgetLinks { now }, link]).await?;
    let link = DeviceLink { path: format!("/device/{}", token.as_str()), seconds: LINK_SECONDS };
    Ok(([visitor.cookie()], Json(link)).into_response())
}

/// `GET /api/me/tables`.
pub(super) async fn tables(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    RawQuery(which): RawQuery,
) -> Result<Json<TablePage>, ApiError> {
    let filter = TableFilter::read(&which.unwrap_or_default(), PAGE + 1)?;
    let Some(guest) = visitor.guest_id() else {
        return Ok(Json(TablePage { tables: Vec::new(), before: None, unreadable: Vec::new() }));
    };
    let mut listed = list(&app, guest, &filter).await?;
    let more = listed.len() > PAGE as usize;
    listed.truncate(PAGE as usize);
    let last = listed.last().map(|last| page_after(last.at, &last.id));
    let mut tables = Vec::with_capacity(listed.len());
    let mut unreadable = Vec::new();
    for table in listed {
        let look = move |l: &TableSnapshot<'_>| l.table.card(guest, l.names);
        let seen = app.tables.look(&app, &table.id, look).await;
        match seen {
            Ok(card) => tables.push(card),
            // One damaged table must not hide the others.
            Err(error) if error.is_damaged_table() => unreadable.push(table.id),
            // Deleted at this very moment.
            Err(error) if error.is_no_such_table() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Json(TablePage { tables, before: last.filter(|_| more), unreadable }))
}

async fn list(
    app: &Arc<App>,
    guest: GuestId,
    filter: &TableFilter,
) -> Result<Vec<Listed>, ApiError> {
    if filter.result.is_some() || filter.opponent.is_some() {
        app.tables.fill_in_results(app, guest).await?;
    }
    Ok(app.store.tables_of(guest.0 as i64, filter).await?)
}

/// `GET /api/me/results`.
pub(super) async fn results(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Json<Results>, ApiError> {
    let Some(guest) = visitor.guest_id() else { return Ok(Json(Results::default())) };
    app.tables.fill_in_results(&app, guest).await?;
    let finished = app.store.finished_of(guest.0 as i64).await?;
    Ok(Json(galet_table::results::count(&finished, galet_engine::experts)))
}

/// `GET /api/me/archive.pgn`.
pub(super) async fn archive(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    RawQuery(which): RawQuery,
) -> Result<Response, ApiError> {
    let filter = TableFilter::read(&which.unwrap_or_default(), MOST_EXPORTED)?;
    let filter = TableFilter { ended: Some(true), ..filter };
    let mut texts = Vec::new();
    if let Some(guest) = visitor.guest_id() {
        for table in list(&app, guest, &filter).await? {
            match app.tables.look(&app, &table.id, |l| write(&l.record())).await {
                Ok(text) => texts.push(text),
                Err(error) if error.is_damaged_table() || error.is_no_such_table() => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(record(texts.join("\n"), "galet-games.pgn"))
}
