//! Which pages may use this server.

use crate::App;
use crate::address::forwarded;
use axum::http::{HeaderMap, header};
use std::net::IpAddr;

/// Whether a request comes from a page of this server, or from no page at all. Browsers say where
/// a page comes from whenever it matters; programs need not.
pub(crate) fn is_own_origin(headers: &HeaderMap, app: &App) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let Some(host) = host(headers, app) else { return false };
    origin.split_once("://").is_some_and(|(scheme, of)| {
        matches!(scheme, "http" | "https") && of.eq_ignore_ascii_case(host)
    })
}

/// The address under which the visitor knows this server: `https://games.example.org`.
pub(crate) fn own_address(headers: &HeaderMap, app: &App) -> Option<String> {
    let proxy = app.settings.trust_proxy;
    let secure = proxy && forwarded(headers, "x-forwarded-proto") == Some("https");
    Some(format!("{}://{}", if secure { "https" } else { "http" }, host(headers, app)?))
}

/// Whether the server was asked by plain HTTP under an address of a home network. Browsers take some headers only from
/// places that they trust, and complain about them elsewhere.
pub(crate) fn is_at_home(headers: &HeaderMap, app: &App) -> bool {
    let secure = own_address(headers, app).is_some_and(|address| address.starts_with("https"));
    !secure && host(headers, app).is_some_and(is_home_address)
}

/// Whether a host is an address in numbers or a name without a domain, and not this computer itself.
fn is_home_address(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.split(':').next().unwrap_or(host),
    };
    match name.parse::<IpAddr>() {
        Ok(address) => !address.is_loopback(),
        Err(_) => {
            let local = [".local", ".lan", ".home", ".internal"];
            name != "localhost" && (!name.contains('.') || local.iter().any(|l| name.ends_with(l)))
        }
    }
}

/// The name by which the server was asked, as our proxy heard it.
fn host<'h>(headers: &'h HeaderMap, app: &App) -> Option<&'h str> {
    let forwarded =
        app.settings.trust_proxy.then(|| forwarded(headers, "x-forwarded-host")).flatten();
    forwarded.or_else(|| headers.get(header::HOST).and_then(|host| host.to_str().ok()))
}

#[cfg(test)]
mod tests {
    use super::is_home_address;

    #[test]
    fn addresses_of_a_home_network_are_told_from_names() {
        for host in ["192.168.1.5:4280", "[fe80::1]:4280", "laptop:4280", "laptop.local"] {
            assert!(is_home_address(host), "{host}");
        }
        for host in ["127.0.0.1:4280", "[::1]:4280", "localhost", "games.example.org:443"] {
            assert!(!is_home_address(host), "{host}");
        }
    }
}
