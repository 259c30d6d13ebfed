//! Mail templates as administrators edit them (spec 3 §7, ruling 26).

use serde_json::json;

use crate::common::{Server, Who, visitor};

#[tokio::test]
async fn administrators_list_and_change_the_words_of_mails() {
    let server = Server::seeded().await;
    let admin = server.log_in("owner@sabi.test").await;
    let list = server.get(&admin, "/admin/emailtemplates").await.expect(200);
    let titles: Vec<_> = list["emailtemplates"].as_array().unwrap().iter().map(|one| one["_id"].clone()).collect();
    assert_eq!(list["total"], 10);
    for slug in [
        "activation",
        "password-reset",
        "contact-reply",
        "result-declared",
        "subscription-receipt",
        "new-device",
        "subjects-changed",
        "subjects-refused",
        "security-alert",
        "weekly-progress",
    ] {
        assert!(titles.contains(&json!(slug)), "{titles:?}");
    }
    let words = json!({
        "templateId": "activation", "subject": "Welcome, {{ first_name }}",
        "content": "<p>Ẹ káàbọ̀ {{ first_name }}!</p><p><a href=\"{{ link }}\">Go</a></p>", "status": true,
    });
    let changed = server.put(&admin, "/admin/emailtemplates/update/activation", words.clone()).await.expect(200);
    assert_eq!(changed["message"], "Email template updated successfully");
    let read = server.get(&admin, "/admin/emailtemplates/activation").await.expect(200);
    assert_eq!((&read["data"]["subject"], &read["data"]["status"]), (&words["subject"], &json!(true)));
    let content = read["data"]["content"].as_str().unwrap();
    assert!(content.contains("Ẹ káàbọ̀ {{ first_name }}!") && content.contains("href=\"{{ link }}\""), "{content}");
    server.post(&Who::Nobody, "/register", visitor("ngozi@example.ng")).await.expect(201);
    let mail = Server::only_mail(server.take_mails().await, "ngozi@example.ng");
    assert_eq!(mail.subject, "Welcome, Ngozi");
    assert!(mail.html.contains("Ẹ káàbọ̀ Ngozi!"), "{}", mail.html);
    server.get(&Who::Nobody, &format!("/activate-account/{}", mail.token("activate-account"))).await.expect(200);
}

#[tokio::test]
async fn a_name_of_markup_stays_text_in_a_mail() {
    let server = Server::seeded().await;
    let mut body = visitor("ngozi@example.ng");
    body["first_name"] = json!("{{ link }} & co");
    server.post(&Who::Nobody, "/register", body).await.expect(201);
    let mail = Server::only_mail(server.take_mails().await, "ngozi@example.ng");
    assert!(mail.text.contains("{{ link }} & co") && mail.html.contains("{{ link }} &amp; co"), "{mail:?}");
}

#[tokio::test]
async fn a_template_without_its_link_or_with_an_unknown_placeholder_is_refused_under_its_field() {
    let server = Server::seeded().await;
    let admin = server.log_in("owner@sabi.test").await;
    for (slug, subject, content, field) in [
        ("activation", "Hello", "<p>Hello {{ first_name }}</p>", "content"),
        ("password-reset", "Hello", "<p>no link</p>", "content"),
        ("contact-reply", "Hello", "<p>no reply</p>", "content"),
        ("activation", "Hello", "<a href=\"{{ link }}\">x</a> {{ password }}", "content"),
        ("activation", "Hello {{ stamp }}", "<a href=\"{{ link }}\">x</a>", "subject"),
        ("activation", "Hello", "<a href=\"{{ link }}\">x</a>{% for x in first_name %}{% endfor %}", "content"),
        ("activation", "", "<a href=\"{{ link }}\">x</a>", "subject"),
    ] {
        let body = json!({ "subject": subject, "content": content, "status": true });
        for (method, path) in [
            ("PUT", format!("/api/v1/admin/emailtemplates/update/{slug}")),
            ("POST", format!("/api/v1/admin/emailtemplates/{slug}/preview")),
        ] {
            let answer = server.ask(method, &path).by(&admin).json(&body).send().await;
            let is_blank_preview = subject.is_empty() && method == "POST";
            if !is_blank_preview {
                assert!(answer.expect(422)[field].is_string(), "{method} {path}: {body}");
            }
        }
    }
    let stored = server.get(&admin, "/admin/emailtemplates/activation").await.expect(200);
    assert_eq!(stored["data"]["subject"], "Activate your Sabi account");
}

