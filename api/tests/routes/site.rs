//! The first HTML of the public site, as search engines and link previews read it.

use serde_json::json;

use crate::common::{Answer, Server};

const HTML: &str = "text/html";

/// The text between a page's title tags, and the content of a meta tag.
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
async fn each_page_of_the_site_has_its_metadata_without_scripts() {
    let server = Server::with(|settings| settings.public_url = Some("https://sabi.test/".parse().unwrap())).await;
    let admin = server.admin().await;
    let long = format!("<p>Slots &amp; <b>dates</b></p><p>{}</p>", "of the exam ".repeat(40));
    let news = json!({ "title": "JAMB <moves> \"dates\"", "description": long, "status": true });
    let news = server.post(&admin, "/admin/news-list/add", news).await.expect(201)["data"].take();
    let id = news["_id"].as_str().unwrap();

    for (path, title, description) in [
        ("/", "Be ready before exam day: JAMB UTME, WAEC, BECE and POST UTME · Sabi", "Past questions for"),
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
        assert!(answer.text.contains("<div id=\"root\""), "the app is there");
        let again =
            server.ask("GET", path).header("if-none-match", answer.headers["etag"].to_str().unwrap()).send().await;
        assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""), "{path}");
    }
    // The API has an address of the same name.
    let faqs = server.ask("GET", "/api/v1/faqs").send().await;
    assert!(faqs.json()["data"].is_array(), "{}", faqs.text);
    // A change is shown at once.
    let changed = json!({ "title": "Moved", "version": news["version"] });
    server.put(&admin, &format!("/admin/news-list/update/{id}"), changed).await.expect(200);
    assert_eq!(told(&page(&server, &format!("/news/{id}")).await, "title"), "Moved · Sabi");
}

#[tokio::test]
async fn pages_are_readable_without_scripts() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let add = async |path: &str, body: serde_json::Value| server.post(&admin, path, body).await.expect(201);
    let text = "<p>Slots &amp; <b>dates</b></p><ul><li>%heading% and %text%</li></ul>";
    let news = add("/admin/news-list/add", json!({ "title": "A < B", "description": text, "status": true })).await;
    let news = format!("/news/{}", news["data"]["_id"].as_str().unwrap());
    add("/admin/faqs/add", json!({ "question": "Is 1 < 2?", "answer": "<p>It <em>is</em>.</p>", "status": true }))
        .await;
    add("/admin/faqs/add", json!({ "question": "A draft?", "answer": "<p>Yes</p>", "status": false })).await;
    add("/admin/testimonial-list/add", json!({ "name": "Ada", "description": "It helped", "status": true })).await;
    for (path, words) in [
        (
            "/",
            &[
                "Be ready before exam day.",
                "href=\"/exams/jamb-utme\">JAMB UTME</a>",
                "from ₦",
                "It helped (Ada)",
                "href=\"/news/",
            ][..],
        ),
        ("/news", &[">News</h1>", ">A &lt; B</a></h2>"]),
        (&*news, &[">A &lt; B</h1>", text]),
        ("/faqs", &[">Frequently Asked Questions</h1>", "<h2>Is 1 &lt; 2?</h2>", "<p>It <em>is</em>.</p>"]),
        ("/pages/about-us", &[">About Us</h1>", "<p>"]),
        ("/exams/jamb-utme", &[">JAMB UTME</h1>", "Mathematics: "]),
    ] {
        let answer = page(&server, path).await;
        let body = answer.text.split_once("<body>").unwrap().1.replace("&#x2f;", "/");
        for words in words {
            assert!(body.contains(words), "{path}: {words}: {body}");
        }
        assert!(!body.contains("A draft?"), "{path}");
        if path != news {
            assert!(!body.contains("%heading%") && !body.contains("%text%"), "{path}: {body}");
        }
        assert!(answer.headers["vary"].to_str().unwrap().contains("cookie"), "{path}");
    }
    // Another spelling of an address, and people who are signed in, get the app alone.
    for path in ["/News", "/news/", "/FAQs", "//"] {
        let answer = page(&server, path).await;
        assert!(!answer.text.contains("%heading%") && !answer.text.contains("%text%"), "{path}: {}", answer.text);
    }
    let signed_in = server.ask("GET", "/faqs").header("cookie", "sabi_session=abc").send().await;
    assert!(signed_in.text.contains("<div id=\"root\"></div>"), "a cached page of visitors: {}", signed_in.text);
    assert!(page(&server, "/faqs").await.text.contains("Is 1 &lt; 2?"), "nor the other way round");
}

