//! The HTTP part, described for programs (`/api/openapi.json`) and for people (`/api/docs`).

use axum::http::header;
use axum::response::{Html, IntoResponse, Response};

/// A page without scripts.
pub(super) fn plain_page(title: &str, body: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>{title}</title><link rel=\"stylesheet\" href=\"/api/plain.css\"></head>\
         <body><main>{body}</main></body></html>"
    ))
}

/// `GET /api/plain.css`.
pub(super) async fn style() -> Response {
    let style = include_str!("plain.css");
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], style).into_response()
}

/// `GET /api/openapi.json`.
pub(super) async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], "{}").into_response()
}

/// `GET /api/docs`.
pub(super) async fn page() -> Html<String> {
    plain_page("Galet", "<h1>Galet</h1>")
}
