//! Changes of the back office's records over the wire: versions, fields that are left out, and what is
//! answered with `update: false`.

use serde_json::{Value, json};

use crate::common::{Server, Who};

/// The first row of a list.
async fn first(server: &Server, who: &Who, path: &str) -> Value {
    server.get(who, path).await.expect(200)["data"][0].take()
}

fn id(row: &Value) -> &str {
    row["_id"].as_str().unwrap()
}

#[tokio::test]
async fn a_change_of_an_older_version_is_refused_and_says_who_was_first() {
    let server = Server::seeded().await;
    let (admin, owner) = (server.admin().await, server.log_in("owner@sabi.test").await);
    let exam = first(&server, &admin, "/admin/exams").await;
    let path = format!("/admin/exams/update/{}", id(&exam));
    assert_eq!(exam["version"], 0);
    let change = |title: &str, version: Value| json!({ "title": title, "version": version });
    let done = server.put(&owner, &path, change("By the owner", json!(0))).await.expect(200);
    assert_eq!((&done["data"]["version"], &done["update"]), (&json!(1), &json!(true)));
    let refused = server.put(&admin, &path, change("By the admin", json!(0))).await.expect(409);
    assert_eq!(
        (&refused["reason"], &refused["changedBy"], &refused["version"]),
        (&json!("changed"), &json!("owner@sabi.test"), &json!(1))
    );
    assert!(refused["changedAt"].as_str().unwrap().starts_with("2026-03-02T09:00:00.000Z"), "{refused}");
    // Without a version it is accepted; an invalid version is named.
    server.put(&admin, &path, change("By the admin", Value::Null)).await.expect(200);
    let now = server.get(&admin, &format!("/admin/exams/{}", id(&exam))).await.expect(200);
    assert_eq!((&now["data"]["title"], &now["data"]["version"]), (&json!("By the admin"), &json!(2)));
    assert!(server.put(&admin, &path, change("x", json!("one"))).await.expect(422)["version"].is_string());
}

#[tokio::test]
async fn a_change_of_an_older_account_is_refused_like_any_other() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let student = server.get(&admin, "/admin/customers").await.expect(200)["customers"][0].take();
    let path = format!("/admin/customers/{}", id(&student));
    let change = json!({ "first_name": "Changed", "version": student["version"] });
    server.put(&admin, &path, change.clone()).await.expect(200);
    let refused = server.put(&admin, &path, change).await.expect(409);
    assert_eq!(
        (&refused["reason"], &refused["changedBy"]),
        (&json!("changed"), &json!("admin@sabi.test")),
        "{refused}"
    );
}

#[tokio::test]
async fn a_change_changes_what_it_names() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let one = async |path: &str| server.get(&admin, path).await.expect(200)["data"].take();
    for (list, update) in [
        ("/admin/exams", "/admin/exams/update"),
        ("/admin/categories", "/admin/categories/update"),
        ("/admin/courses", "/admin/courses/update"),
        ("/admin/subjects", "/admin/subjects/update"),
        ("/admin/subscriptions", "/admin/subscriptions/update"),
        ("/admin/assessments", "/admin/assessments/update"),
        ("/admin/advice-list", "/admin/advice-list/update"),
    ] {
        let before = first(&server, &admin, list).await;
        let renamed = json!({ "title": "Renamed" });
        server.put(&admin, &format!("{update}/{}", id(&before)), renamed).await.expect(200);
        let mut after = one(&format!("{list}/{}", id(&before))).await;
        assert_eq!((after["title"].as_str(), &after["version"]), (Some("Renamed"), &json!(1)), "{list}");
        for field in ["title", "version"] {
            after[field] = before[field].clone();
        }
        assert_eq!(after, before, "{list}");
    }
    // Null is a value, and no text.
    let exam = first(&server, &admin, "/admin/exams").await;
    let path = format!("/admin/exams/update/{}", id(&exam));
    server.put(&admin, &path, json!({ "videoLink": "https://video.example/1" })).await.expect(200);
    server.put(&admin, &path, json!({ "status": true })).await.expect(200);
    let linked = one(&format!("/admin/exams/{}", id(&exam))).await;
    assert_eq!(linked["video_link"], "https://video.example/1");
    server.put(&admin, &path, json!({ "videoLink": null })).await.expect(200);
    assert!(one(&format!("/admin/exams/{}", id(&exam))).await["video_link"].is_null());
    assert!(server.put(&admin, &path, json!({ "title": null })).await.expect(422)["title"].is_string());
    assert!(server.put(&admin, &path, json!({ "timeHour": 24 })).await.expect(422)["timeHour"].is_string());
    assert!(server.put(&admin, &path, json!([])).await.expect(422)["body"].is_string());
}