#[tokio::test]
async fn a_question_to_try_is_readable_without_scripts() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let shown = async || server.ask("GET", "/api/v1/try").send().await.json()["data"].take();
    let some = shown().await["questions"][4].take();
    let path = format!("/admin/questions/update/{}", some["_id"].as_str().unwrap());
    let texts = json!({
        "forVisitors": true, "question": "<p>Is <em>%text%</em> {{ 1 }} a plural?</p>",
        "passage_check": true, "passage": "<p>Read &lt; this.</p>", "option_1": "never &amp; no",
        "option_2": "<b>always</b>", "correct_answer": 1, "description": "Because it is.",
    });
    server.put(&admin, &path, texts).await.expect(200);
    let first = shown().await;
    assert_eq!(first["questions"][0]["_id"], some["_id"]);
    let count = first["questions"].as_array().unwrap().len();
    let slug = first["exam"]["slug"].as_str().unwrap();
    for path in ["/", &format!("/try/{slug}")] {
        let answer = page(&server, path).await;
        let body = answer.text.split_once("<body>").unwrap().1;
        for words in [
            "<p>Is <em>%text%</em> {{ 1 }} a plural?</p>",
            "<p>Read &lt; this.</p>",
            "never &amp; no",
            "<b>always</b>",
            &format!("Question 1 of {count}"),
            some["subject"]["title"].as_str().unwrap(),
        ] {
            assert!(body.contains(words), "{path}: {words}: {body}");
        }
        assert!(!body.contains("{%") && !body.contains("Because it is."), "{path}: {body}");
    }
    // Only the app can set formulas.
    server.put(&admin, &path, json!({ "question": "What is \\(x^2\\)?" })).await.expect(200);
    let home = page(&server, "/").await.text;
    assert!(!home.contains("x^2") && home.contains("min-height: 400px"), "{home}");
}

/// The address in a page's `rel="canonical"`, unescaped.
fn canonical(answer: &Answer) -> String {
    let (_, rest) = answer.text.split_once("rel=\"canonical\" href=\"").expect("a canonical address");
    rest.split_once('"').unwrap().0.replace("&#x2f;", "/")
}

/// A server with a public address, and the ids of its two news.
async fn with_news() -> (Server, [String; 2]) {
    let server = Server::with(|settings| settings.public_url = Some("https://sabi.test/".parse().unwrap())).await;
    let admin = server.admin().await;
    let mut ids = Vec::new();
    for title in ["Mock week", "Results are out"] {
        let news = json!({ "title": title, "description": "<p>From Monday.</p>", "status": true });
        let news = server.post(&admin, "/admin/news-list/add", news).await.expect(201);
        ids.push(news["data"]["_id"].as_str().unwrap().to_owned());
    }
    (server, ids.try_into().unwrap())
}

