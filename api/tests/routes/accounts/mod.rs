//! The account rules of document 1, over HTTP. Sections of the document are named beside the tests.

mod audit;
mod countries;
mod inbox;
mod journey;
mod messages;
mod privacy;
pub mod second_factor;
mod staff;
mod templates;
