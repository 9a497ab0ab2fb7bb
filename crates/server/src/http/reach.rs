//! Where friends can reach this server.

use super::body::{Asked, svg};
use crate::App;
use crate::error::ApiError;
use crate::settings::{PORT, Settings};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use fast_qr::QRBuilder;
use fast_qr::convert::svg::SvgBuilder;
use galet_wire::guest::Reach;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;

/// `GET /api/reach`.
pub(super) async fn reach(State(app): State<Arc<App>>) -> Json<Reach> {
    let settings = &app.settings;
    Json(Reach {
        only_here: settings.host.is_loopback() && !settings.trust_proxy,
        addresses: if settings.trust_proxy { Vec::new() } else { addresses(settings, app.port) },
        command: command(app.port),
    })
}

/// The addresses that others can open, the best first.
pub(crate) fn addresses(settings: &Settings, port: u16) -> Vec<String> {
    let host = settings.host;
    let mut addresses = if host.is_unspecified() {
        let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
        interfaces.iter().map(if_addrs::Interface::ip).collect()
    } else {
        vec![host]
    };
    addresses.retain(|address| !address.is_loopback() && is_plain(*address));
    // Home networks first; an IPv6 address is hard to read out.
    addresses.sort_by_key(|address| match address {
        IpAddr::V4(v4) => (false, !v4.is_private()),
        IpAddr::V6(_) => (true, true),
    });
    addresses.dedup();
    addresses.iter().map(|address| url(*address, port)).collect()
}

/// Whether an address is good beyond its own cable.
fn is_plain(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => !v4.is_link_local(),
        IpAddr::V6(v6) => !v6.is_unicast_link_local(),
    }
}

fn url(address: IpAddr, port: u16) -> String {
    match address {
        IpAddr::V4(v4) => format!("http://{v4}:{port}"),
        IpAddr::V6(v6) => format!("http://[{v6}]:{port}"),
    }
}

/// The command that opens the server to the local network, as this one was started.
fn command(port: u16) -> String {
    // `cargo run` leaves its name behind.
    let program = match std::env::var_os("CARGO") {
        Some(_) => "cargo run --release -- serve",
        None => "galet serve",
    };
    let port = if port == PORT { String::new() } else { format!(" --port {port}") };
    format!("{program} --host 0.0.0.0{port}")
}

#[derive(Debug, Deserialize)]
pub(super) struct Text {
    text: String,
}

/// More than an address needs; a code with more is hard to photograph.
const LONGEST_CODE: usize = 300;

/// `GET /api/qr.svg?text=…`.
pub(super) async fn qr(
    State(_): State<Arc<App>>,
    Asked(Text { text }): Asked<Text>,
) -> Result<Response, ApiError> {
    if text.is_empty() || text.len() > LONGEST_CODE {
        return Err(ApiError::malformed("text has from 1 to 300 letters"));
    }
    let code = QRBuilder::new(text).build();
    let code = code.map_err(|error| ApiError::malformed(&error.to_string()))?;
    Ok(svg(SvgBuilder::default().to_str(&code), "public, max-age=86400"))
}
