//! Access control. Each group of routes declares who may call it. This module enforces it and writes it into the
//! OpenAPI document, where the access test reads it.

use std::{
    borrow::Cow,
    convert::Infallible,
    net::{IpAddr, SocketAddr},
};

use axum::{
    Extension,
    extract::{ConnectInfo, DefaultBodyLimit, FromRequestParts, Request, State},
    http::{Extensions, HeaderMap, HeaderValue, Method, header, request::Parts},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use axum_extra::{
    extract::cookie::{Cookie, CookieJar, SameSite},
    headers::{Authorization, HeaderMapExt as _, authorization::Bearer},
};
use sabi_core::{
    App, Error, Refusal, messages,
    people::{Access, Actor},
};
use serde_json::json;
use time::Duration;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    annotations::ACCESS_KEY,
    bounds,
    error::{Failed, Result},
    schema::operations,
};

/// The name of the session cookie; over https it has the prefix `__Host-`.
const SESSION: &str = "sabi_session";
/// The name of the cookie by which an account recognises a device.
const DEVICE: &str = "sabi_device";
/// The name of the cookie by which an activation recognises the browser that registered.
const REGISTRANT: &str = "sabi_registrant";
/// Lifetime of the session cookie; its token may expire earlier.
const MONTH: Duration = Duration::days(30);
/// Lifetime of the device cookie.
const YEAR: Duration = Duration::days(365);
/// Lifetime of the registrant cookie, which is that of an activation link.
const WEEK: Duration = Duration::days(7);

/// Routes with an access level. The route table accepts no others.
pub struct Gated(OpenApiRouter<App>);

impl Gated {
    /// Combines the groups of routes.
    ///
    /// # Panics
    /// If two groups document different schemas under one name, because one would be documented as the other.
    pub fn all(groups: impl IntoIterator<Item = Self>) -> OpenApiRouter<App> {
        groups.into_iter().fold(OpenApiRouter::new(), |all, Self(group)| {
            let known = all.get_openapi().components.as_ref();
            for (name, shape) in group.get_openapi().components.iter().flat_map(|all| &all.schemas) {
                let other = known.and_then(|all| all.schemas.get(name));
                assert!(other.is_none_or(|other| other == shape), "two schemas are called {name}");
            }
            all.merge(group)
        })
    }
}

/// Admits only callers with `access`, and documents it.
pub fn gate(access: Access, mut routes: OpenApiRouter<App>) -> Gated {
    for (_, operation) in operations(&mut routes.get_openapi_mut().paths) {
        let note = ExtensionsBuilder::new().add(ACCESS_KEY, json!(access)).build();
        operation.extensions.get_or_insert_default().merge(note);
    }
    Gated(routes.route_layer(from_fn_with_state(access, check)))
}

async fn check(
    State(access): State<Access>,
    Extension(app): Extension<App>,
    request: Request,
    next: Next,
) -> Result<Response> {
    let Identified { actor, cookie, is_foreign } = match request.extensions().get::<Actor>() {
        // Set by the in-process transport of the command line; a header cannot set it.
        Some(actor) => Identified { actor: Some(actor.clone()), cookie: None, is_foreign: false },
        None => identify(&app, request.method(), request.headers()).await?,
    };
    let caller = actor.as_ref().map(|actor| CallerId(actor.to_string()));
    let answer = match is_foreign {
        true => Err(Error::forbidden("foreign-origin", messages::FOREIGN).into()),
        false => respond(access, &app, actor, cookie, request, next).await,
    };
    let mut response = answer.into_response();
    if let Some(caller) = caller {
        response.extensions_mut().insert(caller);
    }
    Ok(response)
}

