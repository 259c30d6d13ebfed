//! The contact form and the newsletter: public forms, and their management; and the list of sent mails.

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App,
    inbox::{Contact, ContactInput, ContactReply, ContactView, ReplyInput, Subscriber},
    mail::{MailView, QueuedMail},
    messages,
    records::Page,
    store::Id,
};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use super::accounts::Address;
use crate::{
    envelope::{Data, Listed, Message, created, message, ok},
    error::Result,
    extract::{Body, Idempotent, KeyHeader, PathIds},
    gate::{Caller, Peer},
    listing::{ListParams, Listing},
    type_erased::routes,
};

/// The replies to a message.
#[derive(Debug, Serialize, ToSchema)]
pub struct Replies {
    replies: Vec<ContactReply>,
}

/// A page of newsletter subscribers, and their total number.
#[derive(Debug, Serialize, ToSchema)]
pub struct Subscribers {
    subscribers: Vec<Subscriber>,
    total: u64,
}

/// The routes that anybody may call.
pub fn public() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create_contact)).routes(routes!(subscribe))
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_contacts))
        .routes(routes!(find_contact, delete_contact))
        .routes(routes!(list_replies, reply))
        .routes(routes!(list_subscribers))
        .routes(routes!(delete_subscriber))
        .routes(routes!(list_mails))
        .routes(routes!(dismiss_mail))
        .routes(routes!(resend_mail))
}

fn respond(words: &str) -> Response {
    created(Message { message: words.into() })
}

/// Send a contact message
#[utoipa::path(
    post, path = "/admin/contactus/add", tag = "inbox",
    params(KeyHeader),
    request_body = ContactInput,
    responses((status = 201, body = Message)),
)]
async fn create_contact(
    State(app): State<App>,
    Peer(from): Peer,
    Idempotent(request, Body(input)): Idempotent<Body<ContactInput>>,
) -> Result<Response> {
    app.once(request, app.create_contact(input, from), async |_| Ok(())).await?;
    Ok(respond(messages::CONTACTED))
}

/// Subscribe to the newsletter
#[utoipa::path(
    post, path = "/admin/subscribenewsletter/add", tag = "inbox",
    request_body = Address,
    responses((status = 201, body = Message)),
)]
async fn subscribe(State(app): State<App>, Peer(from): Peer, Body(input): Body<Address>) -> Result<Response> {
    app.subscribe(&input.email, from).await?;
    Ok(respond(messages::SUBSCRIBED))
}

/// List messages, newest first
#[utoipa::path(
    get, path = "/admin/contactus", tag = "inbox",
    params(ListParams<Contact>),
    responses((status = 200, body = Listed<ContactView>)),
)]
async fn list_contacts(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_contacts(&query).await?)).into_response())
}

/// Read a message
#[utoipa::path(
    get, path = "/admin/contactus/{id}", tag = "inbox",
    params(("id" = String, Path)),
    responses((status = 200, body = Data<ContactView>)),
)]
async fn find_contact(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.find_contact(&Id::new(path.last())).await? }).into_response())
}

/// Delete a message with its replies
#[utoipa::path(
    delete, path = "/admin/contactus/{id}", tag = "inbox",
    params(("id" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn delete_contact(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.delete_contact(&actor, &Id::new(path.last())).await?;
    Ok(message("Contact us deleted successfully").into_response())
}

/// List the replies to a message
#[utoipa::path(
    get, path = "/admin/contactus/reply/{id}", tag = "inbox",
    params(("id" = String, Path)),
    responses((status = 200, body = Replies)),
)]
async fn list_replies(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Replies { replies: app.list_contact_replies(&Id::new(path.last())).await? }).into_response())
}

/// Reply to a message; the reply is mailed
#[utoipa::path(
    post, path = "/admin/contactus/reply/{id}", tag = "inbox",
    params(("id" = String, Path), KeyHeader),
    request_body = ReplyInput,
    responses((status = 201, body = Message)),
)]
async fn reply(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Idempotent(request, Body(input)): Idempotent<Body<ReplyInput>>,
) -> Result<Response> {
    let id = Id::new(path.last());
    app.once(request, app.reply_to_contact(&actor, &id, input), async |_| Ok(())).await?;
    Ok(respond("Message replied successfully."))
}

/// List newsletter subscribers, newest first
#[utoipa::path(
    get, path = "/admin/subscribenewsletter", tag = "inbox",
    params(ListParams<Subscriber>),
    responses((status = 200, body = Subscribers)),
)]
async fn list_subscribers(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let Page { rows: subscribers, total } = app.list_subscribers(&query).await?;
    Ok(ok(Subscribers { subscribers, total }).into_response())
}

/// Delete a subscriber
#[utoipa::path(
    delete, path = "/admin/subscribenewsletter/{id}", tag = "inbox",
    params(("id" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn delete_subscriber(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.delete_subscriber(&actor, &Id::new(path.last())).await?;
    Ok(message("Subscribe Newsletter deleted successfully").into_response())
}

/// List queued and sent mails, newest first, without their texts
#[utoipa::path(
    get, path = "/admin/mails", tag = "inbox",
    params(ListParams<QueuedMail>),
    responses((status = 200, body = Listed<MailView>)),
)]
async fn list_mails(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    Ok(ok(Listed::from(app.list_mails(&query).await?)).into_response())
}

/// Remove a mail that could not be sent from the list
#[utoipa::path(
    delete, path = "/admin/mails/{id}", tag = "inbox",
    params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 409)),
)]
async fn dismiss_mail(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.dismiss_mail(&actor, &Id::new(path.last())).await?;
    Ok(message("Mail deleted successfully.").into_response())
}

/// Compose a mail again and send it; a link in it replaces the old one
#[utoipa::path(
    post, path = "/admin/mails/{id}/resend", tag = "inbox",
    params(("id" = String, Path)),
    responses((status = 200, body = Message), (status = 409)),
)]
async fn resend_mail(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.resend_mail(&actor, &Id::new(path.last())).await?;
    Ok(message(messages::MAIL_RESENT).into_response())
}
