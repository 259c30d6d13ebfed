//! Type erasure of handlers.
//!
//! A router wraps the type of each handler in many services, and for each of them the compiler proves that the
//! handler's future is `Send`. With one erased type, it does so once.

use std::sync::Arc;

use axum::{extract::Request, handler::Handler, response::Response};
use futures::future::BoxFuture;
use sabi_core::App;
use utoipa::{
    __dev::{SchemaReferences, Tags},
    Path,
};
use utoipa_axum::{PathItemExt as _, router::UtoipaMethodRouter};

/// Any handler.
#[derive(Clone)]
pub struct ErasedHandler(Arc<dyn Fn(Request, App) -> BoxFuture<'static, Response> + Send + Sync>);

/// Erases the type of a handler.
pub fn erased<T, H: Handler<T, App, Future = BoxFuture<'static, Response>>>(handler: H) -> ErasedHandler {
    ErasedHandler(Arc::new(move |request, app| handler.clone().call(request, app)))
}

/// A marker that distinguishes this implementation from those for functions.
pub struct ErasedMarker;

impl Handler<ErasedMarker, App> for ErasedHandler {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, app: App) -> Self::Future {
        (self.0)(request, app)
    }
}

/// Adds a handler and its documentation `D` to the handlers of its path.
pub fn mount<D: Path + Tags<'static> + SchemaReferences>(
    handler: &ErasedHandler,
    (mut schemas, mut paths, mut router): UtoipaMethodRouter<App>,
) -> UtoipaMethodRouter<App> {
    let (methods, mut operation) = (D::methods(), D::operation());
    operation.tags.get_or_insert_default().extend(D::tags().iter().map(ToString::to_string));
    D::schemas(&mut schemas);
    for method in &methods {
        router = router.on(method.to_method_filter(), handler.clone());
    }
    paths.add_path_operation(D::path(), methods, operation);
    (schemas, paths, router)
}

/// Mounts handlers of one path that carry `#[utoipa::path]`, as [`utoipa_axum::routes!`] does, each erased.
macro_rules! routes {
    ($($handler:ident),+) => {
        pastey::paste! {{
            let routes = Default::default();
            $(let routes = $crate::type_erased::mount::<[<__path_ $handler>]>(&$crate::type_erased::erased($handler), routes);)+
            routes
        }}
    };
}

pub(crate) use routes;
