//! Whole lists as CSV, JSON lines and workbooks.

use std::io::Cursor;

use axum::{body::Body, http::header};
use calamine::{Reader as _, Xlsx, open_workbook_from_rs};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};

use crate::common::{Server, Who, choose, questions};

/// The bytes of a list in a format, and what they are called.
async fn taken(server: &Server, who: &Who, path: &str) -> (Vec<u8>, String) {
    let answer = server.begin(who, &format!("/admin/exports/{path}")).await;
    assert_eq!(answer.status(), 200, "{path}");
    let name = answer.headers()[header::CONTENT_DISPOSITION].to_str().unwrap().to_owned();
    (answer.into_body().collect().await.unwrap().to_bytes().to_vec(), name)
}

async fn csv(server: &Server, who: &Who, path: &str) -> Vec<Vec<String>> {
    let (bytes, _) = taken(server, who, &format!("{path}format=csv")).await;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&*bytes);
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// The cells of a workbook as text; none of them is a formula.
fn sheet(book: &[u8]) -> Vec<Vec<String>> {
    let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(book)).unwrap();
    let name = book.sheet_names()[0].clone();
    assert!(book.worksheet_formula(&name).unwrap().is_empty(), "nothing is run");
    let cells = book.worksheet_range(&name).unwrap();
    cells.rows().map(|row| row.iter().map(ToString::to_string).collect()).collect()
}

/// A seeded server with a row in each list; a name in it begins like a formula.
async fn filled() -> (Server, Who) {
    let server = Server::seeded().await;
    let (owner, student) = (server.log_in("owner@sabi.test").await, server.student().await);
    let started = server.start(&student, "practice").await;
    server.pass(60);
    let answered = json!([choose(&questions(&started)[0], 0)]);
    let submit = json!({ "attemptId": started["attempt"]["_id"], "answered": answered });
    server.post(&student, "/submit-result", submit).await.expect(200);
    let contact = json!({
        "firstName": "=1+1", "lastName": "Bello", "mobileNo": "08030000000", "email": "ada@school.example",
        "subject": "Fees", "message": "Line one\nline \"two\", and more",
    });
    server.post(&Who::Nobody, "/admin/contactus/add", contact).await.expect(201);
    let address = json!({ "email": "reader@example.com" });
    server.post(&Who::Nobody, "/admin/subscribenewsletter/add", address).await.expect(201);
    let exam = server.exam("wassce-waec-ssce").await;
    let offers = server.get(&student, &format!("/get-subscriptions/{exam}/none")).await.expect(200);
    let plan = offers["data"].as_array().unwrap().iter().max_by_key(|plan| plan["price"].as_i64()).unwrap();
    let paying = json!({ "examId": exam, "universityId": "", "subscriptionId": plan["_id"] });
    server.post(&student, "/payments/initialize", paying).await.expect(200);
    (server, owner)
}

#[tokio::test]
async fn each_list_leaves_in_each_format_with_the_same_rows() {
    let (server, owner) = filled().await;
    for (list, column, value) in [
        ("students", "email", "student@sabi.test"),
        ("results", "user.email", "student@sabi.test"),
        ("subscriptions", "exam", "JAMB UTME"),
        ("payments", "user.email", "student@sabi.test"),
        ("messages", "firstName", "'=1+1"),
        ("newsletter", "email", "reader@example.com"),
        ("audit", "who", "operator"),
    ] {
        let rows = csv(&server, &owner, &format!("{list}?")).await;
        let at = rows[0].iter().position(|name| name == column).unwrap_or_else(|| panic!("{list}: {:?}", rows[0]));
        assert!(rows[1..].iter().any(|row| row[at] == value), "{list}: {rows:?}");
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{list}");

        let (lines, name) = taken(&server, &owner, &format!("{list}?format=jsonl")).await;
        assert_eq!(name, format!("attachment; filename=\"{list}.jsonl\""));
        let lines: Vec<Value> = lines
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).unwrap())
            .collect();
        assert_eq!(lines.len(), rows.len() - 1, "{list}");

        let (book, name) = taken(&server, &owner, &format!("{list}?format=xlsx")).await;
        assert_eq!(name, format!("attachment; filename=\"{list}.xlsx\""));
        // A text cell is none that runs, so that it needs no apostrophe.
        let told = |cell: &str| cell.trim_start_matches('\'').to_lowercase();
        let told = |rows: &[Vec<String>]| rows.iter().map(|row| row.iter().map(|cell| told(cell)).collect()).collect();
        let (of_book, of_csv): (Vec<Vec<String>>, Vec<Vec<String>>) = (told(&sheet(&book)), told(&rows));
        assert_eq!(of_book, of_csv, "{list}");
    }
    let messages = csv(&server, &owner, "messages?").await;
    assert!(messages[1].contains(&"Line one\nline \"two\", and more".to_owned()), "{messages:?}");
}

#[tokio::test]
async fn an_export_goes_on_behind_its_last_row_and_is_narrowed_like_the_list() {
    let (server, owner) = filled().await;
    let many = "FOR $n IN 0..1200 { CREATE subscriber SET email = <string> $n + '@reader.example', \
        created_at = time::from_unix(1700000000 + math::floor($n / 3)) RETURN NONE }";
    server.app.store.write(many).done().await.unwrap();
    let rows = csv(&server, &owner, "newsletter?").await;
    let mut addresses: Vec<_> = rows[1..].iter().map(|row| row[1].clone()).collect();
    assert_eq!(addresses.len(), 1201);
    addresses.sort_unstable();
    addresses.dedup();
    assert_eq!(addresses.len(), 1201, "no row comes twice");
    assert_eq!(csv(&server, &owner, "newsletter?q=reader@example.com&").await.len(), 2);
    assert_eq!(csv(&server, &owner, "results?from=2030-01-01&").await.len(), 1, "the heading alone");
}

#[tokio::test]
async fn a_wrong_export_is_refused_before_anything_is_sent() {
    let (server, owner) = filled().await;
    server.get(&owner, "/admin/exports/passwords").await.expect(404);
    assert!(server.get(&owner, "/admin/exports/students?format=pdf").await.expect(422)["format"].is_string());
    assert!(server.get(&owner, "/admin/exports/results?from=soon").await.expect(422)["from"].is_string());
    let student = server.student().await;
    server.raw(&student, "GET", "/admin/exports/students", None, Body::empty()).await.expect(403);
}
