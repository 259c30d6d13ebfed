//! Mail templates: preview and test mail.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    content::{EmailTemplateInput, TemplatePreview, TemplateTest},
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, Message, message, ok},
    error::Result,
    extract::{Body, PathIds},
    gate::Caller,
    type_erased::routes,
};

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(preview)).routes(routes!(send_test))
}

/// Preview a template with sample values; nothing is saved
#[utoipa::path(
    post, path = "/admin/emailtemplates/{id}/preview", tag = "email_template",
    params(("id" = String, Path)),
    request_body = EmailTemplateInput,
    responses((status = 200, body = Data<TemplatePreview>)),
)]
async fn preview(State(app): State<App>, path: PathIds, Body(input): Body<EmailTemplateInput>) -> Result<Response> {
    Ok(ok(Data { data: app.preview_template(path.last(), &input)? }).into_response())
}

/// Send the saved template with sample values to the caller
#[utoipa::path(
    post, path = "/admin/emailtemplates/{id}/test", tag = "email_template",
    params(("id" = String, Path)),
    request_body = TemplateTest,
    responses((status = 200, body = Message)),
)]
async fn send_test(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(input): Body<TemplateTest>,
) -> Result<Response> {
    let to = app.test_template(&actor, path.last(), input).await?;
    Ok(message(format!("A test mail is on its way to {to}.")).into_response())
}
