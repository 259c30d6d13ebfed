//! The calls of content teams: the catalogue as a file, the bank check and the counts.

use serde_json::{Value, json};

use crate::common::Server;

#[tokio::test]
async fn a_catalogue_is_taken_whole_or_not_at_all() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let file = |hours: i64| {
        json!({ "exams": [{
            "title": "NECO SSCE", "examType": "both", "maximumSubjects": 9, "yearOfExamination": 10,
            "timeHour": hours, "time": "00", "status": true,
        }] })
    };
    let wrong = server.post(&admin, "/admin/catalogue/import", file(99)).await.expect(422);
    assert_eq!(wrong["exams[0].timeHour"], "Hours must be from 0 to 23.");
    let mut long = file(2);
    long["exams"][0]["title"] = json!("x".repeat(501));
    let wrong = server.post(&admin, "/admin/catalogue/import", long).await.expect(422);
    assert!(wrong["exams[0].title"].is_string(), "{wrong}");
    let made = server.post(&admin, "/admin/catalogue/import", file(2)).await.expect(200);
    assert_eq!((&made["data"]["new"], &made["data"]["entries"][0]["place"]), (&json!(1), &json!("exams[0]")));
    let student = server.student().await;
    server.post(&student, "/admin/catalogue/import", file(2)).await.expect(403);
}

#[tokio::test]
async fn the_bank_is_looked_through_line_by_line() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let stats = server.get(&admin, "/admin/bank/stats?exam=jamb-utme&subject=physics").await.expect(200);
    assert_eq!((&stats["data"][0]["subject"], &stats["data"][0]["year"]), (&json!("Physics"), &json!(2019)));
    let sql = "UPDATE question SET description = '' RETURN NONE";
    server.app.store.write(sql).done().await.unwrap();
    let answer = server.get(&admin, "/admin/bank/check?exam=jamb-utme&subject=Physics&year=2019").await;
    assert_eq!(
        (answer.status.as_u16(), &answer.headers["content-type"]),
        (200, &"application/x-ndjson".parse().unwrap())
    );
    let faults: Vec<Value> = answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let bare = faults.iter().filter(|fault| fault["kind"] == "no-explanation").count();
    assert_eq!(json!(bare), stats["data"][0]["active"]);
    assert!(server.get(&admin, "/admin/bank/check?exam=no-such").await.expect(422)["exam"].is_string());
    assert!(server.get(&admin, "/admin/bank/check?year=last").await.expect(422)["year"].is_string());
}

#[tokio::test]
async fn a_question_is_reviewed_commented_on_and_restored() {
    let server = Server::seeded().await;
    let (admin, owner, student) =
        (server.admin().await, server.log_in("owner@sabi.test").await, server.student().await);
    let sql = "SELECT VALUE record::id(id) FROM question WHERE status = true LIMIT 1";
    let id: String = server.app.store.query(sql).first().await.unwrap().unwrap();
    let update = format!("/admin/questions/update/{id}");
    let checked = server.put(&owner, &update, json!({ "review": "checked" })).await.expect(200);
    let before = checked["data"].clone();
    assert_eq!((&before["review"], before["checkedBy"].is_string()), (&json!("checked"), true), "{before}");
    let changed = json!({ "description": "Another one.", "sourceBoard": "WAEC", "version": before["version"] });
    let changed = server.put(&admin, &update, changed).await.expect(200);
    assert_eq!((&changed["data"]["review"], &changed["data"]["sourceBoard"]), (&json!("draft"), &json!("WAEC")));
    assert!(server.put(&admin, &update, json!({ "review": "perhaps" })).await.expect(422)["review"].is_string());
    let versions = server.get(&admin, &format!("/admin/questions/{id}/versions")).await.expect(200);
    assert_eq!(versions["data"][0]["description"], before["description"]);
    assert_eq!(versions["data"][0]["version"], before["version"]);

    let comments = format!("/admin/questions/{id}/comments");
    let made = server.post(&admin, &comments, json!({ "text": "Is it so?" })).await.expect(201);
    assert_eq!((&made["data"]["text"], &made["data"]["canDelete"]), (&json!("Is it so?"), &json!(true)));
    server.post(&admin, &comments, json!({ "text": " " })).await.expect(422);
    let one = format!("{comments}/{}", made["data"]["_id"].as_str().unwrap());
    let seen = server.get(&admin, &comments).await.expect(200);
    assert_eq!((&seen["total"], &seen["data"][0]["_id"]), (&json!(1), &made["data"]["_id"]));
    for path in [&comments, &format!("/admin/questions/{id}/versions")] {
        server.get(&student, path).await.expect(403);
    }
    server.delete(&owner, &one).await.expect(200);
    server.delete(&owner, &one).await.expect(404);
}

