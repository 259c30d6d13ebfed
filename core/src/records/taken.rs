//! Rows of lists that are exported whole.

use serde::Serialize;
use surrealdb::types::{RecordId, SurrealValue};

use crate::clock::Instant;

/// A row of an exported list as it is read.
pub(crate) trait Taken: SurrealValue + Send {
    /// What administrators read of it.
    type View: Serialize;

    /// Its place in the order: its time and its key.
    fn place(&self) -> (Instant, RecordId);

    fn view(self) -> Self::View;
}
