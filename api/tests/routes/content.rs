//! The administrators' screens for the public site, and the site itself.

use axum::{
    body::Body,
    http::{HeaderName, Request, StatusCode, header},
};
use serde_json::{Value, json};

use crate::common::{Server, Who};

fn ids(rows: &Value) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row["_id"].as_str().unwrap().to_owned()).collect()
}

/// A small PNG, as base64.
const PICTURE: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

#[tokio::test]
async fn each_entity_of_the_site_is_added_changed_and_deleted_in_the_documents_words() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let html = "<p>Some <b>words</b>.</p><script>x</script>";
    // List, field of the list, field of an add, its body, and the toasts.
    let entities = [
        (
            ("/admin/banners", "banners", "data"),
            json!({ "title": "New", "description": html, "btnUrl": "/exams", "btnName": "Go", "status": true }),
            ["Banner successfully added.", "Banner updated successfully", "Banner deleted successfully"],
        ),
        (
            ("/admin/news-list", "data", "data"),
            json!({ "title": "New", "description": html, "status": true }),
            ["News successfully added.", "News updated successfully", "News deleted successfully"],
        ),
        (
            ("/admin/testimonial-list", "testimonials", "testimonial"),
            json!({ "name": "Ada", "description": html, "status": true, "image": PICTURE, "imageName": "a.png" }),
            ["Testimonial successfully added", "Testimonial updated successfully", "Testimonial deleted successfully"],
        ),
        (
            ("/admin/faqs", "data", "faq"),
            json!({ "question": "Why?", "answer": html, "status": true }),
            ["FAQ successfully added.", "FAQ was successfully updated.", "FAQ deleted successfully"],
        ),
        (
            ("/admin/instructions", "data", "data"),
            json!({ "content": html, "status": true }),
            [
                "Instruction successfully added.",
                "Instruction updated successfully",
                "Instruction deleted successfully.",
            ],
        ),
    ];
    for ((list, rows, added), body, toasts) in entities {
        let made = server.post(&admin, &format!("{list}/add"), body.clone()).await.expect(201);
        assert_eq!((&made["message"], &made["success"]), (&json!(toasts[0]), &json!(true)), "{list}");
        let id = made[added]["_id"].as_str().unwrap();
        let all = server.get(&admin, &format!("{list}?limit=100")).await.expect(200);
        assert!(ids(&all[rows]).contains(&id.to_owned()), "{list}");
        let one = server.get(&admin, &format!("{list}/{id}")).await.expect(200)["data"].take();
        assert!(!one.to_string().contains("<script"), "{one}");
        let changed = json!({ "status": false, "version": one["version"] });
        let changed = server.put(&admin, &format!("{list}/update/{id}"), changed).await.expect(200);
        assert_eq!((&changed["message"], &changed["data"]["status"]), (&json!(toasts[1]), &json!(false)), "{list}");
        assert_eq!(changed["data"]["createdAt"], one["createdAt"]);
        let gone = server.delete(&admin, &format!("{list}/{id}")).await.expect(200);
        assert_eq!(gone["message"], toasts[2]);
        server.get(&admin, &format!("{list}/{id}")).await.expect(404);
        // An empty form: each required field is named.
        let refused = server.post(&admin, &format!("{list}/add"), json!({})).await.expect(422);
        assert!(refused.as_object().unwrap().keys().any(|key| body.get(key).is_some()), "{refused}");
    }
}

#[tokio::test]
async fn visitors_read_what_is_active_and_nothing_else() {
    let server = Server::seeded().await;
    let (visitor, admin) = (Who::Nobody, server.admin().await);
    for (list, rows, public, field) in [
        ("/admin/banners", "banners", "/admin/banners", "banners"),
        ("/admin/news-list", "data", "/get-news-list", "data"),
        ("/admin/testimonial-list", "testimonials", "/get-testimonials", "testimonials"),
        ("/admin/faqs", "data", "/faqs", "data"),
    ] {
        let before = ids(&server.get(&visitor, public).await.expect(200)[field]);
        assert!(before.len() > 1, "{public}");
        let hidden = &before[0];
        server.put(&admin, &format!("{list}/update/{hidden}"), json!({ "status": false })).await.expect(200);
        assert_eq!(ids(&server.get(&visitor, public).await.expect(200)[field]), before[1..], "{public}");
        assert!(ids(&server.get(&admin, list).await.expect(200)[rows]).contains(hidden), "{list}");
    }
    let student = server.student().await;
    let (all, open) = (server.get(&admin, "/admin/banners").await, server.get(&student, "/admin/banners").await);
    assert_eq!(ids(&all.expect(200)["banners"]).len(), ids(&open.expect(200)["banners"]).len() + 1);
}

