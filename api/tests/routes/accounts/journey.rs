//! From a visitor to a student who recovers a password (spec 1 §2, §4, §7).

use serde_json::json;

use crate::common::{PASSWORD, Server, Who, instant, visitor, with};

const EMAIL: &str = "ngozi@example.ng";

#[tokio::test]
async fn s2_s4_s7_a_visitor_registers_activates_signs_in_edits_and_recovers() {
    let server = Server::seeded().await;
    let nobody = Who::Nobody;
    // Registration: the account waits, and its mail is there.
    let made = server.post(&nobody, "/register", visitor(EMAIL)).await.expect(201);
    let user = &made["user"];
    assert_eq!(made["success"], true);
    assert_eq!(
        (&user["role"], &user["accountStatus"], &user["isSuperAdmin"]),
        (&json!("user"), &json!("InActive"), &json!(false))
    );
    assert_eq!((instant(&user["createdAt"]), &user["dob"]), (server.app.now(), &json!("2005-06-01")));
    let mail = Server::only_mail(server.take_mails().await, EMAIL);
    assert_eq!(mail.subject, "Activate your Sabi account");
    assert!(mail.text.contains("Ngozi") && mail.text.contains("7 days"), "{}", mail.text);
    let refused = server.try_log_in("10.0.0.1", EMAIL, PASSWORD).await.expect(403);
    assert_eq!(refused["reason"], "inactive");
    // Activation.
    let path = format!("/activate-account/{}", mail.token("activate-account"));
    assert_eq!(server.get(&nobody, &path).await.expect(200)["message"], "Account activated successfully");
    // Sign in as a browser, and who am I.
    let answer = server.post(&nobody, "/login", json!({ "email": EMAIL, "password": PASSWORD })).await;
    let session = answer.cookie().expect("a cookie");
    let signed_in = answer.expect(200);
    assert_eq!((&signed_in["user"]["_id"], &signed_in["token"]), (&user["_id"], &json!(null)));
    let me = server.ask("GET", "/api/v1/me").header("cookie", &session).send().await.expect(200);
    assert_eq!((&me["user"]["email"], &me["user"]["accountStatus"]), (&json!(EMAIL), &json!("Active")));
    // Profile: all but the email.
    let profile = json!({
        "first_name": "Ngozi Ada", "last_name": "Okafor-Bello", "email": EMAIL, "dob": "2004-12-31", "gender": "M",
        "mobile_code": "233", "mobile_number": "201234567", "nationality": "Ghana",
    });
    let put = |path: &str| server.ask("PUT", path).header("cookie", &session).header("sec-fetch-site", "same-origin");
    let updated = put("/api/v1/me/update").json(&profile).send().await.expect(200);
    assert_eq!(updated["message"], "Profile updated successfully");
    let me = server.ask("GET", "/api/v1/me").header("cookie", &session).send().await.expect(200);
    for (field, value) in profile.as_object().unwrap() {
        assert_eq!(&me["user"][field], value, "{field}");
    }
    // Change of the password: this browser goes on with a new cookie.
    let second = "ikenga-na-chi-2026";
    let change = json!({ "oldPassword": PASSWORD, "newPassword": second, "confirmPassword": second });
    let changed = put("/api/v1/password/update").json(&change).send().await;
    let renewed = changed.cookie().expect("a new cookie");
    assert_eq!(changed.expect(200)["message"], "Password updated successfully");
    server.ask("GET", "/api/v1/me").header("cookie", &session).send().await.expect(401);
    server.ask("GET", "/api/v1/me").header("cookie", &renewed).send().await.expect(200);
    server.try_log_in("10.0.0.1", EMAIL, PASSWORD).await.expect(401);
    server.try_log_in("10.0.0.1", EMAIL, second).await.expect(200);
    // Forgotten all the same.
    let told = server.post(&nobody, "/password/forgot", json!({ "email": EMAIL })).await.expect(200);
    assert!(told["message"].is_string());
    let mail = Server::only_mail(server.take_mails().await, EMAIL);
    assert!(mail.text.contains("30 minutes") && mail.subject == "Choose a new password for Sabi", "{mail:?}");
    let third = "mma-mma-udala-2026";
    let path = format!("/password/reset/{}", mail.token("password/reset"));
    let new = json!({ "password": third, "confirm_password": third });
    let reset = server.put(&nobody, &path, new).await.expect(200);
    assert_eq!((&reset["success"], &reset["message"]), (&json!(true), &json!("Password updated successfully")));
    server.ask("GET", "/api/v1/me").header("cookie", &renewed).send().await.expect(401);
    server.try_log_in("10.0.0.1", EMAIL, second).await.expect(401);
    server.try_log_in("10.0.0.1", EMAIL, third).await.expect(200);
    // And out.
    let answer = server.post(&nobody, "/login", json!({ "email": EMAIL, "password": third })).await;
    let session = answer.cookie().unwrap();
    let out = server.ask("GET", "/api/v1/logout").header("cookie", &session).header("sec-fetch-site", "same-origin");
    let out = out.header("sec-fetch-dest", "document").send().await;
    let gone = out.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(gone.contains("Max-Age=0") && gone.starts_with("sabi_session=;"), "{gone}");
    assert_eq!(out.expect(200)["message"], "Logout successfully.");
    server.ask("GET", "/api/v1/me").header("cookie", &session).send().await.expect(401);
}

