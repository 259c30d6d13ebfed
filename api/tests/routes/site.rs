//! The first HTML of the public site, as search engines and link previews read it.

use serde_json::json;

use crate::common::{Answer, Server};

const HTML: &str = "text/html";

/// What is between a page's title tags, and the content of a meta tag.
fn told(answer: &Answer, name: &str) -> String {
    let (start, end) =
        if name == "title" { ("<title>".to_owned(), "</title>") } else { (format!("\"{name}\" content=\""), "\"") };
    let rest = answer.text.split_once(&start).unwrap_or_else(|| panic!("no {name}: {}", answer.text)).1;
    rest.split_once(end).unwrap().0.to_owned()
}

async fn page(server: &Server, path: &str) -> Answer {
    let answer = server.ask("GET", path).send().await;
    assert!(answer.headers["content-type"].to_str().unwrap().starts_with(HTML), "{path}");
    assert_eq!(answer.text.matches("<title>").count(), 1, "make web builds what is tested here: {}", answer.text);
    assert_eq!(answer.text.matches("name=\"description\"").count(), 1, "{}", answer.text);
    answer
}

#[tokio::test]
async fn each_page_of_the_site_tells_of_itself_before_any_script_runs() {
    let server = Server::with(|settings| settings.public_url = Some("https://sabi.test/".parse().unwrap())).await;
    let admin = server.admin().await;
    let long = format!("<p>Slots &amp; <b>dates</b></p><p>{}</p>", "of the exam ".repeat(40));
    let news = json!({ "title": "JAMB <moves> \"dates\"", "description": long, "status": true });
    let news = server.post(&admin, "/admin/news-list/add", news).await.expect(201)["data"].take();
    let id = news["_id"].as_str().unwrap();

    for (path, title, description) in [
        ("/", "Practise for JAMB UTME, WAEC, BECE and POST UTME · Sabi", "Study, practice and mock tests"),
        ("/faqs", "Frequently Asked Questions · Sabi", "Answers about"),
        ("/pages/about-us", "About Us · Sabi", ""),
        (
            &format!("/news/{id}"),
            "JAMB &lt;moves&gt; &quot;dates&quot; · Sabi",
            "Slots &amp; dates of the exam of the exam",
        ),
    ] {
        let answer = page(&server, path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!((told(&answer, "title"), told(&answer, "og:title")), (title.into(), title.into()), "{path}");
        assert!(told(&answer, "description").starts_with(description), "{path}: {}", answer.text);
        assert!(told(&answer, "description").chars().count() < 180, "{path}");
        let address = format!("https://sabi.test{path}").replace('/', "&#x2f;");
        assert_eq!(told(&answer, "og:url"), address);
        assert!(!answer.headers.contains_key("x-robots-tag"), "{path}");
        assert!(answer.text.contains("<div id=\"root\">"), "the app is there");
        let again =
            server.ask("GET", path).header("if-none-match", answer.headers["etag"].to_str().unwrap()).send().await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{path}");
    }
    // The API has an address of the same name.
    let faqs = server.ask("GET", "/api/v1/faqs").send().await;
    assert!(faqs.json()["data"].is_array(), "{}", faqs.text);
    // A change is told at once.
    let changed = json!({ "title": "Moved", "version": news["version"] });
    server.put(&admin, &format!("/admin/news-list/update/{id}"), changed).await.expect(200);
    assert_eq!(told(&page(&server, &format!("/news/{id}")).await, "title"), "Moved · Sabi");
}

#[tokio::test]
async fn what_is_nobodys_to_find_is_kept_out_of_search_engines() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let draft = json!({ "title": "A secret draft", "description": "x", "status": false });
    let draft = server.post(&admin, "/admin/news-list/add", draft).await.expect(201);
    let draft = format!("/news/{}", draft["data"]["_id"].as_str().unwrap());
    for (path, status) in
        [("/dashboard", 200), ("/admin", 200), ("/pages/nothing", 404), ("/news/nothing", 404), (&*draft, 404)]
    {
        let answer = page(&server, path).await;
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(answer.headers["x-robots-tag"], "noindex", "{path}");
        assert!(!answer.text.contains("secret"), "{path}");
    }
    let robots = server.ask("GET", "/robots.txt").send().await;
    assert!(robots.text.contains("Disallow: /admin") && robots.text.contains("/sitemap.xml"), "{}", robots.text);
    let sitemap = server.ask("GET", "/sitemap.xml").send().await;
    assert_eq!(sitemap.headers["content-type"], "application/xml");
    for path in ["pages/terms-conditions", "faqs"] {
        assert!(sitemap.text.replace("&#x2f;", "/").contains(&format!("/{path}</loc>")), "{}", sitemap.text);
    }
    assert!(!sitemap.text.contains(draft.rsplit('/').next().unwrap()));
}
