//! Who sends a request: a guest by a cookie, from an address.

use crate::App;
use crate::address::{Whence, forwarded};
use crate::cookie::{self, COOKIE};
use crate::error::ApiError;
use crate::origin::is_own_origin;
use crate::store::guests::StoredGuest;
use crate::store::writer::StoreChange;
use crate::token::Token;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, header};
use galet_table::GuestId;
use std::net::IpAddr;
use std::sync::Arc;

/// Who sends a request. A guest is made only when there is something to remember.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// What the browser shows, or what it will be given.
    token: Token,
    pub(crate) guest: Option<StoredGuest>,
    /// What limits of addresses are counted for; `None` for this computer.
    pub(crate) network: Option<IpAddr>,
    /// Whether the browser talks TLS, to a proxy of ours.
    secure: bool,
}

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
            Ok(_) => {
                tracing::info!("a visitor becomes a guest");
                StoredGuest { id, name: String::new() }
            }
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
        let whence = parts.extensions.get::<Whence>().ok_or_else(ApiError::no_address)?;
        let network = whence.network;
        let upgrade = parts.headers.contains_key(header::UPGRADE);
        if (parts.method != Method::GET || upgrade) && !is_own_origin(&parts.headers, app) {
            app.metrics.refused_origin.add(1);
            return Err(ApiError::foreign_origin());
        }
        let shown = cookie::shown(&parts.headers);
        let guest = match &shown {
            Some(token) => app.store.guest_with(token.hash()).await?,
            None => None,
        };
        Ok(Visitor {
            token: shown.unwrap_or_else(Token::random),
            guest,
            network,
            secure: app.settings.trust_proxy
                && forwarded(&parts.headers, "x-forwarded-proto") == Some("https"),
        })
    }
}
