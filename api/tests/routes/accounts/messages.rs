//! The words of spec 1 §4, §5 and §8 to the letter, and the envelope around them (ruling 1).

use serde_json::{Value, json};

use crate::common::{PASSWORD, Server, Who, visitor, with};

/// A failing field, in the envelope of ruling 1.
#[track_caller]
fn assert_field(answer: &Value, field: &str, words: &str) {
    assert_eq!((&answer["success"], &answer["reason"]), (&json!(false), &json!("invalid")), "{answer}");
    assert_eq!(answer[field], words, "{answer}");
    assert!(answer["errMessage"].as_str().unwrap().contains(words), "{answer}");
}

#[tokio::test]
async fn s5_login_and_forgot_ask_for_an_email_and_a_password() {
    let server = Server::seeded().await;
    let login = async |body| server.post(&Who::Nobody, "/login", body).await.expect(422);
    let empty = login(json!({})).await;
    assert_field(&empty, "email", "Email is required");
    assert_field(&empty, "password", "Password is required");
    assert_field(&login(json!({ "email": "   ", "password": "x" })).await, "email", "Email is required");
    assert_field(&login(json!({ "email": "ada", "password": "x" })).await, "email", "Email is invalid");
    for path in ["/password/forgot", "/admin/forgot-password", "/activate-account/resend"] {
        let forgot = async |body| server.post(&Who::Nobody, path, body).await.expect(422);
        assert_field(&forgot(json!({})).await, "email", "Email is required");
        assert_field(&forgot(json!({ "email": "ada@nowhere" })).await, "email", "Email is invalid");
    }
}

#[tokio::test]
async fn s5_registration_names_each_failing_field_and_makes_nothing() {
    let server = Server::seeded().await;
    let register = async |body| server.post(&Who::Nobody, "/register", body).await;
    let empty = register(json!({})).await.expect(422);
    for field in ["first_name", "last_name", "nationality", "email", "password"] {
        assert!(empty[field].is_string(), "{field}: {empty}");
    }
    assert_field(&empty, "email", "Email is required");
    assert_field(&empty, "password", "Password is required");
    let good = || visitor("ngozi@example.ng");
    for (field, value) in [
        ("first_name", json!(" ")),
        ("last_name", json!("x".repeat(61))),
        ("gender", json!("X")),
        ("dob", json!("2026-01-01")),
        ("dob", json!("1850-01-01")),
        ("dob", json!("31/12/2004")),
        ("mobile_code", json!("+234")),
        ("mobile_number", json!("0803-123")),
        ("nationality", json!("Atlantis")),
        ("nationality", json!("")),
        ("email", json!("ngozi")),
        ("password", json!("short")),
        ("confirm_password", json!("something else")),
        ("first_name", json!(["Ngozi"])),
        ("email", json!({ "$ne": "" })),
    ] {
        let answer = register(with(good(), field, value.clone())).await.expect(422);
        assert!(answer[field].is_string(), "{field} = {value}: {answer}");
        let keys: Vec<_> = answer.as_object().unwrap().keys().map(String::as_str).collect();
        assert!(
            keys.iter().all(|key| [field, "confirm_password", "success", "errMessage", "reason"].contains(key)),
            "{keys:?}"
        );
    }
    assert!(server.take_mails().await.is_empty());
    let admin = server.admin().await;
    assert_eq!(server.get(&admin, "/admin/customers").await.expect(200)["total"], 1);
}

#[tokio::test]
async fn s8_a_taken_address_is_code_11000_with_its_words() {
    let server = Server::seeded().await;
    let words = "Entered email already exist, please try another.";
    let taken = server.post(&Who::Nobody, "/register", visitor(" Student@SABI.test")).await.expect(409);
    assert_eq!((&taken["code"], &taken["email"], &taken["errMessage"]), (&json!(11000), &json!(words), &json!(words)));
    assert_eq!((&taken["success"], &taken["reason"]), (&json!(false), &json!("taken")));
    let admin = server.admin().await;
    let again = server.post(&admin, "/admin/customers/add", visitor("student@sabi.test")).await.expect(409);
    assert_eq!((&again["code"], &again["email"]), (&json!(11000), &json!(words)));
}

