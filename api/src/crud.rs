//! Routes and OpenAPI for any [`Resource`]: list, find, create, update, delete.

use std::collections::BTreeMap;

use axum::{
    Extension,
    extract::{DefaultBodyLimit, State},
    response::{IntoResponse, Response},
    routing::{MethodRouter, delete, get, post, put},
};
use sabi_core::{
    App, Error,
    catalogue::TOO_MANY_MANDATORY,
    people::{Access, Actor},
    records::{CreatedRecords, Page, PublicPath, Published, Resource},
    store::Id,
};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::{
    IntoParams as _, PartialSchema, ToSchema,
    openapi::{
        ContentBuilder, HttpMethod, Ref, RefOr, Required, ResponseBuilder, Schema,
        path::{OperationBuilder, ParameterBuilder, ParameterIn},
        request_body::RequestBodyBuilder,
        schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type},
    },
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    changes::{Changes, own_names},
    envelope::{Data, created, message, ok},
    error::Result,
    extract::{Idempotent, Illustrated, KeyHeader, PICTURE_BODY, PathIds, typed},
    forms::{changes_of, has_picture, input_of},
    gate::{Caller, Gated, gate},
    listing::{self, Listing},
    response_cache::cached,
    type_erased::erased,
};

async fn list<R: Resource>(
    State(app): State<App>,
    caller: Option<Extension<Actor>>,
    path: PathIds,
    Listing(mut query): Listing,
) -> Result<Response> {
    if let (Some(parent), Some(id)) = (R::PARENT, path.0.last()) {
        query.filters.insert(parent.into(), id.clone());
    }
    let sees_all = R::ACCESS.list != Access::Public || caller.is_some_and(|actor| actor.is_admin());
    let listed = if sees_all { app.list::<R>(&query).await } else { app.list_open::<R>(&query).await };
    let Page { rows, total } = listed?;
    let list = BTreeMap::from([(R::LIST_FIELD, rows)]);
    Ok(ok(Named { list, total }).into_response())
}

/// A changed record. `update` is false if it was not changed, and `message` says why (ruling 24).
#[derive(Serialize)]
struct Updated<T> {
    data: T,
    message: String,
    update: bool,
}

/// A new record, under the documents' name for it.
#[derive(Serialize)]
struct Added<T> {
    #[serde(flatten)]
    added: BTreeMap<&'static str, T>,
    message: &'static str,
}

/// A page of records, under the documents' name for the list.
#[derive(Serialize)]
struct Named<T> {
    #[serde(flatten)]
    list: BTreeMap<&'static str, Vec<T>>,
    total: u64,
}

async fn find<R: Resource>(State(app): State<App>, path: PathIds) -> Result<Response> {
    Ok(ok(Data { data: app.find::<R>(&Id::new(path.last())).await? }).into_response())
}

async fn create<R: Resource>(
    State(app): State<App>,
    Caller(actor): Caller,
    Idempotent(request, Illustrated(given)): Idempotent<Illustrated<Map<String, Value>>>,
) -> Result<Response> {
    let input = typed(Value::Object(own_names(given, R::ALIASES)?))?;
    let find = async |records: CreatedRecords| app.find::<R>(&records.one()?).await;
    let record = app.once(request, app.create::<R>(&actor, input), find).await?;
    let added = BTreeMap::from([(R::ADDED_FIELD, record)]);
    Ok(created(Added { added, message: R::TOASTS.added }))
}

async fn update<R: Resource>(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Illustrated(given): Illustrated<Map<String, Value>>,
) -> Result<Response> {
    let id = Id::new(path.last());
    let changes = Changes::of(given, &R::Input::schema(), R::ALIASES)?;
    changes.check_read(async || app.find::<R>(&id).await).await?;
    let edited = app.edit::<R>(&actor, &id, changes.version, |current| changes.over(&current.form())).await;
    let (data, message, update) = match edited {
        Ok(data) => (data, R::TOASTS.updated.to_owned(), true),
        Err(Error::Conflict(refusal)) if refusal.reason == TOO_MANY_MANDATORY => {
            (app.find::<R>(&id).await?, refusal.message, false)
        }
        Err(error) => return Err(error.into()),
    };
    Ok(ok(Updated { data, message, update }).into_response())
}

async fn remove<R: Resource>(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.delete::<R>(&actor, &Id::new(path.last())).await?;
    Ok(message(R::TOASTS.deleted).into_response())
}

/// The routes of an entity, each with its access level and its operation in the document.
pub fn crud<R: Resource>() -> Vec<Gated> {
    let (paths, access) = (R::PATHS, R::ACCESS);
    let list = route::<R>(HttpMethod::Get, paths.list, Verb::List, get(erased(list::<R>)));
    let mut all = vec![
        gate(access.list, if access.list == Access::Public { cached(list) } else { list }),
        gate(access.find, route::<R>(HttpMethod::Get, paths.one, Verb::Find, get(erased(find::<R>)))),
        gate(access.update, route::<R>(HttpMethod::Put, paths.update, Verb::Update, put(erased(update::<R>)))),
    ];
    if let Some(path) = paths.add {
        all.push(gate(access.create, route::<R>(HttpMethod::Post, path, Verb::Create, post(erased(create::<R>)))));
    }
    if let Some(path) = paths.delete {
        all.push(gate(access.delete, route::<R>(HttpMethod::Delete, path, Verb::Delete, delete(erased(remove::<R>)))));
    }
    all
}

