//! The daily reminder by web push.

use serde_json::{Value, json};

use crate::common::Server;

/// The browser of RFC 8291, appendix A.
const P256DH: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

fn subscription(endpoint: &str) -> Value {
    json!({ "endpoint": endpoint, "p256dh": P256DH, "auth": AUTH, "hour": 19, "utcOffset": 0 })
}

#[tokio::test]
async fn a_student_turns_the_reminder_on_for_a_browser_and_off() {
    let server = Server::seeded().await;
    let student = server.student().await;
    let before = server.get(&student, "/me/push").await.expect(200)["data"].clone();
    assert_eq!((&before["hour"], &before["devices"]), (&Value::Null, &json!([])));
    assert_eq!(before["publicKey"].as_str().unwrap().len(), 87, "65 bytes in base64url");

    let endpoint = "https://updates.push.services.mozilla.com/wpush/v2/abc";
    let on = server.put(&student, "/me/push", subscription(endpoint)).await.expect(200)["data"].clone();
    assert_eq!((&on["hour"], &on["devices"][0]["endpoint"]), (&json!(19), &json!(endpoint)));
    assert!(!on.to_string().contains(AUTH) && !on.to_string().contains(P256DH));
    // The same browser again, at another hour, in West Africa Time.
    let mut moved = subscription(endpoint);
    moved["hour"] = json!(6);
    moved.as_object_mut().unwrap().remove("utcOffset");
    let moved = server.put(&student, "/me/push", moved).await.expect(200)["data"].clone();
    assert_eq!((&moved["hour"], moved["devices"].as_array().unwrap().len()), (&json!(6), 1));

    let path = format!("/me/push/{}", on["devices"][0]["_id"].as_str().unwrap());
    let admin = server.admin().await;
    server.delete(&admin, &path).await.expect(404);
    server.delete(&student, &path).await.expect(200);
    server.delete(&student, &path).await.expect(404);
    assert_eq!(server.get(&student, "/me/push").await.expect(200)["data"]["devices"], json!([]));
}

#[tokio::test]
async fn the_server_calls_no_address_but_those_of_push_services() {
    let server = Server::seeded().await;
    let student = server.student().await;
    for endpoint in ["http://127.0.0.1:8080/admin", "https://169.254.169.254/latest", "https://example.com/", "x"] {
        let refused = server.put(&student, "/me/push", subscription(endpoint)).await.expect(422);
        assert_eq!(refused["endpoint"], "Sabi cannot send reminders to this browser.");
    }
    let mut strange = subscription("https://web.push.apple.com/abc");
    strange["hour"] = json!(24);
    strange["p256dh"] = json!("BA");
    let refused = server.put(&student, "/me/push", strange).await.expect(422);
    assert!(refused["hour"].is_string() && refused["p256dh"].is_string(), "{refused}");
    let long = format!("https://web.push.apple.com/{}", "x".repeat(2000));
    assert!(server.put(&student, "/me/push", subscription(&long)).await.expect(422)["endpoint"].is_string());
}
