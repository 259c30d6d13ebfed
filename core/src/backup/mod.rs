//! Backups: one file that holds one moment of the store, and the pictures.
//!
//! The data folder's secret is in none: who finds a backup can read what is stored, but sign nothing and make no code
//! of a second factor. So everybody signs in anew after a restore into a new folder. A backup is signed with that
//! secret; one without its signature is taken with a warning.

mod archive;
mod lease;
mod make;
mod plan;
mod restore;

pub(crate) use lease::BackupLease;

pub use archive::{Amount, Contents};
pub use plan::{BackupPlan, BackupPlanInput};
pub use restore::{Restored, Restoring, Signature, check_backup, restore, verify_backup};
