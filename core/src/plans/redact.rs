//! Reduces the gateway's responses to the parts that may be stored: nothing about the card or the payer (ruling 43).

use serde_json::{Map, Value};

/// The fields that are stored: status, reference, amount, currency, channel, fees, times and the gateway's messages.
const STORED_FIELDS: [&str; 30] = [
    "event",
    "status",
    "outcome",
    "resolution",
    "code",
    "type",
    "message",
    "gateway_response",
    "reference",
    "refund_reference",
    "transaction_reference",
    "amount",
    "requested_amount",
    "refund_amount",
    "currency",
    "channel",
    "fees",
    "paid_at",
    "paidAt",
    "created_at",
    "createdAt",
    "updated_at",
    "updatedAt",
    "transaction_date",
    "refunded_at",
    "expected_at",
    "due_at",
    "dueAt",
    "resolved_at",
    "resolvedAt",
];
/// The objects that contain such fields.
const OBJECTS: [&str; 2] = ["data", "transaction"];
/// The longest text of a field, in characters.
const MAX_TEXT_CHARS: usize = 500;
/// Stored instead of a response that is not JSON and cannot be reduced.
const UNREADABLE: &str = "(not JSON)";

/// The parts of a response to store, as JSON.
pub(super) fn redact(answer: &str) -> String {
    match serde_json::from_str(answer) {
        Ok(Value::Object(fields)) => Value::Object(stored_fields(fields)).to_string(),
        _ => UNREADABLE.into(),
    }
}

fn stored_fields(fields: Map<String, Value>) -> Map<String, Value> {
    let stored = fields.into_iter().filter_map(|(name, value)| {
        let value = match value {
            Value::Object(inner) if OBJECTS.contains(&name.as_str()) => Value::Object(stored_fields(inner)),
            Value::Object(_) | Value::Array(_) => return None,
            _ if !STORED_FIELDS.contains(&name.as_str()) => return None,
            Value::String(text) => Value::String(text.chars().take(MAX_TEXT_CHARS).collect()),
            plain => plain,
        };
        Some((name, value))
    });
    stored.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_card_and_the_payer_are_left_out() {
        let answer = json!({
            "status": true, "message": "Verification successful",
            "data": {
                "id": 4_099_260_516_i64, "domain": "test", "status": "success", "reference": "r", "amount": 100_000,
                "gateway_response": "Successful", "paid_at": "2026-03-02T09:12:11.000Z", "channel": "card",
                "currency": "NGN", "fees": 1_500, "ip_address": "197.210.45.12", "metadata": { "bin": "408408" },
                "log": { "history": [{ "message": "Attempted to pay with card 4081" }] },
                "authorization": { "authorization_code": "AUTH_x", "bin": "408408", "last4": "4081", "status": "on" },
                "customer": { "email": "kofi@sabi.test", "phone": "0803" },
                "authorization_url": "https://checkout.paystack.com/0peioxfhpn", "access_code": "0peioxfhpn",
            },
        });
        let kept: Value = serde_json::from_str(&redact(&answer.to_string())).unwrap();
        let expected = json!({
            "status": true, "message": "Verification successful",
            "data": {
                "status": "success", "reference": "r", "amount": 100_000, "gateway_response": "Successful",
                "paid_at": "2026-03-02T09:12:11.000Z", "channel": "card", "currency": "NGN", "fees": 1_500,
            },
        });
        assert_eq!(kept, expected);
    }

    #[test]
    fn a_dispute_keeps_the_reference_of_its_transaction() {
        let event = json!({ "event": "charge.dispute.create", "data": {
            "transaction": { "reference": "r", "ip_address": "::1", "authorization": { "last4": "4081" } },
            "customer": { "email": "kofi@sabi.test" }, "history": [{ "by": "kofi@sabi.test" }],
            "status": "awaiting-merchant-feedback", "last4": "4081",
        } });
        let kept: Value = serde_json::from_str(&redact(&event.to_string())).unwrap();
        let data = json!({ "transaction": { "reference": "r" }, "status": "awaiting-merchant-feedback" });
        assert_eq!(kept, json!({ "event": "charge.dispute.create", "data": data }));
    }

    #[test]
    fn answers_that_cannot_be_reduced_are_replaced() {
        for answer in ["", "<html>408408</html>", "[{\"last4\":\"4081\"}]", "\"4081\"", "{\"last4\":\"40"] {
            assert_eq!(redact(answer), UNREADABLE, "{answer}");
        }
        let deep = format!("{{\"data\":{}1{}}}", "[".repeat(500), "]".repeat(500));
        assert_eq!(redact(&deep), UNREADABLE);
        let long = json!({ "message": "x".repeat(10_000) }).to_string();
        assert!(redact(&long).len() < 600);
    }
}
