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
    bounds,
    error::{Failed, Result},
    schema::operations,
};

/// The name of the session's cookie; with `__Host-` in front over https, as all have.
const SESSION: &str = "sabi_session";
/// The name of the cookie by which an account knows a device from an earlier sign-in.
const DEVICE: &str = "sabi_device";
/// How long the session's cookie is kept; its token may end before.
const MONTH: Duration = Duration::days(30);
/// How long the device's cookie is kept.
const YEAR: Duration = Duration::days(365);
/// The OpenAPI extension that says who may call an operation.
pub const ACCESS_KEY: &str = "x-access";

/// Routes with a decision about who may call them. The route table takes nothing else.
pub struct Gated(OpenApiRouter<App>);

impl Gated {
    /// Puts the groups of routes together.
    ///
    /// # Panics
    /// If two groups document different schemas under one name: each would be documented as the other's.
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

/// Lets only those through who have `access`, and notes it in the document.
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
        // Put there by the in-process transport of the command line; no header can.
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

/// The response to a caller who may have `access`.
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
    // Where the handler began or ended a session, that is the one that counts. A public answer may be stored on its
    // way, and given to others with all that stands on it.
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

/// The caller, as far as the request identifies them.
struct Identified {
    actor: Option<Actor>,
    /// The token of the cookie, if the caller is known by that.
    cookie: Option<String>,
    /// Whether another site's page may have made it.
    is_foreign: bool,
}

fn unauthorised() -> Failed {
    Error::Unauthenticated(Refusal::new("unauthenticated", messages::UNAUTHORISED)).into()
}

/// Who calls, by cookie or by bearer token. An unsafe method is foreign from other sites' pages, and a cookie counts
/// for it only when the request says that it comes from our own (ruling 8).
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
    // A safe method changes nothing, whichever page asks for it.
    let is_foreign = !method.is_safe()
        && match site(app, headers) {
            Site::Own => false,
            // Public calls too: another site could sign its visitor in as somebody else.
            Site::Foreign => true,
            Site::Unsaid => actor.is_some(),
        };
    Ok(Identified { cookie: cookie.filter(|_| actor.is_some()), actor, is_foreign })
}

/// The token of a caller that is no browser.
pub fn bearer(headers: &HeaderMap) -> Option<Authorization<Bearer>> {
    headers.typed_get()
}

/// One of our cookies. Over https none without the prefix counts: a sister site can plant that one.
fn cookie(app: &App, headers: &HeaderMap, name: &'static str) -> Option<String> {
    CookieJar::from_headers(headers).get(&cookie_name(app, name)).map(|cookie| cookie.value().to_owned())
}

/// The prefix by which a browser restricts a cookie: over https it comes from this host only or, where it is sent to
/// one call only, was set over https.
fn cookie_name(app: &App, name: &'static str) -> Cow<'static, str> {
    match (app.settings.is_https(), name) {
        (false, _) => name.into(),
        (true, DEVICE) => format!("__Secure-{name}").into(),
        (true, _) => format!("__Host-{name}").into(),
    }
}

/// The device token of the last login.
pub fn device(app: &App, headers: &HeaderMap) -> Option<String> {
    cookie(app, headers, DEVICE)
}

/// The caller's User-Agent.
pub fn agent(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::USER_AGENT)?.to_str().ok()
}

/// Which site's page a request comes from, as its browser says.
#[derive(Clone, Copy)]
enum Site {
    Own,
    Foreign,
    /// It does not say: an old browser, or none.
    Unsaid,
}

fn site(app: &App, headers: &HeaderMap) -> Site {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let site = |own: bool| if own { Site::Own } else { Site::Foreign };
    if let Some(said) = text("sec-fetch-site") {
        return site(said == "same-origin" || said == "none");
    }
    let Some(origin) = text("origin") else { return Site::Unsaid };
    match &app.settings.public_url {
        Some(public) => site(public.origin().ascii_serialization() == origin),
        None => site(origin.split_once("://").is_some_and(|(_, from)| Some(from) == text("host"))),
    }
}

/// Whether a person went here, from one of our pages or by hand: not a picture, a frame or a script of a
/// page, and no other site's link. Browsers say so, and a page cannot make them say it.
pub fn is_own_navigation(headers: &HeaderMap) -> bool {
    let said = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    said("sec-fetch-dest") == Some("document") && matches!(said("sec-fetch-site"), Some("same-origin" | "none"))
}

/// The cookie of a session; without a token it takes the cookie away.
pub fn session_cookie(app: &App, token: Option<&str>) -> Cookie<'static> {
    made_cookie(app, SESSION, token.unwrap_or_default(), if token.is_some() { MONTH } else { Duration::ZERO })
}

/// The cookie by which an account knows the device again.
pub fn device_cookie(app: &App, token: &str) -> Cookie<'static> {
    made_cookie(app, DEVICE, token, YEAR)
}

fn made_cookie(app: &App, name: &'static str, value: &str, age: Duration) -> Cookie<'static> {
    // Only the sign-in asks for the device: elsewhere it would travel for nothing.
    let path = if name == DEVICE { "/api/v1/login" } else { "/" };
    let cookie = Cookie::build((cookie_name(app, name), value.to_owned())).path(path).max_age(age);
    cookie.http_only(true).same_site(SameSite::Lax).secure(app.settings.is_https()).build()
}

/// Puts cookies on an answer, in this order.
pub fn set_cookies(response: &mut Response, cookies: impl IntoIterator<Item = Cookie<'static>>) {
    let values = cookies.into_iter().filter_map(|cookie| HeaderValue::from_str(&cookie.to_string()).ok());
    response.headers_mut().extend(values.map(|value| (header::SET_COOKIE, value)));
}

/// The address that a call comes from; none for the in-process transport of the command line.
///
/// `X-Forwarded-For` is believed only from proxies of the settings, and of its addresses only the last
/// one that is not such a proxy: everything before it can be made up by the caller.
pub struct Peer(pub Option<IpAddr>);

impl FromRequestParts<App> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self::of(app, &parts.extensions, &parts.headers))
    }
}

impl Peer {
    /// The address that a request with these extensions and headers comes from.
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

/// The one who calls, as a handler's parameter. Only behind a gate that asks for a sign-in.
pub struct Caller(pub Actor);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        parts.extensions.get::<Actor>().cloned().map(Self).ok_or_else(unauthorised)
    }
}
