//! The initial HTML of the public site, for search engines and link previews, which run no scripts.

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use chrono::TimeDelta;
use minijinja::{Environment, context};
use sabi_core::{
    App, Error,
    exam::{ExamPage, PublicPlan, SubjectOffer},
    html,
    plans::naira,
};

use crate::{error::Result, response_cache::kept, web};

const HEAD: (&str, &str) = ("head.html", include_str!("site/head.html"));
const EXAM: (&str, &str) = ("exam.html", include_str!("site/exam.html"));
const SITEMAP: (&str, &str) = ("sitemap.xml", include_str!("site/sitemap.xml"));
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
/// The root element of the app. The server writes text into it for readers without scripts; the app replaces it.
const ROOT: &str = "<div id=\"root\"></div>";

/// The public site's pages, and the files for search engines.
pub fn site() -> Router<App> {
    let router = PATHS.into_iter().fold(Router::new(), |router, path| router.route(path, get(page)));
    kept(router.route("/sitemap.xml", get(sitemap)))
        .route("/robots.txt", get(robots))
        .route("/.well-known/security.txt", get(security))
}

async fn page(State(app): State<App>, request: Request) -> Response {
    let path = request.uri().path();
    let told = match app.page_metadata(path).await {
        Ok(told) => told,
        Err(Error::NotFound(_)) => {
            let mut response = web::unlisted(web::page(request.headers()));
            *response.status_mut() = StatusCode::NOT_FOUND;
            return response;
        }
        // The app itself shows the error.
        Err(_) => return web::unlisted(web::page(request.headers())),
    };
    let site = app.public_url();
    let absolute = |path: &str| site.join(path).map(String::from).unwrap_or_default();
    let shown = context! {
        title => told.title,
        description => told.description,
        address => absolute(path),
        image => absolute(told.image.as_deref().unwrap_or(PICTURE)),
        is_article => told.is_article,
    };
    let head = rendered(HEAD, &shown);
    let body = match path.strip_prefix("/exams/") {
        // Without it the app asks for the same itself.
        Some(slug) => app.exam_page(slug).await.and_then(|exam| rendered(EXAM, &of_exam(&exam))).ok(),
        None => None,
    };
    match web::source(path, request.headers()).zip(head.ok()).and_then(|(source, head)| with_head(&source, &head)) {
        Some(page) => ([(header::VARY, "cookie")], Html(with_body(page, body))).into_response(),
        None => web::page_of(path, request.headers()),
    }
}

/// What the template of an exam's page shows, as text.
fn of_exam(exam: &ExamPage) -> minijinja::Value {
    let subject = |one: &SubjectOffer| {
        let years = match (one.years.first(), one.years.last()) {
            (Some(first), Some(last)) if first < last => format!("{first} to {last}"),
            (Some(year), _) => year.to_string(),
            (None, _) => String::new(),
        };
        context! { title => one.title, years, size => counted(one.questions + one.theories, "question") }
    };
    let plan = |plan: &PublicPlan| {
        let limit = plan.num_of_questions.map(|most| format!("up to {} per test", counted(most, "question")));
        context! {
            title => plan.title,
            price => if plan.price == 0 { "free".into() } else { naira(plan.price * 100) },
            days => counted(plan.duration, "day"),
            limit => limit.unwrap_or_else(|| "no limit on questions".into()),
        }
    };
    let question = exam.question.as_ref().map(|question| {
        context! {
            subject => question.subject.title,
            year => question.year,
            passage => question.passage.as_deref().map(html::text_of),
            stem => html::text_of(&question.question),
            options => question.options.iter().map(|one| html::text_of(&one.option)).collect::<Vec<_>>(),
        }
    });
    let testimonials = exam.testimonials.iter();
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let size = [
        counted(count(exam.bank.subjects), "subject"),
        counted(count(exam.bank.years), "year"),
        counted(exam.bank.questions, "question"),
    ];
    context! {
        exam => context! { title => exam.title, slug => exam.slug, status => exam.status },
        lead => format!("Practise for {} with past questions, and every answer explained.", exam.title),
        size => size.join(", "),
        subjects => exam.subjects.iter().map(subject).collect::<Vec<_>>(),
        plans => exam.plans.iter().map(plan).collect::<Vec<_>>(),
        question,
        testimonials => testimonials
            .map(|one| context! { name => one.name, words => html::text_of(&one.description) })
            .collect::<Vec<_>>(),
    }
}

/// A number with what it counts: `1 year`, `1,480 questions`.
fn counted(n: i64, noun: &str) -> String {
    // Grouped as amounts are.
    let number = naira(n * 100).replace('₦', "");
    if n == 1 { format!("{number} {noun}") } else { format!("{number} {noun}s") }
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

/// How to report a security problem, and when to expect a response (RFC 9116). Generated daily, so it never expires.
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

/// Names ending in `.html` or `.xml` enable escaping.
fn rendered((name, source): (&str, &str), shown: &minijinja::Value) -> Result<String, Error> {
    Environment::new().render_named_str(name, source, shown).map_err(Error::internal)
}

/// The page with what is read in it before the app draws itself.
fn with_body(page: String, body: Option<String>) -> String {
    match body {
        Some(body) => page.replacen(ROOT, &format!("<div id=\"root\">{body}</div>"), 1),
        None => page,
    }
}

fn with_head(source: &str, head: &str) -> Option<String> {
    let (before, rest) = source.split_once(MARKS.0)?;
    let (_, after) = rest.split_once(MARKS.1)?;
    Some([before, head, after].concat())
}
