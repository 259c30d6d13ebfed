//! Error reports from browsers, written to the log at a limited rate.

use std::{net::IpAddr, num::NonZeroU32, time::Duration};

use governor::{
    DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{App, Error, Refusal, Result, messages, people::connection_key};

/// The number of reports that one address may send at a time, and the seconds until one more is allowed.
const BY_ADDRESS: (u32, u64) = (10, 60);
/// The limit for all addresses together, in the same form: a bug that affects every device must not fill the log.
const IN_ALL: (u32, u64) = (60, 1);
/// The number of addresses that are tracked before idle ones are dropped.
const ADDRESSES: usize = 10_000;
/// Hexadecimal digits of at least this length may be a token from a mail.
const TOKEN: usize = 32;

/// An error report from a browser.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = ClientError)]
pub struct ClientError {
    /// The error's message.
    #[schema(max_length = 500)]
    pub message: String,
    /// The stack trace.
    #[schema(max_length = 4000)]
    pub stack: Option<String>,
    /// The path of the page.
    #[schema(max_length = 500)]
    pub path: String,
    /// The version of the web app.
    #[schema(max_length = 100)]
    pub version: Option<String>,
}

/// Limits the rate of reports.
pub(crate) struct ClientErrors {
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    in_all: DefaultDirectRateLimiter,
}

fn quota((burst, seconds): (u32, u64)) -> Quota {
    let every = Quota::with_period(Duration::from_secs(seconds)).unwrap_or(Quota::per_minute(NonZeroU32::MIN));
    every.allow_burst(NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN))
}

impl ClientErrors {
    pub fn new() -> Self {
        Self { by_address: RateLimiter::keyed(quota(BY_ADDRESS)), in_all: RateLimiter::direct(quota(IN_ALL)) }
    }

    /// Admits one report from this address.
    fn admit(&self, from: Option<IpAddr>) -> Result<()> {
        if self.by_address.len() > ADDRESSES {
            self.by_address.retain_recent();
        }
        let now = DefaultClock::default().now();
        let exceeded = from.and_then(|from| self.by_address.check_key(&connection_key(from)).err());
        let wait = match exceeded {
            Some(exceeded) => Some(exceeded.wait_time_from(now)),
            None => self.in_all.check().err().map(|exceeded| exceeded.wait_time_from(now)),
        };
        match wait {
            None => Ok(()),
            Some(wait) => {
                let refusal = Refusal::new("too-many-tries", messages::TOO_MANY_TRIES);
                Err(Error::TooMany { refusal, retry_after: wait.as_secs() + 1 })
            }
        }
    }
}

impl App {
    /// Writes a browser's error to the log, without tokens, email addresses and query strings.
    ///
    /// # Errors
    /// [`Error::TooMany`] if this address, or all together, have sent too many reports.
    pub fn report_client_error(&self, error: &ClientError, from: Option<IpAddr>) -> Result<()> {
        self.client_errors.admit(from)?;
        let path = error.path.split(['?', '#']).next().unwrap_or_default();
        // In some browsers the stack begins with the message.
        let clean = |text: &str| without_people(&without_tokens(text));
        let message = clean(&error.message);
        let stack = error.stack.as_deref().map(clean).unwrap_or_default();
        tracing::warn!(
            // Escaped, so that a report cannot forge log lines.
            error = %message.escape_debug(),
            stack = %stack.escape_debug(),
            page = %clean(path).escape_debug(),
            version = %error.version.as_deref().unwrap_or_default().escape_debug(),
            "an error in a browser"
        );
        Ok(())
    }
}

/// Replaces each long run of hexadecimal digits, which may be a token, with `…`.
fn without_tokens(text: &str) -> String {
    let is_part = |letter: char| letter.is_ascii_alphanumeric();
    each_word(text, is_part, |word| {
        (word.len() >= TOKEN && word.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some("…")
    })
}

/// Removes email addresses.
fn without_people(text: &str) -> String {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '@' | '.' | '_' | '+' | '-' | '%');
    each_word(text, is_part, |word| {
        word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.')).then_some("…@…")
    })
}

/// Replaces some words of a text.
fn each_word(text: &str, is_part: impl Fn(char) -> bool, replace: impl Fn(&str) -> Option<&'static str>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let inside = is_part(first);
        let end = rest.find(|letter| is_part(letter) != inside).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        out.push_str(if inside { replace(word).unwrap_or(word) } else { word });
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_token_and_no_address_reaches_the_log() {
        let token = "0123456789abcdef".repeat(4);
        assert_eq!(without_tokens(&format!("at /password/reset/{token}:1:2")), "at /password/reset/…:1:2");
        assert_eq!(without_tokens("index-DEADBEEF.js ẹ̀kọ́"), "index-DEADBEEF.js ẹ̀kọ́");
        assert_eq!(without_people("no user ada.obi+1@mail.example: gone"), "no user …@…: gone");
        assert_eq!(without_people("drop@https://x"), "drop@https://x");
    }

    #[test]
    fn an_address_is_limited_and_so_are_all_together() {
        let errors = ClientErrors::new();
        let from = |n: u8| Some(IpAddr::from([10, 0, 0, n]));
        let taken = (0..50).filter(|_| errors.admit(from(1)).is_ok()).count();
        assert_eq!(taken, 10);
        assert!(errors.admit(from(2)).is_ok(), "another address is not held up");
        let all: usize = (3..=200).map(|n| (0..10).filter(|_| errors.admit(from(n)).is_ok()).count()).sum();
        assert!((49..200).contains(&all), "{all}");
    }
}
