//! The visitor: their name, their games, their other devices.

use super::body::{Body, QueryString, record};
use crate::App;
use crate::error::ApiError;
use crate::guest_name;
use crate::store::tables::{Listed, Opponent, TableFilter};
use crate::store::writer::StoreChange;
use crate::tables::TableSnapshot;
use crate::token::Token;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use galet_core::Side;
use galet_games::record::{GameResult, write};
use galet_scene::Owner;
use galet_table::{GuestId, Table};
use galet_wire::guest::{DeviceLink, Me, MyResult, Rename, Results, TableCard, TablePage};
use galet_wire::table::Opened;
use serde::Deserialize;
use std::sync::Arc;

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
    let me = me(&app, &visitor).await?;
    Ok(([visitor.cookie()], Json(me)).into_response())
}

async fn me(app: &App, visitor: &Visitor) -> Result<Me, ApiError> {
    let Some(guest) = visitor.guest_id() else { return Ok(Me { name: String::new(), turns: 0 }) };
    let name = app.store.guest_name(guest).await?;
    Ok(Me { name, turns: app.store.turns_of(guest.0 as i64).await? })
}

/// `PUT /api/me`.
pub(super) async fn rename(
    State(app): State<Arc<App>>,
    mut visitor: Visitor,
    Body(message): Body<Rename>,
) -> Response {
    let renamed = give_name(&app, &mut visitor, &message.name).await;
    // Also when it is refused: with the cookie the next attempt is of somebody.
    ([visitor.cookie()], renamed.map(Json)).into_response()
}

async fn give_name(app: &App, visitor: &mut Visitor, name: &str) -> Result<Me, ApiError> {
    let name = guest_name::clean(name).map_err(ApiError::bad_name)?;
    visitor.needs_cookie()?;
    // That somebody new has no name need not be remembered.
    if visitor.guest_id().is_some() || !name.is_empty() {
        let guest = visitor.become_guest(app).await?;
        if app.store.guest_name(guest).await? != name {
            let rename = StoreChange::Rename { id: guest.0 as i64, name: name.clone() };
            app.store.writer.write(vec![rename]).await?;
            app.tables.renamed(guest, &name).await;
        }
    }
    me(app, visitor).await
}

/// `POST /api/me/link`.
pub(super) async fn link(
    State(app): State<Arc<App>>,
    mut visitor: Visitor,
) -> Result<Response, ApiError> {
    visitor.needs_cookie()?;
    let guest = visitor.become_guest(&app).await?;
    let (token, now) = (Token::random(), app.clock.now().0);
    let expires = now + u64::from(LINK_SECONDS) * 1000;
    let link = StoreChange::Link { hash: token.hash(), guest: guest.0 as i64, expires };
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
    result: Option<MyResult>,
    level: Option<String>,
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
        let opponent = match self.level.as_deref() {
            None => None,
            Some("people") => Some(Opponent::People),
            Some(text) => {
                let wrong = || ApiError::malformed("level is from 1 to 10, or people");
                let level = text.parse().ok().filter(|level| (1..=10).contains(level));
                Some(Opponent::Level(level.ok_or_else(wrong)?))
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
        Ok(TableFilter { ended, game, result: self.result, opponent, before, at_most })
    }
}

/// `GET /api/me/tables`.
pub(super) async fn tables(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    QueryString(which): QueryString<TableQuery>,
) -> Result<Json<TablePage>, ApiError> {
    let filter = which.filter(PAGE + 1)?;
    let Some(guest) = visitor.guest_id() else {
        return Ok(Json(TablePage { tables: Vec::new(), before: None, unreadable: Vec::new() }));
    };
    let mut listed = list(&app, guest, &filter).await?;
    let more = listed.len() > PAGE as usize;
    listed.truncate(PAGE as usize);
    let last = listed.last().map(|last| format!("{}-{}", last.at, last.id));
    let mut tables = Vec::with_capacity(listed.len());
    let mut unreadable = Vec::new();
    for table in listed {
        let seen = app.tables.look(&app, &table.id, move |snapshot| card(snapshot, guest)).await;
        match seen {
            Ok(card) => tables.push(card),
            // One damaged table must not hide the others.
            Err(error) if error.is_damaged_table() => unreadable.push(table.id),
            // Deleted at this very moment.
            Err(error) if error.is_no_such_table() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Json(TablePage { tables, before: last.filter(|_| more), unreadable }))
}

async fn list(
    app: &Arc<App>,
    guest: GuestId,
    filter: &TableFilter,
) -> Result<Vec<Listed>, ApiError> {
    if filter.result.is_some() || filter.opponent.is_some() {
        app.tables.fill_in_results(app, guest).await?;
    }
    Ok(app.store.tables_of(guest.0 as i64, filter).await?)
}

/// `GET /api/me/results`.
pub(super) async fn results(
    State(app): State<Arc<App>>,
    visitor: Visitor,
) -> Result<Json<Results>, ApiError> {
    let Some(guest) = visitor.guest_id() else { return Ok(Json(Results::default())) };
    app.tables.fill_in_results(&app, guest).await?;
    Ok(Json(app.store.results_of(guest.0 as i64).await?))
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
        result: result_for(table, guest),
        at: table.last_at().0,
        picture: format!(
            "/api/tables/{id}/picture.svg?width=240&coordinates=false&captions=false&table=false&v={}",
            table.seq()
        ),
        table: Opened { id },
    }
}

/// How a table ended for a guest who has one of its seats.
fn result_for(table: &Table, guest: GuestId) -> Option<MyResult> {
    let mut mine = table.sides_of(guest);
    let (side, None) = (mine.next()?, mine.next()) else { return None };
    match (table.result()?, side) {
        (GameResult::Unknown, _) => None,
        (GameResult::Draw, _) => Some(MyResult::Drawn),
        (GameResult::FirstWins, Side::First) | (GameResult::SecondWins, Side::Second) => {
            Some(MyResult::Won)
        }
        (GameResult::FirstWins | GameResult::SecondWins, _) => Some(MyResult::Lost),
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
    if let Some(guest) = visitor.guest_id() {
        for table in list(&app, guest, &filter).await? {
            match app.tables.look(&app, &table.id, |l| write(&l.record())).await {
                Ok(text) => texts.push(text),
                Err(error) if error.is_damaged_table() || error.is_no_such_table() => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(record(texts.join("\n"), "galet-games.pgn"))
}
