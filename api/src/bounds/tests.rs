//! Accepted, ignored and refused fields, and the names in their errors.

use axum::http::StatusCode;
use serde_json::json;

use super::*;
use crate::forms::PICTURE_TEXT;

/// A body with a text, a number, a list of texts, a list of objects and an object.
fn shape(unknown: UnknownFields) -> Shape {
    let document = json!({ "components": { "schemas": {
        "Part": { "type": "object", "properties": { "text": { "type": "string", "maxLength": 3 } } },
        "More": { "allOf": [
            { "type": "object", "properties": { "own": { "type": "string" } } },
            { "$ref": "#/components/schemas/Part" },
        ] },
    } } });
    let schema = json!({ "type": "object", "properties": {
        "name": { "type": ["string", "null"], "maxLength": 4 },
        "year": { "type": "integer" },
        "share": { "type": "number" },
        "flag": { "type": "boolean" },
        "place": { "oneOf": [{ "type": "integer" }, { "type": "string" }] },
        "kind": { "type": "string", "enum": ["one", "two"] },
        "day": { "type": "string", "format": "date" },
        "at": { "type": ["string", "null"], "format": "date-time" },
        "exam": { "oneOf": [{ "type": "string" }, { "type": "object", "properties": { "_id": { "type": "string" } } }] },
        "exams": { "type": "array", "items": {
            "oneOf": [{ "type": "string" }, { "type": "object", "properties": { "_id": { "type": "string" } } }] } },
        "oldImage": { "x-taken": "unread" },
        "bannerId": { "type": ["string", "null"], "x-taken": "own-id" },
        "createdAt": { "x-taken": "as-read" },
        "words": { "type": "array", "maxItems": 2, "items": { "type": "string", "maxLength": 3 } },
        "parts": { "type": ["array", "null"], "maxItems": 3, "items": { "$ref": "#/components/schemas/Part" } },
        "part": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Part" }] },
        "more": { "$ref": "#/components/schemas/More" },
        "rest": { "type": "array", "items": { "type": "string" } },
    } });
    Shape::of(&document, &schema, unknown)
}

fn refused(body: &str) -> (u16, Vec<String>) {
    let (status, answer) = shape(UnknownFields::PlainKept).read(body.as_bytes(), "").expect_err(body).body();
    let told = answer.as_object().into_iter().flatten().map(|(key, _)| key.clone());
    (status.as_u16(), told.filter(|key| !["success", "errMessage", "reason"].contains(&key.as_str())).collect())
}

#[test]
fn a_body_within_its_bounds_is_read_unchanged() {
    for body in [
        json!({ "name": "ẹ́ká", "year": 2019, "words": ["one", "two"], "parts": [{ "text": "abc" }, {}, null] }),
        json!({ "name": null, "year": -1, "share": -1.5, "words": [], "parts": null, "part": null, "more": { "own": "x", "text": "y" } }),
        json!({ "year": u64::MAX, "part": { "text": null }, "flag": true, "day": "2026-01-31" }),
        json!({}),
    ] {
        assert_eq!(shape(UnknownFields::PlainKept).read(body.to_string().as_bytes(), "").expect("it is read"), body);
    }
}

#[test]
fn unknown_fields_are_ignored_unless_they_are_plain_values() {
    let body = json!({
        "examId": "alias", "count": 3, "list": [1, [2]], "object": { "a": {} }, "long": "x".repeat(MAX_TEXT + 1), "none": null,
        "part": { "unknown": [1], "also": "kept" },
    });
    let read = shape(UnknownFields::PlainKept).read(body.to_string().as_bytes(), "").expect("it is read");
    assert_eq!(read, json!({ "examId": "alias", "count": 3, "part": { "also": "kept" } }));
}

#[test]
fn the_back_office_gets_the_name_of_an_unknown_field() {
    let read = |body: Value| {
        shape(UnknownFields::Refused).read(body.to_string().as_bytes(), "b-1").map_err(|error| error.body().1)
    };
    for (body, field) in [
        (json!({ "name": "a", "titel": "b" }), "titel"),
        (json!({ "titel": null }), "titel"),
        (json!({ "titel": [1] }), "titel"),
        (json!({ "part": { "text": "abc", "role": "admin" } }), "part.role"),
        (json!({ "parts": [{ "text": "abc" }, { "x": 1 }] }), "parts[1].x"),
    ] {
        let told = read(body).expect_err(field);
        assert!(told[field].as_str().is_some_and(|words| words.ends_with(" is not known here.")), "{told}");
    }
}

