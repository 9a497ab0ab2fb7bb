//! The page that a link to another device opens. It asks before it does anything: programs that
//! follow links in messages must not use them up.

use super::plain::{self, Wished, escape};
use crate::App;
use crate::error::ApiError;
use crate::store::writer::StoreChange;
use crate::token::Token;
use crate::visitor::Visitor;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use galet_scene::{Language, Phrase};
use std::sync::Arc;

/// `GET /device/{token}`.
pub(super) async fn ask(
    State(app): State<Arc<App>>,
    _: Visitor,
    Wished(language): Wished,
    Path(token): Path<String>,
) -> Result<Response, ApiError> {
    let guest = match Token::read(&token) {
        Some(link) => app.store.guest_of_link(link.hash(), app.clock.now().0).await?,
        None => None,
    };
    let Some(guest) = guest else { return Ok(used_up(language)) };
    let name = app.store.guest_name(guest).await?;
    let say = |phrase: &Phrase| phrase.get(language).to_owned();
    let body = format!(
        "{LOGO}<h1>{}</h1><p class=\"faint\">{}</p>\
         <form method=\"post\"><button class=\"button primary\">{}</button></form>\
         <a class=\"button\" href=\"/\">{}</a>",
        escape(&say(&question(&name))),
        say(&OTHERS),
        say(&YES),
        say(&NO),
    );
    Ok(card(language, &body).into_response())
}

/// The pebble of the web app; a program without it shows none.
const LOGO: &str = "<img src=\"/favicon.svg\" alt=\"\">";

fn question(name: &str) -> Phrase {
    if name.is_empty() {
        return Phrase::fixed(
            "Play with your games in this browser, too?",
            "Retrouver vos parties aussi dans ce navigateur\u{a0}?",
        );
    }
    Phrase::new(
        format!("Play as {name} in this browser, too?"),
        format!("Jouer aussi dans ce navigateur sous le nom «\u{a0}{name}\u{a0}»\u{a0}?"),
    )
}

static OTHERS: Phrase = Phrase::fixed(
    "If other games were begun here without you, they will no longer be shown in this browser.",
    "Les parties commencées ici sans vous n’y seront plus affichées.",
);
static YES: Phrase = Phrase::fixed("Yes, play here", "Oui, jouer ici");
static NO: Phrase = Phrase::fixed("No, change nothing", "Non, ne rien changer");
static HOME: Phrase = Phrase::fixed("To the start page", "Vers l’accueil");

fn card(language: Language, body: &str) -> Html<String> {
    plain::page(language, "Galet", &format!("<div class=\"card\">{body}</div>"))
}

/// What somebody sees whose link is good no longer.
fn used_up(language: Language) -> Response {
    let words = ApiError::link_used().info.words;
    let body = format!(
        "{LOGO}<h1>Galet</h1><p>{}</p><a class=\"button\" href=\"/\">{}</a>",
        words.get(language),
        HOME.get(language)
    );
    (StatusCode::GONE, card(language, &body)).into_response()
}

/// `POST /device/{token}`.
pub(super) async fn carry(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Wished(language): Wished,
    Path(token): Path<String>,
) -> Result<Response, ApiError> {
    let Some(link) = Token::read(&token) else { return Ok(used_up(language)) };
    let (hash, now) = (link.hash(), app.clock.now().0);
    let Some(guest) = app.store.guest_of_link(hash, now).await? else {
        return Ok(used_up(language));
    };
    visitor.count_as_new(&app)?;
    // Only one can use it, however many try at the same moment.
    if app.store.writer.write(vec![StoreChange::UseLink { hash, now }]).await? != 1 {
        return Ok(used_up(language));
    }
    let token = Token::random();
    app.store.writer.write(vec![visitor.device_change(token.hash(), guest, now)]).await?;
    let cookie = visitor.cookie_of(&token);
    let home = (header::LOCATION, HeaderValue::from_static("/"));
    Ok((StatusCode::SEE_OTHER, [cookie, home]).into_response())
}
