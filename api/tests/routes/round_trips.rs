//! A record of the back office is taken as it was read: sent back unchanged, nothing changes but its version.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::common::{Server, Who};

/// The record that a call answers with, under whatever name.
fn record(answer: &Value) -> Value {
    ["data", "user"].iter().find_map(|name| answer.get(*name).filter(|one| one.is_object())).unwrap().clone()
}

/// The rows of a list, under whatever name.
fn rows(answer: &Value) -> Vec<Value> {
    answer.as_object().unwrap().values().find_map(Value::as_array).unwrap().clone()
}

/// Sends a record back as it was read.
async fn there_and_back(server: &Server, who: &Who, one: &str, update: &str) {
    let before = record(&server.get(who, one).await.expect(200));
    let after = record(&server.put(who, update, before.clone()).await.expect(200));
    assert_eq!(without_version(&after), without_version(&before), "PUT {update}");
    let read = record(&server.get(who, one).await.expect(200));
    assert_eq!(without_version(&read), without_version(&before), "GET {one}");
}

fn without_version(record: &Value) -> Value {
    let mut record = record.clone();
    record.as_object_mut().unwrap().remove("version");
    record
}

/// Paths of the lists of the back office, of one record of each, and of its change.
const RESOURCES: &[(&str, &str, &str)] = &[
    ("/admin/banners", "/admin/banners/{id}", "/admin/banners/update/{id}"),
    ("/admin/static-pages", "/admin/static-pages/{id}", "/admin/static-page/{id}"),
    ("/admin/emailtemplates", "/admin/emailtemplates/{id}", "/admin/emailtemplates/update/{id}"),
    ("/admin/news-list", "/admin/news-list/{id}", "/admin/news-list/update/{id}"),
    ("/admin/instructions", "/admin/instructions/{id}", "/admin/instructions/update/{id}"),
    ("/admin/testimonial-list", "/admin/testimonial-list/{id}", "/admin/testimonial-list/update/{id}"),
    ("/admin/faqs", "/admin/faqs/{id}", "/admin/faqs/update/{id}"),
    ("/admin/exams", "/admin/exams/{id}", "/admin/exams/update/{id}"),
    ("/admin/assessments", "/admin/assessments/{id}", "/admin/assessments/update/{id}"),
    ("/admin/university/list", "/admin/university/{id}", "/admin/university/edit/{id}"),
    ("/admin/categories", "/admin/categories/{id}", "/admin/categories/update/{id}"),
    ("/admin/courses", "/admin/courses/{id}", "/admin/courses/update/{id}"),
    ("/admin/subjects", "/admin/subjects/{id}", "/admin/subjects/update/{id}"),
    ("/admin/topics/{subject}", "/admin/topics/{subject}/{id}", "/admin/topics/update/{id}"),
    ("/admin/topic-sections/{topic}", "/admin/topic-sections/detail/{id}", "/admin/topic-sections/update/{id}"),
    ("/admin/subscriptions", "/admin/subscriptions/{id}", "/admin/subscriptions/update/{id}"),
    ("/admin/advice-list", "/admin/advice-list/{id}", "/admin/advice-list/update/{id}"),
    ("/admin/subject-years/{subject}", "/admin/subject-years/detail/{id}", "/admin/subject-years/update/{id}"),
    ("/admin/users", "/admin/users/{id}", "/admin/users/{id}"),
    ("/admin/customers", "/admin/users/{id}", "/admin/customers/{id}"),
    (
        "/admin/questions/{subject}/all/all/all/all",
        "/admin/questions/{subject}/all/{id}",
        "/admin/questions/update/{id}",
    ),
    ("/admin/theories/{subject}/all/all", "/admin/theory/{subject}/all/{id}", "/admin/theories/update/{id}"),
];

#[tokio::test]
async fn every_record_is_taken_as_it_was_read() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    for (path, body) in [
        ("/admin/banners/add", json!({ "title": "Welcome", "description": "<p>Hello</p>", "status": true })),
        (
            "/admin/university/add",
            json!({
                "title": "A new university", "description": "<p>In Jos.</p>", "logo": "/uploads/university.png",
                "status": true,
            }),
        ),
        ("/admin/instructions/add", json!({ "content": "<p>Read with care.</p>", "status": true })),
    ] {
        server.post(&owner, path, body).await.expect(201);
    }
    let subjects = rows(&server.get(&owner, "/admin/subjects").await.expect(200));
    let id = |row: &Value| row["_id"].as_str().unwrap().to_owned();
    for (list, one, update) in RESOURCES {
        let mut read = 0;
        for subject in &subjects {
            let fill = |path: &str| path.replace("{subject}", &id(subject));
            let mut lists = vec![fill(list)];
            if list.contains("{topic}") {
                let topics = rows(&server.get(&owner, &format!("/admin/topics/{}", id(subject))).await.expect(200));
                lists = topics.iter().map(|topic| list.replace("{topic}", &id(topic))).collect();
            }
            for list in lists {
                let rows = rows(&server.get(&owner, &list).await.expect(200));
                // The documents let no university be saved without its picture.
                let can_be_saved = |row: &&Value| !list.contains("/university/") || !row["logo"].is_null();
                for row in rows.iter().filter(can_be_saved).take(3) {
                    let fill = |path: &str| fill(path).replace("{id}", &id(row));
                    there_and_back(&server, &owner, &fill(one), &fill(update)).await;
                    read += 1;
                }
            }
            if read > 2 {
                break;
            }
        }
        assert!(read > 0, "{list} has no record");
    }
    let home = record(&server.get(&owner, "/admin/home-setting").await.expect(200));
    let update = format!("/admin/home-setting/update/{}", id(&home));
    there_and_back(&server, &owner, "/admin/home-setting", &update).await;

    // The table has each change of the document that takes a record as it was read.
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let body = operations["put"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
        if body.is_none_or(|name| !name.ends_with("Changes")) {
            continue;
        }
        let path = path.trim_start_matches("/api/v1");
        let is_home = path.starts_with("/admin/home-setting");
        assert!(is_home || RESOURCES.iter().any(|(.., update)| *update == path), "{path} is not in the table");
    }
}