#[test]
fn fields_that_only_the_document_has_are_accepted_as_it_says() {
    let read = |body: Value| shape(UnknownFields::Refused).read(body.to_string().as_bytes(), "b-1");
    let body = json!({ "name": "a", "bannerId": "b-1", "oldImage": ["anything"], "createdAt": { "at": [1] } });
    assert_eq!(read(body).expect("it is read"), json!({ "name": "a", "createdAt": { "at": [1] } }));
    assert_eq!(read(json!({ "bannerId": null })).expect("it is read"), json!({}));
    for wrong in [json!("another"), json!(5), json!({})] {
        let told = read(json!({ "bannerId": wrong })).expect_err("another id").body().1;
        assert_eq!(told["bannerId"], "Banner is not the one in the address.", "{wrong}");
    }
}

#[test]
fn a_number_sent_as_text_and_a_reference_as_it_was_read_are_taken() {
    for (body, expected) in [
        (json!({ "year": "2019" }), json!({ "year": 2019 })),
        (json!({ "year": "-3" }), json!({ "year": -3 })),
        (json!({ "share": "0.5" }), json!({ "share": 0.5 })),
        (json!({ "name": "12" }), json!({ "name": "12" })),
        (json!({ "exam": "e" }), json!({ "exam": "e" })),
        (json!({ "place": "e" }), json!({ "place": "e" })),
        (json!({ "place": 5 }), json!({ "place": 5 })),
        (json!({ "exam": { "_id": "e", "title": "Exam", "deep": [1] } }), json!({ "exam": "e" })),
        (json!({ "exams": ["e", { "_id": "f" }] }), json!({ "exams": ["e", "f"] })),
        (json!({ "at": "2026-01-31T09:30:00Z" }), json!({ "at": "2026-01-31T09:30:00Z" })),
    ] {
        let read = shape(UnknownFields::Refused).read(body.to_string().as_bytes(), "");
        assert_eq!(read.expect("it is read"), expected, "{body}");
    }
    for (body, field, message) in [
        (json!({ "year": "2019 " }), "year", "Year must be a whole number."),
        (json!({ "year": "2019.0" }), "year", "Year must be a whole number."),
        (json!({ "year": "+5" }), "year", "Year must be a whole number."),
        (json!({ "year": "99999999999999999999" }), "year", "Year must be a whole number."),
        (json!({ "year": "" }), "year", "Year must be a whole number."),
        (json!({ "share": "inf" }), "share", "Share must be a number."),
        (json!({ "share": "1e999" }), "share", "Share must be a number."),
        (json!({ "flag": "true" }), "flag", "Flag must be true or false."),
        (json!({ "flag": [] }), "flag", "Flag must be true or false."),
        (json!({ "name": {} }), "name", "Name must be text."),
        (json!({ "name": 5 }), "name", "Name must be text."),
        (json!({ "year": 1.5 }), "year", "Year must be a whole number."),
        (json!({ "year": true }), "year", "Year must be a whole number."),
        (json!({ "kind": "other" }), "kind", "Kind must be one or two."),
        (json!({ "place": true }), "place", "Place must be text or a number."),
        (json!({ "kind": 5 }), "kind", "Kind must be one or two."),
        (json!({ "words": "a" }), "words", "Words must be a list."),
        (json!({ "part": "a" }), "part", "Part must be a JSON object."),
        (json!({ "exam": {} }), "exam", "Exam must be text."),
        (json!({ "exam": { "_id": 5 } }), "exam._id", "Id must be text."),
        (json!({ "day": "31/01/2026" }), "day", "Day must be a date, such as 2026-01-31."),
        (json!({ "at": "today" }), "at", "At must be a time, such as 2026-01-31T09:30:00Z."),
    ] {
        let told = shape(UnknownFields::Refused).read(body.to_string().as_bytes(), "").expect_err(field).body().1;
        assert_eq!((told[field].as_str(), told["errMessage"].as_str()), (Some(message), Some(message)), "{body}");
    }
}