/// Changes what visitors read, without the server that has it in memory.
const CHANGE: &str = "UPDATE banner, news, category, course, university, exam SET title += '!'; \
    UPDATE faq SET question += '!'; UPDATE testimonial SET name += '!'; UPDATE page SET page_title += '!';";

#[tokio::test]
async fn public_lists_keep_their_etag_until_an_administrator_changes_something() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let asked = async |path: &str, headers: &[(HeaderName, &str)]| {
        let request = Request::builder().uri(format!("/api/v1{path}"));
        let request = headers.iter().fold(request, |request, (name, value)| request.header(name, *value));
        server.send(request.body(Body::empty()).unwrap()).await
    };
    for path in [
        "/admin/banners",
        "/admin/home-setting",
        "/site-links",
        "/get-testimonials",
        "/get-news-list",
        "/page/about-us",
        "/faqs",
        "/exam-types",
        "/get-categories",
        "/courses",
        "/universities",
    ] {
        let first = asked(path, &[]).await;
        let tag = first.headers[header::ETAG].to_str().unwrap().to_owned();
        assert_eq!(first.headers[header::CACHE_CONTROL], "no-cache", "{path}");
        let packed = asked(path, &[(header::ACCEPT_ENCODING, "br")]).await;
        let is_packed = packed.headers.get(header::CONTENT_ENCODING).is_some_and(|coding| coding == "br");
        assert_eq!(is_packed, first.text.len() > 860, "{path}");
        // Each content encoding has its own etag.
        assert_eq!(packed.headers[header::ETAG] == *tag, !is_packed, "{path}");
        // A direct write to the store is not seen yet: nothing was read again.
        server.app.store.write(CHANGE).done().await.unwrap();
        assert_eq!(asked(path, &[]).await.text, first.text, "{path}");
        let known = asked(path, &[(header::IF_NONE_MATCH, &tag)]).await;
        assert_eq!((known.status, &*known.text), (StatusCode::NOT_MODIFIED, ""), "{path}");
        assert_eq!(known.headers[header::ETAG], *tag, "{path}");
        assert_eq!(asked(path, &[]).await.text, first.text, "a caller who takes no coding is sent none");
    }
    // Another server may have changed it: that is seen a few seconds later.
    let before = server.get(&Who::Nobody, "/courses").await;
    server.clock.advance(chrono::Duration::seconds(5));
    let later = server.get(&Who::Nobody, "/courses").await;
    assert_ne!(later.text, before.text);
    let category = server.get(&admin, "/admin/categories").await.expect(200)["data"][0]["_id"].take();
    let course = json!({ "title": "Bee-keeping", "category": category, "status": true });
    server.post(&admin, "/admin/courses/add", course).await.expect(201);
    let after = server.get(&Who::Nobody, "/courses").await;
    assert!(after.text.contains("Bee-keeping") && after.headers[header::ETAG] != later.headers[header::ETAG]);
}

#[tokio::test]
async fn courses_are_read_by_category_and_subjects_by_course() {
    let server = Server::seeded().await;
    let (visitor, admin) = (Who::Nobody, server.admin().await);
    let rows = async |path: &str| server.get(&visitor, path).await.expect(200)["data"].take();
    let courses = rows("/courses").await;
    let course = &courses[0];
    let (id, category) = (course["_id"].as_str().unwrap(), course["category"]["_id"].as_str().unwrap());
    let of_category = rows(&format!("/get-courses/{category}")).await;
    assert!(ids(&of_category).contains(&id.to_owned()));
    assert!(of_category.as_array().unwrap().iter().all(|course| course["category"]["_id"] == category));
    assert_eq!(rows("/get-courses/none").await, json!([]));
    let subjects = rows(&format!("/subjects/{id}")).await;
    let whole = server.get(&admin, &format!("/admin/subjects?course={id}&limit=0")).await.expect(200)["data"].take();
    assert_eq!(ids(&subjects), ids(&whole));
    assert!(subjects[0]["exam"]["slug"].is_string() && subjects[0]["mandetory"].is_boolean());
    let hidden = subjects[0]["_id"].as_str().unwrap();
    server.put(&admin, &format!("/admin/subjects/update/{hidden}"), json!({ "status": false })).await.expect(200);
    assert!(!ids(&rows(&format!("/subjects/{id}")).await).contains(&hidden.to_owned()));
}

