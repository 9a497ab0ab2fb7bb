//! Puzzles: which there are, attempts, solutions, ratings.

use super::body::Body;
use crate::App;
use crate::error::ApiError;
use crate::visitor::Visitor;
use axum::Json;
use axum::extract::{Path, State};
use galet_games::find;
use galet_puzzles::{PuzzleSet, shipped};
use galet_study::StudyError;
use galet_wire::puzzle::{
    PuzzleAnswer, PuzzleAttempt, PuzzleFound, PuzzleName, PuzzleOutcome, PuzzleShelf,
    PuzzleSolution, PuzzleView, PuzzlesFound, PuzzlesNear, PuzzlesWanted, SolverRating,
};
use std::sync::Arc;

/// Asks the puzzles of a game, where it does not keep others waiting: the first question reads their file.
async fn ask<T: Send + 'static>(
    app: &App,
    game: String,
    what: impl FnOnce(&'static PuzzleSet) -> Result<T, StudyError> + Send + 'static,
) -> Result<Json<T>, ApiError> {
    let answer = app.work.small(move || {
        let game = find(&game)?;
        what(shipped(game.name()).ok_or(StudyError::NoPuzzles)?)
    });
    Ok(Json(answer.await?))
}

/// `GET /api/games/{game}/puzzles`.
pub(super) async fn shelf(
    State(app): State<Arc<App>>,
    Path(game): Path<String>,
) -> Result<Json<PuzzleShelf>, ApiError> {
    ask(&app, game, |set| Ok(galet_study::puzzle_shelf(set))).await
}

/// `GET /api/games/{game}/puzzles/day/{day}`.
pub(super) async fn of_the_day(
    State(app): State<Arc<App>>,
    Path((game, day)): Path<(String, String)>,
) -> Result<Json<PuzzleView>, ApiError> {
    ask(&app, game, move |set| galet_study::puzzle_of_the_day(set, &day)).await
}

/// `POST /api/games/{game}/puzzles/near`.
pub(super) async fn near(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path(game): Path<String>,
    Body(wanted): Body<PuzzlesNear>,
) -> Result<Json<PuzzlesFound>, ApiError> {
    ask(&app, game, move |set| galet_study::puzzles_near(set, &wanted)).await
}

/// `POST /api/games/{game}/puzzles/find`.
pub(super) async fn by_name(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path(game): Path<String>,
    Body(wanted): Body<PuzzlesWanted>,
) -> Result<Json<Vec<PuzzleFound>>, ApiError> {
    ask(&app, game, move |set| galet_study::puzzles_by_name(set, &wanted)).await
}

/// `POST /api/games/{game}/puzzles/attempt`.
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path(game): Path<String>,
    Body(attempt): Body<PuzzleAttempt>,
) -> Result<Json<PuzzleAnswer>, ApiError> {
    ask(&app, game, move |set| galet_study::puzzle_attempt(set, &attempt)).await
}

/// `POST /api/games/{game}/puzzles/solution`.
pub(super) async fn solution(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path(game): Path<String>,
    Body(puzzle): Body<PuzzleName>,
) -> Result<Json<PuzzleSolution>, ApiError> {
    ask(&app, game, move |set| galet_study::puzzle_solution(set, &puzzle)).await
}

/// `POST /api/puzzles/rating`.
pub(super) async fn rating(
    _: Visitor,
    Body(outcome): Body<PuzzleOutcome>,
) -> Result<Json<SolverRating>, ApiError> {
    Ok(Json(galet_study::puzzle_rating(&outcome)?))
}
