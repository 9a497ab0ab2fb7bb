//! Bodies and queries of requests, with our own words when they are wrong.

use crate::App;
use crate::address::Whence;
use crate::error::ApiError;
use crate::limits::{Budget, Counted, Room};
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::time::timeout;

/// A JSON body of so many bytes at most.
pub(super) struct Body<T, const MOST: usize = SMALL>(pub(super) T);

/// What a question has at most.
pub(super) const SMALL: usize = 64 * 1024;
/// What a table to be opened has at most: it may begin with the moves of a game.
pub(super) const OPENING: usize = 256 * 1024;
/// What a file of records has at most.
pub(super) const RECORDS: usize = 2 * 1024 * 1024;

impl<T: DeserializeOwned, const MOST: usize> FromRequest<Arc<App>> for Body<T, MOST> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        if !is_json(&request) {
            return Err(ApiError::malformed("the body is application/json"));
        }
        // What is small must get through, however many large ones somebody holds open.
        let (budget, _one) = match MOST {
            SMALL => (&app.small_bodies, None),
            _ => (&app.bodies, one_large(&request, app)?),
        };
        let whole = timeout(app.settings.patience.bodies, read(request, MOST, budget));
        let (bytes, _room) = whole.await.map_err(|_| ApiError::too_slow())??;
        let body = serde_json::from_slice(&bytes);
        body.map(Body).map_err(|error| ApiError::malformed(&error.to_string()))
    }
}

/// One of the large bodies that an address may send at a time.
fn one_large(request: &Request, app: &App) -> Result<Option<Counted<IpAddr>>, ApiError> {
    let network = request.extensions().get::<Whence>().and_then(|whence| whence.network);
    let Some(network) = network else { return Ok(None) };
    app.large_bodies.take(network).map(Some).ok_or_else(ApiError::busy)
}

/// Whether the body is said to be JSON. A page of another site cannot say so unasked.
fn is_json(request: &Request) -> bool {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).map(str::trim);
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"))
}

/// The body as it comes. Nothing is kept ready for what is only announced.
async fn read(request: Request, most: usize, budget: &Budget) -> Result<(Vec<u8>, Room), ApiError> {
    let announced = request.headers().get(header::CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > most) {
        return Err(ApiError::too_large());
    }
    let mut room = budget.room();
    let mut bytes = Vec::new();
    let mut pieces = request.into_body().into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|_| ApiError::malformed("the body ends too early"))?;
        if bytes.len() + piece.len() > most {
            return Err(ApiError::too_large());
        }
        if !room.grow(piece.len()) {
            return Err(ApiError::busy());
        }
        bytes.extend_from_slice(&piece);
    }
    Ok((bytes, room))
}

/// The query of an address.
pub(super) struct QueryString<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryString<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        let wrong = |error: QueryRejection| ApiError::malformed(&error.body_text());
        query.map(|Query(query)| QueryString(query)).map_err(wrong)
    }
}

/// A picture. It is a document of its own, so it has a policy of its own: nothing but its style.
pub(super) fn svg(text: String, cache: &'static str) -> Response {
    (
        [
            (header::CONTENT_TYPE, "image/svg+xml"),
            (header::CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"),
            (header::CACHE_CONTROL, cache),
        ],
        text,
    )
        .into_response()
}

/// A text to be kept.
pub(super) fn record(text: String, file: &str) -> Response {
    let disposition = format!("attachment; filename=\"{file}\"");
    (
        [
            (header::CONTENT_TYPE, "application/vnd.chess-pgn; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, disposition),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ],
        text,
    )
        .into_response()
}
