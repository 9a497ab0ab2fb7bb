//! The web app inside the binary. `build.rs` packs it.

use crate::error::ApiError;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A file of the web app.
#[cfg_attr(not(feature = "web"), allow(dead_code))]
struct File {
    /// Its path without the first slash.
    path: &'static str,
    kind: &'static str,
    /// What changes with its content.
    tag: &'static str,
    /// Whether its name changes with its content.
    immutable: bool,
    plain: &'static [u8],
    gzip: &'static [u8],
    brotli: &'static [u8],
}

// `FILES`, in the order of their paths.
include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// The page that every address without a file of its own leads to: the app finds its own way.
const PAGE: &str = "index.html";

/// Serves a file of the web app, or its page.
pub(crate) fn serve(path: &str, headers: &HeaderMap) -> Response {
    let path = path.trim_start_matches('/');
    let file = find(path).or_else(|| if wants_file(path) { None } else { find(PAGE) });
    let Some(file) = file else {
        return if FILES.is_empty() { without() } else { ApiError::no_such_page().into_response() };
    };
    if is_known(headers, file.tag) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, file.tag)]).into_response();
    }
    let accepts = |coding: &str| {
        sent(headers, header::ACCEPT_ENCODING).any(|part| part.split(';').next() == Some(coding))
    };
    let (coding, bytes) = if !file.brotli.is_empty() && accepts("br") {
        (Some("br"), file.brotli)
    } else if !file.gzip.is_empty() && accepts("gzip") {
        (Some("gzip"), file.gzip)
    } else {
        (None, file.plain)
    };
    let cache = if file.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = (
        [
            (header::CONTENT_TYPE, file.kind),
            (header::ETAG, file.tag),
            (header::CACHE_CONTROL, cache),
            (header::VARY, "accept-encoding"),
        ],
        bytes,
    )
        .into_response();
    if let Some(coding) = coding {
        let coding = HeaderValue::from_static(coding);
        response.headers_mut().insert(header::CONTENT_ENCODING, coding);
    }
    response
}

/// Whether an address means a file, which is there or is missing: no address of the app has a dot.
/// A missing script, icon or hidden file must not be answered by a page.
fn wants_file(path: &str) -> bool {
    ["assets/", "door/", "nets/"].iter().any(|folder| path.starts_with(folder))
        || path.contains('.')
        || path.to_ascii_lowercase().contains("%2e")
}

fn find(path: &str) -> Option<&'static File> {
    let place = FILES.binary_search_by(|file| file.path.cmp(path)).ok()?;
    Some(&FILES[place])
}

/// The page as text; `None` in a program without the web app.
pub(crate) fn page() -> Option<&'static str> {
    std::str::from_utf8(find(PAGE)?.plain).ok()
}

/// Whether the browser has what this tag stands for.
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    sent(headers, header::IF_NONE_MATCH).any(|known| known.trim_start_matches("W/") == tag)
}

/// The values of a header that is a list.
fn sent(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

/// What a program that was built without the web app says.
fn without() -> Response {
    let text = "This galet was built without its web app; /api/docs describes what it can do.\n\
                Build it with Node 20 or newer and npm installed: cargo run --release\n";
    (StatusCode::NOT_FOUND, text).into_response()
}

#[cfg(test)]
mod tests {
    use super::wants_file;

    #[test]
    fn files_are_told_from_addresses_of_the_app() {
        for path in ["", "t/abcdefghij", "learn/x/3", "study", "review/t/abcdefghij", "nothing"] {
            assert!(!wants_file(path), "{path}");
        }
        for path in [
            "assets/x",
            "door/x",
            "nets/x",
            "sw.js",
            "favicon2.png",
            "robots.txt",
            ".git/config",
            ".well-known/x",
            "t/logo.png",
            "t/logo%2Epng",
        ] {
            assert!(wants_file(path), "{path}");
        }
    }
}
