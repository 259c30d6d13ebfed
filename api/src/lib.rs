//! The HTTP layer: routes over [`sabi_core::App`], and the client for them.

mod annotations;
mod bounds;
pub mod cells;
mod changes;
pub mod client;
mod coding;
mod crud;
mod envelope;
mod erased;
mod error;
mod etag;
mod extract;
mod failures;
mod forms;
mod gate;
mod host;
mod listen;
mod listing;
mod response_cache;
mod router;
mod routes;
mod running;
mod schema;
mod screens;
mod serve;
mod server_note;
mod site;
mod stream;
mod table_file;
mod tls;
mod watch;
mod web;

pub use router::{document, document_of, router, router_of};
pub use sabi_core::people::Access;
pub use serve::{Ready, serve};
pub use server_note::Server;
