//! What an attacker tries over HTTP, one test each (OWASP ASVS 5 in mind).

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
mod uploads;
