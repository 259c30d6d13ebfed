//! Serves the web app from inside the binary, precompressed, and the headers of every response.

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use axum_extra::headers::{ContentType, HeaderMapExt as _};
use rust_embed::RustEmbed;
use sabi_core::App;

use crate::{coding::Coding, error::Failed, etag, gate, screens};

/// `web/dist`: embedded in a release binary, read from disk by a debug one.
#[derive(RustEmbed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

/// A file of the app, or otherwise its page, whose router shows the screen; with status 404 if there is no such screen.
pub async fn serve(request: Request) -> Response {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        return Failed::no_route().into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    if path.starts_with("api/") {
        return Failed::no_route().into_response();
    }
    if let Some(response) = file(path, request.headers()).filter(|_| !path.starts_with(FIRST)) {
        return response;
    }
    if screens::exists(path) {
        return unlisted(page_of(path, request.headers()));
    }
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file && !wants_page(path, request.headers()) {
        return Failed::no_route().into_response();
    }
    error_page(StatusCode::NOT_FOUND, request.headers())
}

/// The app's page with the status of an error. It is sent whole, never as "not modified".
pub fn error_page(status: StatusCode, headers: &HeaderMap) -> Response {
    let mut headers = headers.clone();
    headers.remove(header::IF_NONE_MATCH);
    let mut response = unlisted(page(&headers));
    *response.status_mut() = status;
    response
}

/// Whether a person will read the response, rather than a browser loading a script or a style sheet.
fn wants_page(path: &str, headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    accept.contains("text/html") || path.ends_with(".html")
}

/// Excludes a response from search engines.
pub fn unlisted(mut response: Response) -> Response {
    let name = HeaderName::from_static("x-robots-tag");
    response.headers_mut().insert(name, HeaderValue::from_static("noindex"));
    response
}

/// The app's page, as it was built.
pub fn page(headers: &HeaderMap) -> Response {
    file(PAGE, headers).unwrap_or_else(not_built)
}

/// The app's page for a path: with its first screen, if the build drew one for this path and this caller.
pub fn page_of(path: &str, headers: &HeaderMap) -> Response {
    let name = Some(page_file(path, headers)).filter(|name| !WITH_ROOM.contains(name));
    let mut response = name.and_then(|name| file(name, headers)).unwrap_or_else(|| page(headers));
    // Signed-in people get another page under the same address.
    response.headers_mut().append(header::VARY, HeaderValue::from_static("cookie"));
    response
}

/// The source of the app's page for a path, if it is built in.
pub fn source(path: &str, headers: &HeaderMap) -> Option<String> {
    let found = Dist::get(page_file(path, headers)).or_else(|| Dist::get(PAGE))?;
    String::from_utf8(found.data.into_owned()).ok()
}

/// The app's page without a first screen.
const PAGE: &str = "index.html";
/// The folder of pages with a first screen, which are sent under other addresses only.
const FIRST: &str = "first/";

/// The first screens with room for a heading or a text, which [`crate::site`] fills.
const WITH_ROOM: [&str; 2] = ["first/home.html", "first/page.html"];

/// The file of the app's page for a path. The build drew the first screens (web/firstPaint.ts): the dashboard as it is
/// for people who are signed in, the others as they are for visitors.
fn page_file(path: &str, headers: &HeaderMap) -> &'static str {
    match (path.trim_matches('/'), gate::has_session_cookie(headers)) {
        ("", false) => "first/home.html",
        ("login", false) => "first/login.html",
        ("register", false) => "first/register.html",
        ("dashboard", true) => "first/dashboard.html",
        (path, false) if is_text(path) => "first/page.html",
        _ => PAGE,
    }
}

/// Whether a page of the public site is all text: its server-side version shows what the app shows.
fn is_text(path: &str) -> bool {
    let folders = ["exams/", "news/", "pages/", "try/"];
    ["news", "faqs"].contains(&path) || folders.iter().any(|folder| path.starts_with(folder))
}

/// The most compact version of a file that the caller accepts.
fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    if path.is_empty() || path.ends_with(".br") || path.ends_with(".gz") {
        return None;
    }
    let end = |coding| if coding == Coding::Brotli { "br" } else { "gz" };
    let packed = |coding| Some((Dist::get(&format!("{path}.{}", end(coding)))?, Some(coding)));
    let mut packed = Coding::accepted(headers).filter_map(packed);
    let (body, coding) = match packed.next() {
        Some(found) => found,
        None => (Dist::get(path)?, None),
    };
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    let tag = etag::of(&body.metadata.sha256_hash());
    // Files with hashed names never change. The page itself is revalidated each time.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = etag::answer(headers, tag.as_ref(), || body.data.into_response());
    let out = response.headers_mut();
    out.typed_insert(ContentType::from(kind));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(coding) = coding {
        out.insert(header::CONTENT_ENCODING, coding.value());
    }
    Some(response)
}

fn not_built() -> Response {
    (StatusCode::NOT_FOUND, "The web app is not built into this server: run `make web` first.\n").into_response()
}

/// The policy of every document, including errors. Scripts come from this origin only; styles may be inline because
/// the component library sets some as attributes.
const POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The pages on which a plan can be paid for.
const PAYMENT_PAGES: [&str; 2] = ["/subscription", "/subscription-plans"];
/// Like [`POLICY`], but allows Paystack's window over the page.
const PAYSTACK_POLICY: &str = "default-src 'self'; script-src 'self' https://js.paystack.co; \
    style-src 'self' 'unsafe-inline' https://paystack.com; img-src 'self' data: blob:; font-src 'self' data:; \
    connect-src 'self' https://api.paystack.co https://checkout.paystack.com; \
    frame-src https://checkout.paystack.com; object-src 'none'; base-uri 'none'; form-action 'self'; \
    frame-ancestors 'none'";

