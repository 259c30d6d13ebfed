//! Rows of exported lists.

use serde::Serialize;
use surrealdb::types::{RecordId, SurrealValue};

use crate::clock::Instant;

/// A row of an exported list.
pub(crate) trait ExportedRow: SurrealValue + Send {
    /// The exported form of the row.
    type View: Serialize;

    /// Its position in the order: its time and its key.
    fn place(&self) -> (Instant, RecordId);

    fn view(self) -> Self::View;
}