#[tokio::test]
async fn an_earlier_model_answer_is_shown_and_restored() {
    let server = Server::seeded().await;
    let (admin, student) = (server.admin().await, server.student().await);
    let sql = "SELECT VALUE record::id(id) FROM theory LIMIT 1";
    let id: String = server.app.store.query(sql).first().await.unwrap().unwrap();
    let (update, versions) = (format!("/admin/theories/update/{id}"), format!("/admin/theories/{id}/versions"));
    assert_eq!(server.get(&admin, &versions).await.expect(200)["data"], json!([]));
    let before = server.get(&admin, &format!("/admin/theory/all/all/{id}")).await.expect(200)["data"].clone();
    let changed = json!({ "detailed_answer": "Another one.", "version": before["version"] });
    let changed = server.put(&admin, &update, changed).await.expect(200);
    let seen = server.get(&admin, &versions).await.expect(200);
    let old = &seen["data"][0];
    for field in ["version", "title", "question", "description", "detailed_answer", "logo"] {
        assert_eq!(old[field], before[field], "{field}");
    }
    let restore = json!({
        "title": old["title"], "question": old["question"], "description": old["description"],
        "detailed_answer": old["detailed_answer"], "logo": old["logo"], "version": changed["data"]["version"],
    });
    let restored = server.put(&admin, &update, restore).await.expect(200);
    assert_eq!(restored["data"]["detailed_answer"], before["detailed_answer"]);
    assert_eq!(server.get(&admin, &versions).await.expect(200)["data"].as_array().unwrap().len(), 2);
    server.get(&student, &versions).await.expect(403);
    server.get(&admin, "/admin/theories/none/versions").await.expect(404);
}

#[tokio::test]
async fn a_file_of_several_years_is_taken_apart_and_its_rejected_rows_are_a_workbook() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let csv = "year,question,a,b,rightAnswer\n2017,One?,x,y,A\n2018,Two?,x,,A\n";
    let form = |report: Option<&str>| {
        let mut body =
            format!("--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"two.csv\"\r\n\r\n{csv}\r\n");
        if let Some(report) = report {
            body += &format!(
                "--b\r\ncontent-disposition: form-data; name=\"report\"; filename=\"report.json\"\r\n\r\n{report}\r\n"
            );
        }
        (body + "--b--\r\n").into_bytes()
    };
    let send = async |path: &str, report: Option<&str>| {
        let kind = Some("multipart/form-data; boundary=b");
        server.raw(&admin, "POST", &format!("/api/v1/admin/questions/import/{path}"), kind, form(report)).await
    };
    let parts = send("parts", None).await.expect(200);
    let part = |year: &str, row: u32| json!({ "subject": null, "year": year, "rows": [row] });
    assert_eq!(parts["data"], json!([part("2017", 2), part("2018", 3)]));
    let report = json!({ "problems": [{ "row": 3, "column": "option2", "message": "Option 2 is empty." }] });
    let book = send("problems", Some(&report.to_string())).await;
    assert_eq!(book.status.as_u16(), 200, "{}", book.text);
    assert!(book.headers["content-type"].to_str().unwrap().ends_with("spreadsheetml.sheet"));
    assert!(send("problems", Some("{")).await.expect(422)["report"].is_string());
}
