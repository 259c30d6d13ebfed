//! What document 1 says of accounts, over HTTP; tests are named after what holds, sections stand beside them.

mod audit;
mod countries;
mod inbox;
mod journey;
mod messages;
mod privacy;
pub mod second_factor;
mod staff;
mod templates;
