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
