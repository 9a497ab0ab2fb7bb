//! The page that a link to another device opens. It asks before it does anything: programs that
//! follow links in messages must not use them up.

use super::docs::plain_page;
use crate::App;
use crate::error::ApiError;
use crate::store::writer::StoreChange;
use crate::token::Token;
use crate::visitor::Visitor;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// `GET /device/{token}`.
pub(super) async fn ask(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path(token): Path<String>,
) -> Result<Response, ApiError> {
    let link = Token::read(&token);
    let good = match &link {
        Some(link) => app.store.guest_of_link(link.hash(), app.clock.now().0).await?.is_some(),
        None => false,
    };
    if !good {
        let gone = ApiError::link_used();
        let words = &gone.info.words;
        let body = format!("<p>{}</p><p lang=\"fr\">{}</p>", words.en, words.fr);
        return Ok((StatusCode::GONE, plain_page("Galet", &body)).into_response());
    }
    let body = "\
        <h1>Galet</h1>\
        <p>Play with your name and your games in this browser, too? If other games were begun \
        here without you, they will no longer be shown in this browser.</p>\
        <p lang=\"fr\">Jouer avec votre nom et vos parties dans ce navigateur aussi\u{a0}? Les \
        parties commencées ici sans vous n’y seront plus affichées.</p>\
        <form method=\"post\"><button>Yes · <span lang=\"fr\">Oui</span></button></form>";
    Ok(plain_page("Galet", body).into_response())
}

/// `POST /device/{token}`.
pub(super) async fn carry(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<Response, ApiError> {
    let link = Token::read(&token).ok_or_else(ApiError::link_used)?;
    let (hash, now) = (link.hash(), app.clock.now().0);
    let guest = app.store.guest_of_link(hash, now).await?.ok_or_else(ApiError::link_used)?;
    visitor.count_as_new(&app)?;
    // Only one can use it, however many try at the same moment.
    if app.store.writer.write(vec![StoreChange::UseLink { hash, now }]).await? != 1 {
        return Err(ApiError::link_used());
    }
    let token = Token::random();
    app.store.writer.write(vec![visitor.device_change(token.hash(), guest, now)]).await?;
    let cookie = visitor.cookie_of(&token);
    let home = (header::LOCATION, HeaderValue::from_static("/"));
    Ok((StatusCode::SEE_OTHER, [cookie, home]).into_response())
}
