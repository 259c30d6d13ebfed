//! Messages about wrong input: each operation of the document is sent wrong types, wrong words and nothing. Each message
//! is one sentence in plain words ([`crate::common`] checks the messages of every answer).

use serde_json::{Value, json};

use crate::common::{Server, Who};

/// A schema with its references followed, and `null` left out of its choices.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> Vec<&'a Value> {
    if let Some(name) = schema["$ref"].as_str() {
        return resolved(document, document.pointer(name.trim_start_matches('#')).unwrap());
    }
    let parts: Vec<_> =
        ["allOf", "oneOf", "anyOf"].iter().flat_map(|kind| schema[kind].as_array().into_iter().flatten()).collect();
    if parts.is_empty() {
        return vec![schema];
    }
    parts.into_iter().filter(|part| part["type"] != "null").flat_map(|part| resolved(document, part)).collect()
}

/// Whether a schema allows this type.
fn allows(schema: &Value, kind: &str) -> bool {
    schema["type"] == kind || schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|one| one == kind))
}

/// The fields of a body with the values that are wrong in them.
fn wrong_fields(document: &Value, schema: &Value) -> Vec<(String, Vec<Value>)> {
    let objects = resolved(document, schema);
    let fields = objects.iter().flat_map(|object| object["properties"].as_object().into_iter().flatten());
    let mut found = Vec::new();
    for (name, field) in fields {
        if !field["x-taken"].is_null() {
            continue;
        }
        let kinds = resolved(document, field);
        let is = |kind: &str| kinds.iter().any(|one| allows(one, kind));
        let mut wrong = Vec::new();
        match () {
            () if is("array") => {
                wrong.extend([json!("x"), json!(5), json!({ "a": 1 }), json!([[1]]), json!([{ "a": {} }])])
            }
            () if is("integer") && is("string") => wrong.extend([json!(true), json!([]), json!({})]),
            () if is("integer") => {
                wrong.extend([json!("x"), json!("1.5"), json!(1.5), json!([]), json!({}), json!(true)])
            }
            () if is("boolean") => wrong.extend([json!("yes"), json!(5), json!([]), json!({})]),
            () if is("string") => wrong.extend([json!(5), json!(true), json!([]), json!({})]),
            () => {}
        }
        if kinds.iter().any(|one| one["format"] == "date" || !one["enum"].is_null()) {
            wrong.push(json!("31/12/2008"));
        }
        found.push((name.clone(), wrong));
    }
    found
}

#[tokio::test]
async fn every_wrong_body_is_answered_in_plain_words() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let student = server.student().await;
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    let mut refused = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let access = operation["x-access"].as_str().unwrap();
            // A logout would end the session that the rest of the walk needs; `attack/sessions.rs` tries it.
            if schema.is_null() || access == "operator" || path.ends_with("/webhook") || path.ends_with("/logout") {
                continue;
            }
            let who = if access == "signed-in" { &student } else { &owner };
            let at = path.split('/').map(|part| if part.starts_with('{') { "nothing" } else { part });
            let at = at.collect::<Vec<_>>().join("/");
            let call = async |body: Value| {
                server.raw(who, &method.to_uppercase(), &at, Some("application/json"), body.to_string()).await
            };
            for body in [json!({}), json!([]), json!("text"), Value::Null] {
                call(body).await;
            }
            for (field, values) in wrong_fields(&document, schema) {
                for value in values {
                    let answer = call(json!({ field.clone(): value.clone() })).await;
                    let status = answer.status.as_u16();
                    assert!(status == 422 || status == 429, "{method} {path} {field}: {value} {}", answer.text);
                    let is_named = answer.json().as_object().unwrap().keys().any(|key| key.starts_with(&field));
                    refused += u32::from(status == 422 && is_named);
                }
            }
        }
    }
    assert!(refused > 1_000, "{refused} refused under their name");
}

#[tokio::test]
async fn every_wrong_query_is_answered_in_plain_words() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    let mut refused = 0;
    for (path, operations) in document["paths"].as_object().unwrap() {
        let operation = &operations["get"];
        let long = "x".repeat(501);
        let at = path.split('/').map(|part| if part.starts_with('{') { "nothing" } else { part });
        let at = at.collect::<Vec<_>>().join("/");
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            if parameter["in"] != "query" || operation["x-access"] == "operator" {
                continue;
            }
            for query in [format!("{name}=%20no"), format!("{name}={long}"), format!("{name}=1&{name}=2"), name.into()]
            {
                let answer = server.get(&owner, &format!("{at}?{query}")).await;
                refused += u32::from(answer.status.as_u16() == 422);
            }
        }
    }
    assert!(refused > 300, "{refused}");
}

#[tokio::test]
async fn a_wrong_type_is_reported_plainly_and_a_number_in_a_text_is_accepted() {
    let server = Server::seeded().await;
    let (owner, student) = (server.log_in("owner@sabi.test").await, server.student().await);
    for (who, method, path, body, field, message) in [
        (&student, "PUT", "/me/update", json!({ "dob": "x" }), "dob", "Enter your date of birth as day/month/year."),
        (&student, "POST", "/attempts", json!({ "year": "x" }), "year", "Year must be a whole number."),
        (&student, "POST", "/attempts", json!({ "year": "2019.5" }), "year", "Year must be a whole number."),
        (&student, "POST", "/attempts", json!({ "year": "2019 " }), "year", "Year must be a whole number."),
        (&student, "POST", "/attempts", json!({}), "examId", "Exam is required."),
        (&student, "POST", "/attempts", json!({ "subjects": "x" }), "subjects", "Subjects must be a list."),
        (
            &owner,
            "POST",
            "/admin/exams/add",
            json!({ "title": "T", "examType": "x" }),
            "examType",
            "Exam type must be objective, theory or both.",
        ),
        (&owner, "POST", "/admin/exams/add", json!({ "status": "on" }), "status", "Status must be true or false."),
        (&owner, "POST", "/admin/exams/add", json!({ "titel": "T" }), "titel", "Titel is not known here."),
        (&owner, "GET", "/admin/exams?page=x", Value::Null, "page", "Page must be a whole number."),
        (&owner, "GET", "/admin/exams?status=x", Value::Null, "status", "Status must be true or false."),
    ] {
        let answer = server.raw(who, method, path, Some("application/json"), body.to_string()).await.expect(422);
        assert_eq!((answer[field].as_str(), answer["errMessage"].as_str()), (Some(message), Some(message)), "{body}");
    }
    let exam = json!({
        "title": "Numbers", "examType": "both", "maximumSubjects": "4", "yearOfExamination": "10", "timeHour": "1",
        "time": "30",
    });
    let made = server.post(&owner, "/admin/exams/add", exam).await.expect(201)["data"].take();
    assert_eq!((&made["maximumSubjects"], &made["timeHour"]), (&json!(4), &json!(1)));
}

#[tokio::test]
async fn each_message_of_several_fields_is_reported_once() {
    let server = Server::seeded().await;
    let answer = server.post(&Who::Nobody, "/login", json!({})).await.expect(422);
    assert_eq!(answer["errMessage"], "Email is required. Password is required.");
    assert_eq!((&answer["email"], &answer["password"]), (&json!("Email is required"), &json!("Password is required")));
}
