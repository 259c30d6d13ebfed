//! The record of changes as administrators read it (ruling 28).

use http_body_util::BodyExt as _;
use sabi_api::client::{Client, ClientError, Download};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::common::{Server, Who, instant};

#[tokio::test]
async fn a_change_is_on_record_with_before_after_and_its_request() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let advice = json!({ "title": "Keep on", "min_percentage": 0, "max_percentage": 9, "description": "Read.", "status": false });
    let made = server.post(&admin, "/admin/advice-list/add", advice.clone()).await.expect(201);
    let id = made["data"]["_id"].as_str().unwrap().to_owned();
    server.pass(60);
    let mut changed = advice;
    changed["max_percentage"] = json!(19);
    let answer = server.put(&admin, &format!("/admin/advice-list/update/{id}"), changed).await;
    let request = answer.headers["x-request-id"].to_str().unwrap().to_owned();
    answer.expect(200);
    server.pass(60);
    server.raw(&admin, "DELETE", &format!("/admin/advice-list/{id}"), None, "").await.expect(200);

    let list = server.get(&admin, &format!("/admin/audit?entity=advice&record={id}")).await.expect(200);
    let rows = list["data"].as_array().unwrap();
    let actions: Vec<_> = rows.iter().map(|row| row["action"].as_str().unwrap()).collect();
    assert_eq!((actions.as_slice(), &list["total"]), (&["delete", "update", "create"][..], &json!(3)));
    let update = &rows[1];
    assert_eq!(update["who"], "admin@sabi.test");
    assert_eq!(instant(&update["at"]), instant(&json!("2026-03-02T09:01:00.000Z")));
    assert_eq!(
        (&update["before"], &update["after"]),
        (&json!({ "max_percentage": 9 }), &json!({ "max_percentage": 19 }))
    );
    assert_eq!(update["request"], json!(request));
    assert_eq!((&rows[0]["before"]["title"], &rows[0]["after"]), (&json!("Keep on"), &json!({})));
    assert_eq!((&rows[2]["before"], &rows[2]["after"]["title"]), (&json!({}), &json!("Keep on")));

    let narrow =
        async |query: &str| server.get(&admin, &format!("/admin/audit?{query}")).await.expect(200)["total"].clone();
    assert_eq!(narrow(&format!("record={id}&action=delete")).await, 1);
    assert_eq!(narrow("q=keep%20on").await, 2);
    assert_eq!(narrow(&format!("entity=advice&user={}", server.my_id(&admin).await)).await, 3);
    assert_eq!(narrow("user=nobody").await, 0);
}

#[tokio::test]
async fn a_refused_or_failed_change_is_not_on_record() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let total = async || server.get(&admin, "/admin/audit").await.expect(200)["total"].as_u64().unwrap();
    let before = total().await;
    server.post(&admin, "/admin/advice-list/add", json!({ "title": "" })).await.expect(422);
    server.put(&admin, "/admin/advice-list/update/nothing", json!({})).await.expect(404);
    let student = server.student().await;
    server.post(&student, "/admin/advice-list/add", json!({})).await.expect(403);
    assert_eq!(total().await, before);
}

#[tokio::test]
async fn a_changed_account_shows_what_changed_and_no_secret() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let student = server.my_id(&server.student().await).await;
    let status = json!({ "accountStatus": "Suspended" });
    server.put(&owner, &format!("/admin/customers/{student}/status"), status).await.expect(200);
    let password = json!({ "password": "given-by-the-owner" });
    server.put(&owner, &format!("/admin/users/{student}/password"), password).await.expect(200);
    let answer = server.get(&owner, &format!("/admin/audit?entity=user&record={student}")).await;
    assert!(!answer.text.contains("$argon2") && !answer.text.contains("given-by-the-owner"), "{}", answer.text);
    let list = answer.expect(200);
    let one =
        |action: &str| list["data"].as_array().unwrap().iter().find(|row| row["action"] == action).unwrap().clone();
    let status: Value = one("status");
    assert_eq!((&status["before"]["status"], &status["after"]["status"]), (&json!("Active"), &json!("Suspended")));
    assert_eq!(one("reset-password")["who"], "owner@sabi.test");
}

