//! The data of one person: exported, or erased.

mod erase;
mod export;

pub use erase::ProvePassword;
pub use export::{Exports, PersonalData, PersonalExport};
