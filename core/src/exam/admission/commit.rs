//! Stores started and finished attempts, each in one commit with the student's starts.

use std::collections::HashSet;

use surrealdb::types::RecordId;

use super::Starts;
use crate::{
    App, Error, Result,
    bank::Revisions,
    clock::Instant,
    exam::{
        Attempt, PaperItems, QuizResult, StoredSheet,
        group_commit::Batched,
        student_totals::{count_results, recount_student},
    },
    store::{Call, Id, Store, retry_tx},
};

/// The state of the bank from which a paper was drawn.
pub(in crate::exam) struct DrawnFrom<'a> {
    /// The revisions of the paper's years.
    pub revisions: &'a Revisions,
    /// The value of [`App::edits`], read before the revisions.
    pub edits: u64,
}

/// A test that was taken without a running attempt on this server, with its result.
pub(in crate::exam) struct Finished {
    pub attempt: Attempt,
    pub sheet: StoredSheet,
    pub result: QuizResult,
}

/// The message that [`WRITE`] throws if a student's starts have changed since they were read.
const OTHER_START: &str = "another start of this student";
/// Writes attempts and the starts of their students, if all stored starts still have the versions that were read.
///
/// A block, because statements outside a block are separate transactions.
const WRITE: &str = "{ \
    IF $starts_ids.version != $versions { THROW 'another start of this student' }; \
    INSERT INTO starts $new_starts RETURN NONE; \
    FOR $row IN $known_starts { UPDATE $row.id SET version = $row.version, at = $row.at RETURN NONE }; \
    INSERT INTO attempt $attempts RETURN NONE; \
    INSERT INTO paper_items $items RETURN NONE; \
    INSERT INTO sheet $sheets RETURN NONE; \
}";

/// A started attempt with the starts of its student, which count it. Starts of several students share a commit.
#[derive(Clone)]
pub(crate) struct NewAttempt {
    starts_id: RecordId,
    starts: Starts,
    attempt: Attempt,
    sheet: StoredSheet,
}

impl Batched for NewAttempt {
    const MAX_PER_COMMIT: usize = 16;

    fn versioned(&self) -> &RecordId {
        &self.starts_id
    }

    async fn write(store: &Store, rows: Vec<Self>) -> Result<()> {
        let (mut starts, mut attempts, mut sheets) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            starts.push(row.starts);
            attempts.push(row.attempt);
            sheets.push(row.sheet);
        }
        bind_rows(store.write(WRITE), starts, attempts, sheets).done().await.map_err(contended_by_other_start)
    }
}

impl App {
    /// Stores a started attempt and the student's starts in one commit, which attempts of other students may share.
    /// `drawn_from` is the state of the bank from which the paper was drawn.
    ///
    /// A question may be deleted while a paper with it is drawn. Snapshot isolation hides the two commits from each
    /// other, and a shared record per year would make all starts conflict. So both sides write first and check
    /// afterwards. A deletion has two commits: it makes the question inactive with a new revision of its year, then
    /// deletes it if no attempt holds it. A start stores its attempt, then checks that the years still have the
    /// revisions it drew from. Whichever side is second sees the other: the deletion finds the attempt, or the start
    /// finds the new revision and withdraws its attempt.
    ///
    /// # Errors
    /// [`Error::Contended`] if another start of the student was first, or a question of the paper became inactive or
    /// was moved to another year meanwhile. The caller checks and draws again.
    pub(in crate::exam) async fn store_attempt(
        &self,
        starts: Starts,
        attempt: &Attempt,
        sheet: &StoredSheet,
        drawn_from: DrawnFrom<'_>,
    ) -> Result<()> {
        let counted = starts.at.last().copied();
        let row = NewAttempt { starts_id: starts.id.link(), starts, attempt: attempt.clone(), sheet: sheet.clone() };
        self.start_commits.commit(row).await?;
        self.withdraw_unless_active(&[attempt], counted, Some(drawn_from), false).await
    }

    /// Stores finished tests of one student in one commit, with their results and the student's sums. `counted` is the
    /// start that was counted for them, if any. `drawn_from` is the state of the bank by which they were marked, if
    /// known. Concurrent deletions of questions are handled as in [`store_attempt`](Self::store_attempt).
    ///
    /// # Errors
    /// [`Error::Contended`] as in [`store_attempt`](Self::store_attempt). In that case none of the tests stays stored.
    pub(in crate::exam) async fn store_finished(
        &self,
        starts: Starts,
        counted: Option<Instant>,
        finished: &[Finished],
        drawn_from: Option<DrawnFrom<'_>>,
    ) -> Result<()> {
        let attempts: Vec<_> = finished.iter().map(|one| &one.attempt).collect();
        let (rows, sheets) = finished.iter().map(|one| (one.attempt.clone(), one.sheet.clone())).unzip();
        let results: Vec<_> = finished.iter().map(|one| &one.result).collect();
        let tx = self.store.begin().await?;
        let sql = format!("{WRITE}; INSERT INTO quiz $results RETURN NONE;");
        let call = bind_rows(tx.query(&sql), vec![starts], rows, sheets);
        let result_rows: Vec<_> = finished.iter().map(|one| one.result.clone()).collect();
        call.bind(("results", result_rows)).done().await.map_err(contended_by_other_start)?;
        count_results(&tx, &results, self.now()).await?;
        tx.commit().await?;
        self.withdraw_unless_active(&attempts, counted, drawn_from, true).await
    }