#[tokio::test]
async fn the_record_is_exported_as_csv_and_a_formula_stays_text() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let owner = server.log_in("owner@sabi.test").await;
    let body = json!({
        "first_name": "Ade", "last_name": "Bisi", "email": "=1+1@sabi.test", "accountStatus": "Active",
        "password": crate::common::PASSWORD, "confirm_password": crate::common::PASSWORD,
    });
    server.post(&owner, "/admin/users/add", body).await.expect(201);
    let formula = server.log_in("=1+1@sabi.test").await;
    let advice =
        json!({ "title": "A \"quoted\", title", "min_percentage": 0, "max_percentage": 9, "description": "Read." });
    let answer = server.post(&formula, "/admin/advice-list/add", advice).await;
    let request = answer.headers["x-request-id"].to_str().unwrap().to_owned();
    let id = answer.expect(201)["data"]["_id"].as_str().unwrap().to_owned();

    let answer = server.get(&admin, &format!("/admin/audit/export?record={id}")).await;
    assert_eq!(answer.status.as_u16(), 200);
    assert!(answer.headers["content-type"].to_str().unwrap().starts_with("text/csv"));
    assert!(answer.headers["content-disposition"].to_str().unwrap().contains("attachment"));
    let mut rows = csv::ReaderBuilder::new().has_headers(false).from_reader(answer.text.as_bytes());
    let rows: Vec<Vec<String>> = rows.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    assert_eq!(rows[0], ["at", "who", "action", "entity", "record", "before", "after", "request"]);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1][..5], ["2026-03-02T09:00:00.000Z", "'=1+1@sabi.test", "create", "advice", id.as_str()]);
    let after: Value = serde_json::from_str(&rows[1][6]).unwrap();
    assert_eq!((&after["title"], &rows[1][7]), (&json!("A \"quoted\", title"), &request));
    let whole = server.get(&admin, "/admin/audit/export").await.text;
    let total = server.get(&admin, "/admin/audit").await.expect(200)["total"].as_u64().unwrap();
    let rows = csv::Reader::from_reader(whole.as_bytes()).into_records().count() as u64;
    assert_eq!(rows, total, "the export is whole");
    server.get(&Who::Nobody, "/admin/audit/export").await.expect(401);
    server.get(&server.student().await, "/admin/audit").await.expect(403);
}

/// Puts so many entries on the record, a second apart, the first of them long ago.
async fn record(server: &Server, count: usize) {
    let sql = "FOR $n IN 0..$count { CREATE audit SET at = d'2026-01-01T00:00:00Z' + duration::from_secs($n), \
        action = 'test', entity = 'test', record = <string> $n, before = '{}', after = '{}' };";
    server.app.store.write(sql).bind(("count", count)).done().await.unwrap();
}

/// The numbers of the entries of an export made by [`record`], in their order.
fn records(csv: &str) -> Vec<usize> {
    let rows = csv::Reader::from_reader(csv.as_bytes()).into_records().map(|row| row.unwrap());
    rows.filter(|row| &row[2] == "test").map(|row| row[4].parse().unwrap()).collect()
}

#[tokio::test]
async fn entries_that_arrive_meanwhile_neither_repeat_nor_hide_others() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    record(&server, 1700).await;
    let mut body = server.begin(&admin, "/admin/audit/export").await.into_body();
    let mut text = Vec::new();
    while let Some(frame) = body.frame().await {
        text.extend(frame.unwrap().into_data().unwrap());
        let advice = json!({ "title": "New", "min_percentage": 0, "max_percentage": 9, "description": "x" });
        server.post(&admin, "/admin/advice-list/add", advice).await.expect(201);
    }
    let wanted: Vec<usize> = (0..1700).rev().collect();
    assert_eq!(records(&String::from_utf8(text).unwrap()), wanted);
}

async fn read(mut answer: Download) -> Result<String, ClientError> {
    let mut text = Vec::new();
    while let Some(piece) = answer.next().await? {
        text.extend(piece);
    }
    Ok(String::from_utf8(text).unwrap())
}

#[tokio::test]
async fn an_export_that_fails_on_the_way_breaks_off_and_the_client_says_so() {
    let server = Server::seeded().await;
    let Who::Bearer(token) = server.admin().await else { unreachable!() };
    record(&server, 1700).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    let router = sabi_api::router(server.app.clone());
    tokio::spawn(async move { axum::serve(listener, router).await });
    let clients = [Client::to_server(url, Some(token)).unwrap(), Client::in_process(server.app.clone()).unwrap()];
    for client in &clients {
        assert_eq!(records(&read(client.export_audit().await.unwrap()).await.unwrap()).len(), 1700);
    }
    // The oldest entry cannot be read; most of the record has left by then.
    server.app.store.write("UPDATE audit SET before = 'torn' WHERE record = '0'").done().await.unwrap();
    for client in &clients {
        let torn = read(client.export_audit().await.unwrap()).await;
        assert!(matches!(torn, Err(ClientError::Broken { .. })), "{torn:?}");
    }
}