#[tokio::test]
async fn the_documented_bodies_wipe_nothing() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let university = first(&server, &admin, "/admin/university/list").await;
    let course = first(&server, &admin, "/admin/courses").await;
    let subject = json!({
        "examId": server.exam("post-utme").await, "course": [id(&course)], "title": "Chemistry", "subjectHour": 1,
        "subjectTime": "30", "logo": "/uploads/subject.png", "status": true, "university": [id(&university)],
    });
    let subject = server.post(&admin, "/admin/subjects/add", subject).await.expect(201)["data"].take();
    let year = json!({ "subject": id(&subject), "year": 2020, "university": [id(&university)], "status": true });
    let year = server.post(&admin, "/admin/question-subjects/add", year).await.expect(201)["user"].take();
    let body = json!({ "syId": id(&year), "subject": id(&subject), "year": 2020 });
    server.put(&admin, &format!("/admin/subject-years/update/{}", id(&year)), body).await.expect(200);
    let now = server.get(&admin, &format!("/admin/subject-years/detail/{}", id(&year))).await.expect(200);
    assert_eq!((&now["data"]["university"][0]["_id"], &now["data"]["status"]), (&university["_id"], &json!(true)));

    let topic = json!({ "title": "Ions", "subjectId": id(&subject), "status": true });
    let topic = server.post(&admin, "/admin/topics/add", topic).await.expect(201)["data"].take();
    let section = json!({ "topicId": id(&topic), "section_name": "Salts", "topic_count": 3, "status": true });
    let path = format!("/admin/topic-sections/{}/add", id(&topic));
    let section = server.post(&admin, &path, section).await.expect(201)["data"].take();
    // Spec 3 §7 names no topic here.
    let body = json!({ "sectionId": id(&section), "section_name": "Acids", "topic_count": 3, "status": true });
    let path = format!("/admin/topic-sections/update/{}", id(&section));
    let now = server.put(&admin, &path, body).await.expect(200);
    assert_eq!((&now["data"]["section_name"], &now["data"]["topic"]["_id"]), (&json!("Acids"), &topic["_id"]));
}

#[tokio::test]
async fn a_mandatory_subject_too_many_is_answered_with_update_false() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let exam = server.exam("jsce-bece").await;
    let subjects = server.get(&admin, &format!("/admin/subjects?exam={exam}")).await.expect(200);
    let mandatory = subjects["data"].as_array().unwrap().iter().filter(|one| one["mandetory"] == true).count();
    let maximum = json!({ "maximumSubjects": mandatory.max(1) });
    server.put(&admin, &format!("/admin/exams/update/{exam}"), maximum).await.expect(200);
    let course = first(&server, &admin, "/admin/courses").await;
    let mut made = Vec::new();
    for title in ["Basic Science", "Civic Education"] {
        let subject = json!({
            "examId": exam, "course": [id(&course)], "title": title, "subjectHour": 1, "subjectTime": "00",
            "logo": "/uploads/subject.png",
        });
        made.push(server.post(&admin, "/admin/subjects/add", subject).await.expect(201)["data"].take());
    }
    let mut answers = Vec::new();
    for subject in &made {
        let body = json!({ "subjectId": id(subject), "exam": exam, "mandetory": true });
        answers.push(server.put(&admin, &format!("/admin/subjects/update/{}", id(subject)), body).await.expect(200));
    }
    let last = answers.last().unwrap();
    assert_eq!(
        (&last["success"], &last["update"], &last["message"]),
        (&json!(true), &json!(false), &json!("Maximum mandetory subjects limit exceeded"))
    );
    assert_eq!((&last["data"]["mandetory"], &last["data"]["version"]), (&json!(false), &json!(0)));
    let body = json!({ "title": "Civics" });
    let path = format!("/admin/subjects/update/{}", id(&made[1]));
    let renamed = server.put(&admin, &path, body).await.expect(200);
    assert_eq!((&renamed["update"], &renamed["message"]), (&json!(true), &json!("Subject updated successfully")));
}

#[tokio::test]
async fn what_is_deleted_together_does_not_change_as_well() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    for (kind, path) in [("questions", "all/all/all/all"), ("theories", "all/all")] {
        let row = first(&server, &admin, &format!("/admin/{kind}/all/{path}")).await;
        let list = format!("/admin/{kind}/{}/{path}", id(&row["subject"]));
        let total = server.get(&admin, &list).await.expect(200)["total"].take();
        let both = json!({ "expected": total, "delete": true, "status": false });
        let refused = server.put(&admin, &list, both).await.expect(422);
        assert_eq!(refused["status"], "Items that are deleted cannot change at the same time.", "{kind}");
        assert_eq!(server.get(&admin, &list).await.expect(200)["total"], total, "{kind}");
    }
}
