//! What everybody reads of the public site beside its lists, and the home page's texts.

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
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, Told, ok},
    erased::routes,
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    response_cache::cached,
};

pub fn public() -> OpenApiRouter<App> {
    cached(
        OpenApiRouter::new()
            .routes(routes!(home_setting))
            .routes(routes!(site_links))
            .routes(routes!(read_news))
            .routes(routes!(read_page)),
    )
}

pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(update_home_setting))
}

/// The texts of the home page
#[utoipa::path(
    get, path = "/admin/home-setting", tag = "content",
    responses((status = 200, body = Data<HomeSetting>)),
)]
async fn home_setting(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.home_setting().await? }).into_response())
}

/// The social networks and the app that the footer links to; an empty link is not shown
#[utoipa::path(
    get, path = "/site-links", tag = "content",
    responses((status = 200, body = Data<SiteLinks>)),
)]
async fn site_links(State(app): State<App>) -> Result<Response> {
    Ok(ok(Data { data: app.site_links().await? }).into_response())
}

/// Change the texts of the home page that are named
#[utoipa::path(
    put, path = "/admin/home-setting/update/{id}", tag = "content",
    params(("id" = String, Path)),
    request_body = HomeSettingChanges,
    responses((status = 200, body = Told<HomeSetting>)),
)]
async fn update_home_setting(
    State(app): State<App>,
    Caller(actor): Caller,
    Body(given): Body<HomeSettingChanges>,
) -> Result<Response> {
    let data = app.update_home_setting(&actor, given).await?;
    Ok(ok(Told { data, message: messages::HOME_UPDATED.into() }).into_response())
}

/// Read one piece of news
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
