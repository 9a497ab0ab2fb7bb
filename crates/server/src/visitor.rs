//! Who sends a request: a guest by a cookie, from an address.

use crate::address::{Whence, forwarded};
use crate::cookie::{self, COOKIE};
use crate::error::ApiError;
use crate::origin::is_own_origin;
use crate::store::writer::StoreChange;
use crate::token::{self, Token, TokenHash};
use crate::{App, agent};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, header};
use galet_scheduler::ClientId;
use galet_table::{GuestId, Moment};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::Arc;

/// Who sends a request: a guest if the token that the browser shows is stored, else nobody in
/// particular. A guest is made only when there is something to remember.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// What the browser shows, or what it will be given.
    token: Token,
    hash: TokenHash,
    /// Whether the browser showed it.
    shown: bool,
    guest: Option<GuestId>,
    /// What limits of addresses are counted for; `None` for this computer.
    pub(crate) network: Option<IpAddr>,
    /// Whether the browser talks TLS, to a proxy of ours.
    secure: bool,
    /// What the browser says about itself.
    agent: Option<HeaderValue>,
    /// When the request came in.
    came: Moment,
}

/// Whom limits are counted for. A cookie that nobody knows is no key: it costs nothing to make
/// another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum VisitorKey {
    /// A guest, wherever they are.
    Guest(GuestId),
    /// Everybody else at one address.
    Address(IpAddr),
    /// Everybody else with one cookie at this computer, whose addresses are not counted.
    Browser(TokenHash),
}

impl VisitorKey {
    /// The number under which the engine's time is shared out. It may be made of an address, so it stays in this program:
    /// workers elsewhere are told another, made with a secret (`galet_queue::Secret`).
    pub(crate) fn client(self) -> ClientId {
        // Numbers of guests have 53 bits.
        const OTHERS: u64 = 1 << 63;
        match self {
            VisitorKey::Guest(guest) => ClientId(guest.0),
            other => {
                let mut hasher = DefaultHasher::new();
                other.hash(&mut hasher);
                ClientId(hasher.finish() | OTHERS)
            }
        }
    }
}

pub(crate) const TWO_YEARS: u32 = 2 * 365 * 24 * 60 * 60;
/// That a browser was seen is written down so often, in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1000;

impl Visitor {
    /// The cookie that makes the browser this visitor.
    pub(crate) fn cookie(&self) -> (header::HeaderName, HeaderValue) {
        cookie(&self.token, self.secure)
    }

    /// A cookie for another identity in the same browser.
    pub(crate) fn cookie_of(&self, token: &Token) -> (header::HeaderName, HeaderValue) {
        cookie(token, self.secure)
    }

    /// The hash of what the browser shows or will be given.
    pub(crate) fn hash(&self) -> TokenHash {
        self.hash
    }

    /// The same, if the browser showed it.
    pub(crate) fn shown_hash(&self) -> Option<TokenHash> {
        self.shown.then_some(self.hash)
    }

    /// When the request came in.
    pub(crate) fn came(&self) -> Moment {
        self.came
    }

    /// The number under which tables know them; `None` for somebody who is no guest.
    pub(crate) fn guest_id(&self) -> Option<GuestId> {
        self.guest
    }

    /// Whom limits are counted for.
    pub(crate) fn key(&self) -> VisitorKey {
        match (self.guest, self.network) {
            (Some(guest), _) => VisitorKey::Guest(guest),
            (None, Some(network)) => VisitorKey::Address(network),
            (None, None) => VisitorKey::Browser(self.hash),
        }
    }

    /// The browser has become a guest meanwhile.
    pub(crate) fn is_now(&mut self, guest: GuestId) {
        self.guest = Some(guest);
    }

    /// Refuses those who show no cookie: what is kept for them would be lost with the answer.
    pub(crate) fn needs_cookie(&self) -> Result<(), ApiError> {
        if self.shown { Ok(()) } else { Err(ApiError::no_cookie()) }
    }

    /// The guest, made now if need be.
    pub(crate) async fn become_guest(&mut self, app: &Arc<App>) -> Result<GuestId, ApiError> {
        if let Some(guest) = self.guest {
            return Ok(guest);
        }
        self.count_as_new(app)?;
        let (id, hash, at) = (token::number(), self.hash, app.clock.now().0);
        let changes = vec![
            StoreChange::Guest { id, name: String::new(), at },
            self.device_change(hash, GuestId(id as u64), at),
        ];
        let guest = match app.store.writer.write(changes).await {
            Ok(_) => {
                tracing::info!("a visitor becomes a guest");
                GuestId(id as u64)
            }
            // Two requests of a new browser at the same moment: the other one was first.
            Err(error) => match app.store.holder_of(hash).await? {
                Some(holder) => holder.guest,
                None => return Err(error.into()),
            },
        };
        self.guest = Some(guest);
        app.became(hash, guest);
        Ok(guest)
    }

    /// Counts somebody new: they cost the disk something for a long time.
    pub(crate) fn count_as_new(&self, app: &App) -> Result<(), ApiError> {
        match self.network {
            Some(network) if !app.new_guests.take(network, app.clock.now()) => {
                let error = ApiError::too_many_guests();
                app.note_refusal(&error, self.network);
                Err(error)
            }
            _ => Ok(()),
        }
    }

    /// The browser, with a token, as a device of a guest.
    pub(crate) fn device_change(&self, hash: TokenHash, guest: GuestId, at: u64) -> StoreChange {
        let about = agent::about(self.agent.as_ref());
        StoreChange::Token { hash, guest: guest.0 as i64, device: token::number(), about, at }
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
        // A page that asks for nothing but an answer has, or gets, a connection beside it.
        let waits = shown.as_ref().filter(|_| upgrade).map(Token::hash);
        let came = app.clock.now();
        let (shown, guest) = app.recognising(waits, came, recognise(app, shown)).await?;
        let (token, shown) = match shown {
            Some(token) => (token, true),
            None => (Token::random(), false),
        };
        Ok(Visitor {
            hash: token.hash(),
            token,
            shown,
            guest,
            network,
            secure: app.settings.trust_proxy
                && forwarded(&parts.headers, "x-forwarded-proto") == Some("https"),
            agent: parts.headers.get(header::USER_AGENT).cloned(),
            came,
        })
    }
}

/// The token that a browser shows, unless it was signed out, and the guest who holds it.
async fn recognise(
    app: &App,
    shown: Option<Token>,
) -> Result<(Option<Token>, Option<GuestId>), ApiError> {
    let Some(token) = shown else { return Ok((None, None)) };
    let hash = token.hash();
    let Some(holder) = app.store.holder_of(hash).await? else {
        let signed_out = app.store.is_signed_out(hash).await?;
        return Ok(((!signed_out).then_some(token), None));
    };
    let now = app.clock.now().0;
    if now.saturating_sub(holder.seen) >= DAY {
        let seen = StoreChange::Seen { hash, at: now };
        match app.store.writer.write(vec![seen]).await {
            // Gone at this very moment.
            Ok(0) => return Ok((None, None)),
            Ok(_) => {}
            // Whoever only looks need not suffer from a disk that takes nothing.
            Err(error) => tracing::warn!(%error, "when a browser was seen cannot be written"),
        }
    }
    Ok((Some(token), Some(holder.guest)))
}
