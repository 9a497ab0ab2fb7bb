//! The browsers of a visitor, and leaving for good.

use crate::App;
use crate::error::ApiError;
use crate::retention;
use crate::store::guests::StoredDevice;
use crate::store::removal::Removal;
use crate::store::writer::StoreChange;
use crate::token::Token;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use galet_wire::guest::{Device, Me};
use std::sync::Arc;

/// `GET /api/me/devices`.
pub(super) async fn list(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Json<Vec<Device>>, ApiError> {
    Ok(Json(devices(&app, &visitor).await?))
}

/// `DELETE /api/me/devices/{device}`.
pub(super) async fn sign_out(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(device): Path<String>,
) -> Result<Response, ApiError> {
    let stored = stored(&app, &visitor).await?;
    let number: Option<i64> = device.parse().ok();
    let out = stored.iter().find(|there| Some(there.device) == number);
    let out = out.ok_or_else(ApiError::no_such_device)?;
    if stored.len() == 1 {
        return Err(ApiError::last_device());
    }
    end(&app, std::slice::from_ref(out)).await?;
    if out.hash == visitor.hash() {
        // This browser is nobody from now on.
        let cookie = visitor.cookie_of(&Token::random());
        return Ok(([cookie], Json(Vec::<Device>::new())).into_response());
    }
    Ok(Json(devices(&app, &visitor).await?).into_response())
}

/// `DELETE /api/me/devices`: all others.
pub(super) async fn sign_out_others(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Json<Vec<Device>>, ApiError> {
    let mut others = stored(&app, &visitor).await?;
    others.retain(|device| device.hash != visitor.hash());
    end(&app, &others).await?;
    Ok(Json(devices(&app, &visitor).await?))
}

/// `DELETE /api/me`.
pub(super) async fn leave(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    if let Some(guest) = visitor.guest_id() {
        retention::forget(&app, guest).await?;
    }
    let nobody = Me { name: String::new(), turns: 0 };
    Ok(([visitor.cookie_of(&Token::random())], Json(nobody)).into_response())
}

async fn stored(app: &App, visitor: &Visitor) -> Result<Vec<StoredDevice>, ApiError> {
    match visitor.guest_id() {
        Some(guest) => Ok(app.store.devices_of(guest).await?),
        None => Ok(Vec::new()),
    }
}

async fn devices(app: &App, visitor: &Visitor) -> Result<Vec<Device>, ApiError> {
    let told = |device: StoredDevice| Device {
        device: device.device as u64,
        here: device.hash == visitor.hash(),
        about: device.about,
        since: device.created,
        seen: device.seen,
    };
    Ok(stored(app, visitor).await?.into_iter().map(told).collect())
}

/// Signs browsers out: on disk first, then their open pages.
async fn end(app: &App, devices: &[StoredDevice]) -> Result<(), ApiError> {
    let at = app.clock.now().0;
    let removals = devices.iter().map(|device| Removal::Token { hash: device.hash, at });
    let removals: Vec<_> = removals.map(StoreChange::Removal).collect();
    if removals.is_empty() {
        return Ok(());
    }
    app.store.writer.write(removals).await?;
    for device in devices {
        app.signed_out(device.hash);
    }
    Ok(())
}