#[test]
fn a_field_beyond_its_bounds_is_refused_by_name() {
    let long = "x".repeat(MAX_TEXT + 1);
    let many = vec!["x"; MAX_LIST + 1];
    let unknown = vec![0; MAX_UNKNOWN_ENTRIES + 1];
    let keys: serde_json::Map<_, _> = (0..=MAX_UNKNOWN_KEYS + 18).map(|n| (format!("k{n}"), json!(n))).collect();
    for (body, field) in [
        (json!({ "name": "ẹẹẹẹẹ" }), "name"),
        (json!({ "year": long }), "year"),
        (json!({ "words": ["a", "b", "c"] }), "words"),
        (json!({ "words": ["a", "four"] }), "words[1]"),
        (json!({ "words": ["a", ["b"]] }), "words[1]"),
        (json!({ "words": { "a": 1 } }), "words"),
        (json!({ "parts": [{}, { "text": "four" }] }), "parts[1].text"),
        (json!({ "parts": [{}, {}, {}, {}] }), "parts"),
        (json!({ "part": { "text": "four" } }), "part.text"),
        (json!({ "more": { "text": "four" } }), "more.text"),
        (json!({ "more": { "own": long } }), "more.own"),
        (json!({ "rest": many }), "rest"),
        (json!({ "rest": [long] }), "rest[0]"),
        (json!({ "unknown": unknown }), "unknown"),
        (json!({ "name": [] }), "name"),
        (Value::Object(keys), "body"),
        (json!([]), "body"),
        (json!("text"), "body"),
    ] {
        assert_eq!(refused(&body.to_string()), (422, vec![field.to_owned()]), "{field}");
    }
}

#[test]
fn a_body_that_is_not_json_is_refused() {
    for body in ["", "{", "[", "{\"name\":}", "{} {}", "{\"name\": \"a\\u0000\"}", "{\"x\": \"\\u0000\"}", "\u{feff}{}"]
    {
        assert_eq!(refused(body).0, StatusCode::BAD_REQUEST.as_u16(), "{body:?}");
    }
    assert_eq!(refused(&"[".repeat(1_000_000)).0, 400);
}

#[test]
fn a_repeated_field_is_refused_at_any_depth() {
    for (body, field) in [
        (r#"{"name":"a","name":"b"}"#, "name"),
        (r#"{"name":"a","name":"a"}"#, "name"),
        (r#"{"name":null,"\u006eame":"b"}"#, "name"),
        (r#"{"unknown":[1],"name":"a","unknown":[2]}"#, "unknown"),
        (r#"{"parts":[{},{"text":"a","text":"b"}]}"#, "parts[1].text"),
        (r#"{"more":{"own":"x","text":"y","own":"z"}}"#, "more.own"),
        (r#"{"unknown":{"a":1,"a":2}}"#, "unknown.a"),
        (r#"{"createdAt":{"by":"a","by":"b"}}"#, "createdAt.by"),
    ] {
        let (status, answer) = shape(UnknownFields::PlainKept).read(body.as_bytes(), "").expect_err(body).body();
        let words = format!("The request names the field {field} twice.");
        assert_eq!((status.as_u16(), answer["errMessage"].as_str()), (400, Some(&*words)), "{body}");
    }
}

#[test]
fn public_bodies_are_limited_by_their_schema() {
    let shape = shape(UnknownFields::PlainKept);
    let largest = json!({
        "name": "\u{1f600}".repeat(4), "year": 2019, "words": ["abc", "def"], "parts": [{ "text": "abc" }, {}, {}],
        "part": { "text": "abc" }, "more": { "own": "x".repeat(MAX_TEXT), "text": "abc" }, "rest": vec!["x".repeat(MAX_TEXT); MAX_LIST],
    });
    assert!(largest.to_string().len() <= shape.longest());
    assert_eq!(Shape::Text(MAX_TEXT).longest(), 12 * MAX_TEXT + 2, "a character is twelve bytes where it is escaped");
    assert_eq!(Shape::Text(usize::MAX).longest(), usize::MAX);
}

#[test]
fn every_operation_with_a_body_is_known_and_its_pictures_may_come_along() {
    let bodies = bodies_of(&serde_json::to_value(crate::document()).unwrap());
    assert!(bodies.len() > 30, "{}", bodies.len());
    let save = &bodies["PUT /api/v1/attempts/{id}/answers"];
    let Shape::Fields(fields, _) = save else { panic!("{save:?}") };
    assert!(matches!(fields["seen"], Shape::List(2000, _)), "{fields:?}");
    let exam = &bodies["POST /api/v1/admin/exams/add"];
    assert!(check_text("logo", &"x".repeat(MAX_TEXT + 1)).is_err() && check_text("logo", "/uploads/x.png").is_ok());
    let logo = |characters: usize| json!({ "logo": "x".repeat(characters) }).to_string();
    assert!(exam.read(logo(PICTURE_TEXT).as_bytes(), "").is_ok());
    assert!(exam.read(logo(PICTURE_TEXT + 1).as_bytes(), "").is_err());
}
