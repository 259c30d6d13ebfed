//! Photographs of the working, through the router.

use serde_json::{Value, json};

use crate::{
    attack::uploads::dot,
    common::{Answer, Server, Who},
};

/// A started theory test: its id and its questions.
async fn started(server: &Server, student: &Who) -> (String, Vec<String>) {
    let mut body = server.start_body(student, "wassce-waec-ssce", "practice").await;
    body["examType"] = json!("theory");
    let started = server.post(student, "/attempts", body).await.expect(201);
    let parts = started["paper"]["subjects"].as_array().unwrap();
    let theories = parts.iter().flat_map(|part| part["theories"].as_array().unwrap());
    let ids = theories.map(|theory| theory["_id"].as_str().unwrap().to_owned()).collect();
    (started["attempt"]["_id"].as_str().unwrap().to_owned(), ids)
}

/// Where a photograph of an attempt is.
fn place(attempt: &str, n: usize) -> String {
    format!("/attempts/{attempt}/photographs/photograph-{n:06}")
}

/// Sends a form with a photograph.
async fn put(server: &Server, who: &Who, path: &str, theory: &str, file: &[u8]) -> Answer {
    let field = |name: &str| format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"");
    let head = format!("{}\r\n\r\n{theory}\r\n{}; filename=\"a.jpg\"\r\n\r\n", field("theory"), field("file"));
    let body = [head.as_bytes(), file, b"\r\n--b--\r\n"].concat();
    server.raw(who, "PUT", &format!("/api/v1{path}"), Some("multipart/form-data; boundary=b"), body).await
}

#[tokio::test]
async fn a_photograph_is_added_read_and_removed() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let (attempt, theories) = started(&server, &student).await;
    let path = place(&attempt, 1);
    let added = put(&server, &student, &path, &theories[1], &dot()).await.expect(200);
    assert_eq!((&added["data"]["_id"], &added["data"]["theory"]), (&json!("photograph-000001"), &json!(theories[1])));
    let again = put(&server, &student, &path, &theories[1], &dot()).await.expect(200);
    assert_eq!(again, added);
    let listed = server.get(&student, &format!("/attempts/{attempt}/photographs")).await.expect(200);
    assert_eq!(listed["data"], json!([added["data"]]));

    assert_eq!(added["data"]["url"], format!("/api/v1{path}"));
    let read = server.get(&student, &path).await;
    let header = |name: &str| read.headers[name].to_str().unwrap().to_owned();
    assert_eq!((read.status.as_u16(), header("content-type").as_str()), (200, "image/jpeg"));
    assert_eq!(header("cache-control"), "private, no-store");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert!(header("content-disposition").starts_with("inline"));
    assert!(header("content-security-policy").contains("sandbox"));

    server.delete(&student, &path).await.expect(200);
    server.delete(&student, &path).await.expect(200);
    server.get(&student, &path).await.expect(404);
    let back = put(&server, &student, &path, &theories[1], &dot()).await.expect(409);
    assert_eq!(back["reason"], "photograph-removed");
}

#[tokio::test]
async fn what_is_no_small_photograph_is_refused() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let (attempt, theories) = started(&server, &student).await;
    let send = async |file: &[u8]| put(&server, &student, &place(&attempt, 1), &theories[1], file).await;
    for large in [vec![0; 153_601], vec![0; 1 << 20]] {
        assert_eq!(send(&large).await.expect(413)["reason"], "too-large");
    }
    for other in [&b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>"[..], b"GIF89a", b"words"] {
        assert_eq!(send(other).await.expect(415)["reason"], "not-a-picture");
    }
    assert!(send(b"").await.expect(422)["file"].is_string());
    let path = place(&attempt, 1);
    assert!(put(&server, &student, &path, "", &dot()).await.expect(422)["theory"].is_string());
    assert!(put(&server, &student, &path, "nothing", &dot()).await.expect(422)["theory"].is_string());
    let short = format!("/attempts/{attempt}/photographs/short");
    assert!(put(&server, &student, &short, &theories[1], &dot()).await.expect(422)["photographId"].is_string());
    for n in 1..=3 {
        put(&server, &student, &place(&attempt, n), &theories[1], &dot()).await.expect(200);
    }
    let fourth = put(&server, &student, &place(&attempt, 4), &theories[1], &dot()).await.expect(409);
    assert_eq!(fourth["reason"], "too-many-photographs");
}

#[tokio::test]
async fn other_students_reach_none_and_graders_only_read() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let (attempt, theories) = started(&server, &student).await;
    let path = place(&attempt, 1);
    put(&server, &student, &path, &theories[1], &dot()).await.expect(200);
    let (other, musa) = (server.another_student().await, server.moderator("musa@sabi.test").await);
    for who in [&other, &musa] {
        server.get(who, &path).await.expect(404);
        server.get(who, &format!("/attempts/{attempt}/photographs")).await.expect(404);
        put(&server, who, &place(&attempt, 2), &theories[1], &dot()).await.expect(404);
        server.delete(who, &path).await.expect(404);
    }
    server.get(&Who::Nobody, &path).await.expect(401);

    let answered = json!([{ "theory": theories[1], "answer": "See my photograph." }]);
    let submit = json!({ "attemptId": attempt, "answered": answered });
    let quiz = server.post(&student, "/submit-result", submit).await.expect(200);
    let quiz = quiz["quizId"].as_str().unwrap();
    let graded = server.get(&musa, &format!("/grading/{quiz}")).await.expect(200);
    let answers = graded["data"]["answers"].as_array().unwrap();
    let with: Vec<&Value> = answers.iter().filter(|answer| answer["photographs"] != json!([])).collect();
    assert_eq!(with[0]["photographs"][0]["_id"], "photograph-000001");
    assert_eq!(server.get(&musa, &path).await.status.as_u16(), 200);
    server.get(&other, &path).await.expect(404);
    server.delete(&student, &path).await.expect(409);
    server.pass(31);
    let late = put(&server, &student, &place(&attempt, 2), &theories[1], &dot()).await.expect(409);
    assert_eq!(late["reason"], "attempt-closed");
}
