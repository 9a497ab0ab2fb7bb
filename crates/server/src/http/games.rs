//! The games, and everything about them that needs no table.

use super::body::{Body, RECORDS, svg};
use crate::App;
use crate::error::ApiError;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use galet_core::StopSignal;
use galet_scene::BoardStyle;
use galet_scene::svg::Options;
use galet_study::PictureQuery;
use galet_wire::lesson::{Attempt, LessonAnswer, LessonView};
use galet_wire::setup::GameInfo;
use galet_wire::study::{Arranged, Arrangement, GameLine, RecordTree, RecordsText};
use std::sync::Arc;

/// `GET /api/games`.
pub(super) async fn list() -> Json<Vec<GameInfo>> {
    Json(galet_study::games_info(galet_engine::proven, galet_engine::experts, galet_engine::elo))
}

/// `GET /api/boards`.
pub(super) async fn boards() -> Json<&'static [BoardStyle]> {
    Json(galet_scene::boards())
}

/// `GET /api/games/{game}/layouts/{layout}.svg`.
pub(super) async fn layout(
    State(app): State<Arc<App>>,
    RawQuery(query): RawQuery,
    Path((game, file)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let board = picture_query(query.as_deref())?.board();
    let Some(layout) = file.strip_suffix(".svg").map(str::to_owned) else {
        return Err(ApiError::no_such_page());
    };
    let draw = move || galet_study::layout_picture(&game, &layout, &board);
    let picture = app.work.small(draw).await?;
    // Layouts never change; another version of the program may draw them better.
    Ok(svg(picture, "public, max-age=86400"))
}

/// How a picture is wanted.
pub(super) fn picture_query(query: Option<&str>) -> Result<PictureQuery, ApiError> {
    PictureQuery::read(query.unwrap_or_default()).map_err(|why| ApiError::malformed(&why))
}

/// How it is painted.
pub(super) fn picture_options(query: &PictureQuery) -> Result<Options, ApiError> {
    query.options().map_err(|why| ApiError::malformed(&why))
}

/// `POST /api/picture`.
pub(super) async fn picture(
    State(app): State<Arc<App>>,
    _: Visitor,
    RawQuery(query): RawQuery,
    Body(line): Body<GameLine>,
) -> Result<Response, ApiError> {
    let options = picture_options(&picture_query(query.as_deref())?)?;
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
