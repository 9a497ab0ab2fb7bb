//! Who sends a request: a guest by a cookie, from an address.

use crate::App;
use crate::error::ApiError;
use crate::limits;
use crate::store::guests::StoredGuest;
use crate::store::writer::Change;
use crate::token::Token;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use galet_table::GuestId;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

/// Who sends a request. A guest is made only when there is something to remember.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// What the browser shows, or what it will be given.
    token: Token,
    pub(crate) guest: Option<StoredGuest>,
    pub(crate) address: IpAddr,
    /// Whether the browser talks TLS, to a proxy of ours.
    secure: bool,
}

const COOKIE: &str = "galet";
const TWO_YEARS: u32 = 2 * 365 * 24 * 60 * 60;

impl Visitor {
    /// The cookie that makes the browser this visitor.
    pub(crate) fn cookie(&self) -> (header::HeaderName, HeaderValue) {
        cookie(&self.token, self.secure)
    }

    /// A cookie for another identity in the same browser.
    pub(crate) fn cookie_of(&self, token: &Token) -> (header::HeaderName, HeaderValue) {
        cookie(token, self.secure)
    }

    /// The guest, made now if need be.
    pub(crate) async fn become_guest(&mut self, app: &App) -> Result<StoredGuest, ApiError> {
        if let Some(guest) = &self.guest {
            return Ok(guest.clone());
        }
        let hash = self.token.hash();
        let (id, at) = (hash.number(), app.clock.now());
        let changes = vec![
            Change::Guest { id, name: String::new(), at },
            Change::Token { hash, guest: id, at },
        ];
        let guest = match app.store.writer.write(changes).await {
            Ok(_) => StoredGuest { id, name: String::new() },
            // Two requests of a new browser at the same moment: the other one was first.
            Err(error) => match app.store.guest_with(hash).await? {
                Some(guest) => guest,
                None => return Err(error.into()),
            },
        };
        self.guest = Some(guest.clone());
        Ok(guest)
    }

    /// The number under which tables know them, now or once they are a guest.
    pub(crate) fn number(&self) -> GuestId {
        GuestId(self.guest.as_ref().map_or_else(|| self.token.hash().number(), |g| g.id) as u64)
    }
}

fn cookie(token: &Token, secure: bool) -> (header::HeaderName, HeaderValue) {
    let secure = if secure { "; Secure" } else { "" };
    let text = format!(
        "{COOKIE}={}; Path=/; Max-Age={TWO_YEARS}; HttpOnly; SameSite=Lax{secure}",
        token.as_str()
    );
    let value = HeaderValue::from_str(&text).expect("tokens are letters and digits");
    (header::SET_COOKIE, value)
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let address = address_of(parts, app.settings.trust_proxy);
        if let Some(network) = limits::network_of(address)
            && !app.address_buckets.take(network)
        {
            app.metrics.refused_fast.add(1);
            return Err(ApiError::too_fast());
        }
        let upgrade = parts.headers.contains_key(header::UPGRADE);
        if (parts.method != Method::GET || upgrade) && !is_own_origin(&parts.headers, app) {
            app.metrics.refused_origin.add(1);
            return Err(ApiError::foreign_origin());
        }
        let shown = token_of(&parts.headers);
        let guest = match &shown {
            Some(token) => app.store.guest_with(token.hash()).await?,
            None => None,
        };
        Ok(Visitor {
            token: shown.unwrap_or_else(Token::random),
            guest,
            address,
            secure: app.settings.trust_proxy
                && forwarded(&parts.headers, "x-forwarded-proto") == Some("https"),
        })
    }
}

fn token_of(headers: &HeaderMap) -> Option<Token> {
    let texts = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    texts
        .flat_map(|text| text.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find(|(name, _)| *name == COOKIE)
        .and_then(|(_, value)| Token::read(value))
}

/// The address of the visitor: of the connection, or what our own proxy says.
fn address_of(parts: &Parts, trust_proxy: bool) -> IpAddr {
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
fn forwarded<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let text = headers.get(name)?.to_str().ok()?;
    text.split(',').next().map(str::trim)
}

/// Whether a request comes from a page of this server, or from no page at all. Browsers say where
/// a page comes from whenever it matters; programs need not.
fn is_own_origin(headers: &HeaderMap, app: &App) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if app.settings.origins.iter().any(|own| own.trim_end_matches('/') == origin) {
        return true;
    }
    let forwarded =
        app.settings.trust_proxy.then(|| forwarded(headers, "x-forwarded-host")).flatten();
    let host = || headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let Some(host) = forwarded.or_else(host) else { return false };
    origin.split_once("://").is_some_and(|(scheme, of)| {
        matches!(scheme, "http" | "https") && of.eq_ignore_ascii_case(host)
    })
}
