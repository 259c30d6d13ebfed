//! The stored answer sheet of an attempt.

use surrealdb::types::{RecordId, SurrealValue};

use super::{Attempt, PendingStatistics, QuizResult, engine, group_commit::Batched, student_totals::count_results};
use crate::{
    App, Error, Result,
    clock::Instant,
    people::User,
    store::{Id, Packed, Record, Store, retry_tx},
};

/// A stored answer sheet, under its attempt's key. It is separate from the attempt, so that a save writes a small
/// record and not the whole paper.
#[derive(Debug, Clone, SurrealValue)]
pub struct StoredSheet {
    pub id: Id<StoredSheet>,
    pub user: Id<User>,
    pub attempt: Id<Attempt>,
    /// `running`, `submitted` or `cancelled`. A copy for the index; the state in `answers` decides.
    pub state: String,
    /// When the sweeper checks the attempt: after its deadline or, without one, after a long time without use
    /// ([`engine::Terms::due`]).
    pub deadline: Option<Instant>,
    pub started_at: Instant,
    /// Increased by every write. A write names the version that it read, so no write is lost.
    pub version: i64,
    #[surreal(rename = "sheet")]
    pub answers: Packed<engine::AnswerSheet>,
}

impl Record for StoredSheet {
    const TABLE: &'static str = "sheet";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS sheet_user_state ON sheet FIELDS user, state;\
        DEFINE INDEX IF NOT EXISTS sheet_state_deadline ON sheet FIELDS state, deadline;";
}

macro_rules! assign {
    () => {
        "UPDATE $row.id SET sheet = $row.sheet, state = $row.state, deadline = $row.due, version = $row.version + 1"
    };
}
/// Writes a sheet if the stored one still has the expected version.
const STORE: &str = concat!(assign!(), " WHERE version = $row.version RETURN VALUE version");
/// Writes all sheets, or none if one of them has another version.
///
/// A block, because statements outside a block are separate transactions.
const STORE_ALL: &str = concat!(
    "{ IF $ids.version != $versions { THROW 'another writer was first' }; FOR $row IN $rows { ",
    assign!(),
    " RETURN NONE } }"
);

/// A new state of a stored sheet.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct SheetUpdate {
    pub id: RecordId,
    pub sheet: String,
    pub state: String,
    pub due: Option<Instant>,
    /// The version that the sheet was read with.
    pub version: i64,
}

impl Batched for SheetUpdate {
    const MAX_PER_COMMIT: usize = 64;

    fn versioned(&self) -> &RecordId {
        &self.id
    }

    async fn write(store: &Store, mut rows: Vec<Self>) -> Result<()> {
        if rows.len() == 1 {
            let written: Vec<i64> = store.write(STORE).bind(("row", rows.pop())).all().await?;
            return if written.is_empty() { Err(Error::Contended) } else { Ok(()) };
        }
        let ids: Vec<_> = rows.iter().map(|row| row.id.clone()).collect();
        let versions: Vec<_> = rows.iter().map(|row| row.version).collect();
        let call = store.write(STORE_ALL).bind(("rows", rows)).bind(("ids", ids)).bind(("versions", versions));
        call.done().await
    }
}

impl StoredSheet {
    /// Ends a running test without a result.
    pub(crate) fn give_up(&mut self, now: Instant) {
        let sheet = &mut self.answers.0;
        (sheet.state, sheet.closed_at) = (engine::State::Cancelled, Some(now));
        self.state = state_word(engine::State::Cancelled).into();
    }

    /// Whether the test still accepts answers.
    pub(crate) fn is_running(&self) -> bool {
        self.answers.0.state == engine::State::Running
    }

    /// The empty sheet of a new attempt.
    pub fn blank(attempt: &Attempt) -> Self {
        Self {
            id: attempt.id.cast(),
            user: attempt.user.clone(),
            attempt: attempt.id.clone(),
            state: state_word(engine::State::Running).into(),
            deadline: attempt.terms().due(&engine::AnswerSheet::default()),
            started_at: attempt.started_at,
            version: 0,
            answers: Packed::default(),
        }
    }

    /// The update that stores this sheet, if the stored one still has its version.
    fn update(&self, due: Option<Instant>) -> SheetUpdate {
        SheetUpdate {
            id: self.id.link(),
            sheet: Packed::text(&self.answers.0),
            state: state_word(self.answers.0.state).into(),
            due,
            version: self.version,
        }
    }
}

/// The state's name in JSON and in the store.
pub(super) fn state_word(state: engine::State) -> &'static str {
    match state {
        engine::State::Running => "running",
        engine::State::Submitted => "submitted",
        engine::State::Cancelled => "cancelled",
    }
}

impl App {
    /// Stores `sheet` if the stored one has the same version, else [`Error::Contended`].
    pub(super) async fn store_sheet(&self, sheet: &StoredSheet, due: Option<Instant>) -> Result<()> {
        self.sheet_commits.commit(sheet.update(due)).await
    }

    /// Like [`Self::store_sheet`], together with the result and the student's own sums.
    pub(super) async fn store_submission(
        &self,
        sheet: &StoredSheet,
        due: Option<Instant>,
        result: &QuizResult,
    ) -> Result<()> {
        let row = sheet.update(due);
        // Another test of the student that ends at the same time may conflict in the sums. The sheet itself is
        // unaffected, so a retry succeeds.
        let stored = retry_tx(async || {
            let tx = self.store.begin().await?;
            let written: Vec<i64> = tx.query(STORE).bind(("row", row.clone())).all().await?;
            if written.is_empty() {
                return Ok(false);
            }
            let create = tx.query(
                "CREATE ONLY $result.id CONTENT $result RETURN NONE; \
                 FOR $row IN $waiting { CREATE $row.id CONTENT $row RETURN NONE };",
            );
            let waiting: Vec<_> = PendingStatistics::of(result).into_iter().collect();
            create.bind(("result", result.clone())).bind(("waiting", waiting)).done().await?;
            count_results(&tx, &[result], self.now()).await?;
            tx.commit().await?;
            Ok(true)
        });
        match stored.await {
            Ok(true) => Ok(()),
            // The result may exist already: another writer submitted first.
            Ok(false) | Err(Error::Conflict(_)) => Err(Error::Contended),
            Err(other) => Err(other),
        }
    }
}
