//! Bodies and queries of requests, with our own words when they are wrong.

use crate::error::ApiError;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;

/// A JSON body.
pub(super) struct Body<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match axum::Json::<T>::from_request(request, state).await {
            Ok(axum::Json(body)) => Ok(Body(body)),
            Err(JsonRejection::BytesRejection(error))
                if error.status() == StatusCode::PAYLOAD_TOO_LARGE =>
            {
                Err(ApiError::too_large())
            }
            Err(error) => Err(ApiError::malformed(&error.body_text())),
        }
    }
}

/// The query of an address.
pub(super) struct Asked<T>(pub(super) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, state).await;
        let wrong = |error: QueryRejection| ApiError::malformed(&error.body_text());
        query.map(|Query(query)| Asked(query)).map_err(wrong)
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
