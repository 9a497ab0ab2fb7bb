//! The WebSocket: one connection of one browser.
//!
//! - [`outbox`]: what waits to be sent, bounded
//! - [`connection`]: reading, pinging, ending
//! - [`questions`]: what can be asked

mod connection;
pub(crate) mod outbox;
mod questions;

use crate::App;
use crate::connections::Place;
use crate::error::ApiError;
use crate::visitor::Visitor;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Messages longer than this are refused.
pub(crate) const LONGEST: usize = 64 * 1024;
/// Messages longer than this end the connection before they are read.
const FAR_TOO_LONG: usize = 256 * 1024;
/// What a connection reads and writes at a time. Thousands of idle ones have one of each.
const BUFFER: usize = 4 * 1024;

/// `GET /api/socket`.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Extension(place): Extension<Arc<Place>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::malformed(&error.to_string()))?;
    let counted = match visitor.network {
        Some(network) => {
            let counted = app.address_sockets.take(network).ok_or_else(|| {
                let error = ApiError::too_many_connections();
                app.note_refusal(&error, Some(network));
                error
            });
            Some(counted?)
        }
        None => None,
    };
    let in_use = place.begin();
    let cookie = visitor.cookie();
    let mut response = upgrade
        .max_message_size(FAR_TOO_LONG)
        .max_frame_size(FAR_TOO_LONG)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .on_upgrade(move |socket| async move {
            let _held = (app.metrics.sockets.one_more(), counted, in_use);
            connection::run(app, visitor, socket).await;
        })
        .into_response();
    // With it a browser that is new here can become somebody.
    response.headers_mut().insert(cookie.0, cookie.1);
    Ok(response)
}
