//! Which pages may use this server.

use crate::App;
use crate::address::forwarded;
use axum::http::{HeaderMap, header};

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

/// The name by which the server was asked, as our proxy heard it.
fn host<'h>(headers: &'h HeaderMap, app: &App) -> Option<&'h str> {
    let forwarded =
        app.settings.trust_proxy.then(|| forwarded(headers, "x-forwarded-host")).flatten();
    forwarded.or_else(|| headers.get(header::HOST).and_then(|host| host.to_str().ok()))
}
