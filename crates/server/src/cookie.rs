//! The cookie that a browser shows.

use crate::token::Token;
use axum::http::{HeaderMap, header};

/// Its name.
pub(crate) const COOKIE: &str = "galet";

/// The token in the cookie. Whoever shows two of them, or one that cannot be read, shows none: it
/// must not be theirs to choose which one counts.
pub(crate) fn shown(headers: &HeaderMap) -> Option<Token> {
    let mut found = None;
    for value in headers.get_all(header::COOKIE) {
        for pair in value.to_str().ok()?.split(';') {
            match pair.trim().split_once('=') {
                Some((COOKIE, _)) if found.is_some() => return None,
                Some((COOKIE, token)) => found = Some(Token::read(token)?),
                _ => {}
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn one_cookie_counts_and_several_do_not() {
        let (one, other) = (Token::random(), Token::random());
        let shown = |values: &[String]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(header::COOKIE, HeaderValue::from_bytes(value.as_bytes()).unwrap());
            }
            shown(&headers)
        };
        let (one_text, other_text) =
            (format!("galet={}", one.as_str()), format!("galet={}", other.as_str()));
        assert_eq!(shown(std::slice::from_ref(&one_text)), Some(one.clone()));
        assert_eq!(shown(&[format!("a=b; {one_text}; c")]), Some(one));
        assert_eq!(shown(&[format!("{one_text}; {other_text}")]), None);
        assert_eq!(shown(&[one_text.clone(), other_text]), None);
        assert_eq!(shown(&[format!("{one_text}; galet=x")]), None);
        assert_eq!(shown(&[format!("{one_text}x")]), None);
        assert_eq!(shown(&[one_text, "\u{e9}".to_owned()]), None);
        assert_eq!(shown(&[]), None);
    }
}
