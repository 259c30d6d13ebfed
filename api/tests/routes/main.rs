//! Routes through the router: one program, so that the database is linked once.
#![recursion_limit = "256"]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod access;
mod accounts;
mod attack;
mod attempts;
mod bad_input;
mod bounds;
mod changes;
mod common;
mod content;
mod content_teams;
mod documents;
mod exports;
mod grading;
mod idempotency;
mod list_exports;
mod lists;
mod messages;
mod offline;
mod openapi;
mod payments;
mod photographs;
mod pretend;
mod push;
mod round_trips;
mod site;
mod statistics;
mod stores;
mod visitors;
mod walks;
mod watch;
mod weekly;