#[tokio::test]
async fn s4_the_admin_door_lets_active_administrators_in_and_recovers_them() {
    let server = Server::seeded().await;
    let door = async |email: &str, password: &str| {
        let body = json!({ "email": email, "password": password, "door": "admin", "bearer": true });
        server.post(&Who::Nobody, "/login", body).await
    };
    assert_eq!(door("admin@sabi.test", PASSWORD).await.expect(200)["user"]["role"], "admin");
    let refused = door("student@sabi.test", PASSWORD).await.expect(403);
    assert_eq!(
        (&refused["reason"], &refused["errMessage"]),
        (&json!("not-allowed"), &json!("You are not allowed to login here."))
    );
    door("student@sabi.test", "a-wrong-password").await.expect(401);
    let unknown = json!({ "email": "admin@sabi.test", "password": PASSWORD, "door": "back" });
    assert!(server.post(&Who::Nobody, "/login", unknown).await.expect(422)["door"].is_string());
    // Recovery at the admin door finds administrators only, and answers alike.
    let forgot = async |email: &str| {
        server.post(&Who::Nobody, "/admin/forgot-password", json!({ "email": email })).await.expect(200)["message"]
            .clone()
    };
    assert_eq!(forgot("student@sabi.test").await, forgot("nobody@sabi.test").await);
    assert!(server.take_mails().await.is_empty());
    assert_eq!(forgot("admin@sabi.test").await, forgot("nobody@sabi.test").await);
    let token = server.take_token("admin@sabi.test", "admin/reset-password").await;
    let new = json!({ "password": "another-admin-2026", "confirm_password": "another-admin-2026" });
    let reset = server.put(&Who::Nobody, &format!("/admin/reset-password/{token}"), new).await.expect(200);
    assert_eq!(reset["message"], "Password updated successfully");
    door("admin@sabi.test", PASSWORD).await.expect(401);
    door("admin@sabi.test", "another-admin-2026").await.expect(200);
}

#[tokio::test]
async fn s2_an_activation_mail_is_sent_again_to_those_who_wait_for_it_and_to_nobody_else() {
    let server = Server::seeded().await;
    server.post(&Who::Nobody, "/register", visitor(EMAIL)).await.expect(201);
    let first = server.take_token(EMAIL, "activate-account").await;
    let again = async |email: &str| {
        server.post(&Who::Nobody, "/activate-account/resend", json!({ "email": email })).await.expect(200)
    };
    let told = again(" NGOZI@example.ng ").await;
    let second = server.take_token(EMAIL, "activate-account").await;
    assert_ne!(first, second);
    for other in ["student@sabi.test", "nobody@sabi.test"] {
        assert_eq!(again(other).await, told, "the answer tells nothing");
    }
    assert!(server.take_mails().await.is_empty());
    server.get(&Who::Nobody, &format!("/activate-account/{first}")).await.expect(422);
    server.get(&Who::Nobody, &format!("/activate-account/{second}")).await.expect(200);
    assert_eq!(again(EMAIL).await, told);
    assert!(server.take_mails().await.is_empty(), "an active account waits for nothing");
    let wrong = server.post(&Who::Nobody, "/activate-account/resend", json!({})).await.expect(422);
    assert_eq!(wrong["email"], "Email is required");
}

#[tokio::test]
async fn s5_the_youngest_age_is_6500_days_or_as_the_setting_says() {
    let server = Server::seeded().await;
    let day = |ago: i64| (server.app.now().date_naive() - chrono::Duration::days(ago)).to_string();
    let young = with(visitor(EMAIL), "dob", day(6499));
    let refused = server.post(&Who::Nobody, "/register", young).await.expect(422);
    assert_eq!(refused["dob"], "Date of birth is too recent.");
    server.post(&Who::Nobody, "/register", with(visitor(EMAIL), "dob", day(6500))).await.expect(201);
    assert_eq!(server.get(&Who::Nobody, "/country").await.expect(200)["minAgeDays"], 6500);
    let pupils = Server::with(|settings| settings.min_age_days = 3650).await;
    assert_eq!(pupils.get(&Who::Nobody, "/country").await.expect(200)["minAgeDays"], 3650);
    pupils.post(&Who::Nobody, "/register", with(visitor(EMAIL), "dob", day(3650))).await.expect(201);
    pupils.post(&Who::Nobody, "/register", with(visitor("b@x.ng"), "dob", day(3649))).await.expect(422);
}
