//! What document 1 says of accounts, over HTTP; tests are named after what holds, sections stand beside them.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../common/mod.rs"]
mod common;

mod audit;
mod countries;
mod inbox;
mod journey;
mod messages;
mod privacy;
mod staff;
mod templates;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

/// What a visitor's form sends.
fn visitor(email: &str) -> Value {
    json!({
        "first_name": "Ngozi", "last_name": "Okafor", "email": email, "dob": "2005-06-01", "gender": "F",
        "password": common::PASSWORD, "confirm_password": common::PASSWORD,
        "mobile_code": "234", "mobile_number": "8031234567", "nationality": "Nigeria",
    })
}

/// The value with this key changed.
fn with(mut body: Value, key: &str, value: impl Into<Value>) -> Value {
    body[key] = value.into();
    body
}

/// A time of the wire (RFC 3339).
#[track_caller]
fn instant(value: &Value) -> DateTime<Utc> {
    serde_json::from_value(value.clone()).unwrap_or_else(|_| panic!("no time: {value}"))
}
