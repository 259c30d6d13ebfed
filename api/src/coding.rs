//! Compression of responses.

use axum::http::{HeaderMap, HeaderValue, header};
use tower_http::compression::{
    CompressionLayer,
    predicate::{And, DefaultPredicate, Predicate as _, SizeAbove},
};

/// Smaller responses fit into one packet with their headers, so compressing them saves nothing. In bytes.
const ONE_PACKET: u64 = 860;

/// A content coding of responses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Coding {
    /// `br`.
    Brotli,
    /// `gzip`.
    Gzip,
}

impl Coding {
    /// The codings that a caller accepts, the most compact first.
    pub fn accepted(headers: &HeaderMap) -> impl Iterator<Item = Self> {
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        [Self::Brotli, Self::Gzip].into_iter().filter(|coding| takes(accepted, coding.name()))
    }

    /// Its name in `Accept-Encoding` and `Content-Encoding`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// Its name as a header's value.
    pub const fn value(self) -> HeaderValue {
        HeaderValue::from_static(self.name())
    }
}

/// Compresses responses for which it is worthwhile, unless they are compressed already.
pub fn compression() -> CompressionLayer<And<DefaultPredicate, SizeAbove>> {
    CompressionLayer::new().compress_when(DefaultPredicate::new().and(SizeAbove::new(ONE_PACKET)))
}

/// Whether `Accept-Encoding` accepts this coding, with a weight above zero (RFC 9110 §12.5.3).
fn takes(accepted: &str, coding: &str) -> bool {
    let is_nothing = |weight: &str| weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0_f32));
    let mut codings = accepted.split(',').map(|one| one.split_once(';').unwrap_or((one, "")));
    codings.any(|(name, weight)| name.trim().eq_ignore_ascii_case(coding) && !is_nothing(weight))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coding_that_a_caller_refuses_is_not_sent() {
        for (accepted, coding, is_taken) in [
            ("gzip, deflate, br", "br", true),
            ("gzip;q=1.0, BR;q=0.8", "br", true),
            ("br;q=0, gzip", "br", false),
            ("br; q=0.000, gzip", "br", false),
            ("br;q=0.001", "br", true),
            ("brotli", "br", false),
            ("", "gzip", false),
        ] {
            assert_eq!(takes(accepted, coding), is_taken, "{accepted:?} {coding}");
        }
    }
}
