//! Account management (spec 3 §7).

use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use sabi_core::{
    App, messages,
    people::{AccountStatus, Actor, NewUser, Role, UpdateUser, User, UserView},
    privacy::PersonalData,
    records::{CreatedRecords, IdempotentRequest},
    store::Id,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};
use utoipa_axum::router::OpenApiRouter;

use super::{Me, export};
use crate::{
    changes::Changes,
    envelope::{Data, DataWithMessage, Message, created, message, ok},
    error::Result,
    extract::{Body, Idempotent, KeyHeader, PathIds},
    forms::changes_of,
    gate::Caller,
    listing::{ListParams, Listing},
    type_erased::routes,
};

/// A page of students, under the documents' name.
#[derive(Debug, Serialize, ToSchema)]
pub struct Customers {
    customers: Vec<UserView>,
    total: u64,
}

/// A page of administrators.
#[derive(Debug, Serialize, ToSchema)]
pub struct Users {
    users: Vec<UserView>,
    total: u64,
}

/// A page of moderators.
#[derive(Debug, Serialize, ToSchema)]
pub struct Moderators {
    moderators: Vec<UserView>,
    total: u64,
}

/// The new status of an account.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewStatus {
    #[serde(rename = "accountStatus")]
    status: AccountStatus,
}

/// The kind of administrator.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MakeAdmin {
    #[serde(default)]
    is_super_admin: bool,
}

/// Changes to an account: any field of its form, and a version.
#[derive(Debug)]
pub struct UserChanges;

impl PartialSchema for UserChanges {
    fn schema() -> RefOr<Schema> {
        changes_of(UpdateUser::schema(), &UserView::schema(), &[], Some("userId"))
    }
}

impl ToSchema for UserChanges {}

/// The routes that signed-in users may call.
pub fn signed_in() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_user))
}

/// The routes that administrators may call.
pub fn admin() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_customers))
        .routes(routes!(create_customer))
        .routes(routes!(update_customer))
        .routes(routes!(set_status))
        .routes(routes!(update_user, delete_user))
        .routes(routes!(list_moderators))
        .routes(routes!(list_users))
}

/// The routes that only super admins may call.
pub fn owner() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_user))
        .routes(routes!(create_moderator))
        .routes(routes!(set_password))
        .routes(routes!(make_admin))
        .routes(routes!(export_person))
        .routes(routes!(erase_person))
}

/// Read an account, for its owner or an administrator
#[utoipa::path(
    get, path = "/admin/users/{id}", tag = "accounts",
    params(("id" = String, Path)),
    responses((status = 200, body = Me), (status = 403)),
)]
async fn find_user(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    let user = app.find_user(&actor, &Id::new(path.last())).await?;
    Ok(ok(Me { user }).into_response())
}

/// List students
#[utoipa::path(
    get, path = "/admin/customers", tag = "accounts",
    params(ListParams<User>),
    responses((status = 200, body = Customers)),
)]
async fn list_customers(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let page = app.list_users(Role::User, &query).await?;
    Ok(ok(Customers { customers: page.rows, total: page.total }).into_response())
}

/// Adds an account with this role.
async fn create(
    app: &App,
    actor: &Actor,
    request: Option<IdempotentRequest>,
    role: Role,
    input: NewUser,
) -> Result<UserView> {
    let find = async |records: CreatedRecords| app.find_user(actor, &records.one()?).await;
    Ok(app.once(request, app.create_user(actor, role, input), find).await?)
}

/// Add a student
#[utoipa::path(
    post, path = "/admin/customers/add", tag = "accounts",
    params(KeyHeader),
    request_body = NewUser,
    responses((status = 201, body = DataWithMessage<UserView>)),
)]
async fn create_customer(
    State(app): State<App>,
    Caller(actor): Caller,
    Idempotent(request, Body(input)): Idempotent<Body<NewUser>>,
) -> Result<Response> {
    let data = create(&app, &actor, request, Role::User, input).await?;
    Ok(created(DataWithMessage { data, message: "Student successfully added.".into() }))
}

/// Change a student's account
#[utoipa::path(
    put, path = "/admin/customers/{id}", tag = "accounts",
    params(("id" = String, Path)),
    request_body = UserChanges,
    responses((status = 200, body = DataWithMessage<UserView>)),
)]
async fn update_customer(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(body): Body<Map<String, Value>>,
) -> Result<Response> {
    let data = edit(&app, &actor, path, Some(Role::User), body).await?;
    Ok(ok(DataWithMessage { data, message: "Student updated successfully".into() }).into_response())
}

/// Set an account's status; its sessions end
#[utoipa::path(
    put, path = "/admin/customers/{id}/status", tag = "accounts",
    params(("id" = String, Path)),
    request_body = NewStatus,
    responses((status = 200, body = DataWithMessage<UserView>)),
)]
async fn set_status(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(input): Body<NewStatus>,
) -> Result<Response> {
    let data = app.set_user_status(&actor, &Id::new(path.last()), input.status).await?;
    Ok(ok(DataWithMessage { data, message: "Student updated successfully".into() }).into_response())
}

