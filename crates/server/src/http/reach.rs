//! Where friends can reach this server.

use super::body::{QueryString, svg};
use crate::App;
use crate::address::Whence;
use crate::command;
use crate::error::ApiError;
use crate::settings::Settings;
use axum::Json;
use axum::extract::{Extension, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Version, header};
use axum::response::Response;
use fast_qr::QRBuilder;
use fast_qr::convert::svg::SvgBuilder;
use galet_wire::guest::Reach;
use serde::Deserialize;
use std::net::IpAddr;
use std::sync::Arc;

/// `GET /api/reach`.
pub(super) async fn reach(
    State(app): State<Arc<App>>,
    Extension(whence): Extension<Whence>,
    version: Version,
    headers: HeaderMap,
) -> Json<Reach> {
    let settings = &app.settings;
    let only_here = settings.host.is_loopback() && !settings.trust_proxy;
    // Browsers do not speak so old a dialect, proxies that nobody has set up with care do.
    let of_a_browser = version >= Version::HTTP_11;
    let at_this_computer = whence.network.is_none() && of_a_browser && is_direct(&headers);
    Json(Reach {
        only_here,
        addresses: if settings.trust_proxy { Vec::new() } else { addresses(settings, app.port) },
        // Whoever has a database keeps its address, with a password maybe, elsewhere: without it other games
        // would be served.
        command: (only_here && at_this_computer && settings.database.is_none())
            .then(|| command::opening(&settings.data, app.port))
            .flatten(),
    })
}

/// Whether a request came without a detour: behind a proxy that nobody told us of, everybody seems
/// to sit at this computer.
fn is_direct(headers: &HeaderMap) -> bool {
    const DETOURS: [&str; 5] =
        ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.and_then(|host| host.parse::<Authority>().ok());
    let here = host.is_some_and(|host| {
        let name = host.host().trim_matches(['[', ']']);
        name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    });
    here && DETOURS.iter().all(|name| !headers.contains_key(*name))
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

#[derive(Debug, Deserialize)]
pub(super) struct Text {
    text: String,
}

/// More than an address needs; a code with more is hard to photograph.
const LONGEST_CODE: usize = 300;

/// `GET /api/qr.svg?text=…`.
pub(super) async fn qr(
    State(_): State<Arc<App>>,
    QueryString(Text { text }): QueryString<Text>,
) -> Result<Response, ApiError> {
    if text.is_empty() || text.len() > LONGEST_CODE {
        return Err(ApiError::malformed("text has from 1 to 300 letters"));
    }
    let code = QRBuilder::new(text).build();
    let code = code.map_err(|error| ApiError::malformed(&error.to_string()))?;
    Ok(svg(SvgBuilder::default().to_str(&code), "public, max-age=86400"))
}