#[tokio::test]
async fn s4_s8_a_refused_login_says_why_only_after_the_right_password() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let wrong = server.try_log_in("10.0.0.1", "student@sabi.test", "not-this-one").await.expect(401);
    assert_eq!(
        (&wrong["errMessage"], &wrong["reason"]),
        (&json!("Invalid email or password"), &json!("bad-credentials"))
    );
    assert_eq!(server.try_log_in("10.0.0.1", "nobody@sabi.test", PASSWORD).await.expect(401), wrong);
    let unauthorised = server.get(&Who::Nobody, "/me").await.expect(401);
    assert_eq!((&unauthorised["errMessage"], &unauthorised["success"]), (&json!("Unauthorised access"), &json!(false)));
    for (status, reason, words) in [
        (
            "InActive",
            "inactive",
            "Your account is not yet activated, please activate it from your email account or contact adminstrator.",
        ),
        ("Blocked", "blocked", "Your account is blocked."),
        ("Suspended", "suspended", "Your account is suspended."),
    ] {
        let email = format!("{reason}@sabi.test");
        let body = with(visitor(&email), "accountStatus", status);
        server.post(&owner, "/admin/customers/add", body).await.expect(201);
        let refused = server.try_log_in("10.0.0.1", &email, PASSWORD).await.expect(403);
        assert_eq!((&refused["reason"], &refused["errMessage"]), (&json!(reason), &json!(words)));
        assert_eq!(server.try_log_in("10.0.0.1", &email, "not-this-one").await.expect(401), wrong);
        let email = format!("admin-{reason}@sabi.test");
        let body = with(visitor(&email), "accountStatus", status);
        server.post(&owner, "/admin/users/add", body).await.expect(201);
        let body = json!({ "email": email, "password": PASSWORD, "door": "admin" });
        let refused = server.post(&Who::Nobody, "/login", body).await.expect(403);
        assert_eq!(
            (&refused["reason"], &refused["errMessage"]),
            (&json!("staff-inactive"), &json!("Your account is not active or blocked."))
        );
    }
}

#[tokio::test]
async fn s5_profile_and_password_forms_name_their_own_fields() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let profile = json!({
        "first_name": "", "last_name": "", "mobile_code": "abc", "mobile_number": "12 34", "nationality": "Nowhere",
        "gender": "F", "dob": "2020-01-01",
    });
    let refused = server.put(&student, "/me/update", profile).await.expect(422);
    for field in ["first_name", "last_name", "mobile_code", "mobile_number", "nationality", "dob"] {
        assert!(refused[field].is_string(), "{field}: {refused}");
    }
    assert!(server.put(&student, "/me/update", json!({ "gender": "X" })).await.expect(422)["gender"].is_string());
    let change = async |old: &str, new: &str, confirm: &str| {
        let body = json!({ "oldPassword": old, "newPassword": new, "confirmPassword": confirm });
        server.put(&student, "/password/update", body).await.expect(422)
    };
    let empty = change("", "", "").await;
    assert!(empty["oldPassword"].is_string() && empty["newPassword"].is_string(), "{empty}");
    assert!(change(PASSWORD, "new-password-2026", "new-password-2027").await["confirmPassword"].is_string());
    assert!(change("wrong-old-one", "new-password-2026", "new-password-2026").await["oldPassword"].is_string());
    assert!(change(PASSWORD, "short", "short").await["newPassword"].is_string());
    server.get(&student, "/me").await.expect(200);
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": "student@sabi.test" })).await.expect(200);
    let token = server.take_token("student@sabi.test", "password/reset").await;
    let path = format!("/password/reset/{token}");
    let refused = server.put(&Who::Nobody, &path, json!({ "password": "short", "confirm_password": "other" })).await;
    let refused = refused.expect(422);
    assert!(refused["password"].is_string() && refused["confirm_password"].is_string(), "{refused}");
    let new = json!({ "password": "new-password-2026", "confirm_password": "new-password-2026" });
    server.put(&Who::Nobody, &path, new).await.expect(200);
}
