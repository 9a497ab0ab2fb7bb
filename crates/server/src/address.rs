//! Where a request comes from.

use axum::extract::ConnectInfo;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The address of the visitor: of the connection, or what our own proxy says.
pub(crate) fn address_of(parts: &Parts, trust_proxy: bool) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
    if !trust_proxy {
        return peer;
    }
    // The last one is what our proxy saw; those before it can be anybody's invention.
    let last = parts.headers.get_all("x-forwarded-for").iter().next_back();
    last.and_then(|value| value.to_str().ok())
        .and_then(|text| text.rsplit(',').next())
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(peer)
}

/// The first value of a header that a proxy sets.
pub(crate) fn forwarded<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let text = headers.get(name)?.to_str().ok()?;
    text.split(',').next().map(str::trim)
}
