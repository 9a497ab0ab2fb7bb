//! Pages without scripts: what a link to another device opens, and what programs read about.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Response};
use galet_scene::Language;
use std::convert::Infallible;

/// A page without scripts. Title and body are HTML: what comes from people goes through [`escape`].
pub(super) fn page(language: Language, title: &str, body: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><title>{title}</title>\
         <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\
         <link rel=\"stylesheet\" href=\"/api/plain.css\"></head>\
         <body><main>{body}</main></body></html>"
    ))
}

/// A text as HTML has it, between tags and in attributes.
pub(super) fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// `GET /api/plain.css`.
pub(super) async fn style() -> Response {
    let style = include_str!("plain.css");
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], style).into_response()
}

/// The language that the browser wishes, as the web app would choose it: the first of ours.
pub(super) struct Wished(pub(super) Language);

impl<S: Sync> FromRequestParts<S> for Wished {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Wished(wished(&parts.headers)))
    }
}

/// The same of headers.
pub(super) fn wished(headers: &HeaderMap) -> Language {
    let list = headers.get(header::ACCEPT_LANGUAGE).and_then(|list| list.to_str().ok());
    let mut best = (0.0, Language::English);
    for wish in list.unwrap_or_default().split(',') {
        let mut parts = wish.split(';').map(str::trim);
        let tag = parts.next().and_then(|tag| tag.get(..2)).map(str::to_ascii_lowercase);
        let Some(language) = tag.and_then(|tag| tag.parse().ok()) else { continue };
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok()).unwrap_or(1.0);
        // Of equals the first.
        if weight > best.0 {
            best = (weight, language);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_language_of_ours_is_spoken() {
        for (list, code) in [
            ("", "en"),
            ("fr", "fr"),
            ("fr-CA,fr;q=0.9,en;q=0.8", "fr"),
            ("de, FR;q=0.5", "fr"),
            ("en-GB, fr", "en"),
            ("en;q=0.3, fr;q=0.7", "fr"),
            ("fr;q=0, en;q=0.1", "en"),
            ("é;q=x,,;;", "en"),
            ("*", "en"),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, list.parse().unwrap())]);
            assert_eq!(wished(&headers).code(), code, "{list}");
        }
        assert_eq!(wished(&HeaderMap::new()).code(), "en");
    }

    #[test]
    fn what_people_write_stays_text() {
        assert_eq!(escape("<b title='\"&'>"), "&lt;b title=&#39;&quot;&amp;&#39;&gt;");
    }
}
