//! The pages behind links: a student's week, and the end of the weekly mail.

use serde_json::json;

use crate::common::{Answer, Server, choose, questions};

const DAY: i64 = 86_400;

/// The path of a link that the server has made.
fn path(link: &serde_json::Value) -> String {
    let url = link["data"]["url"].as_str().unwrap();
    format!("/progress/{}", url.split_once("/progress/").unwrap().1)
}

fn must_be_private(answer: &Answer) {
    assert_eq!(answer.headers["x-robots-tag"], "noindex");
    assert_eq!(answer.headers["cache-control"], "private, no-store");
    assert_eq!(answer.headers["referrer-policy"], "no-referrer");
    assert!(answer.headers["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
    assert!(!answer.text.contains("<script") && answer.text.contains("name=\"robots\" content=\"noindex\""));
}

#[tokio::test]
async fn a_parent_reads_the_week_without_an_account_in_ten_kilobytes() {
    let server = Server::seeded().await;
    let student = server.student().await;
    for _ in 0..6 {
        let started = server.start(&student, "practice").await;
        let answers: Vec<_> = questions(&started).iter().map(|question| choose(question, 0)).collect();
        let id = &started["attempt"]["_id"];
        server.pass(300);
        server.post(&student, "/submit-result", json!({ "attemptId": id, "answered": answers })).await.expect(200);
    }
    server.pass(DAY);
    let ask = json!({ "name": "<b>Mama</b>", "showForecast": true });
    let link = server.post(&student, "/me/progress-links", ask).await.expect(201);
    let answer = server.ask("GET", &path(&link)).send().await;
    assert_eq!(answer.status, 200);
    must_be_private(&answer);
    assert!(answer.text.len() <= 10 * 1024, "{} bytes", answer.text.len());
    for words in [
        "For &lt;b&gt;Mama&lt;&#x2f;b&gt;",
        "30 minutes of practice in the last 7 days, in 6 tests.",
        "Plan for the week",
        "Weakest topic",
        "to repeat, about",
        "If the exam were today",
        "practice in",
    ] {
        assert!(answer.text.contains(words), "{words}: {}", answer.text);
    }
    for secret in ["stability", "retrievability", "interval", "student@sabi.test", "Okonkwo"] {
        assert!(!answer.text.contains(secret), "{secret}");
    }
    let without = server.post(&student, "/me/progress-links", json!({ "name": "Papa" })).await.expect(201);
    let answer = server.ask("GET", &path(&without)).send().await;
    assert!(answer.status == 200 && !answer.text.contains("If the exam were today"), "{}", answer.text);

    let listed = server.get(&student, "/me/progress-links").await.expect(200);
    assert_eq!(listed["data"].as_array().unwrap().len(), 2);
    assert!(listed["data"][0]["url"].is_null());
    let id = link["data"]["_id"].as_str().unwrap();
    server.delete(&student, &format!("/me/progress-links/{id}")).await.expect(200);
    server.pass(90 * DAY);
    let zeros = format!("/progress/{}", "0".repeat(64));
    for (path, status) in [(path(&link), 404), (path(&without), 410), (zeros, 404), ("/progress/x".into(), 404)] {
        let answer = server.ask("GET", &path).send().await;
        assert_eq!(answer.status, status, "{path}");
        must_be_gone(&answer);
    }
}

fn must_be_gone(answer: &Answer) {
    assert_eq!(answer.headers["x-robots-tag"], "noindex");
    assert_eq!(answer.headers["cache-control"], "private, no-store");
    assert!(answer.text.contains("Ask the student for a new link."), "{}", answer.text);
}

#[tokio::test]
async fn the_weekly_mail_ends_by_one_post_and_by_no_get() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let on = async || server.get(&student, "/me/weekly-mail").await.expect(200)["data"]["isOn"].clone();
    assert!(on().await.is_null());
    server.put(&student, "/me/weekly-mail", json!({ "isOn": true })).await.expect(200);
    server.pass(7 * DAY);
    let started = server.start(&student, "practice").await;
    let answers = vec![choose(&questions(&started)[0], 0)];
    let submit = json!({ "attemptId": started["attempt"]["_id"], "answered": answers });
    server.post(&student, "/submit-result", submit).await.expect(200);
    // The clock shows a Monday: no mail until Sunday.
    server.pass(6 * DAY + 8 * 3600);
    assert_eq!(server.app.queue_weekly_mails().await.unwrap(), 1);
    server.app.send_mails().await.unwrap();
    let mail = std::fs::read_dir(server.data().join("outbox")).unwrap();
    let mails: Vec<String> = mail.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    let mail = mails.iter().find(|mail| mail.contains("your week on Sabi")).unwrap();
    assert!(mail.contains("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"), "{mail}");
    let header = mail.split_once("\r\nList-Unsubscribe: <").unwrap().1.split_once(">\r\n").unwrap().0;
    let path = format!("/unsubscribe/{}", header.split_once("/unsubscribe/").unwrap().1);

    let shown = server.ask("GET", &path).send().await;
    assert_eq!(shown.status, 200);
    must_be_private(&shown);
    assert!(shown.text.matches("<button").count() == 1 && shown.text.contains("method=\"post\""), "{}", shown.text);
    assert_eq!(on().await, true, "mail scanners follow links");
    // As a mail program sends it: from nowhere, without a cookie.
    let post = server.ask("POST", &path).header("content-type", "application/x-www-form-urlencoded");
    let done = post.header("origin", "https://mail.example").send().await;
    assert_eq!(done.status, 200, "{}", done.text);
    assert_eq!(on().await, false);
    let wrong = path.rsplit_once('/').unwrap().0;
    for method in ["GET", "POST"] {
        let answer = server.ask(method, &format!("{wrong}/{}", "0".repeat(64))).send().await;
        assert_eq!(answer.status, 404);
    }
}