/// The names of an object's properties, those of the schemas that it is made of included.
fn properties<'a>(document: &'a Value, schema: &'a Value) -> HashMap<&'a str, &'a Value> {
    let schema = match schema["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).unwrap(),
        None => schema,
    };
    let parts = ["allOf", "oneOf", "anyOf"].iter().filter_map(|kind| schema[kind].as_array()).flatten();
    let mut found: HashMap<_, _> = parts.flat_map(|part| properties(document, part)).collect();
    found.extend(schema["properties"].as_object().into_iter().flatten().map(|(name, of)| (name.as_str(), of)));
    found
}

#[test]
fn the_document_names_each_field_of_a_record_in_the_body_of_its_change() {
    const JSON: &str = "/content/application~1json/schema";
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    let operation = |path: &str, method: &str| {
        let path = format!("/api/v1{path}");
        let serves = |template: &str| {
            template.split('/').count() == path.split('/').count()
                && template.split('/').zip(path.split('/')).all(|(part, given)| part.starts_with('{') || part == given)
        };
        let mut items = document["paths"].as_object().unwrap().iter();
        let found = items.find(|(template, item)| serves(template) && !item[method].is_null());
        &found.unwrap_or_else(|| panic!("no {method} {path}")).1[method]
    };
    for (_, one, update) in RESOURCES {
        let answer = operation(one, "get")["responses"]["200"].pointer(JSON).unwrap();
        let answer = properties(&document, answer);
        let record = properties(&document, answer.get("data").or(answer.get("user")).unwrap());
        let body = properties(&document, operation(update, "put")["requestBody"].pointer(JSON).unwrap());
        assert!(record.len() > 2, "{one}");
        for field in record.keys() {
            assert!(body.contains_key(field), "{field} of GET {one} is not in the body of PUT {update}");
        }
    }
}

#[tokio::test]
async fn a_fixed_field_is_refused_if_it_differs() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let exam = rows(&server.get(&owner, "/admin/exams").await.expect(200))[0].take();
    let path = format!("/admin/exams/update/{}", exam["_id"].as_str().unwrap());
    for (body, field, message) in [
        (json!({ "slug": "another" }), "slug", "Slug cannot be changed here."),
        (json!({ "createdAt": null }), "createdAt", "Created at cannot be changed here."),
        (json!({ "_id": "another" }), "_id", "Id cannot be changed here."),
        (json!({ "examId": "another" }), "examId", "Exam is not the one in the address."),
        (
            json!({ "video_link": "https://a.example/", "videoLink": "https://b.example/" }),
            "videoLink",
            "Video link is given two different values.",
        ),
        (json!({ "video_link": "ftp://a.example/" }), "videoLink", "Video link must start with https://."),
    ] {
        let answer = server.put(&owner, &path, body).await.expect(422);
        assert_eq!(answer[field], message, "{answer}");
    }
    let linked = json!({ "examId": exam["_id"], "video_link": "https://video.example/1" });
    let changed = server.put(&owner, &path, linked).await.expect(200);
    assert_eq!(changed["data"]["video_link"], "https://video.example/1");
    let types = server.get(&Who::Nobody, "/exam-types").await.expect(200);
    assert_eq!(rows(&types)[0]["video_link"], "https://video.example/1");
}

#[tokio::test]
async fn the_year_of_a_bank_without_questions_can_be_changed() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let subject = rows(&server.get(&owner, "/admin/subjects").await.expect(200))[0].take();
    let years = rows(
        &server.get(&owner, &format!("/admin/subject-years/{}", subject["_id"].as_str().unwrap())).await.expect(200),
    );
    let body = |year: i64| json!({ "subject": subject["_id"], "year": year, "status": true });
    let added = server.post(&owner, "/admin/question-subjects/add", body(1990)).await.expect(201)["user"].take();
    let update = |year: &Value| format!("/admin/subject-years/update/{}", year["_id"].as_str().unwrap());
    let change = json!({ "syId": added["_id"], "subject": subject["_id"], "year": "1991" });
    let changed = server.put(&owner, &update(&added), change).await.expect(200)["data"].take();
    assert_eq!((&changed["year"], &changed["status"]), (&json!(1991), &json!(true)));
    let detail = |year: &Value| format!("/admin/subject-years/detail/{}", year["_id"].as_str().unwrap());
    assert_eq!(server.get(&owner, &detail(&changed)).await.expect(200)["data"]["year"], 1991);

    let full = years.iter().find(|year| year["totalQuestionsByYear"].as_i64() > Some(0)).unwrap();
    let refused = server.put(&owner, &update(full), json!({ "year": 1992 })).await.expect(422);
    assert_eq!(refused["year"], "This year has questions, so it cannot be changed: add another year instead.");
    let refused = server.put(&owner, &update(&changed), json!({ "year": 1950 })).await.expect(422);
    assert_eq!(refused["year"], "Choose a year from 1987 to 2026.");
}