#[tokio::test]
async fn every_public_address_has_complete_preview_metadata() {
    let (server, [news, _]) = with_news().await;
    let article = format!("/news/{news}");
    // One for each of the routes of the public site.
    for (path, title, kind) in [
        ("/", "Be ready before exam day: JAMB UTME, WAEC, BECE and POST UTME · Sabi", "website"),
        ("/exams/jamb-utme", "JAMB UTME: past questions, subjects and prices · Sabi", "website"),
        ("/try/jamb-utme", "Try JAMB UTME questions · Sabi", "website"),
        ("/news", "News · Sabi", "website"),
        (&*article, "Mock week · Sabi", "article"),
        ("/pages/about-us", "About Us · Sabi", "website"),
        ("/faqs", "Frequently Asked Questions · Sabi", "website"),
        ("/contact-us", "Contact Us · Sabi", "website"),
        ("/register", "Register · Sabi", "website"),
        ("/login", "Login · Sabi", "website"),
    ] {
        let answer = page(&server, path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(canonical(&answer), format!("https://sabi.test{path}"));
        assert_eq!(told(&answer, "og:url").replace("&#x2f;", "/"), canonical(&answer), "{path}");
        assert_eq!(told(&answer, "og:title"), title, "{path}");
        assert_eq!(told(&answer, "og:type"), kind, "{path}");
        let description = told(&answer, "og:description");
        assert!(!description.is_empty(), "{path}");
        assert_eq!(description, told(&answer, "description"), "{path}");
        // Absolute, and there to be fetched.
        let image = told(&answer, "og:image").replace("&#x2f;", "/");
        let picture = image.strip_prefix("https://sabi.test").unwrap_or_else(|| panic!("{path}: {image}"));
        let picture = server.ask("GET", picture).send().await;
        assert_eq!(picture.status, 200, "{path}: {image}");
        assert!(picture.headers["content-type"].to_str().unwrap().starts_with("image/"), "{path}: {image}");
        for name in ["og:title", "og:description", "og:image", "og:type", "og:url"] {
            assert_eq!(answer.text.matches(&format!("property=\"{name}\"")).count(), 1, "{path}: {name}");
        }
    }
}

#[tokio::test]
async fn the_sitemap_names_each_public_address_once_and_each_answers() {
    let (server, news) = with_news().await;
    let sitemap = server.ask("GET", "/sitemap.xml").send().await.text.replace("&#x2f;", "/");
    let entries: Vec<(&str, bool)> = sitemap
        .split("<url><loc>")
        .skip(1)
        .map(|entry| (entry.split_once("</loc>").unwrap().0, entry.contains("<lastmod>")))
        .collect();
    let mut addresses: Vec<&str> = entries.iter().map(|(address, _)| *address).collect();
    let all = addresses.len();
    addresses.sort_unstable();
    addresses.dedup();
    assert_eq!(addresses.len(), all, "{sitemap}");
    for path in ["/", "/exams/jamb-utme", "/news", "/faqs", "/contact-us", "/register", "/login", "/pages/about-us"] {
        let address = format!("https://sabi.test{path}");
        assert!(entries.contains(&(address.as_str(), false)), "{path}: {sitemap}");
    }
    for id in news {
        let address = format!("https://sabi.test/news/{id}");
        assert!(entries.contains(&(address.as_str(), true)), "{id}: {sitemap}");
    }
    for address in addresses {
        let path = address.strip_prefix("https://sabi.test").unwrap_or_else(|| panic!("{address}"));
        let answer = page(&server, path).await;
        assert_eq!((answer.status.as_u16(), canonical(&answer)), (200, address.to_owned()));
        assert!(!answer.headers.contains_key("x-robots-tag"), "{path}");
    }
}

#[tokio::test]
async fn private_pages_are_excluded_from_search_engines() {
    let server = Server::seeded().await;
    let admin = server.admin().await;
    let draft = json!({ "title": "A secret draft", "description": "x", "status": false });
    let draft = server.post(&admin, "/admin/news-list/add", draft).await.expect(201);
    let draft = format!("/news/{}", draft["data"]["_id"].as_str().unwrap());
    for (path, status) in [
        ("/dashboard", 200),
        ("/admin", 200),
        ("/admin/banners/edit/x", 200),
        ("/pages/nothing", 404),
        ("/exams/nothing", 404),
        ("/try/nothing", 404),
        ("/news/nothing", 404),
        (&*draft, 404),
    ] {
        let answer = page(&server, path).await;
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(answer.headers["x-robots-tag"], "noindex", "{path}");
        assert!(!answer.text.contains("secret"), "{path}");
    }
    for path in ["/admin/foo/bar", "/what/ever.html", "/what/ever", "/admin/banners/edit"] {
        let answer = page(&server, path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(answer.text.contains("<div id=\"root\""), "{path} shows the app, which says what is wrong");
    }
    let missing = page(&server, "/news/nothing").await;
    let tag = missing.headers["etag"].to_str().unwrap();
    let again = server.ask("GET", "/news/nothing").header("if-none-match", tag).send().await;
    assert_eq!(again.status, 404);
    assert!(again.text.contains("<div id=\"root\""), "a reload shows the app too");
    let script = server.ask("GET", "/assets/gone.js").send().await;
    assert_eq!(script.status, 404);
    assert!(!script.text.contains("<html"), "a script is no page");
    let robots = server.ask("GET", "/robots.txt").send().await;
    assert!(robots.text.contains("Disallow: /admin") && robots.text.contains("/sitemap.xml"), "{}", robots.text);
    let sitemap = server.ask("GET", "/sitemap.xml").send().await;
    assert_eq!(sitemap.headers["content-type"], "application/xml");
    for path in ["pages/terms-conditions", "faqs"] {
        assert!(sitemap.text.replace("&#x2f;", "/").contains(&format!("/{path}</loc>")), "{}", sitemap.text);
    }
    assert!(!sitemap.text.contains(draft.rsplit('/').next().unwrap()));
}

#[tokio::test]
async fn security_txt_says_where_to_report_a_weakness() {
    let server = Server::with(|settings| settings.public_url = Some("https://sabi.test/".parse().unwrap())).await;
    let answer = server.ask("GET", "/.well-known/security.txt").send().await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "text/plain; charset=utf-8");
    let lines: Vec<_> = answer.text.lines().collect();
    for line in ["Contact: https://sabi.test/contact-us", "Canonical: https://sabi.test/.well-known/security.txt"] {
        assert!(lines.contains(&line), "{}", answer.text);
    }
    assert!(answer.text.contains("answer within 3 working days"), "{}", answer.text);
    let expires = lines.iter().find_map(|line| line.strip_prefix("Expires: ")).unwrap();
    let expires: chrono::DateTime<chrono::Utc> = expires.parse().unwrap();
    let left = expires - server.app.now();
    assert!(left > chrono::TimeDelta::days(100) && left < chrono::TimeDelta::days(365), "{left}");
}

#[tokio::test]
async fn a_page_with_a_mailed_token_sends_no_referrer() {
    let server = Server::seeded().await;
    let token = "0123456789abcdef".repeat(4);
    let referrer = async |path: &str| {
        let answer = server.ask("GET", path).send().await;
        answer.headers["referrer-policy"].to_str().unwrap().to_owned()
    };
    for path in ["password/reset", "admin/reset-password", "activate-account"] {
        assert_eq!(referrer(&format!("/{path}/{token}")).await, "no-referrer", "{path}");
    }
    assert_eq!(referrer("/login").await, "same-origin");
}

#[tokio::test]
async fn a_page_that_cannot_be_read_is_asked_for_again() {
    let server = Server::seeded().await;
    server.app.store.close().await;
    for _ in 0..2 {
        let answer = page(&server, "/pages/about-us").await;
        assert_eq!((answer.status.as_u16(), &answer.headers["retry-after"]), (503, &"5".parse().unwrap()));
        assert!(answer.text.contains("<div id=\"root\""), "the app says what is wrong");
    }
}
