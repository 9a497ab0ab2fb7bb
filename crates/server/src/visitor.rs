//! Who sends a request: a guest by a cookie, from an address.

use crate::App;
use crate::address::{address_of, forwarded};
use crate::error::ApiError;
use crate::limits;
use crate::origin::is_own_origin;
use crate::store::guests::StoredGuest;
use crate::store::writer::StoreChange;
use crate::token::Token;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use galet_table::GuestId;
use std::net::IpAddr;
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
        let (id, at) = (hash.number(), app.clock.now().0);
        let changes = vec![
            StoreChange::Guest { id, name: String::new(), at },
            StoreChange::Token { hash, guest: id, at },
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
            && !app.address_buckets.take(network, app.clock.now())
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
