//! The handlers, one file an area; each a few lines over one call of core.

pub mod accounts;
pub mod attempts;
pub mod audit;
pub mod bank;
pub mod bank_check;
pub mod catalogue;
pub mod client_errors;
pub mod content;
pub mod dashboard;
pub mod exports;
pub mod grading;
pub mod imports;
pub mod inbox;
pub mod learning;
pub mod list_exports;
pub mod meta;
pub mod payments;
pub mod pictures;
pub mod reports;
pub mod results;
pub mod statistics;
pub mod templates;
pub mod upkeep;
pub mod visitors;
