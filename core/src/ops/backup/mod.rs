//! Backups: one file with a snapshot of the store and the pictures.
//!
//! The data folder's secret is in no backup: a person who finds a backup can read the data, but cannot sign anything
//! or generate codes of a second factor. So everybody must log in again after a restore into a new folder. A backup
//! is signed with that secret; one without its signature is accepted with a warning.

mod archive;
mod lease;
mod make;
mod plan;
mod restore;

pub(crate) use lease::BackupLease;

pub use archive::{Amount, Contents};
pub use plan::{BackupPlan, BackupPlanInput};
pub use restore::{Restored, Restoring, Signature, check_backup, restore, verify_backup};
