//! The data stored about a person, exported and erased by that person.

use serde_json::{Value, json};

use crate::common::{PASSWORD, Server, Who, choose, questions, visitor};

const EMAIL: &str = "student@sabi.test";

/// A student with a history: a finished study test, a mail, a change by an administrator.
async fn lived_in(server: &Server) -> (Who, String) {
    let student = server.student().await;
    let me = server.my_id(&student).await;
    let started = server.start(&student, "study").await;
    let submit = json!({ "attemptId": started["attempt"]["_id"], "answered": [choose(&questions(&started)[0], 0)] });
    server.post(&student, "/submit-result", submit).await.expect(200);
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": EMAIL })).await.expect(200);
    let admin = server.admin().await;
    let account = json!({
        "first_name": "Adaeze", "last_name": "Eze", "email": EMAIL, "mobile_code": "234", "mobile_number": "8099999999",
        "nationality": "Nigeria", "gender": "F", "accountStatus": "Active",
    });
    server.put(&admin, &format!("/admin/customers/{me}"), account).await.expect(200);
    (student, me)
}

#[tokio::test]
async fn a_person_takes_away_everything_that_is_held_about_them_and_no_secret() {
    let server = Server::seeded().await;
    let (student, me) = lived_in(&server).await;
    let token = server.take_token(EMAIL, "password/reset").await;
    let answer = server.get(&student, "/me/export").await;
    for secret in ["$argon2", "\"stamp\"", "\"password\"", token.as_str()] {
        assert!(!answer.text.contains(secret), "{secret}");
    }
    let data = answer.expect(200)["data"].take();
    assert_eq!((&data["account"]["_id"], &data["account"]["first_name"]), (&json!(me), &json!("Adaeze")));
    for (list, least) in [
        ("registrations", 1),
        ("subscriptions", 1),
        ("attempts", 1),
        ("answers", 1),
        ("results", 1),
        ("mails", 1),
        ("changes", 1),
    ] {
        assert!(data[list].as_array().unwrap().len() >= least, "{list}: {data}");
    }
    assert_eq!(data["mails"][0]["kind"], "password-reset");
    let changes = data["changes"].as_array().unwrap();
    assert!(changes.iter().any(|change| change["after"]["first_name"] == "Adaeze"), "{changes:?}");
    // Owners may answer such a request too; nobody else may.
    let owner = server.log_in("owner@sabi.test").await;
    let same = server.get(&owner, &format!("/admin/users/{me}/export")).await.expect(200);
    assert_eq!(same["data"]["account"], data["account"]);
    let admin = server.admin().await;
    server.get(&admin, &format!("/admin/users/{me}/export")).await.expect(403);
}

#[tokio::test]
async fn an_export_is_taken_one_at_a_time_and_five_times_a_day() {
    let server = Server::seeded().await;
    let student = server.student().await;
    // A response that nobody reads: it has begun, and is held.
    let unread = server.begin(&student, "/me/export").await;
    assert_eq!(unread.status().as_u16(), 200);
    let second = server.get(&student, "/me/export").await;
    assert_eq!(second.headers["retry-after"], "60");
    assert_eq!(second.expect(429)["reason"], "export-running");
    drop(unread);
    for _ in 0..4 {
        server.get(&student, "/me/export").await.expect(200);
    }
    let sixth = server.get(&student, "/me/export").await;
    assert_eq!(sixth.headers["retry-after"], "86401");
    sixth.expect(429);
    // An owner answers a request for all that; and the next day has its own five.
    let owner = server.log_in("owner@sabi.test").await;
    let me = server.my_id(&student).await;
    server.get(&owner, &format!("/admin/users/{me}/export")).await.expect(200);
    server.pass(24 * 3600 + 1);
    server.get(&server.student().await, "/me/export").await.expect(200);
}

#[tokio::test]
async fn an_erased_person_is_gone_and_their_results_still_count() {
    let server = Server::seeded().await;
    let (student, me) = lived_in(&server).await;
    let admin = server.admin().await;
    let count = async |path: &str| server.get(&admin, path).await.expect(200)["total"].clone();
    let results = format!("/get-results/{me}");
    let before = (count("/admin/customers").await, count(&results).await, count("/admin/user-theories").await);
    assert_eq!((&before.0, &before.1), (&json!(1), &json!(1)));
    let link = server.take_token(EMAIL, "password/reset").await;

    let erase = async |password: &str| server.post(&student, "/me/erase", json!({ "password": password })).await;
    assert!(erase("").await.expect(422)["password"].is_string());
    assert!(erase("not-my-password").await.expect(422)["password"].is_string());
    server.get(&student, "/me").await.expect(200);
    let erased = erase(PASSWORD).await;
    assert!(erased.headers["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
    erased.expect(200);

    server.get(&student, "/me").await.expect(401);
    server.try_log_in("10.0.0.1", EMAIL, PASSWORD).await.expect(401);
    let new = json!({ "password": "new-password-2026", "confirm_password": "new-password-2026" });
    server.put(&Who::Nobody, &format!("/password/reset/{link}"), new).await.expect(422);
    let after = (count("/admin/customers").await, count(&results).await, count("/admin/user-theories").await);
    assert_eq!(after, before);
    for path in
        ["/admin/customers", "/admin/audit?limit=1000", "/admin/user-theories", &results, &format!("/admin/users/{me}")]
    {
        let text = server.get(&admin, path).await.text;
        for trace in [EMAIL, "Adaeze", "8099999999"] {
            assert!(!text.contains(trace), "{path} still tells {trace}: {text}");
        }
    }
    let owner = server.log_in("owner@sabi.test").await;
    let held = server.get(&owner, &format!("/admin/users/{me}/export")).await;
    assert!(!held.text.contains(EMAIL) && !held.text.contains("Adaeze"), "{}", held.text);
    // The address is free again, and the new account knows nothing of the old one.
    server.post(&Who::Nobody, "/register", visitor(EMAIL)).await.expect(201);
    let token = server.take_token(EMAIL, "activate-account").await;
    server.get(&Who::Nobody, &format!("/activate-account/{token}")).await.expect(200);
    let newcomer = server.student().await;
    let mine = server.my_id(&newcomer).await;
    assert_ne!(mine, me);
    assert_eq!(server.get(&newcomer, &format!("/get-results/{mine}")).await.expect(200)["total"], 0);
}

#[tokio::test]
async fn owners_erase_people_but_no_super_admin_is_erased() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let refused = server.post(&owner, "/me/erase", json!({ "password": PASSWORD })).await.expect(403);
    assert_eq!(refused["reason"], "super-admin");
    let admin = server.admin().await;
    let admin_id = server.my_id(&admin).await;
    let student = server.student().await;
    let student_id = server.my_id(&student).await;
    server.post(&admin, &format!("/admin/users/{student_id}/erase"), Value::Null).await.expect(403);
    server.post(&owner, &format!("/admin/users/{student_id}/erase"), Value::Null).await.expect(200);
    server.get(&student, "/me").await.expect(401);
    server.post(&owner, &format!("/admin/users/{admin_id}/erase"), Value::Null).await.expect(200);
    server.get(&admin, "/me").await.expect(401);
    server.post(&owner, "/admin/users/nothing/erase", Value::Null).await.expect(404);
}
