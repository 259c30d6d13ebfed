//! What an operator does with an installation, and what it tells them: backups, checks, counts, whole lists.

pub mod backup;
pub mod client_errors;
mod config_check;
pub mod dashboard;
pub mod doctor;
pub mod export;
mod gather;
pub mod recount;

pub use config_check::Finding;
