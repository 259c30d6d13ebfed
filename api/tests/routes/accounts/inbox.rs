//! The contact form and the newsletter, which need no account (spec 1 §5, §7, §8).

use serde_json::json;

use crate::common::{Server, Who, with};

fn letter() -> serde_json::Value {
    json!({
        "firstName": "Kwame", "lastName": "Boateng", "mobileNo": "0201234567", "email": "kwame@example.gh",
        "subject": "Biology", "message": "Do you have <b>Biology</b>?",
    })
}

#[tokio::test]
async fn s5_the_contact_form_names_each_field_in_its_words() {
    let server = Server::seeded().await;
    let send = async |body| server.post(&Who::Nobody, "/admin/contactus/add", body).await;
    let empty = send(json!({})).await.expect(422);
    for (field, words) in [
        ("firstName", "First name is required"),
        ("lastName", "Last name is required"),
        ("email", "Email is required"),
        ("mobileNo", "Mobile no is required"),
        ("subject", "Subject is required"),
        ("message", "Message is required"),
    ] {
        assert_eq!(empty[field], words, "{field}");
    }
    assert_eq!(send(with(letter(), "email", "kwame")).await.expect(422)["email"], "Email is invalid");
    let short = send(with(letter(), "mobileNo", "020123456")).await.expect(422);
    assert_eq!(short["mobileNo"], "Mobile no must be at least 10 digits");
    let told = send(letter()).await.expect(201);
    assert_eq!(told["message"], "Thanks for contacting us, we will get back to you soon.");
    let list = server.get(&server.admin().await, "/admin/contactus").await.expect(200);
    assert_eq!((&list["total"], &list["data"][0]["message"]), (&json!(1), &json!("Do you have <b>Biology</b>?")));
}

#[tokio::test]
async fn s5_s8_the_newsletter_takes_each_address_once_and_does_not_tell() {
    let server = Server::seeded().await;
    let send = async |email: &str| {
        server.post(&Who::Nobody, "/admin/subscribenewsletter/add", json!({ "email": email })).await
    };
    assert_eq!(send("").await.expect(422)["email"], "Email is required");
    assert_eq!(send("kwame").await.expect(422)["email"], "Email is invalid");
    for email in ["kwame@example.gh", "KWAME@example.gh", "kwame@example.gh"] {
        assert_eq!(send(email).await.expect(201)["message"], "Thanks for subscribing our newsletter.");
    }
    let list = server.get(&server.admin().await, "/admin/subscribenewsletter").await.expect(200);
    assert_eq!((&list["total"], &list["subscribers"][0]["email"]), (&json!(1), &json!("kwame@example.gh")));
}
