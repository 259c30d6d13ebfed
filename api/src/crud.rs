//! Routes and OpenAPI for any [`Resource`]: list, find, create, update, delete.

use std::collections::BTreeMap;

use axum::{
    extract::{DefaultBodyLimit, State},
    response::{IntoResponse, Response},
    routing::{MethodRouter, delete, get, post, put},
};
use sabi_core::{
    App,
    store::{
        Id,
        resource::{Page, Resource},
    },
};
use serde::Serialize;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ContentBuilder, HttpMethod, Ref, RefOr, Required, ResponseBuilder, Schema,
        path::{OperationBuilder, ParameterBuilder, ParameterIn},
        request_body::RequestBodyBuilder,
        schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type},
    },
};
use utoipa_axum::router::OpenApiRouter;

use crate::{
    envelope::{Data, Told, created, message, ok},
    error::Result,
    extract::{Illustrated, Listing, PICTURE_BODY, PathIds},
    gate::Caller,
};

async fn list<R: Resource>(State(app): State<App>, path: PathIds, Listing(mut query): Listing) -> Result<Response> {
    if let (Some(parent), Some(id)) = (R::PARENT, path.0.last()) {
        query.filters.insert(parent.into(), id.clone());
    }
    let Page { rows, total } = app.list::<R>(&query).await?;
    let list = BTreeMap::from([(R::LIST_FIELD, rows)]);
    Ok(ok(Named { list, total }).into_response())
}

/// A page of records under the name that the documents give the list.
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
    Illustrated(input): Illustrated<R::Input>,
) -> Result<Response> {
    let data = app.create::<R>(&actor, input).await?;
    Ok(created(Told { data, message: R::TOASTS.added.into() }))
}

async fn update<R: Resource>(
    State(app): State<App>,
    Caller(actor): Caller,
    path: PathIds,
    Illustrated(input): Illustrated<R::Input>,
) -> Result<Response> {
    let data = app.update::<R>(&actor, &Id::new(path.last()), input).await?;
    Ok(ok(Told { data, message: R::TOASTS.updated.into() }).into_response())
}

async fn remove<R: Resource>(State(app): State<App>, Caller(actor): Caller, path: PathIds) -> Result<Response> {
    app.delete::<R>(&actor, &Id::new(path.last())).await?;
    Ok(message(R::TOASTS.deleted).into_response())
}

/// The routes of an entity, each with its operation in the document.
pub fn crud<R: Resource>() -> OpenApiRouter<App> {
    let mut routes = Routes::<R> { router: OpenApiRouter::new(), _entity: std::marker::PhantomData };
    let paths = R::PATHS;
    routes.add(HttpMethod::Get, paths.list, "list", get(list::<R>), None, Answer::List);
    routes.add(HttpMethod::Get, paths.one, "find", get(find::<R>), None, Answer::One("200"));
    if let Some(path) = paths.add {
        routes.add(HttpMethod::Post, path, "create", post(create::<R>), Some(()), Answer::One("201"));
    }
    routes.add(HttpMethod::Put, paths.update, "update", put(update::<R>), Some(()), Answer::One("200"));
    if let Some(path) = paths.delete {
        routes.add(HttpMethod::Delete, path, "delete", delete(remove::<R>), None, Answer::Words);
    }
    routes.router.layer(DefaultBodyLimit::max(PICTURE_BODY))
}

enum Answer {
    List,
    One(&'static str),
    Words,
}

struct Routes<R> {
    router: OpenApiRouter<App>,
    _entity: std::marker::PhantomData<R>,
}

impl<R: Resource> Routes<R> {
    fn add(
        &mut self,
        method: HttpMethod,
        path: &str,
        verb: &str,
        route: MethodRouter<App>,
        body: Option<()>,
        answer: Answer,
    ) {
        let router = std::mem::take(&mut self.router);
        self.router = router.route(path, route);
        let mut operation = OperationBuilder::new().operation_id(Some(format!("{verb}_{}", R::TABLE))).tag(R::TABLE);
        for name in path.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
            operation = operation.parameter(parameter(name, ParameterIn::Path, Type::String));
        }
        if matches!(answer, Answer::List) {
            for (name, kind) in
                [("page", Type::Integer), ("limit", Type::Integer), ("sort", Type::String), ("q", Type::String)]
            {
                operation = operation.parameter(parameter(name, ParameterIn::Query, kind));
            }
            for filter in R::FILTERS.iter().filter(|filter| R::PARENT != Some(filter.field)) {
                operation = operation.parameter(parameter(filter.field, ParameterIn::Query, Type::String));
            }
        }
        if body.is_some() {
            let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(R::Input::name()))).build();
            operation = operation.request_body(Some(
                RequestBodyBuilder::new().content("application/json", content).required(Some(Required::True)).build(),
            ));
        }
        let view = || RefOr::<Schema>::Ref(Ref::from_schema_name(R::View::name()));
        let text = || ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
        let (status, shape) = match answer {
            Answer::List => (
                "200",
                envelope()
                    .property(R::LIST_FIELD, ArrayBuilder::new().items(view()))
                    .required(R::LIST_FIELD)
                    .property("total", ObjectBuilder::new().schema_type(SchemaType::Type(Type::Integer)))
                    .required("total"),
            ),
            Answer::One(status) => {
                (status, envelope().property("data", view()).required("data").property("message", text()))
            }
            Answer::Words => ("200", envelope().property("message", text()).required("message")),
        };
        let content = ContentBuilder::new().schema(Some(shape)).build();
        let response = ResponseBuilder::new().description("done").content("application/json", content).build();
        let document = self.router.get_openapi_mut();
        let mut schemas = vec![
            (R::View::name().into_owned(), R::View::schema()),
            (R::Input::name().into_owned(), R::Input::schema()),
        ];
        R::View::schemas(&mut schemas);
        R::Input::schemas(&mut schemas);
        document.components.get_or_insert_with(Default::default).schemas.extend(schemas);
        document.paths.add_path_operation(path, vec![method], operation.response(status, response).build());
    }
}

fn envelope() -> ObjectBuilder {
    let yes = ObjectBuilder::new().schema_type(SchemaType::Type(Type::Boolean));
    ObjectBuilder::new().property("success", yes).required("success")
}

fn parameter(name: &str, place: ParameterIn, kind: Type) -> utoipa::openapi::path::Parameter {
    let required = if matches!(place, ParameterIn::Path) { Required::True } else { Required::False };
    let schema = ObjectBuilder::new().schema_type(SchemaType::Type(kind));
    ParameterBuilder::new().name(name).parameter_in(place).required(required).schema(Some(schema)).build()
}