#[tokio::test]
async fn one_piece_of_news_is_read_whole_while_it_is_active() {
    let server = Server::seeded().await;
    let (visitor, admin) = (Who::Nobody, server.admin().await);
    let cards = server.get(&visitor, "/get-news-list").await.expect(200)["data"].take();
    assert!(cards[0].get("description").is_none(), "a card has no text: {cards}");
    let times: Vec<&str> = cards.as_array().unwrap().iter().map(|card| card["createdAt"].as_str().unwrap()).collect();
    assert!(times.is_sorted(), "the last two are the latest");
    let path = format!("/get-news-detail/{}", cards[0]["_id"].as_str().unwrap());
    let detail = server.get(&visitor, &path).await.expect(200);
    assert!(detail["data"]["description"].as_str().unwrap().starts_with("<p>"));
    let update = format!("/admin/news-list/update/{}", cards[0]["_id"].as_str().unwrap());
    server.put(&admin, &update, json!({ "status": false })).await.expect(200);
    server.get(&visitor, &path).await.expect(404);
}

#[tokio::test]
async fn pages_are_found_by_their_slug() {
    let server = Server::seeded().await;
    let (visitor, admin) = (Who::Nobody, server.admin().await);
    for slug in ["about-us", "terms-conditions", "privacy-policy"] {
        let page = server.get(&visitor, &format!("/page/{slug}")).await.expect(200);
        assert_eq!(page["data"][0]["page_url"], slug);
        assert!(!page["data"][0]["page_title"].as_str().unwrap().is_empty());
    }
    server.get(&visitor, "/page/none").await.expect(404);
    let list = server.get(&admin, "/admin/static-pages").await.expect(200)["data"].take();
    let about = list.as_array().unwrap().iter().find(|page| page["page_url"] == "about-us").unwrap();
    let path = format!("/admin/static-page/{}", about["_id"].as_str().unwrap());
    let change = json!({ "page_title": "About Sabi", "content": "<p>We.</p>" });
    let changed = server.put(&admin, &path, change).await.expect(200);
    assert_eq!(changed["message"], "Page updated successfully");
    let page = server.get(&visitor, "/page/about-us").await.expect(200);
    assert_eq!(
        (&page["data"][0]["page_title"], &page["data"][0]["content"]),
        (&json!("About Sabi"), &json!("<p>We.</p>"))
    );
    server.put(&admin, &path, json!({ "status": "InActive" })).await.expect(200);
    server.get(&visitor, "/page/about-us").await.expect(404);
    let refused = server.put(&admin, &path, json!({ "page_title": " ", "content": "<p></p>" })).await.expect(422);
    assert!(refused["page_title"].is_string() && refused["content"].is_string(), "{refused}");
}

#[tokio::test]
async fn the_texts_of_the_home_page_are_there_from_the_start_and_change_by_name() {
    let server = Server::seeded().await;
    let (visitor, admin) = (Who::Nobody, server.admin().await);
    let before = server.get(&visitor, "/admin/home-setting").await.expect(200)["data"].take();
    let count = |home: &Value, block: &str| home[block]["sections"].as_array().unwrap().len();
    assert_eq!((count(&before, "whyChooseUs"), count(&before, "achieveYourGoal")), (5, 6));
    let path = format!("/admin/home-setting/update/{}", before["_id"].as_str().unwrap());
    let change = json!({
        "homeId": before["_id"], "version": 0, "wcHeading": "Why us", "wcuTitle5": "Fifth", "aygDescription6": "<b>Sixth</b>",
        "aygSubheading": "<p>Go<script>x</script></p>", "newsSubHeading": "News",
    });
    let done = server.put(&admin, &path, change.clone()).await.expect(200);
    assert_eq!(done["message"], "Home content updated successfully");
    let after = server.get(&visitor, "/admin/home-setting").await.expect(200)["data"].take();
    assert_eq!(after["whyChooseUs"]["heading"], "Why us");
    assert_eq!(after["whyChooseUs"]["sections"][4]["title"], "Fifth");
    assert_eq!(after["whyChooseUs"]["sections"][0], before["whyChooseUs"]["sections"][0], "what is not named stays");
    assert_eq!(after["achieveYourGoal"]["sections"][5]["description"], "<b>Sixth</b>");
    assert_eq!(after["achieveYourGoal"]["subheading"], "<p>Go</p>");
    assert_eq!(after["latestNews"]["subheading"], "News");
    // The same again is of an older version; too long a text and an unknown field are named.
    assert_eq!(server.put(&admin, &path, change).await.expect(409)["reason"], "changed");
    let long = server.put(&admin, &path, json!({ "wcHeading": "x".repeat(161) })).await.expect(422);
    assert!(long["wcHeading"].is_string(), "{long}");
    let unknown = server.put(&admin, &path, json!({ "wcuTitle6": "x" })).await.expect(422);
    assert!(unknown["wcuTitle6"].is_string(), "{unknown}");
    // A heading is not blank; a line below one may be.
    let blank = json!({ "newsHeading": " ", "aygTitle3": "<p></p>", "wcHeading": "\u{a0}", "newsSubHeading": "" });
    let refused = server.put(&admin, &path, blank).await.expect(422);
    for field in ["newsHeading", "aygTitle3", "wcHeading"] {
        assert!(refused[field].is_string(), "{field}: {refused}");
    }
    assert!(refused["newsSubHeading"].is_null(), "{refused}");
    server.put(&admin, &path, json!({ "newsSubHeading": "", "wcSubheading": "" })).await.expect(200);
    let student = server.student().await;
    server.put(&student, &path, json!({ "wcHeading": "Mine" })).await.expect(403);
}