/// The public routes of an entity.
pub fn published<R: Published>() -> Gated {
    let routes = R::PUBLIC_PATHS.iter().map(|path| public_route::<R>(*path));
    gate(Access::Public, cached(routes.fold(OpenApiRouter::new(), OpenApiRouter::merge)))
}

async fn list_public<R: Published>(app: App, filter: Option<&'static str>, ids: PathIds) -> Result<Response> {
    let rows = app.list_published::<R>(filter.map(|filter| (filter, ids.last()))).await?;
    Ok(ok(BTreeMap::from([(R::PUBLIC_FIELD, rows)])).into_response())
}

fn public_route<R: Published>(PublicPath { path, filter }: PublicPath) -> OpenApiRouter<App> {
    let list = move |State(app): State<App>, ids: PathIds| list_public::<R>(app, filter, ids);
    let mut router = OpenApiRouter::new().route(path, get(erased(list)));
    let items = ArrayBuilder::new().items(RefOr::<Schema>::Ref(Ref::from_schema_name(R::Public::name())));
    let content = ContentBuilder::new()
        .schema(Some(envelope().property(R::PUBLIC_FIELD, items).required(R::PUBLIC_FIELD)))
        .build();
    let response =
        ResponseBuilder::new().description("All published records").content("application/json", content).build();
    let by = filter.map(|filter| format!("_by_{filter}")).unwrap_or_default();
    let id = format!("list_public_{}{by}", R::TABLE);
    let operation = with_path(OperationBuilder::new().operation_id(Some(id)).tag(R::TABLE), path);
    let operation = operation.response("200", response).build();
    let document = router.get_openapi_mut();
    let mut schemas = vec![(R::Public::name().into_owned(), R::Public::schema())];
    R::Public::schemas(&mut schemas);
    document.components.get_or_insert_with(Default::default).schemas.extend(schemas);
    document.paths.add_path_operation(path, vec![HttpMethod::Get], operation);
    router
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    List,
    Find,
    Create,
    Update,
    Delete,
}

impl Verb {
    /// The description of a success.
    fn answer(self) -> &'static str {
        match self {
            Self::List => "One page of records, or all of them if requested",
            Self::Find => "The record",
            Self::Create => "The new record",
            Self::Update => "The updated record",
            Self::Delete => "The record was deleted",
        }
    }
}

/// One route of an entity.
fn route<R: Resource>(method: HttpMethod, path: &str, verb: Verb, route: MethodRouter<App>) -> OpenApiRouter<App> {
    let mut router = OpenApiRouter::new().route(path, route);
    let id = format!("{verb:?}_{}", R::TABLE).to_lowercase();
    let mut operation = with_path(OperationBuilder::new().operation_id(Some(id)).tag(R::TABLE), path);
    if verb == Verb::List {
        operation = operation.parameters(Some(listing::parameters(&R::LIST, R::PARENT)));
    }
    if verb == Verb::Create {
        operation = operation.parameters(Some(KeyHeader::into_params(|| Some(ParameterIn::Header))));
    }
    let changes = format!("{}Changes", R::View::name());
    let body = match verb {
        Verb::Create => Some(R::Input::name().into_owned()),
        Verb::Update => Some(changes.clone()),
        _ => None,
    };
    if let Some(name) = body {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(name))).build();
        let body = RequestBodyBuilder::new().content("application/json", content).required(Some(Required::True));
        operation = operation.request_body(Some(body.build()));
    }
    let view = || RefOr::<Schema>::Ref(Ref::from_schema_name(R::View::name()));
    let one = |field: &str| envelope().property(field, view()).required(field).property("message", text());
    let flag = || ObjectBuilder::new().schema_type(SchemaType::Type(Type::Boolean));
    let shape = match verb {
        Verb::List => envelope()
            .property(R::LIST_FIELD, ArrayBuilder::new().items(view()))
            .required(R::LIST_FIELD)
            .property("total", ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer)))
            .required("total"),
        Verb::Find => one("data"),
        Verb::Create => one(R::ADDED_FIELD),
        Verb::Update => one("data").property("update", flag()).required("update"),
        Verb::Delete => envelope().property("message", text()).required("message"),
    };
    let status = if verb == Verb::Create { "201" } else { "200" };
    let content = ContentBuilder::new().schema(Some(shape)).build();
    let response = ResponseBuilder::new().description(verb.answer()).content("application/json", content).build();
    let document = router.get_openapi_mut();
    let mut schemas = vec![
        (R::View::name().into_owned(), R::View::schema()),
        (R::Input::name().into_owned(), input_of(R::Input::schema(), R::ALIASES)),
        (changes, changes_of(R::Input::schema(), &R::View::schema(), R::ALIASES, R::OWN_ID)),
    ];
    R::View::schemas(&mut schemas);
    R::Input::schemas(&mut schemas);
    document.components.get_or_insert_with(Default::default).schemas.extend(schemas);
    document.paths.add_path_operation(path, vec![method], operation.response(status, response).build());
    let takes_picture = matches!(verb, Verb::Create | Verb::Update) && has_picture(&R::Input::schema());
    if takes_picture { router.layer(DefaultBodyLimit::max(PICTURE_BODY)) } else { router }
}

/// The operation with the parameters of its path.
fn with_path(operation: OperationBuilder, path: &str) -> OperationBuilder {
    let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    names.fold(operation, |operation, name| {
        let parameter = ParameterBuilder::new().name(name).parameter_in(ParameterIn::Path);
        operation.parameter(parameter.required(Required::True).schema(Some(text())))
    })
}

fn envelope() -> ObjectBuilder {
    let yes = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Boolean));
    ObjectBuilder::new().property("success", yes).required("success")
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(SchemaType::Type(Type::String))
}
