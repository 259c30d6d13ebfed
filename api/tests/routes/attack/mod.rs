//! Attacks over HTTP, one test each (OWASP ASVS 5).

mod devices;
mod headers;
mod limits;
mod links;
mod logs;
mod markup;
mod origins;
mod refusals;
mod registration;
mod rich_text;
mod sessions;
pub mod uploads;
