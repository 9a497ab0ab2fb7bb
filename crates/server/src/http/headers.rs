//! Security headers on everything, a number, and a line in the log.

use crate::App;
use crate::origin::is_at_home;
use crate::token;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use std::sync::Arc;
use std::time::Instant;
use tracing::Instrument;

/// Scripts, styles, pictures and connections from here and from nowhere else. Rules and engine run
/// in the browser as a WebAssembly module, which needs a word of its own; no script is made of text.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    worker-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

pub(super) async fn add(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    // Ours, whatever the visitor sends under this name: lines of the log can be told apart by it.
    let id = format!("{:016x}", token::number());
    let span = tracing::info_span!("request", id);
    let at_home = is_at_home(request.headers(), &app);
    let start = Instant::now();
    app.metrics.requests.add(1);
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), start.elapsed());
    // Links to tables and to other devices are secrets.
    let path = without_secrets(&path);
    span.in_scope(|| tracing::debug!(%method, path, status, ?took, "answered"));
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    let headers = response.headers_mut();
    for (name, value) in
        [(header::CONTENT_SECURITY_POLICY, POLICY), (header::CACHE_CONTROL, "no-store")]
    {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    for (name, value) in [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let ours = HeaderValue::from_static("same-origin");
    headers.entry("cross-origin-resource-policy").or_insert(ours);
    let permissions = HeaderValue::from_static("camera=(), microphone=(), geolocation=()");
    headers.insert("permissions-policy", permissions);
    // Browsers do not take this one from plain addresses of a home network, and complain.
    if !at_home {
        headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    }
    response
}

/// A path as the log may have it.
fn without_secrets(path: &str) -> String {
    for secret in ["/device/", "/t/", "/api/tables/", "/api/me/tables/"] {
        if path.starts_with(secret) {
            return format!("{secret}…");
        }
    }
    path.to_owned()
}
