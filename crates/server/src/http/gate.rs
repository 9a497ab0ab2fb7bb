//! Every request goes through here before anything else: it is counted by address and by visitor,
//! and it must be meant for this server.

use crate::App;
use crate::address::{Whence, forwarded};
use crate::cookie;
use crate::error::ApiError;
use crate::limits::Counted;
use axum::extract::{Request, State};
use axum::http::header;
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

pub(super) async fn pass(
    State(app): State<Arc<App>>,
    mut request: Request,
    next: Next,
) -> Response {
    let refused = |error: ApiError, network| {
        app.note_refusal(&error, network);
        error.into_response()
    };
    let whence = match Whence::of(&request, app.settings.trust_proxy) {
        Ok(whence) => whence,
        Err(error) => return refused(error, None),
    };
    let _counted = match count(&app, whence, &request).and_then(|counted| {
        check_host(&app, &request)?;
        Ok(counted)
    }) {
        Ok(counted) => counted,
        Err(error) => return refused(error, whence.network),
    };
    request.extensions_mut().insert(whence);
    next.run(request).await
}

/// One more request of an address and of a visitor.
fn count(
    app: &App,
    whence: Whence,
    request: &Request,
) -> Result<Option<Counted<IpAddr>>, ApiError> {
    let now = app.clock.now();
    let mut counted = None;
    if let Some(network) = whence.network {
        if !app.address_buckets.take(network, now) {
            return Err(ApiError::too_fast());
        }
        // Without a proxy between, the connections themselves are bounded.
        if app.settings.trust_proxy {
            let one_more = app.address_requests.take(network);
            counted = Some(one_more.ok_or_else(ApiError::too_many_connections)?);
        }
    }
    if let Some(token) = cookie::shown(request.headers())
        && !app.visitor_buckets.take(token.hash(), now)
    {
        return Err(ApiError::too_fast());
    }
    Ok(counted)
}

/// Whether the request means this server, by a name that it goes by.
fn check_host(app: &App, request: &Request) -> Result<(), ApiError> {
    let headers = request.headers();
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(ApiError::malformed("a request has one Host"));
    };
    // A proxy has names of its own, and passes on by which one it was asked.
    // If it is said which, it must be one of them.
    if app.settings.trust_proxy
        && let Some(host) = forwarded(headers, "x-forwarded-host")
    {
        let known = app.settings.names.is_empty() || app.names.knows(host);
        return if known { Ok(()) } else { Err(ApiError::unknown_name()) };
    }
    let host = host.to_str().unwrap_or_default();
    let also = request.uri().authority().map(Authority::as_str);
    if app.names.knows(host) && also.is_none_or(|also| app.names.knows(also)) {
        Ok(())
    } else {
        Err(ApiError::unknown_name())
    }
}
