//! Pictures of tables: SVG, PNG, and the last moves as an SVG that moves.
//!
//! They are made anew only for whoever has not seen them: a tag tells one state of a table from
//! another without painting it.

use super::body::svg;
use super::games::{picture_options, picture_query};
use crate::App;
use crate::address::Whence;
use crate::error::ApiError;
use crate::tables::TableSnapshot;
use crate::visitor::Visitor;
use crate::web;
use axum::extract::{Extension, Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use galet_raster::{Card, RasterError, png, png_on_card};
use galet_scene::svg::{ColourScheme, Letters, Options};
use galet_study::PictureQuery;
use galet_table::{Sight, Table};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The width of a PNG at most.
const WIDEST: u32 = 2048;
/// What pages that show links want, on the colour of our paper.
pub(super) const CARD: Card = Card { width: 1200, height: 630, colour: [0xf6, 0xf2, 0xea] };

/// What tells one state of a table from another.
fn tag_of(table: &Table) -> u64 {
    let mut hasher = DefaultHasher::new();
    // Another version of the program may paint it better.
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    table.progress().setup().hash(&mut hasher);
    table.progress().moves().hash(&mut hasher);
    table.ending().map(|ending| &ending.reason).hash(&mut hasher);
    hasher.finish()
}

/// A table as it is to be painted; the answer itself if the browser has it already.
async fn look(
    app: &Arc<App>,
    id: &str,
    query: &PictureQuery,
    headers: &HeaderMap,
) -> Result<(Sight, Options, HeaderValue), Result<Response, ApiError>> {
    let options = picture_options(query).map_err(Err)?;
    let look = |l: &TableSnapshot<'_>| (l.table.sight(), tag_of(l.table));
    let (sight, tag) = app.tables.look(app, id, look).await.map_err(Err)?;
    let mut hasher = DefaultHasher::new();
    (tag, query).hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let value = HeaderValue::from_str(&tag).map_err(|_| Err(ApiError::busy()))?;
    if web::is_known(headers, &tag) {
        let response = (StatusCode::NOT_MODIFIED, [(header::ETAG, value), CHECK_AGAIN]);
        return Err(Ok(response.into_response()));
    }
    Ok((sight, options, value))
}

/// Links to tables are secrets: nobody on the way keeps what is behind them.
const CHECK_AGAIN: (HeaderName, HeaderValue) =
    (header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));

/// `GET /api/tables/{id}/picture.svg`.
pub(super) async fn picture_svg(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let query = picture_query(query.as_deref())?;
    let (sight, options, tag) = match look(&app, &id, &query, &headers).await {
        Ok(seen) => seen,
        Err(answer) => return answer,
    };
    let paint = move || Ok::<_, ApiError>(sight.paint(options));
    Ok(([(header::ETAG, tag)], svg(app.work.small(paint).await?, "private, no-cache"))
        .into_response())
}

/// `GET /api/tables/{id}/moves.svg`.
pub(super) async fn moves_svg(
    State(app): State<Arc<App>>,
    _: Visitor,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let query = picture_query(query.as_deref())?;
    let moves = query.moves().map_err(|why| ApiError::malformed(&why))?;
    let (sight, options, tag) = match look(&app, &id, &query, &headers).await {
        Ok(seen) => seen,
        Err(answer) => return answer,
    };
    let paint = move || Ok::<_, ApiError>(sight.paint_moves(moves, options));
    Ok(([(header::ETAG, tag)], svg(app.work.small(paint).await?, "private, no-cache"))
        .into_response())
}

/// `GET /api/tables/{id}/picture.png`.
pub(super) async fn picture_png(
    State(app): State<Arc<App>>,
    _: Visitor,
    Extension(whence): Extension<Whence>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let query = picture_query(query.as_deref())?;
    let (sight, options, tag) = match look(&app, &id, &query, &headers).await {
        Ok(seen) => seen,
        Err(answer) => return answer,
    };
    if options.width > WIDEST {
        return Err(ApiError::malformed("width is from 16 to 2048"));
    }
    paint_png(&app, &whence, sight, options, tag, png).await
}

/// `GET /api/tables/{id}/card.png`: what pages show beside a link to the table.
pub(super) async fn card_png(
    State(app): State<Arc<App>>,
    _: Visitor,
    Extension(whence): Extension<Whence>,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let query = picture_query(query.as_deref())?;
    let mut response = match look(&app, &id, &query, &headers).await {
        Ok((sight, options, tag)) => {
            let bare = Options { table: false, width: 600, ..options };
            let options = Options { scheme: ColourScheme::Light, ..bare };
            let on_card = |picture: &str| png_on_card(picture, CARD);
            paint_png(&app, &whence, sight, options, tag, on_card).await?
        }
        Err(answer) => answer?,
    };
    // It is made for pages of others; whoever has its address may see it anyway.
    let anybody = HeaderValue::from_static("cross-origin");
    response.headers_mut().insert("cross-origin-resource-policy", anybody);
    Ok(response)
}

/// Paints a PNG in its place.
async fn paint_png(
    app: &App,
    whence: &Whence,
    sight: Sight,
    options: Options,
    tag: HeaderValue,
    paint: impl FnOnce(&str) -> Result<Vec<u8>, RasterError> + Send + 'static,
) -> Result<Response, ApiError> {
    // There are no fonts there, and nobody's wish for a dark page.
    let scheme = match options.scheme {
        ColourScheme::Dark => ColourScheme::Dark,
        ColourScheme::Light | ColourScheme::Auto => ColourScheme::Light,
    };
    let options = Options { letters: Letters::Drawn, scheme, ..options };
    // One address does not keep pictures from everybody.
    let _one = match whence.network {
        Some(network) => Some(app.painters.take(network).ok_or_else(ApiError::busy)?),
        None => None,
    };
    let bytes = app.work.paint(move || paint(&sight.paint(options))).await?;
    let kind = (header::CONTENT_TYPE, HeaderValue::from_static("image/png"));
    Ok(([kind, (header::ETAG, tag), CHECK_AGAIN], bytes).into_response())
}

impl From<RasterError> for ApiError {
    fn from(error: RasterError) -> Self {
        tracing::error!(%error, "a picture cannot be painted");
        ApiError::busy()
    }
}