#[tokio::test]
async fn a_template_is_previewed_with_samples_and_tested_by_mail() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let body = json!({ "subject": "For {{ first_name }}", "content": "<p><a href=\"{{ link }}\">Open</a> within {{ valid_for }}</p>" });
    let seen = server.post(&admin, "/admin/emailtemplates/activation/preview", body).await.expect(200);
    let data = &seen["data"];
    assert_eq!(data["subject"], "For Ada");
    for part in ["html", "text"] {
        let words = data[part].as_str().unwrap();
        assert!(words.contains("sabi.example/activate-account/sample") && words.contains("7 days"), "{words}");
    }
    let names: Vec<_> = data["placeholders"].as_array().unwrap().iter().map(|one| one["name"].clone()).collect();
    assert_eq!(names, ["first_name", "link", "valid_for"]);
    assert!(server.take_mails().await.is_empty());
    // The saved words go out, to oneself or to another address.
    server.post(&admin, "/admin/emailtemplates/password-reset/test", json!({})).await.expect(200);
    let mail = Server::only_mail(server.take_mails().await, "admin@sabi.test");
    assert_eq!(mail.subject, "Choose a new password for Sabi");
    let to = json!({ "email": "colleague@example.ng" });
    server.post(&admin, "/admin/emailtemplates/result-declared/test", to).await.expect(200);
    Server::only_mail(server.take_mails().await, "colleague@example.ng");
    let wrong = server.post(&admin, "/admin/emailtemplates/activation/test", json!({ "email": "nowhere" })).await;
    assert_eq!(wrong.expect(422)["email"], "Email is invalid");
    server.post(&admin, "/admin/emailtemplates/nothing/test", json!({})).await.expect(404);
}

/// Contents that would hand the link, or the reader, to another host.
const STRAY: &[&str] = &[
    "<img src=\"https://evil.test/{{ link }}\"><p>{{ link }}</p>",
    "<a href=\"{{ link }}\">x</a><a href=\"https://evil.test/\">y</a>",
    "<a href=\"{{ link }}\">x</a><p>https://evil.test/?{{ link }}</p>",
    "<a href=\"{{ link }}\">x</a><p title=\"{{ link }}\">y</p>",
    "<a href=\"https://evil.test/{{ link }}\">x</a>",
    "<a href=\"http://127.0.0.1.evil.test/\">x</a><a href=\"{{ link }}\">x</a>",
];

#[tokio::test]
async fn a_template_leads_to_our_site_alone_and_shows_our_pictures_alone() {
    let server = Server::with(|settings| settings.public_url = Some("https://sabi.example".parse().unwrap())).await;
    let owner = server.log_in("owner@sabi.test").await;
    let save = async |content: &str| {
        let body = json!({ "subject": "Hello", "content": content, "status": true });
        server.put(&owner, "/admin/emailtemplates/update/password-reset", body).await
    };
    for content in STRAY {
        assert!(save(content).await.expect(422)["content"].is_string(), "{content}");
    }
    let linked = json!({ "subject": "{{ link }}", "content": "<a href=\"{{ link }}\">x</a>", "status": true });
    let refused = server.put(&owner, "/admin/emailtemplates/update/password-reset", linked).await.expect(422);
    assert!(refused["subject"].is_string());
    let content = "<p><img src=\"/uploads/a.png\" alt=\"Sabi\"><a href=\"{{ link }}\">New password</a>, \
        <a href=\"/faqs\">questions</a>, <a href=\"https://sabi.example/contact-us\">contact</a></p>";
    save(content).await.expect(200);
    server.post(&Who::Nobody, "/password/forgot", json!({ "email": "student@sabi.test" })).await.expect(200);
    let mail = Server::only_mail(server.take_mails().await, "student@sabi.test");
    for part in [
        "src=\"https://sabi.example/uploads/a.png\"",
        "href=\"https://sabi.example/password/reset/",
        "href=\"https://sabi.example/faqs\"",
        "href=\"https://sabi.example/contact-us\"",
    ] {
        assert!(mail.html.contains(part), "{part}: {}", mail.html);
    }
}

#[tokio::test]
async fn a_stored_template_that_is_older_than_the_rule_is_not_used() {
    let server = Server::seeded().await;
    for content in STRAY {
        let sql = "UPDATE email_template:`password-reset` SET subject = 'Old words', content = $content";
        server.app.store.write(sql).bind(("content", (*content).to_owned())).done().await.unwrap();
        server.pass(3600);
        server.post(&Who::Nobody, "/password/forgot", json!({ "email": "student@sabi.test" })).await.expect(200);
        let mail = Server::only_mail(server.take_mails().await, "student@sabi.test");
        assert!(!mail.html.contains("evil") && !mail.text.contains("evil"), "{content}: {}", mail.html);
        assert_eq!(mail.subject, "Choose a new password for Sabi", "{content}");
        mail.token("password/reset");
    }
}

#[tokio::test]
async fn the_templates_whose_link_opens_an_account_are_a_super_admins() {
    let server = Server::seeded().await;
    let (admin, owner) = (server.admin().await, server.log_in("owner@sabi.test").await);
    for (slug, content, status) in [
        ("activation", "<a href=\"{{ link }}\">x</a>", 403),
        ("password-reset", "<a href=\"{{ link }}\">x</a>", 403),
        ("result-declared", "<p>x</p>", 200),
    ] {
        let body = json!({ "subject": "Hello", "content": content, "status": true });
        let path = format!("/admin/emailtemplates/update/{slug}");
        let answer = server.put(&admin, &path, body.clone()).await.expect(status);
        assert!(status == 200 || answer["reason"] == "forbidden", "{slug}");
        server.put(&owner, &path, body).await.expect(200);
    }
}
