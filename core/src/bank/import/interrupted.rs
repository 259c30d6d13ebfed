//! Accepted imports that a process left unfinished.

use surrealdb::types::SurrealValue;

use super::run::LOT;
use crate::{App, Result};

/// What is left of accepted imports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interrupted {
    /// The rows of these imports.
    pub rows: u64,
    /// Those that are not written yet.
    pub left: u64,
}

#[derive(SurrealValue)]
struct Lots {
    run: String,
    lots: i64,
}

impl App {
    /// The accepted imports that are not written to their end; `None` where there are none.
    pub async fn interrupted_imports(&self) -> Result<Option<Interrupted>> {
        let pending: Vec<Lots> = self.store.query("SELECT run, lots FROM pending_import").all().await?;
        if pending.is_empty() {
            return Ok(None);
        }
        let runs: Vec<_> = pending.iter().map(|one| one.run.clone()).collect();
        let sql = "SELECT VALUE array::len(new) + array::len(changed) FROM import_lot WHERE run IN $runs";
        let left: Vec<i64> = self.store.query(sql).bind(("runs", runs)).all().await?;
        // A lot that is gone was written; each but the last of an import is full.
        let lots: i64 = pending.iter().map(|one| one.lots).sum();
        let written = lots.unsigned_abs().saturating_sub(left.len() as u64) * LOT as u64;
        let left = left.into_iter().sum::<i64>().unsigned_abs();
        Ok(Some(Interrupted { rows: written + left, left }))
    }
}
