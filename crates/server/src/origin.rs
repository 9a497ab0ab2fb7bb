//! Which pages may use this server.

use crate::App;
use crate::address::forwarded;
use axum::http::{HeaderMap, header};

/// Whether a request comes from a page of this server, or from no page at all. Browsers say where
/// a page comes from whenever it matters; programs need not.
pub(crate) fn is_own_origin(headers: &HeaderMap, app: &App) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let forwarded =
        app.settings.trust_proxy.then(|| forwarded(headers, "x-forwarded-host")).flatten();
    let host = || headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(host) = forwarded.or_else(host) else { return false };
    origin.split_once("://").is_some_and(|(scheme, of)| {
        matches!(scheme, "http" | "https") && of.eq_ignore_ascii_case(host)
    })
}
