//! ETags: a caller does not download an unchanged response again, because data costs money.

use axum::{
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
};
use axum_extra::headers::{ETag, HeaderMapExt as _, IfNoneMatch};

/// The ETag for this hash.
pub fn of(hash: &[u8]) -> Option<ETag> {
    format!("\"{}\"", hex::encode(hash)).parse().ok()
}

/// The response with its ETag, or "not modified" if the caller has it.
pub fn answer(asked: &HeaderMap, tag: Option<&ETag>, answer: impl FnOnce() -> Response) -> Response {
    let Some(tag) = tag else { return answer() };
    let is_known = asked.typed_get::<IfNoneMatch>().is_some_and(|known| !known.precondition_passes(tag));
    let mut response = if is_known { StatusCode::NOT_MODIFIED.into_response() } else { answer() };
    response.headers_mut().typed_insert(tag.clone());
    response
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderValue, header};

    use super::*;

    #[test]
    fn a_matching_etag_gets_304() {
        let tagged = of(b"a hash").unwrap();
        let tag = "\"612068617368\"".to_owned();
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
            let response = answer(&headers, Some(&tagged), || "a page".into_response());
            assert_eq!(
                (response.status().as_u16(), response.headers()[header::ETAG].to_str().unwrap()),
                (status, &*tag),
                "{asked:?}"
            );
        }
    }
}
