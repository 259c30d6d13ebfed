//! The public site apart from its lists, and the texts of the home page.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    content::{HomeSetting, HomeSettingChanges, News, PublicPage, SiteLinks},
    messages,
    store::Id,
};
use serde_json::{Map, Value};
use utoipa::PartialSchema as _;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    changes::Changes,
    envelope::{Data, DataWithMessage, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    response_cache::cached,
    type_erased::routes,
};

/// The routes that anybody may call.
pub fn public() -> OpenApiRouter<App> {
    cached(
        OpenApiRouter::new()
            .routes(routes!(home_setting))
            .routes(routes!(site_links))
            .routes(routes!(read_news))
            .routes(routes!(read_page)),
    )
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(update_home_setting))
}

/// Read the texts of the home page
#[utoipa::path(
    get, path = "/admin/home-setting", tag = "content",
    responses((status = 200, body = Data<HomeSetting>)),
)]
async fn home_setting(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.home_setting().await? }).into_response())
}

/// Read the footer's links to social networks and the app; empty links are not shown
#[utoipa::path(
    get, path = "/site-links", tag = "content",
    responses((status = 200, body = Data<SiteLinks>)),
)]
async fn site_links(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.site_links().await? }).into_response())
}

/// Change the given texts of the home page
#[utoipa::path(
    put, path = "/admin/home-setting/update/{id}", tag = "content",
    params(("id" = String, Path)),
    request_body = HomeSettingChanges,
    responses((status = 200, body = DataWithMessage<HomeSetting>)),
)]
async fn update_home_setting(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(body): Body<Map<String, Value>>,
) -> Result<Response> {
    let changes = Changes::of(body, &HomeSettingChanges::schema(), &[])?;
    changes.check_read(async || app.home_setting().await).await?;
    let given = HomeSettingChanges { version: changes.version, ..changes.over(&HomeSettingChanges::default())? };
    let data = app.update_home_setting(&actor, given).await?;
    Ok(ok(DataWithMessage { data, message: messages::HOME_UPDATED.into() }).into_response())
}

/// Read a news item
#[utoipa::path(
    get, path = "/get-news-detail/{id}", tag = "content",
    params(("id" = String, Path)),
    responses((status = 200, body = Data<News>), (status = 404)),
)]
async fn read_news(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.find_published::<News>(&Id::new(path.last())).await? }).into_response())
}

/// Read a page, as a list of one (the site uses its first item)
#[utoipa::path(
    get, path = "/page/{page_url}", tag = "content",
    params(("page_url" = String, Path)),
    responses((status = 200, body = Data<Vec<PublicPage>>), (status = 404)),
)]
async fn read_page(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: vec![app.find_page(path.last()).await?] }).into_response())
}
