//! Handlers whose own types are forgotten where they are mounted.
//!
//! A router builds a tower of services over the type of each handler, and proves of each storey again that
//! the handler's whole future may cross threads. With one type for all of them the compiler does so once.

use std::sync::Arc;

use axum::{extract::Request, handler::Handler, response::Response};
use futures::future::BoxFuture;
use sabi_core::App;

/// Any handler.
#[derive(Clone)]
pub struct Erased(Arc<dyn Fn(Request, App) -> BoxFuture<'static, Response> + Send + Sync>);

/// Forgets which handler it is.
pub fn erased<T, H: Handler<T, App, Future = BoxFuture<'static, Response>>>(handler: H) -> Erased {
    Erased(Arc::new(move |request, app| handler.clone().call(request, app)))
}

/// Tells this implementation from those for functions.
pub struct Forgotten;

impl Handler<Forgotten, App> for Erased {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, app: App) -> Self::Future {
        (self.0)(request, app)
    }
}

/// Mounts handlers of one path that carry `#[utoipa::path]`, as [`utoipa_axum::routes!`] does, each erased.
macro_rules! routes {
    ($($handler:ident),+) => {
        pastey::paste! {{
            use utoipa::{Path as _, __dev::SchemaReferences as _};
            use utoipa_axum::PathItemExt as _;
            let (mut paths, mut schemas) = (utoipa::openapi::path::Paths::new(), Vec::new());
            let mut router = axum::routing::MethodRouter::new();
            $(
                let methods = [<__path_ $handler>]::methods();
                for method in &methods {
                    router = router.on(method.to_method_filter(), $crate::erased::erased($handler));
                }
                [<__path_ $handler>]::schemas(&mut schemas);
                paths.add_path_operation([<__path_ $handler>]::path(), methods, [<__path_ $handler>]::operation());
            )+
            (schemas, paths, router)
        }}
    };
}

pub(crate) use routes;