#[tokio::test]
async fn the_links_of_the_footer_are_empty_until_an_administrator_sets_them() {
    let server = Server::seeded().await;
    let (visitor, admin) = (Who::Nobody, server.admin().await);
    let names = ["facebook", "instagram", "x", "youtube", "tiktok", "whatsapp", "app"];
    let before = server.get(&visitor, "/site-links").await.expect(200)["data"].take();
    for name in names {
        assert_eq!(before[name], "", "{name}");
    }
    let path = "/admin/home-setting/update/home";
    let given = json!({ "facebookLink": " https://facebook.com/sabi ", "appLink": "https://play.google.com/sabi" });
    server.put(&admin, path, given).await.expect(200);
    let after = server.get(&visitor, "/site-links").await.expect(200)["data"].take();
    assert_eq!((&after["facebook"], &after["x"]), (&"https://facebook.com/sabi".into(), &"".into()));
    assert_eq!(after["app"], "https://play.google.com/sabi");
    for (name, field) in names.iter().map(|name| (name, format!("{name}Link"))) {
        let refused = server.put(&admin, path, json!({ &field: "javascript:alert(1)" })).await.expect(422);
        assert!(refused[&field].is_string(), "{name}: {refused}");
    }
    server.put(&admin, path, json!({ "facebookLink": "", "wcHeading": "Why us" })).await.expect(200);
    let emptied = server.get(&visitor, "/site-links").await.expect(200)["data"].take();
    assert_eq!((&emptied["facebook"], &emptied["app"]), (&"".into(), &after["app"]));
}

#[tokio::test]
async fn a_question_and_its_answer_keep_to_the_documents_rules() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let add = async |body: Value| server.post(&admin, "/admin/faqs/add", body).await;
    let refused = add(json!({ "question": " ", "answer": "<p> </p>" })).await.expect(422);
    assert_eq!(
        (&refused["question"], &refused["answer"]),
        (&json!("Question field is required"), &json!("Answer field is required"))
    );
    let refused = add(json!({ "question": "é".repeat(501), "answer": "Yes." })).await.expect(422);
    assert_eq!(refused["question"], "Question cannot exceed 500 characters");
    add(json!({ "question": "é".repeat(500), "answer": "Yes." })).await.expect(201);
    for url in ["javascript:alert(1)", "//elsewhere.test", "exams"] {
        let body = json!({ "title": "x", "btnUrl": url, "btnName": "Go" });
        let refused = server.post(&admin, "/admin/banners/add", body).await.expect(422);
        assert!(refused["btnUrl"].is_string(), "{url}: {refused}");
    }
}

#[tokio::test]
async fn a_picture_is_sent_as_the_document_says() {
    let document = serde_json::to_value(sabi_api::document()).unwrap();
    // The largest picture in base64.
    let largest = 5_242_880_u64.div_ceil(3) * 4;
    let mut pictured = 0;
    for (name, schema) in document["components"]["schemas"].as_object().unwrap() {
        let fields = &schema["properties"];
        if fields["imageName"].is_null() {
            continue;
        }
        for picture in ["logo", "image"].map(|field| &fields[field]).into_iter().filter(|field| !field.is_null()) {
            assert_eq!(picture["type"], json!(["string", "null"]), "{name}");
            assert!(picture["maxLength"].as_u64().unwrap() >= largest, "{name}");
            let words = picture["description"].as_str().unwrap();
            assert!(words.contains("base64") || words.starts_with("Another name for "), "{name}: {words}");
            pictured += 1;
        }
    }
    assert!(pictured > 15, "{pictured}");

    let server = Server::seeded().await;
    let admin = server.admin().await;
    let banner = json!({ "title": "Welcome", "description": "<p>Hello</p>", "image": PICTURE, "imageName": "b.png" });
    let added = server.post(&admin, "/admin/banners/add", banner).await.expect(201)["data"].take();
    let picture = added["image"].as_str().unwrap();
    assert!(picture.starts_with("/uploads/"), "{added}");
    assert_eq!(server.ask("GET", picture).send().await.status.as_u16(), 200);
    let path = format!("/admin/banners/update/{}", added["_id"].as_str().unwrap());
    let changed = json!({ "oldImage": picture, "image": PICTURE, "imageName": "c.png" });
    assert_eq!(server.put(&admin, &path, changed).await.expect(200)["data"]["image"], picture);
}
