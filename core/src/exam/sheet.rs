//! The answer sheet of an attempt as it is stored.

use surrealdb::types::SurrealValue;

use super::{Attempt, engine};
use crate::{
    App, Error, Result,
    accounts::User,
    clock::Instant,
    store::{Id, Packed, Record},
};

/// A stored sheet; it shares its attempt's key. Kept apart from the attempt so that a save writes
/// a small record, not the whole paper.
#[derive(Debug, Clone, SurrealValue)]
pub struct Sheet {
    pub id: Id<Sheet>,
    pub user: Id<User>,
    pub attempt: Id<Attempt>,
    /// `running`, `submitted` or `cancelled`, for the index; the truth is inside `sheet`.
    pub state: String,
    /// When the sweeper looks at it: after its deadline, and where there is none after it was left alone
    /// for long ([`engine::Terms::due`]).
    pub deadline: Option<Instant>,
    pub started_at: Instant,
    /// Raised by every write: a write names the version that it read, so none is ever lost.
    pub version: i64,
    pub sheet: Packed<engine::Sheet>,
}

impl Record for Sheet {
    const TABLE: &'static str = "sheet";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS sheet_user_state ON sheet FIELDS user, state;\
        DEFINE INDEX IF NOT EXISTS sheet_state_deadline ON sheet FIELDS state, deadline;";
}

impl Sheet {
    /// The empty sheet of a new attempt.
    pub fn blank(attempt: &Attempt) -> Self {
        Self {
            id: attempt.id.cast(),
            user: attempt.user.clone(),
            attempt: attempt.id.clone(),
            state: state_word(engine::State::Running).into(),
            deadline: attempt.terms().due(&engine::Sheet::default()),
            started_at: attempt.started_at,
            version: 0,
            sheet: Packed::default(),
        }
    }
}

/// The state's word on the wire and in the store.
pub(super) fn state_word(state: engine::State) -> &'static str {
    match state {
        engine::State::Running => "running",
        engine::State::Submitted => "submitted",
        engine::State::Cancelled => "cancelled",
    }
}

/// Writes a sheet if the stored one still has `version`; together with its result, if it has one.
const STORE: &str = "UPDATE $id SET sheet = $sheet, state = $state, deadline = $due, version = $version + 1 \
    WHERE version = $version RETURN VALUE version";
const STORE_WITH_RESULT: &str = "BEGIN; \
    LET $written = (UPDATE $id SET sheet = $sheet, state = $state, deadline = $due, version = $version + 1 \
    WHERE version = $version RETURN VALUE version); \
    IF array::len($written) = 0 { THROW 'stale sheet' }; \
    CREATE ONLY $result.id CONTENT $result; \
    COMMIT;";

impl App {
    /// Stores `sheet` over the one that had its version; [`Error::Contended`] when another writer was
    /// first.
    pub(super) async fn store_sheet(
        &self,
        sheet: &Sheet,
        due: Option<Instant>,
        result: Option<super::QuizResult>,
    ) -> Result<()> {
        let sql = if result.is_some() { STORE_WITH_RESULT } else { STORE };
        let call = self.store.write(sql).bind(("id", sheet.id.clone())).bind(("version", sheet.version));
        let call = call.bind(("sheet", Packed::text(&sheet.sheet.0))).bind(("state", state_word(sheet.sheet.0.state)));
        let call = call.bind(("due", due));
        let Some(result) = result else {
            let written: Vec<i64> = call.all().await?;
            return if written.is_empty() { Err(Error::Contended) } else { Ok(()) };
        };
        match call.bind(("result", result)).done().await {
            Err(Error::Internal(message)) if message.contains("stale sheet") => Err(Error::Contended),
            // The result is there already: another writer submitted first.
            Err(Error::Conflict(_)) => Err(Error::Contended),
            other => other,
        }
    }
}
