//! The second factor and sessions, over HTTP (ruling 36).

use sabi_core::settings::RequireSecondFactor;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use crate::common::{PASSWORD, Server, Who};

pub fn app(setup: &Value) -> Totp {
    let secret = setup["data"]["secret"].as_str().unwrap().replace(' ', "");
    Builder::new().with_secret(Secret::try_from_base32(&secret).unwrap()).build().unwrap()
}

/// The app's code half a minute from now.
pub fn next(server: &Server, app: &Totp) -> String {
    server.pass(30);
    app.generate(u64::try_from(server.app.now().timestamp()).unwrap()).to_string()
}

async fn log_in(server: &Server, otp: Option<&str>) -> crate::common::Answer {
    let body = json!({ "email": "admin@sabi.test", "password": PASSWORD, "bearer": true, "otp": otp });
    server.post(&Who::Nobody, "/login", body).await
}

#[tokio::test]
async fn a_second_factor_is_set_up_asked_for_and_removed() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let setup = server.post(&admin, "/me/second-factor", json!({})).await.expect(200);
    let app = app(&setup);
    let wrong = server.put(&admin, "/me/second-factor", json!({ "otp": "000000" })).await.expect(422);
    assert!(wrong["otp"].is_string(), "{wrong}");
    let made = server.put(&admin, "/me/second-factor", json!({ "otp": next(&server, &app) })).await.expect(200);
    assert_eq!(made["data"]["recoveryCodes"].as_array().unwrap().len(), 10);
    let state = server.get(&admin, "/me/second-factor").await.expect(200);
    assert_eq!((&state["data"]["recoveryCodes"], &state["data"]["required"]), (&json!(10), &json!(false)));

    assert_eq!(log_in(&server, None).await.expect(401)["reason"], "second-factor");
    assert_eq!(log_in(&server, Some("123456")).await.expect(401)["reason"], "wrong-code");
    let code = next(&server, &app);
    log_in(&server, Some(&code)).await.expect(200);
    let renewed = server.post(&admin, "/me/recovery-codes", json!({ "otp": next(&server, &app) })).await.expect(200);
    let recovery = renewed["data"]["recoveryCodes"][0].as_str().unwrap();
    log_in(&server, Some(recovery)).await.expect(200);
    server.post(&admin, "/me/second-factor/remove", json!({ "otp": recovery })).await.expect(422);
    server.post(&admin, "/me/second-factor/remove", json!({ "otp": next(&server, &app) })).await.expect(200);
    log_in(&server, None).await.expect(200);
}

#[tokio::test]
async fn an_owner_takes_a_lost_one_away() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let id = server.my_id(&admin).await;
    let path = format!("/admin/users/{id}/second-factor");
    let owner = server.log_in("owner@sabi.test").await;
    assert_eq!(server.delete(&owner, &path).await.expect(409)["reason"], "no-second-factor");
    let setup = server.post(&admin, "/me/second-factor", json!({})).await.expect(200);
    server.put(&admin, "/me/second-factor", json!({ "otp": next(&server, &app(&setup)) })).await.expect(200);
    server.delete(&admin, &path).await.expect(403);
    server.delete(&owner, &path).await.expect(200);
    server.get(&admin, "/me").await.expect(401);
    log_in(&server, None).await.expect(200);
}

#[tokio::test]
async fn where_it_is_a_must_the_back_office_is_shut_until_then() {
    let server = Server::with(|settings| settings.require_second_factor = RequireSecondFactor::Admins).await;
    let admin = server.admin().await;
    for path in ["/admin/exams", "/admin/customers", "/grading/queue"] {
        let answer = server.get(&admin, path).await.expect(403);
        assert_eq!(answer["reason"], "second-factor-needed", "{path}");
    }
    assert_eq!(server.get(&admin, "/me/second-factor").await.expect(200)["data"]["required"], true);
    let setup = server.post(&admin, "/me/second-factor", json!({})).await.expect(200);
    server.put(&admin, "/me/second-factor", json!({ "otp": next(&server, &app(&setup)) })).await.expect(200);
    server.get(&admin, "/admin/exams").await.expect(200);
    // Moderators and students have no such duty.
    server.get(&server.student().await, "/me/second-factor").await.expect(200);
}

#[tokio::test]
async fn a_dangerous_act_waits_for_the_password() {
    let server = Server::seeded().await;
    let owner = server.log_in("owner@sabi.test").await;
    let student = server.my_id(&server.student().await).await;
    server.pass(16 * 60);
    let erase = async || server.post(&owner, &format!("/admin/users/{student}/erase"), json!({})).await;
    assert_eq!(erase().await.expect(403)["reason"], "prove-password");
    let wrong = server.post(&owner, "/me/prove", json!({ "password": "not this" })).await.expect(422);
    assert!(wrong["password"].is_string(), "{wrong}");
    assert_eq!(erase().await.expect(403)["reason"], "prove-password");
    server.post(&owner, "/me/prove", json!({ "password": PASSWORD })).await.expect(200);
    erase().await.expect(200);
}

#[tokio::test]
async fn sessions_are_listed_and_ended_one_by_one() {
    let server = Server::seeded().await;
    let (here, there) = (server.student().await, server.student().await);
    let listed = server.get(&here, "/me/sessions").await.expect(200);
    let sessions = listed["data"].as_array().unwrap();
    assert_eq!(sessions.iter().map(|one| one["isCurrent"].as_bool().unwrap()).collect::<Vec<_>>(), [false, true]);
    let of = |n: usize| sessions[n]["_id"].as_str().unwrap().to_owned();
    let end = async |who: &Who, id: &str| server.delete(who, &format!("/me/sessions/{id}")).await;
    end(&server.admin().await, &of(0)).await.expect(404);
    end(&here, &of(0)).await.expect(200);
    end(&here, &of(0)).await.expect(404);
    server.get(&there, "/me").await.expect(401);
    server.get(&here, "/me").await.expect(200);

    let (admin, id) = (server.admin().await, server.my_id(&here).await);
    let theirs = format!("/admin/users/{id}/sessions");
    assert_eq!(server.get(&admin, &theirs).await.expect(200)["data"].as_array().unwrap().len(), 1);
    server.get(&here, &theirs).await.expect(403);
    server.delete(&admin, &format!("{theirs}/{}", of(1))).await.expect(200);
    server.get(&here, "/me").await.expect(401);
    let again = server.student().await;
    server.delete(&admin, &theirs).await.expect(200);
    server.get(&again, "/me").await.expect(401);
    // An administrator who is no owner has nothing to do with an owner's.
    let owner = server.my_id(&server.log_in("owner@sabi.test").await).await;
    server.get(&admin, &format!("/admin/users/{owner}/sessions")).await.expect(403);
    server.delete(&admin, &format!("/admin/users/{owner}/sessions")).await.expect(403);
}