/// Passes the request on if the caller has `access`, and otherwise refuses it.
async fn respond(
    access: Access,
    app: &App,
    actor: Option<Actor>,
    cookie: Option<String>,
    mut request: Request,
    next: Next,
) -> Result<Response> {
    if !access.admits(actor.as_ref()) {
        return Err(match actor {
            Some(actor) if actor.must_set_up() => {
                Error::forbidden("second-factor-needed", messages::SECOND_FACTOR_REQUIRED).into()
            }
            Some(_) => Error::forbidden("forbidden", messages::FORBIDDEN).into(),
            None => unauthorised(),
        });
    }
    if let Some(actor) = actor {
        request.extensions_mut().insert(actor);
    }
    let limit = if access == Access::Public { bounds::public_body(&request) } else { bounds::SIGNED_IN_BODY };
    DefaultBodyLimit::max(limit).apply(&mut request);
    let mut response = next.run(request).await.into_response();
    // Renew the session's cookie, unless the handler has set one. A public response gets no cookie, because it may be
    // cached and sent to others.
    let goes_on = access != Access::Public && !response.headers().contains_key(header::SET_COOKIE);
    if let Some(token) = cookie.filter(|_| goes_on)
        && let Some(renewed) = app.renew(&token).await?
    {
        set_cookies(&mut response, [session_cookie(app, Some(&renewed))]);
    }
    Ok(response)
}

/// The caller, attached to the response for the log of refusals.
#[derive(Clone)]
pub struct CallerId(pub String);

/// The caller, as identified by the request.
struct Identified {
    actor: Option<Actor>,
    /// The token of the cookie, if the caller was identified by it.
    cookie: Option<String>,
    /// Whether the request may come from another site's page.
    is_foreign: bool,
}

fn unauthorised() -> Failed {
    Error::Unauthenticated(Refusal::new("unauthenticated", messages::UNAUTHORISED)).into()
}

/// Identifies the caller by cookie or bearer token. Unsafe methods from other sites' pages are refused, and a cookie
/// only counts for them if the request says that it comes from our own site (ruling 8).
async fn identify(app: &App, method: &Method, headers: &HeaderMap) -> Result<Identified> {
    if let Some(token) = bearer(headers) {
        let actor = app.authenticate(token.token()).await?;
        return Ok(Identified { actor, cookie: None, is_foreign: false });
    }
    let cookie = cookie(app, headers, SESSION);
    let actor = match &cookie {
        Some(token) => app.authenticate(token).await?,
        None => None,
    };
    // Any page may request what a safe method does. Two of these change state and protect themselves: the activation
    // link, which needs the cookie of the registration to log in, and the logout (`is_own_navigation`).
    let is_foreign = !method.is_safe()
        && match site(app, headers) {
            Site::Own => false,
            // Foreign pages are refused for public calls too: another site could log its visitor in to somebody else's
            // account.
            Site::Foreign => true,
            Site::Unsaid => actor.is_some(),
        };
    Ok(Identified { cookie: cookie.filter(|_| actor.is_some()), actor, is_foreign })
}

/// The bearer token of a caller that is not a browser.
pub fn bearer(headers: &HeaderMap) -> Option<Authorization<Bearer>> {
    headers.typed_get()
}

/// One of our cookies. Over https it must have the prefix, because a sibling domain can set one without it.
fn cookie(app: &App, headers: &HeaderMap, name: &'static str) -> Option<String> {
    CookieJar::from_headers(headers).get(&cookie_name(app, name)).map(|cookie| cookie.value().to_owned())
}

/// The prefix that makes a browser restrict a cookie: over https it was set by this host, or for a cookie with a path,
/// over https.
fn cookie_name(app: &App, name: &'static str) -> Cow<'static, str> {
    match (app.settings.is_https(), name) {
        (false, _) => name.into(),
        (true, DEVICE | REGISTRANT) => format!("__Secure-{name}").into(),
        (true, _) => format!("__Host-{name}").into(),
    }
}

/// Whether the caller's browser has a session cookie, valid or not.
pub fn has_session_cookie(headers: &HeaderMap) -> bool {
    let cookies = CookieJar::from_headers(headers);
    cookies.iter().any(|cookie| cookie.name().trim_start_matches("__Host-") == SESSION)
}

/// The device token of the last login.
pub fn device(app: &App, headers: &HeaderMap) -> Option<String> {
    cookie(app, headers, DEVICE)
}

/// The device token of the last registration, sent with an activation. `None` if somebody is signed in, because the
/// activation must not replace their session.
pub async fn registrant(app: &App, headers: &HeaderMap) -> Result<Option<String>> {
    let is_signed_in = match cookie(app, headers, SESSION) {
        Some(token) => app.authenticate(&token).await?.is_some(),
        None => false,
    };
    Ok(cookie(app, headers, REGISTRANT).filter(|_| !is_signed_in))
}

/// The caller's User-Agent.
pub fn agent(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::USER_AGENT)?.to_str().ok()
}

