//! What is read, what is passed over, and what is refused under which name.

use axum::http::StatusCode;
use serde_json::json;

use super::*;

/// A body with a text, a number, a list of texts, a list of objects and an object.
fn shape(strange: Strange) -> Shape {
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
        "words": { "type": "array", "maxItems": 2, "items": { "type": "string", "maxLength": 3 } },
        "parts": { "type": ["array", "null"], "maxItems": 3, "items": { "$ref": "#/components/schemas/Part" } },
        "part": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Part" }] },
        "more": { "$ref": "#/components/schemas/More" },
        "rest": { "type": "array", "items": { "type": "string" } },
    } });
    Shape::of(&document, &schema, strange)
}

fn refused(body: &str) -> (u16, Vec<String>) {
    let (status, answer) = shape(Strange::Passed).read(body.as_bytes(), "").expect_err(body).body();
    let told = answer.as_object().into_iter().flatten().map(|(key, _)| key.clone());
    (status.as_u16(), told.filter(|key| !["success", "errMessage", "reason"].contains(&key.as_str())).collect())
}

#[test]
fn what_is_within_its_bounds_is_read_as_it_is() {
    for body in [
        json!({ "name": "ẹ́ká", "year": 2019, "words": ["one", "two"], "parts": [{ "text": "abc" }, {}, null] }),
        json!({ "name": null, "year": -1.5, "words": [], "parts": null, "part": null, "more": { "own": "x", "text": "y" } }),
        json!({ "year": u64::MAX, "part": { "text": null }, "name": true, "words": "not a list" }),
        json!({}),
    ] {
        assert_eq!(shape(Strange::Passed).read(body.to_string().as_bytes(), "").expect("it is read"), body);
    }
}

#[test]
fn what_the_operation_does_not_know_is_passed_over_but_for_plain_values() {
    let body = json!({
        "examId": "alias", "count": 3, "list": [1, [2]], "object": { "a": {} }, "long": "x".repeat(TEXT + 1), "none": null,
        "part": { "strange": [1], "also": "kept" },
    });
    let read = shape(Strange::Passed).read(body.to_string().as_bytes(), "").expect("it is read");
    assert_eq!(read, json!({ "examId": "alias", "count": 3, "part": { "also": "kept" } }));
}

#[test]
fn the_back_office_is_told_which_field_is_not_known() {
    let read =
        |body: Value| shape(Strange::Refused).read(body.to_string().as_bytes(), "b-1").map_err(|error| error.body().1);
    // The documents' forms send these as well.
    let own = json!({ "name": "a", "bannerId": "b-1", "oldImage": "/uploads/x.png", "imageName": "x.png" });
    assert_eq!(read(own).expect("it is read")["name"], "a");
    for (body, field) in [
        (json!({ "name": "a", "titel": "b" }), "titel"),
        (json!({ "titel": null }), "titel"),
        (json!({ "titel": [1] }), "titel"),
        (json!({ "bannerId": "another" }), "bannerId"),
        (json!({ "part": { "text": "abc", "role": "admin" } }), "part.role"),
        (json!({ "parts": [{ "text": "abc" }, { "x": 1 }] }), "parts[1].x"),
    ] {
        let told = read(body).expect_err(field);
        assert_eq!(told[field], format!("{field} is not known here"));
    }
}

#[test]
fn what_goes_beyond_is_refused_under_its_name() {
    let long = "x".repeat(TEXT + 1);
    let many = vec!["x"; LIST + 1];
    let strange = vec![0; STRANGE_ENTRIES + 1];
    let keys: serde_json::Map<_, _> = (0..=STRANGE_KEYS + 7).map(|n| (format!("k{n}"), json!(n))).collect();
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
        (json!({ "strange": strange }), "strange"),
        (json!({ "name": [] }), "name"),
        (Value::Object(keys), "body"),
        (json!([]), "body"),
        (json!("text"), "body"),
    ] {
        assert_eq!(refused(&body.to_string()), (422, vec![field.to_owned()]), "{field}");
    }
}

#[test]
fn what_is_no_json_is_refused_as_such() {
    for body in ["", "{", "[", "{\"name\":}", "{} {}", "{\"name\": \"a\\u0000\"}", "{\"x\": \"\\u0000\"}", "\u{feff}{}"]
    {
        assert_eq!(refused(body).0, StatusCode::BAD_REQUEST.as_u16(), "{body:?}");
    }
    assert_eq!(refused(&"[".repeat(1_000_000)).0, 400);
}

#[test]
fn a_field_that_is_named_twice_is_refused_wherever_it_stands() {
    for (body, field) in [
        (r#"{"name":"a","name":"b"}"#, "name"),
        (r#"{"name":"a","name":"a"}"#, "name"),
        (r#"{"name":null,"\u006eame":"b"}"#, "name"),
        (r#"{"strange":[1],"name":"a","strange":[2]}"#, "strange"),
        (r#"{"parts":[{},{"text":"a","text":"b"}]}"#, "parts[1].text"),
        (r#"{"more":{"own":"x","text":"y","own":"z"}}"#, "more.own"),
        (r#"{"strange":{"a":1,"a":2}}"#, "strange.a"),
    ] {
        let (status, answer) = shape(Strange::Passed).read(body.as_bytes(), "").expect_err(body).body();
        let words = format!("The request names the field {field} twice.");
        assert_eq!((status.as_u16(), answer["errMessage"].as_str()), (400, Some(&*words)), "{body}");
    }
}

#[test]
fn what_anybody_may_send_is_bounded_by_its_schema() {
    let shape = shape(Strange::Passed);
    let largest = json!({
        "name": "\u{1f600}".repeat(4), "year": 2019, "words": ["abc", "def"], "parts": [{ "text": "abc" }, {}, {}],
        "part": { "text": "abc" }, "more": { "own": "x".repeat(TEXT), "text": "abc" }, "rest": vec!["x".repeat(TEXT); LIST],
    });
    assert!(largest.to_string().len() <= shape.longest());
    assert_eq!(Shape::Text(TEXT).longest(), 12 * TEXT + 2, "a character is twelve bytes where it is escaped");
    assert_eq!(Shape::Text(usize::MAX).longest(), usize::MAX);
}

#[test]
fn every_operation_with_a_body_is_known_and_its_pictures_may_come_along() {
    assert!(BODIES.len() > 30, "{}", BODIES.len());
    let save = &BODIES["PUT /api/v1/attempts/{id}/answers"];
    let Shape::Fields(fields, _) = save else { panic!("{save:?}") };
    assert!(matches!(fields["seen"], Shape::List(2000, _)), "{fields:?}");
    let exam = &BODIES["POST /api/v1/admin/exams/add"];
    assert!(
        exam.check_text("logo", &"x".repeat(TEXT + 1)).is_err() && exam.check_text("logo", "/uploads/x.png").is_ok()
    );
    let wide = exam.with_texts(&[("logo", 1_000)]);
    assert!(wide.read(json!({ "logo": "x".repeat(1_000) }).to_string().as_bytes(), "").is_ok());
    assert!(wide.read(json!({ "logo": "x".repeat(1_001) }).to_string().as_bytes(), "").is_err());
}
