//! Sabi without HTTP and without screens.
//!
//! Start at [`App`], the handle to an installation. Every area adds an `impl App` block with the functions that routes,
//! command line and console call.

// Lets the paths in build.rs work in this package too.
extern crate self as sabi_core;

mod app;
pub mod audit;
mod background;
pub mod bank;
mod cached;
pub mod catalogue;
pub mod clock;
pub mod content;
mod error;
pub mod exam;
mod fair_permits;
pub mod files;
pub mod grading;
pub mod html;
pub mod images;
pub mod inbox;
pub mod mail;
pub mod messages;
pub mod metrics;
pub mod ops;
pub mod people;
pub mod plans;
pub mod privacy;
pub mod push;
pub mod random;
pub mod records;
pub mod registration;
pub mod reports;
pub mod request;
pub mod resources;
mod schema;
pub mod seed;
pub mod settings;
pub mod statistics;
pub mod store;
pub mod text;
pub mod tls;
pub mod typed;
pub mod weekly;

pub use app::App;
pub use error::{Error, FieldErrors, Refusal, Result};
pub use settings::Settings;
pub use typed::typed;
