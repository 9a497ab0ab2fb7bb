//! The visitor: their name, their games, their other devices.

use super::body::{Body, QueryString, record};
use crate::App;
use crate::error::ApiError;
use crate::store::tables::TableFilter;
use crate::store::writer::StoreChange;
use crate::tables::TableSnapshot;
use crate::token::Token;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use galet_core::Side;
use galet_games::record::write;
use galet_scene::Owner;
use galet_table::GuestId;
use galet_wire::guest::{DeviceLink, Me, Rename, TableCard, TablePage};
use galet_wire::table::Opened;
use serde::Deserialize;
use std::sync::Arc;

/// The longest name, in characters.
const LONGEST_NAME: usize = 40;
/// How long a link to another device holds.
const LINK_SECONDS: u32 = 10 * 60;
/// Tables on a page of a list.
const PAGE: u32 = 24;
/// The most games in one exported file.
const MAX_EXPORTED: u32 = 5_000;

/// `GET /api/me`.
pub(super) async fn see(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Response, ApiError> {
    let me = match &visitor.guest {
        Some(guest) => Me { name: guest.name.clone(), turns: app.store.turns_of(guest.id).await? },
        None => Me { name: String::new(), turns: 0 },
    };
    Ok(([visitor.cookie()], Json(me)).into_response())
}

/// `PUT /api/me`.
pub(super) async fn rename(
    State(app): State<Arc<App>>,
    mut visitor: Visitor,
    Body(message): Body<Rename>,
) -> Result<Response, ApiError> {
    let name = clean(&message.name).ok_or_else(ApiError::bad_name)?;
    let guest = visitor.become_guest(&app).await?;
    app.store.writer.write(vec![StoreChange::Rename { id: guest.id, name: name.clone() }]).await?;
    app.tables.renamed(visitor.number(), &name).await;
    let me = Me { name, turns: app.store.turns_of(guest.id).await? };
    Ok(([visitor.cookie()], Json(me)).into_response())
}

/// A name as it is kept: without control characters and runs of spaces; `None` if it is too long.
fn clean(name: &str) -> Option<String> {
    let visible: String = name.chars().map(|c| if is_invisible(c) { ' ' } else { c }).collect();
    let name = visible.split_whitespace().collect::<Vec<_>>().join(" ");
    (name.chars().count() <= LONGEST_NAME).then_some(name)
}

/// Characters that nobody sees but that can turn the text around them upside down.
fn is_invisible(c: char) -> bool {
    let turns = matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
    c.is_control() || turns || matches!(c, '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// `POST /api/me/link`.
pub(super) async fn link(
    State(app): State<Arc<App>>,
    mut visitor: Visitor,
) -> Result<Response, ApiError> {
    let guest = visitor.become_guest(&app).await?;
    let (token, now) = (Token::random(), app.clock.now().0);
    let expires = now + u64::from(LINK_SECONDS) * 1000;
    let link = StoreChange::Link { hash: token.hash(), guest: guest.id, expires };
    app.store.writer.write(vec![StoreChange::ForgetLinks { now }, link]).await?;
    let link = DeviceLink { path: format!("/device/{}", token.as_str()), seconds: LINK_SECONDS };
    Ok(([visitor.cookie()], Json(link)).into_response())
}

/// Which of the visitor's tables are listed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TableQuery {
    state: Option<String>,
    game: Option<String>,
    before: Option<String>,
}

impl TableQuery {
    fn filter(&self, at_most: u32) -> Result<TableFilter, ApiError> {
        let ended = match self.state.as_deref() {
            None => None,
            Some("running") => Some(false),
            Some("finished") => Some(true),
            Some(_) => return Err(ApiError::malformed("state is running or finished")),
        };
        let game = match self.game.as_deref() {
            None => None,
            Some(name) => {
                let game = galet_games::find(name).map_err(galet_study::StudyError::from)?;
                Some(game.name())
            }
        };
        let before = match self.before.as_deref() {
            None => None,
            Some(text) => {
                let wrong = || ApiError::malformed("before is what the page before it gave");
                let (at, id) = text.split_once('-').ok_or_else(wrong)?;
                Some((at.parse().map_err(|_| wrong())?, id.to_owned()))
            }
        };
        Ok(TableFilter { ended, game, before, at_most })
    }
}

/// `GET /api/me/tables`.
pub(super) async fn tables(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    QueryString(which): QueryString<TableQuery>,
) -> Result<Json<TablePage>, ApiError> {
    let filter = which.filter(PAGE + 1)?;
    let Some(guest) = &visitor.guest else {
        return Ok(Json(TablePage { tables: Vec::new(), before: None, unreadable: Vec::new() }));
    };
    let mut listed = app.store.tables_of(guest.id, &filter).await?;
    let more = listed.len() > PAGE as usize;
    listed.truncate(PAGE as usize);
    let last = listed.last().map(|last| format!("{}-{}", last.at, last.id));
    let number = visitor.number();
    let mut tables = Vec::with_capacity(listed.len());
    let mut unreadable = Vec::new();
    for table in listed {
        let seen = app.tables.look(&app, &table.id, move |snapshot| card(snapshot, number)).await;
        match seen {
            Ok(card) => tables.push(card),
            // One damaged table must not hide the others.
            Err(error) if error.is_damaged_table() => unreadable.push(table.id),
            Err(error) => return Err(error),
        }
    }
    Ok(Json(TablePage { tables, before: last.filter(|_| more), unreadable }))
}

/// A table in a list.
fn card(snapshot: &TableSnapshot<'_>, guest: GuestId) -> TableCard {
    let table = snapshot.table;
    let id = table.id().to_owned();
    TableCard {
        game: table.game().to_owned(),
        sitters: Side::BOTH.map(|side| table.sitter(side, snapshot.names)),
        yours: table.sides_of(guest).map(Owner::from).collect(),
        ply: table.ply(),
        your_turn: table.waits_for(guest),
        ending: table.ending().cloned(),
        at: table.last_at().0,
        picture: format!(
            "/api/tables/{id}/picture.svg?width=240&coordinates=false&v={}",
            table.seq()
        ),
        table: Opened { id },
    }
}

/// `GET /api/me/archive.pgn`.
pub(super) async fn archive(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    QueryString(which): QueryString<TableQuery>,
) -> Result<Response, ApiError> {
    let filter = TableFilter { ended: Some(true), ..which.filter(MAX_EXPORTED)? };
    let mut texts = Vec::new();
    if let Some(guest) = &visitor.guest {
        for table in app.store.tables_of(guest.id, &filter).await? {
            match app.tables.look(&app, &table.id, |l| write(&l.record())).await {
                Ok(text) => texts.push(text),
                Err(error) if error.is_damaged_table() => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(record(texts.join("\n"), "galet-games.pgn"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_free_but_tame() {
        assert_eq!(clean("  Zoé \n <b>\t1 "), Some("Zoé <b> 1".to_owned()));
        assert_eq!(clean("a\u{202e}b"), Some("a b".to_owned()));
        assert_eq!(clean(""), Some(String::new()));
        assert_eq!(clean(&"é".repeat(40)).map(|n| n.chars().count()), Some(40));
        assert_eq!(clean(&"é".repeat(41)), None);
    }
}
