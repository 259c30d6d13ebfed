//! What an attacker tries over HTTP, one test each (OWASP ASVS 5 in mind).
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../common/mod.rs"]
mod common;

mod devices;
mod headers;
mod limits;
mod links;
mod logs;
mod markup;
mod origins;
mod registration;
mod rich_text;
mod sessions;
mod uploads;

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
