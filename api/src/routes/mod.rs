//! The handlers, one file per area. Each is a few lines around one function of core.

pub mod accounts;
pub mod attempts;
pub mod audit;
pub mod bank;
pub mod bank_check;
pub mod catalogue;
pub mod change_all;
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
pub mod photographs;
pub mod pictures;
pub mod reports;
pub mod results;
pub mod statistics;
pub mod templates;
pub mod upkeep;
pub mod visitors;
