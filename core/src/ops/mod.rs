//! Tools for operators: backups, checks, counters, exports.

pub mod backup;
pub mod client_errors;
mod config_check;
pub mod dashboard;
pub mod doctor;
pub mod export;
mod gather;
pub mod recount;
mod resend;

pub use config_check::Finding;