/// The site of the page that made a request, according to the browser.
#[derive(Clone, Copy)]
enum Site {
    Own,
    Foreign,
    /// Not stated: by an old browser, or by another client.
    Unsaid,
}

fn site(app: &App, headers: &HeaderMap) -> Site {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let site = |own: bool| if own { Site::Own } else { Site::Foreign };
    if let Some(fetch_site) = text("sec-fetch-site") {
        return site(fetch_site == "same-origin" || fetch_site == "none");
    }
    let Some(origin) = text("origin") else { return Site::Unsaid };
    match &app.settings.public_url {
        Some(public) => site(public.origin().ascii_serialization() == origin),
        None => site(origin.split_once("://").is_some_and(|(_, from)| Some(from) == text("host"))),
    }
}

/// Whether a person navigated here, from one of our pages or by typing the address: not a picture, frame or script of a
/// page, and not a link from another site. Browsers state this, and a page cannot fake it.
pub fn is_own_navigation(headers: &HeaderMap) -> bool {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    header("sec-fetch-dest") == Some("document") && matches!(header("sec-fetch-site"), Some("same-origin" | "none"))
}

/// The session cookie; without a token, its removal.
pub fn session_cookie(app: &App, token: Option<&str>) -> Cookie<'static> {
    made_cookie(app, SESSION, token.unwrap_or_default(), if token.is_some() { MONTH } else { Duration::ZERO })
}

/// The cookie by which the account recognises the device.
pub fn device_cookie(app: &App, token: &str) -> Cookie<'static> {
    made_cookie(app, DEVICE, token, YEAR)
}

/// The cookie by which the account's activation recognises the browser that registered; without a token, its removal.
pub fn registrant_cookie(app: &App, token: Option<&str>) -> Cookie<'static> {
    made_cookie(app, REGISTRANT, token.unwrap_or_default(), if token.is_some() { WEEK } else { Duration::ZERO })
}

fn made_cookie(app: &App, name: &'static str, value: &str, age: Duration) -> Cookie<'static> {
    // The cookie is sent only to paths that need it, to save data.
    let path = match name {
        DEVICE => "/api/v1/login",
        REGISTRANT => "/api/v1/activate-account",
        _ => "/",
    };
    let cookie = Cookie::build((cookie_name(app, name), value.to_owned())).path(path).max_age(age);
    cookie.http_only(true).same_site(SameSite::Lax).secure(app.settings.is_https()).build()
}

/// Sets cookies on a response, in this order.
pub fn set_cookies(response: &mut Response, cookies: impl IntoIterator<Item = Cookie<'static>>) {
    let values = cookies.into_iter().filter_map(|cookie| HeaderValue::from_str(&cookie.to_string()).ok());
    response.headers_mut().extend(values.map(|value| (header::SET_COOKIE, value)));
}

/// The address of a caller; none for the in-process transport of the command line.
///
/// `X-Forwarded-For` is only trusted from the proxies of the settings, and only its last address that is not such a
/// proxy, because callers can forge everything before it.
pub struct Peer(pub Option<IpAddr>);

impl FromRequestParts<App> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self::of(app, &parts.extensions, &parts.headers))
    }
}

impl Peer {
    /// The caller's address in a request with these extensions and headers.
    pub fn of(app: &App, extensions: &Extensions, headers: &HeaderMap) -> Self {
        let peer = extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip().to_canonical());
        let trusted = |address: &IpAddr| app.settings.trusted_proxies.iter().any(|net| net.contains(address));
        let Some(proxy) = peer.filter(trusted) else { return Self(peer) };
        let lines = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok());
        let hops: Vec<_> = lines.flat_map(|line| line.split(',')).map(|hop| hop.trim().parse::<IpAddr>()).collect();
        let known = hops.iter().rev().map_while(|hop| hop.as_ref().ok()).map(IpAddr::to_canonical);
        Self(Some(known.clone().find(|hop| !trusted(hop)).or(known.last()).unwrap_or(proxy)))
    }
}

/// The caller, as a handler's parameter. Only for routes that require login.
pub struct Caller(pub Actor);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        parts.extensions.get::<Actor>().cloned().map(Self).ok_or_else(unauthorised)
    }
}