/// Like [`POLICY`], but lets the back office's editor fetch pictures that were pasted from other hosts.
const ADMIN_POLICY: &str = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' https:; object-src 'none'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// The security policy of a page's document.
fn policy_of(path: &str, has_paystack: bool) -> &'static str {
    if has_paystack && PAYMENT_PAGES.contains(&path) {
        return PAYSTACK_POLICY;
    }
    let is_admin = path.strip_prefix("/admin").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if is_admin { ADMIN_POLICY } else { POLICY }
}

/// Whether browsers never show such a response as a document, so that headers for documents are not needed.
fn is_no_document(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let plain = ["application/json", "application/x-ndjson", "text/css", "text/csv", "text/javascript"];
    plain.contains(&kind) || kind.starts_with("font/") || (kind.starts_with("image/") && kind != "image/svg+xml")
}

/// Whether a part of a path contains a mailed token: 64 hexadecimal digits, possibly with what a mail program put
/// around them.
pub(crate) fn has_token(part: &str) -> bool {
    part.as_bytes().windows(64).any(|window| window.iter().all(u8::is_ascii_hexdigit))
}

/// The security headers of a response.
pub struct SecurityHeaders {
    is_api: bool,
    is_https: bool,
    policy: &'static str,
    referrer: &'static str,
}

impl SecurityHeaders {
    /// The headers of the response to a request for this path.
    pub fn of(app: &App, path: &str) -> Self {
        Self {
            is_api: path.starts_with("/api/"),
            is_https: app.settings.is_https(),
            policy: policy_of(path, app.settings.paystack_key.is_some()),
            // A page with a mailed token in its address must not send the token on as the referrer.
            referrer: if path.split('/').any(has_token) { "no-referrer" } else { "same-origin" },
        }
    }

    /// Adds them to the response; those for documents only if a browser could show it as one.
    pub fn set(&self, response: &mut Response) {
        let out = response.headers_mut();
        out.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if !is_no_document(out) {
            // The handler may have set a stricter policy.
            out.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(self.policy));
            out.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
            out.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin-allow-popups"));
            out.insert(header::REFERRER_POLICY, HeaderValue::from_static(self.referrer));
        }
        // A response with a session cookie must never be cached.
        if self.is_api && (out.contains_key(header::SET_COOKIE) || !out.contains_key(header::CACHE_CONTROL)) {
            out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if self.is_https {
            let always = HeaderValue::from_static("max-age=31536000; includeSubDomains");
            out.insert(header::STRICT_TRANSPORT_SECURITY, always);
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn pages_connect_only_where_they_have_to() {
        for (path, paystack, connect) in [
            ("/", true, "connect-src 'self';"),
            ("/subscription", true, "connect-src 'self' https://api.paystack.co"),
            ("/subscription", false, "connect-src 'self';"),
            ("/admin", false, "connect-src 'self' https:;"),
            ("/admin/questions/add", true, "connect-src 'self' https:;"),
            ("/administrators", false, "connect-src 'self';"),
        ] {
            assert!(policy_of(path, paystack).contains(connect), "{path}");
            assert!(policy_of(path, paystack).contains("default-src 'self'"), "{path}");
        }
    }

    #[tokio::test]
    async fn a_page_shows_its_first_screen_before_any_script() {
        let ask = async |path: &str, cookie: Option<&'static str>| {
            let mut request = Request::new(Body::empty());
            *request.uri_mut() = path.parse().expect("a path");
            if let Some(cookie) = cookie {
                request.headers_mut().insert(header::COOKIE, HeaderValue::from_static(cookie));
            }
            let body = serve(request).await.into_body();
            let bytes = axum::body::to_bytes(body, usize::MAX).await.expect("a page");
            String::from_utf8(bytes.to_vec()).expect("text")
        };
        let session = Some("theme=dark; __Host-sabi_session=abc");
        for (path, cookie, words) in [
            ("/login", None, "Forgot password?"),
            ("/register", None, "Add more (optional)"),
            ("/dashboard", session, "Dashboard"),
            ("/dashboard", Some("sabi_session=abc"), "Dashboard"),
        ] {
            let page = ask(path, cookie).await;
            let (head, body) = page.split_once("</head>").expect("a head");
            assert!(body.contains(words), "{path}: make web builds what is tested here");
            assert!(!head.contains("rel=\"stylesheet\""), "{path}: a style sheet would hold it up");
        }
        for (path, cookie) in [("/dashboard", None), ("/login", session), ("/profile", session)] {
            assert!(ask(path, cookie).await.contains("<div id=\"root\"></div>"), "{path}");
        }
        assert!(ask("/first/login.html", None).await.contains("<div id=\"root\"></div>"), "only under its address");
    }

    #[tokio::test]
    async fn a_page_that_has_not_changed_is_not_sent_again() {
        let ask = async |tag: Option<&HeaderValue>| {
            let mut request = Request::new(Body::empty());
            request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
            if let Some(tag) = tag {
                request.headers_mut().insert(header::IF_NONE_MATCH, tag.clone());
            }
            serve(request).await
        };
        let first = ask(None).await;
        assert_eq!(first.status(), StatusCode::OK, "make web builds what is tested here");
        let again = ask(Some(&first.headers()[header::ETAG])).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        for name in [header::ETAG, header::CACHE_CONTROL, header::VARY] {
            assert_eq!(again.headers().get(&name), first.headers().get(&name), "{name}");
        }
    }
}
