//! Answers that a caller who has them already need not load again: data cost money.

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use sha2::{Digest as _, Sha256};

/// The tag of these bytes.
pub fn of(bytes: &[u8]) -> String {
    format!("\"{}\"", hex::encode(&Sha256::digest(bytes)[..16]))
}

/// The answer under its tag, or "not modified" to a caller who has it.
pub fn answer(asked: &HeaderMap, tag: &str, answer: impl FnOnce() -> Response) -> Response {
    let mut response = if has(asked, tag) { StatusCode::NOT_MODIFIED.into_response() } else { answer() };
    if let Ok(tag) = HeaderValue::from_str(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Whether `If-None-Match` names this tag (RFC 9110 §13.1.2, compared weakly).
fn has(asked: &HeaderMap, tag: &str) -> bool {
    let tags = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    tags.flat_map(|value| value.split(',')).map(str::trim).any(|one| one == "*" || one.trim_start_matches("W/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_it_is_not_sent_it_again() {
        let tag = of(b"a page");
        for (asked, status) in [
            (None, 200),
            (Some("\"other\"".to_owned()), 200),
            (Some(tag.clone()), 304),
            (Some(format!("\"other\", W/{tag}")), 304),
            (Some("*".to_owned()), 304),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(asked) = &asked {
                headers.insert(header::IF_NONE_MATCH, HeaderValue::from_str(asked).unwrap());
            }
            let response = answer(&headers, &tag, || "a page".into_response());
            assert_eq!(
                (response.status().as_u16(), response.headers()[header::ETAG].to_str().unwrap()),
                (status, &*tag),
                "{asked:?}"
            );
        }
    }
}