    /// Deletes attempts of one student that were just stored, with their sheets and results, if one of their questions
    /// was made inactive or moved to another year in the meantime. `counted` is the start that was counted for them.
    /// `are_marked` says whether they have results.
    async fn withdraw_unless_active(
        &self,
        attempts: &[&Attempt],
        counted: Option<Instant>,
        drawn_from: Option<DrawnFrom<'_>>,
        are_marked: bool,
    ) -> Result<()> {
        let Some(first) = attempts.first() else { return Ok(()) };
        if self.years_unchanged(attempts, drawn_from).await? || are_items_active(&self.store, attempts).await? {
            return Ok(());
        }
        let ids = |cast: fn(&Id<Attempt>) -> RecordId| attempts.iter().map(|one| cast(&one.id)).collect::<Vec<_>>();
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let sql = "DELETE $results RETURN NONE; DELETE $sheets RETURN NONE; DELETE $attempts RETURN NONE; \
                DELETE $items RETURN NONE; \
                UPDATE $starts SET version += 1, at -= $counted RETURN NONE;";
            let call = tx.query(sql).bind(("starts", Starts::key(&first.user))).bind(("counted", counted));
            let call = call.bind(("results", ids(|id| id.cast::<QuizResult>().link())));
            let call = call.bind(("sheets", ids(|id| id.cast::<StoredSheet>().link())));
            let call = call.bind(("attempts", ids(Id::link))).bind(("items", ids(|id| id.cast::<PaperItems>().link())));
            call.done().await?;
            if are_marked {
                recount_student(&tx, &first.user).await?;
            }
            tx.commit().await
        })
        .await?;
        Err(Error::Contended)
    }

    /// Whether the years of the papers have the same revisions as when the papers were drawn.
    async fn years_unchanged(&self, attempts: &[&Attempt], drawn_from: Option<DrawnFrom<'_>>) -> Result<bool> {
        let Some(DrawnFrom { revisions, edits }) = drawn_from else { return Ok(false) };
        if self.is_unedited_since(edits) {
            return Ok(true);
        }
        let subjects: HashSet<_> = attempts.iter().flat_map(|one| &one.subjects).cloned().collect();
        let years: HashSet<_> = attempts.iter().flat_map(|one| &one.years).cloned().collect();
        let (subjects, years) = (Vec::from_iter(subjects), Vec::from_iter(years));
        Ok(self.revisions(&subjects, &years).await? == *revisions)
    }
}

/// Whether each item of the papers exists, is active and still belongs to a year from which the papers were drawn.
pub(super) async fn are_items_active(store: &Store, attempts: &[&Attempt]) -> Result<bool> {
    let questions: HashSet<_> = attempts.iter().flat_map(|one| one.questions()).map(|item| &item.question).collect();
    let theories: HashSet<_> = attempts.iter().flat_map(|one| one.theories()).collect();
    let items = questions.into_iter().map(Id::link).chain(theories.into_iter().map(Id::link));
    let items: Vec<RecordId> = items.collect();
    let years: HashSet<_> = attempts.iter().flat_map(|one| &one.years).cloned().collect();
    let wanted = items.len();
    let call = store.query("SELECT VALUE id FROM $items WHERE status = true AND year IN $years");
    let call = call.bind(("items", items)).bind(("years", Vec::from_iter(years)));
    let found: Vec<RecordId> = call.all().await?;
    Ok(found.len() == wanted)
}

/// Maps the conflict with another start of the student to [`Error::Contended`], so that the caller checks again.
fn contended_by_other_start(error: Error) -> Error {
    match error {
        Error::Internal(message) if message.contains(OTHER_START) => Error::Contended,
        other => other,
    }
}

/// Binds the values that [`WRITE`] writes. [`Starts::version`] is the version that was read: 0 if the student had no
/// row. Binds `NONE` for 0, because that is the version of a missing row.
fn bind_rows(call: Call<'_>, starts: Vec<Starts>, attempts: Vec<Attempt>, sheets: Vec<StoredSheet>) -> Call<'_> {
    let ids: Vec<_> = starts.iter().map(|one| one.id.clone()).collect();
    let versions: Vec<_> = starts.iter().map(|one| Some(one.version).filter(|version| *version > 0)).collect();
    let with_next_version = starts.into_iter().map(|one| Starts { version: one.version + 1, ..one });
    let (new, known): (Vec<_>, Vec<_>) = with_next_version.partition(|one| one.version == 1);
    let items: Vec<_> = attempts.iter().map(PaperItems::of).collect();
    let call = call.bind(("starts_ids", ids)).bind(("versions", versions)).bind(("new_starts", new));
    let call = call.bind(("known_starts", known)).bind(("attempts", attempts));
    call.bind(("items", items)).bind(("sheets", sheets))
}
