//! The games, and everything about them that needs no table.

use super::body::{Body, QueryString, RECORDS, svg};
use crate::App;
use crate::error::ApiError;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use galet_core::StopSignal;
use galet_scene::svg::{ColourScheme, Options};
use galet_scene::{BoardStyle, Language};
use galet_wire::lesson::{Attempt, LessonAnswer, LessonView};
use galet_wire::setup::GameInfo;
use galet_wire::study::{Arranged, Arrangement, GameLine, RecordTree, RecordsText};
use serde::Deserialize;
use std::sync::Arc;

/// `GET /api/games`.
pub(super) async fn list() -> Json<Vec<GameInfo>> {
    Json(galet_study::games_info(galet_engine::proven, galet_engine::elo))
}

/// `GET /api/boards`.
pub(super) async fn boards() -> Json<&'static [BoardStyle]> {
    Json(galet_scene::boards())
}

/// `GET /api/games/{game}/layouts/{layout}.svg`.
pub(super) async fn layout(
    State(app): State<Arc<App>>,
    QueryString(BoardQuery { board }): QueryString<BoardQuery>,
    Path((game, file)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let Some(layout) = file.strip_suffix(".svg").map(str::to_owned) else {
        return Err(ApiError::no_such_page());
    };
    let draw = move || galet_study::layout_picture(&game, &layout, &board);
    let picture = app.work.small(draw).await?;
    // Layouts never change; another version of the program may draw them better.
    Ok(svg(picture, "public, max-age=86400"))
}

/// On which board; the set's own for a name that it does not know.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct BoardQuery {
    board: String,
}

/// How a picture is wanted.
#[derive(Clone, Debug, Default, Hash, Deserialize)]
#[serde(default)]
pub(super) struct PictureQuery {
    theme: Option<String>,
    lang: Option<String>,
    flipped: bool,
    width: Option<u32>,
    coordinates: Option<bool>,
    captions: Option<bool>,
    table: Option<bool>,
    /// In a picture that moves.
    pub(super) moves: Option<usize>,
    board: String,
}

impl PictureQuery {
    pub(super) fn options(&self) -> Result<Options, ApiError> {
        let scheme = match self.theme.as_deref() {
            None | Some("auto") => ColourScheme::Auto,
            Some("light") => ColourScheme::Light,
            Some("dark") => ColourScheme::Dark,
            Some(_) => return Err(ApiError::malformed("theme is auto, light or dark")),
        };
        let language = match self.lang.as_deref() {
            None | Some("en") => Language::English,
            Some("fr") => Language::French,
            Some(_) => return Err(ApiError::malformed("lang is en or fr")),
        };
        let width = self.width.unwrap_or(720);
        if !(16..=4096).contains(&width) {
            return Err(ApiError::malformed("width is from 16 to 4096"));
        }
        let coordinates = self.coordinates.unwrap_or(true);
        let captions = self.captions.unwrap_or(true);
        let (flipped, board) = (self.flipped, self.board.clone());
        let table = self.table.unwrap_or(true);
        let usual = Options { board, table, captions, ..Options::default() };
        Ok(Options { scheme, language, width, coordinates, flipped, ..usual })
    }
}

/// `POST /api/picture`.
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    _: Visitor,
    QueryString(request): QueryString<PictureQuery>,
    Body(line): Body<GameLine>,
) -> Result<Response, ApiError> {
    let options = request.options()?;
    let picture = app.work.small(move || galet_study::line_picture(&line, &options)).await?;
    Ok(svg(picture, "no-store"))
}

/// `POST /api/records/read`.
pub(super) async fn read_records(
    State(app): State<Arc<App>>,
    _: Visitor,
    Body(text): Body<RecordsText, RECORDS>,
) -> Result<Response, ApiError> {
    let bytes = text.text.len();
    let read = move |stop: &dyn StopSignal| -> Result<String, ApiError> {
        let read = galet_study::read_records_until(&text, stop)?;
        Ok(serde_json::to_string(&read).expect("records are made of texts and lists"))
    };
    let text = app.work.large(bytes, read).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// `POST /api/records/write`.
pub(super) async fn write_record(
    State(app): State<Arc<App>>,
    _: Visitor,
    Body(tree): Body<RecordTree, RECORDS>,
) -> Result<Response, ApiError> {
    let bytes = galet_study::tree_size(&tree);
    let write = move |_: &dyn StopSignal| galet_study::write_record(&tree);
    let text = app.work.large(bytes, write).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// `POST /api/positions`.
pub(super) async fn arrange(
    State(app): State<Arc<App>>,
    _: Visitor,
    Body(arrangement): Body<Arrangement>,
) -> Result<Json<Arranged>, ApiError> {
    Ok(Json(app.work.small(move || galet_study::arrange(&arrangement)).await?))
}

/// `GET /api/games/{game}/lessons`.
pub(super) async fn lessons(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
) -> Result<Json<Vec<LessonView>>, ApiError> {
    Ok(Json(app.work.small(move || galet_study::lessons(&game)).await?))
}

/// `POST /api/games/{game}/lessons/{lesson}`.
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path((game, lesson)): Path<(String, String)>,
    Body(attempt): Body<Attempt>,
) -> Result<Json<LessonAnswer>, ApiError> {
    Ok(Json(app.work.small(move || galet_study::attempt(&game, &lesson, &attempt)).await?))
}
