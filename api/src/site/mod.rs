//! The initial HTML of the public site, for search engines and link previews, which run no scripts.

mod text;

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use chrono::TimeDelta;
use minijinja::{Environment, HtmlEscape, context};
use sabi_core::{App, Error};
use text::PageText;

use crate::{error::Result, response_cache::cached_pages, web};

/// The name of a template, whose ending says how values are escaped, and its source.
type Template<'a> = (&'a str, &'a str);

const HEAD: Template<'static> = ("head.html", include_str!("head.html"));
const SITEMAP: Template<'static> = ("sitemap.xml", include_str!("sitemap.xml"));
/// The validity of `security.txt`.
const SECURITY_TXT: TimeDelta = TimeDelta::days(180);
/// The markers around the metadata in the app's page.
const MARKS: (&str, &str) = ("<!-- page -->", "<!-- /page -->");
/// The picture of pages without their own.
const PICTURE: &str = "share.png";
/// The public pages. Paths with a parameter depend on what administrators write.
const PATHS: [&str; 10] = [
    "/",
    "/exams/{slug}",
    "/try/{exam}",
    "/news",
    "/news/{id}",
    "/pages/{page_url}",
    "/faqs",
    "/contact-us",
    "/register",
    "/login",
];
/// The places for the heading and the text of a page, which the build inserted (web/firstPaint.ts).
const ROOM: (&str, &str) = ("%heading%", "%text%");
/// The markers around the template of a question to try, which the build drew (web/src/app/firstScreens.tsx).
const QUESTION: (&str, &str) = ("<!-- try -->", "<!-- /try -->");

/// The public site's pages, and the files for search engines.
pub fn site() -> Router<App> {
    let router = PATHS.into_iter().fold(Router::new(), |router, path| router.route(path, get(page)));
    cached_pages(router.route("/sitemap.xml", get(sitemap)))
        .route("/robots.txt", get(robots))
        .route("/.well-known/security.txt", get(security))
}

async fn page(State(app): State<App>, request: Request) -> Response {
    let path = request.uri().path();
    let metadata = match app.page_metadata(path).await {
        Ok(metadata) => metadata,
        Err(Error::NotFound(_)) => return web::error_page(StatusCode::NOT_FOUND, request.headers()),
        // The app shows the error itself, and a search engine comes back instead of dropping the page.
        Err(error) => {
            tracing::warn!(path, %error, "a public page could not be read");
            let mut response = web::error_page(StatusCode::SERVICE_UNAVAILABLE, request.headers());
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
            return response;
        }
    };
    let site = app.public_url();
    let absolute = |path: &str| site.join(path).map(String::from).unwrap_or_default();
    let shown = context! {
        title => metadata.title,
        description => metadata.description,
        address => absolute(path),
        image => absolute(metadata.image.as_deref().unwrap_or(PICTURE)),
        is_article => metadata.is_article,
    };
    let head = rendered(HEAD, &shown);
    // If the text is missing, the app shows it a little later.
    let text = text::text_of_page(&app, path).await.ok().flatten();
    match web::source(path, request.headers()).zip(head.ok()).and_then(|(source, head)| with_head(&source, &head)) {
        Some(page) => ([(header::VARY, "cookie")], Html(with_text(&page, text))).into_response(),
        None => web::page(request.headers()),
    }
}

async fn sitemap(State(app): State<App>) -> Result<Response> {
    let site = app.public_url();
    let entries = app.sitemap().await?;
    let entries =
        entries.into_iter().filter_map(|entry| Some((String::from(site.join(&entry.path).ok()?), entry.changed)));
    let shown = context! { entries => entries.collect::<Vec<_>>() };
    let headers = [(header::CONTENT_TYPE, HeaderValue::from_static("application/xml"))];
    Ok((headers, rendered(SITEMAP, &shown)?).into_response())
}

async fn robots(State(app): State<App>) -> Result<String> {
    let sitemap = app.public_url().join("sitemap.xml").map_err(Error::internal)?;
    Ok(format!("User-agent: *\nDisallow: /admin\nDisallow: /api/\n\nSitemap: {sitemap}\n"))
}

/// How to report a security problem, and when to expect a response (RFC 9116). Its expiry counts from today, so it never expires.
async fn security(State(app): State<App>) -> Result<String> {
    let site = app.public_url();
    let at = |path: &str| site.join(path).map_err(Error::internal);
    let expires = (app.now() + SECURITY_TXT).date_naive();
    Ok(format!(
        "# Please report weaknesses of this site here, with \"Security\" as the subject.\n\
         # We answer within 3 working days, and say within 10 what we will do about it.\n\
         Contact: {}\nExpires: {expires}T00:00:00Z\nPreferred-Languages: en\nCanonical: {}\n",
        at("/contact-us")?,
        at("/.well-known/security.txt")?,
    ))
}

fn rendered((name, source): Template<'_>, shown: &minijinja::Value) -> Result<String, Error> {
    Environment::new().render_named_str(name, source, shown).map_err(Error::internal)
}

/// The page with its heading, its text and its question, if it has room for them. The app replaces them.
fn with_text(page: &str, text: Option<PageText>) -> String {
    let PageText { heading, text, question } = text.unwrap_or_default();
    let heading = HtmlEscape(&heading).to_string();
    let filled = |page: &str| {
        let parts = page.split(ROOM.1).map(|part| part.replace(ROOM.0, &heading));
        parts.collect::<Vec<_>>().join(&text)
    };
    let Some((before, card, after)) = parts(page, QUESTION) else { return filled(page) };
    // If the question is missing, the app shows it a little later.
    let card = rendered(("question.html", card), &question).unwrap_or_default();
    [filled(before), card, filled(after)].concat()
}

fn with_head(source: &str, head: &str) -> Option<String> {
    let (before, _, after) = parts(source, MARKS)?;
    Some([before, head, after].concat())
}

/// The text before, between and after two markers.
fn parts<'a>(source: &'a str, (begin, end): (&str, &str)) -> Option<(&'a str, &'a str, &'a str)> {
    let (before, rest) = source.split_once(begin)?;
    let (between, after) = rest.split_once(end)?;
    Some((before, between, after))
}
