//! The WebSocket: one connection of one browser.
//!
//! - [`outbox`]: what waits to be sent, bounded
//! - [`connection`]: reading, pinging, ending
//! - [`questions`]: what can be asked

mod connection;
pub(crate) mod outbox;
mod questions;

use crate::App;
use crate::error::ApiError;
use crate::limits;
use crate::visitor::Visitor;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Messages longer than this are refused.
pub(crate) const LONGEST: usize = 64 * 1024;
/// Messages longer than this end the connection before they are read.
const FAR_TOO_LONG: usize = 1024 * 1024;

/// Every connection has such a buffer all the time; questions are short.
const READ_BUFFER: usize = 4 * 1024;

/// `GET /api/socket`.
pub(crate) async fn open(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|error| ApiError::malformed(&error.to_string()))?;
    let network = limits::network_of(visitor.address);
    if let Some(network) = network
        && !app.address_sockets.add(network)
    {
        return Err(ApiError::too_many_connections());
    }
    let cookie = visitor.cookie();
    let upgrade = upgrade
        .max_message_size(FAR_TOO_LONG)
        .max_frame_size(FAR_TOO_LONG)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(READ_BUFFER);
    let mut response = upgrade
        .on_upgrade(move |socket| async move {
            app.metrics.sockets.add(1);
            connection::run(app.clone(), visitor, socket).await;
            app.metrics.sockets.add(-1);
            if let Some(network) = network {
                app.address_sockets.remove(&network);
            }
        })
        .into_response();
    // A browser that is new here becomes somebody by this.
    response.headers_mut().insert(cookie.0, cookie.1);
    Ok(response)
}
