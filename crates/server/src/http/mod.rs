//! Addresses and what answers them.
//!
//! - [`games`]: the games, their layouts and lessons, pictures, records, positions
//! - [`puzzles`]: positions with one right move
//! - [`tables`]: opening and seeing tables
//! - [`pictures`]: tables as pictures
//! - [`front`]: the page of a table, with what others show beside a link to it
//! - [`me`]: the visitor and their games
//! - [`mirror`]: games that their browser keeps
//! - [`device`], [`devices`]: their other devices, and leaving for good
//! - [`reach`]: where friends can reach this server
//! - [`watch_over`]: `/health` and `/metrics`
//! - [`docs`]: what this page says, for programs and for people
//! - [`plain`]: pages without scripts
//! - [`gate`]: what every request passes first
//! - [`headers`]: security headers on everything

mod body;
mod device;
mod devices;
mod docs;
mod front;
mod games;
mod gate;
mod headers;
mod me;
mod mirror;
mod pictures;
mod plain;
mod puzzles;
mod reach;
mod tables;
mod watch_over;

use crate::App;
use crate::error::ApiError;
use crate::{socket, web};
use axum::Router;
use axum::extract::{Request, State};
use axum::http::{Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use galet_wire::refusal::Refusal;
use std::sync::Arc;
use tracing::Instrument;

pub(crate) use reach::addresses;

/// Everything under one roof.
pub(crate) fn router(app: Arc<App>) -> Router {
    let changes = Router::new()
        .route("/api/tables", post(tables::open))
        .route("/api/me", put(me::rename).delete(devices::leave))
        .route("/api/me/link", post(me::link))
        .route("/api/me/tables/{id}/events", post(mirror::add))
        .route("/api/me/devices", delete(devices::sign_out_others))
        .route("/api/me/devices/{device}", delete(devices::sign_out))
        .route("/device/{token}", post(device::carry))
        .route_layer(axum::middleware::from_fn(to_the_end));
    let mut router = Router::new()
        .route("/api/games", get(games::list))
        .route("/api/boards", get(games::boards))
        .route("/api/games/{game}/layouts/{file}", get(games::layout))
        .route("/api/games/{game}/lessons", get(games::lessons))
        .route("/api/games/{game}/lessons/{lesson}", post(games::attempt))
        .route("/api/games/{game}/puzzles", get(puzzles::shelf))
        .route("/api/games/{game}/puzzles/day/{day}", get(puzzles::of_the_day))
        .route("/api/games/{game}/puzzles/near", post(puzzles::near))
        .route("/api/games/{game}/puzzles/find", post(puzzles::by_name))
        .route("/api/games/{game}/puzzles/attempt", post(puzzles::attempt))
        .route("/api/games/{game}/puzzles/solution", post(puzzles::solution))
        .route("/api/puzzles/rating", post(puzzles::rating))
        .route("/api/tables/{id}", get(tables::view))
        .route("/api/tables/{id}/record", get(tables::record))
        .route("/api/tables/{id}/picture.svg", get(pictures::picture_svg))
        .route("/api/tables/{id}/picture.png", get(pictures::picture_png))
        .route("/api/tables/{id}/card.png", get(pictures::card_png))
        .route("/api/tables/{id}/moves.svg", get(pictures::moves_svg))
        .route("/api/me", get(me::see))
        .route("/api/me/devices", get(devices::list))
        .route("/api/me/tables", get(me::tables))
        .route("/api/me/tables/{id}/events", get(mirror::give))
        .route("/api/me/results", get(me::results))
        .route("/api/me/archive.pgn", get(me::archive))
        .route("/device/{token}", get(device::ask))
        .route("/api/reach", get(reach::reach))
        .route("/api/qr.svg", get(reach::qr))
        .route("/api/records/read", post(games::read_records))
        .route("/api/records/write", post(games::write_record))
        .route("/api/positions", post(games::arrange))
        .route("/api/picture", post(games::picture))
        .route("/api/socket", get(socket::open))
        .route("/api/openapi.json", get(docs::document))
        .route("/api/docs", get(docs::page))
        .route("/api/plain.css", get(plain::style))
        .route("/health", get(watch_over::health))
        .merge(changes)
        .fallback(everything_else)
        .method_not_allowed_fallback(wrong_method);
    if app.settings.metrics.is_none() {
        router = router.route("/metrics", get(watch_over::metrics));
    }
    router
        .layer(axum::middleware::from_fn_with_state(app.clone(), gate::pass))
        .layer(axum::middleware::from_fn_with_state(app.clone(), headers::add))
        .with_state(app)
}

/// What has a port of its own, if it is wanted.
pub(crate) fn metrics_router(app: Arc<App>) -> Router {
    Router::new()
        .route("/health", get(watch_over::health))
        .route("/metrics", get(watch_over::metrics))
        .layer(axum::middleware::from_fn_with_state(app.clone(), headers::add))
        .with_state(app)
}

/// What has begun to change something is done to the end, even if whoever asked goes away: on disk a
/// browser may be signed out already while its open pages have not heard of it.
async fn to_the_end(request: Request, next: Next) -> Response {
    match tokio::spawn(next.run(request).in_current_span()).await {
        Ok(response) => response,
        Err(error) => {
            tracing::error!(%error, "a request ended badly");
            ApiError::busy().into_response()
        }
    }
}

/// The web app; nothing else under `/api`.
async fn everything_else(
    State(app): State<Arc<App>>,
    method: Method,
    uri: Uri,
    headers: axum::http::HeaderMap,
) -> Response {
    if uri.path() == "/api" || uri.path().starts_with("/api/") || uri.path() == "/metrics" {
        return ApiError::no_such_page().into_response();
    }
    if method != Method::GET && method != Method::HEAD {
        return wrong_method().await;
    }
    match front::table_in(uri.path()) {
        Some(id) => front::page(&app, uri.path(), id, &headers).await,
        None => web::serve(uri.path(), &headers),
    }
}

async fn wrong_method() -> Response {
    ApiError::from(Refusal::wrong_method()).into_response()
}