/// List administrators
#[utoipa::path(
    get, path = "/admin/users", tag = "accounts",
    params(ListParams<User>),
    responses((status = 200, body = Users)),
)]
async fn list_users(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let page = app.list_users(Role::Admin, &query).await?;
    Ok(ok(Users { users: page.rows, total: page.total }).into_response())
}

/// Add an administrator
#[utoipa::path(
    post, path = "/admin/users/add", tag = "accounts",
    params(KeyHeader),
    request_body = NewUser,
    responses((status = 201, body = DataWithMessage<UserView>)),
)]
async fn create_user(
    State(app): State<App>,
    Caller(actor): Caller,
    Idempotent(request, Body(input)): Idempotent<Body<NewUser>>,
) -> Result<Response> {
    let data = create(&app, &actor, request, Role::Admin, input).await?;
    Ok(created(DataWithMessage { data, message: "User successfully added.".into() }))
}

/// List moderators
#[utoipa::path(
    get, path = "/admin/moderators", tag = "accounts",
    params(ListParams<User>),
    responses((status = 200, body = Moderators)),
)]
async fn list_moderators(State(app): State<App>, Listing(query): Listing) -> Result<Response> {
    let page = app.list_users(Role::Moderator, &query).await?;
    Ok(ok(Moderators { moderators: page.rows, total: page.total }).into_response())
}

/// Add a moderator
#[utoipa::path(
    post, path = "/admin/moderators/add", tag = "accounts",
    params(KeyHeader),
    request_body = NewUser,
    responses((status = 201, body = DataWithMessage<UserView>)),
)]
async fn create_moderator(
    State(app): State<App>,
    Caller(actor): Caller,
    Idempotent(request, Body(input)): Idempotent<Body<NewUser>>,
) -> Result<Response> {
    let data = create(&app, &actor, request, Role::Moderator, input).await?;
    Ok(created(DataWithMessage { data, message: "Moderator successfully added.".into() }))
}

/// Change an account; only super admins change administrators
#[utoipa::path(
    put, path = "/admin/users/{id}", tag = "accounts",
    params(("id" = String, Path)),
    request_body = UserChanges,
    responses((status = 200, body = DataWithMessage<UserView>)),
)]
async fn update_user(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(body): Body<Map<String, Value>>,
) -> Result<Response> {
    let data = edit(&app, &actor, path, None, body).await?;
    Ok(ok(DataWithMessage { data, message: "User updated successfully".into() }).into_response())
}

/// Delete an account without references; one with a history can only be erased
#[utoipa::path(
    delete, path = "/admin/users/{id}", tag = "accounts",
    params(("id" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn delete_user(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    let words = match app.delete_user(&actor, &Id::new(path.last())).await? {
        Role::User => "Student deleted successfully",
        Role::Moderator | Role::Admin => "User deleted successfully",
    };
    Ok(message(words).into_response())
}

/// A new password for somebody's account.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default)]
pub struct SetPassword {
    password: String,
}

/// Set somebody's password; their sessions end
#[utoipa::path(
    put, path = "/admin/users/{id}/password", tag = "accounts",
    params(("id" = String, Path)),
    request_body = SetPassword,
    responses((status = 200, body = DataWithMessage<UserView>)),
)]
async fn set_password(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(input): Body<SetPassword>,
) -> Result<Response> {
    let data = app.set_user_password(&actor, &Id::new(path.last()), input.password).await?;
    Ok(ok(DataWithMessage { data, message: messages::PASSWORD_UPDATED.into() }).into_response())
}

/// Make somebody an administrator
#[utoipa::path(
    put, path = "/admin/users/{id}/role", tag = "accounts",
    params(("id" = String, Path)),
    request_body = MakeAdmin,
    responses((status = 200, body = DataWithMessage<UserView>)),
)]
async fn make_admin(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Body(input): Body<MakeAdmin>,
) -> Result<Response> {
    let data = app.make_admin(&actor, &Id::new(path.last()), input.is_super_admin).await?;
    Ok(ok(DataWithMessage { data, message: "User updated successfully".into() }).into_response())
}

/// Export everything stored about a person
#[utoipa::path(
    get, path = "/admin/users/{id}/export", tag = "accounts",
    params(("id" = String, Path)),
    responses((status = 200, body = Data<PersonalData>), (status = 429)),
)]
async fn export_person(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    Ok(export(app.export_person(&actor, &Id::new(path.last())).await?))
}

/// Erase a person; their results are still counted
#[utoipa::path(
    post, path = "/admin/users/{id}/erase", tag = "accounts",
    params(("id" = String, Path)),
    responses((status = 200, body = Message)),
)]
async fn erase_person(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.erase_person(&actor, &Id::new(path.last())).await?;
    Ok(message(messages::ERASED).into_response())
}

/// Applies the fields of a body to the account's form.
async fn edit(
    app: &App,
    actor: &Actor,
    path: PathIds,
    role: Option<Role>,
    body: Map<String, Value>,
) -> Result<UserView> {
    let id = Id::new(path.last());
    let changes = Changes::of(body, &UpdateUser::schema(), &[])?;
    changes.check_read(async || app.find_user(actor, &id).await).await?;
    let input = |user: &User| changes.over(&user.form());
    Ok(app.edit_user(actor, &id, role, changes.version, input).await?)
}
