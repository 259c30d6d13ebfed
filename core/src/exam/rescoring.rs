//! Marks results again after a key was corrected, or a question withdrawn.
//!
//! Results are marked in batches, one commit each, and each result once for all corrected keys. If the server stops,
//! the work continues with the next housekeeping. A submit that used the old key in the meantime corrects its own
//! result (`rescore_if_key_changed`).

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::{
    MarkedItem, QuizResult, score,
    student_totals::{History, replace_results},
};
use crate::{
    App, Error, Result,
    audit::Cause,
    bank::{Question, RescoringRequest},
    people::{User, UserRef},
    store::{Id, Record as _, Tx, retry_tx},
};

/// Results per commit, rounded up so that all results of a student are together. The commit also updates the sums of
/// their students, who may be submitting tests at the same time: a small batch is stored quickly and is cheap to retry
/// after a conflict.
const BATCH: usize = 50;
/// Requests deleted per commit.
const REQUESTS_PER_COMMIT: usize = 100;
/// Results whose students are read by one query.
const READ: usize = 1000;

/// Counts of results affected by a correction.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct RekeyedCount {
    /// As in [`super::Rekeyed`].
    pub affected: usize,
    /// As in [`super::Rekeyed`].
    pub moved: usize,
}

/// A result whose score changed.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedResult {
    pub quiz_id: Id<QuizResult>,
    pub user: UserRef,
    /// Percentage of correct answers before.
    pub before: f64,
    /// Percentage of correct answers after the correction.
    pub after: f64,
}

/// The keys by which results are marked.
pub(super) enum Keys {
    /// The keys of these questions as they are stored at the time of each commit.
    Stored(Vec<Id<Question>>),
    /// The key of this question, to count the effect without storing anything.
    DryRun(Box<Question>),
}

/// A question whose results are rescored, as it was at the start.
#[derive(Clone, SurrealValue)]
struct QuestionVersion {
    id: Id<Question>,
    #[surreal(default)]
    version: i64,
}

/// All results of one student that contain a rescored question.
type OfStudent = Vec<Id<QuizResult>>;

/// The results examined in one commit.
struct Batch {
    /// All results of the batch, each with the rescored questions that it contains.
    held: Vec<(Id<QuizResult>, Vec<Id<Question>>)>,
    /// The results marked by another key, as (new, old).
    marked: Vec<(QuizResult, QuizResult)>,
}

impl QuizResult {
    /// This result rescored with the keys of these questions, together with the old result, if a key differs or a
    /// question was withdrawn or put back. A deleted question stays as it was marked.
    pub(super) fn rekeyed<'a>(
        mut self,
        question: impl Fn(&Id<Question>) -> Option<&'a Question>,
    ) -> Option<(Self, Self)> {
        // If a result does not name the topic of an answer, the question's present topic is used.
        for item in self.marked.iter_mut().filter(|item| item.topic.is_none()) {
            item.topic = question(&item.question).map(|question| question.topic.clone());
        }
        let old = self;
        let mut new = old.clone();
        for (place, item) in old.marked.iter().enumerate() {
            let Some(question) = question(&item.question) else { continue };
            new.marked[place].withdrawn = question.body.withdrawn;
            if question.body.correct != item.correct {
                new.marked[place].correct = question.body.correct.clone();
            }
        }
        moved_keys((&new, &old)).next()?;
        let chosen: HashMap<_, _> =
            old.marked.iter().filter_map(|item| Some((&item.question, item.chosen.as_ref()?))).collect();
        let marks = score::mark(new.marked.iter().map(MarkedItem::key), |question| chosen.get(question).copied());
        for (subject, tally) in &mut new.parts {
            *tally = marks.subjects.get(subject).copied().unwrap_or_default();
        }
        new.tally = marks.tally;
        Some((new, old))
    }
}

impl Keys {
    fn ids(&self) -> &[Id<Question>] {
        match self {
            Self::Stored(ids) => ids,
            Self::DryRun(question) => std::slice::from_ref(&question.id),
        }
    }
}

impl App {
    /// Rescores the results of questions whose key was changed by an edit or an import, and continues work that a
    /// stopped server left.
    pub async fn finish_rescoring(&self) -> Result<()> {
        let requests: Vec<RescoringRequest> = self.store.query("SELECT * FROM rekeying").all().await?;
        let ids: Vec<Id<Question>> = requests.iter().map(|request| request.id.cast()).collect();
        let found: Vec<QuestionVersion> =
            self.store.query("SELECT id, version FROM $ids").bind(("ids", ids)).all().await?;
        let mut found: HashMap<_, _> = found.into_iter().map(|question| (question.id.clone(), question)).collect();
        let (mut left, mut gone) = (Vec::new(), Vec::new());
        for request in requests {
            match found.remove(&request.id.cast()) {
                Some(question) => left.push((question, request.cause)),
                None => gone.push(request.id),
            }
        }
        if !gone.is_empty() {
            self.store.write("DELETE $gone RETURN NONE").bind(("gone", gone)).done().await?;
        }
        if left.is_empty() { Ok(()) } else { self.rescore_requested(left, None).await.map(drop) }
    }

    /// Rescores results in the background, after the caller changed keys.
    pub(crate) async fn spawn_rescoring(&self) -> Result<()> {
        let app = self.clone();
        self.spawn_detached(async move { app.finish_rescoring().await }).await
    }

    /// Rescores the results of a question whose key `cause` has changed.
    pub(super) async fn finish_rescoring_of(
        &self,
        cause: &Cause,
        question: &Question,
        sender: Option<&mpsc::Sender<MovedResult>>,
    ) -> Result<RekeyedCount> {
        let corrected = QuestionVersion { id: question.id.clone(), version: question.version };
        let counts = self.rescore_requested(vec![(corrected, cause.clone())], sender).await?;
        Ok(counts.get(&question.id).copied().unwrap_or_default())
    }

    /// Rescores the results of questions and deletes their requests. Each is audited under the author of the
    /// correction.
    async fn rescore_requested(
        &self,
        questions: Vec<(QuestionVersion, Cause)>,
        sender: Option<&mpsc::Sender<MovedResult>>,
    ) -> Result<HashMap<Id<Question>, RekeyedCount>> {
        let keys = Keys::Stored(questions.iter().map(|(question, _)| question.id.clone()).collect());
        let counts = self.rescore_results(&keys, sender).await?;
        for batch in questions.chunks(REQUESTS_PER_COMMIT) {
            retry_tx(async || {
                let mut change = self.unaudited_change().await?;
                // Leaves the requests of questions that were corrected again in the meantime: that correction marks its
                // own results.
                let sql = "FOR $corrected IN $batch { DELETE type::record('rekeying', record::id($corrected.id)) \
                    WHERE ($corrected.id.version ?? 0) = $corrected.version RETURN NONE }";
                let corrected: Vec<_> = batch.iter().map(|(corrected, _)| corrected.clone()).collect();
                change.query(sql).bind(("batch", corrected)).done().await?;
                for (QuestionVersion { id, .. }, cause) in batch {
                    let RekeyedCount { affected, moved } = counts.get(id).copied().unwrap_or_default();
                    let entry = self.audit_by(cause.clone(), "remark", Question::TABLE, id);
                    change.note(Some(entry.with("affected", affected as u64).with("moved", moved as u64)));
                }
                change.commit().await
            })
            .await?;
        }
        Ok(counts)
    }

    /// Rescores the results that contain these questions, or counts the effect of a dry run. `sender` receives each
    /// result whose score changes.
    pub(super) async fn rescore_results(
        &self,
        keys: &Keys,
        sender: Option<&mpsc::Sender<MovedResult>>,
    ) -> Result<HashMap<Id<Question>, RekeyedCount>> {
        let (mut counts, mut seen): (HashMap<_, RekeyedCount>, BTreeSet<_>) = Default::default();
        let mut students = HashMap::new();
        loop {
            // A further round covers results that were submitted in the meantime: their server may have stopped before
            // its own check.
            let mut todo = self.by_student(self.results_with(keys.ids()).await?, &mut students).await?;
            todo.retain(|results| results.iter().any(|id| !seen.contains(id)));
            let before = seen.len();
            let mut batches: Vec<_> = batches(&todo).into_iter().rev().collect();
            while let Some(batch) = batches.pop() {
                let done = match retry_tx(async || self.rescore_batch(keys, batch).await).await {
                    // Students in the batch may submit at the same time: a smaller batch conflicts with fewer of them.
                    Err(Error::Unavailable(_)) if batch.len() > 1 => {
                        let (first, second) = batch.split_at(batch.len() / 2);
                        batches.extend([second, first]);
                        continue;
                    }
                    done => done?,
                };
                self.count_batch(done, &mut counts, &mut seen, sender).await?;
            }
            if seen.len() == before || matches!(keys, Keys::DryRun(_)) {
                return Ok(counts);
            }
        }
    }

    /// Groups these results by student. `known` caches the student of each result, because reading a result is
    /// expensive.
    async fn by_student(
        &self,
        results: BTreeSet<Id<QuizResult>>,
        known: &mut HashMap<Id<QuizResult>, Id<User>>,
    ) -> Result<Vec<OfStudent>> {
        #[derive(SurrealValue)]
        struct Row {
            id: Id<QuizResult>,
            user: Id<User>,
        }
        let unknown: Vec<_> = results.iter().filter(|id| !known.contains_key(*id)).cloned().collect();
        for batch in unknown.chunks(READ) {
            let rows = self.store.query("SELECT id, user FROM $batch").bind(("batch", batch.to_vec()));
            known.extend(rows.all::<Row>().await?.into_iter().map(|Row { id, user }| (id, user)));
        }
        let mut students: BTreeMap<&Id<User>, OfStudent> = BTreeMap::new();
        for id in results {
            if let Some(user) = known.get(&id) {
                students.entry(user).or_default().push(id);
            }
        }
        Ok(students.into_values().collect())
    }

    async fn count_batch(
        &self,
        batch: Batch,
        counts: &mut HashMap<Id<Question>, RekeyedCount>,
        seen: &mut BTreeSet<Id<QuizResult>>,
        sender: Option<&mpsc::Sender<MovedResult>>,
    ) -> Result<()> {
        let moved: Vec<_> = batch.marked.into_iter().filter(|(new, old)| new.tally != old.tally).collect();
        let is_moved: HashSet<&Id<QuizResult>> = moved.iter().map(|(new, _)| &new.id).collect();
        for (result, questions) in batch.held {
            if seen.contains(&result) {
                continue; // A student's new result brings the earlier ones along.
            }
            for question in questions {
                let count = counts.entry(question).or_default();
                count.affected += 1;
                count.moved += usize::from(is_moved.contains(&result));
            }
            seen.insert(result);
        }
        let Some(sender) = sender.filter(|sender| !sender.is_closed()) else { return Ok(()) };
        for row in self.moved_results(moved).await? {
            // The caller may have disconnected; the results are marked anyway.
            let _ = sender.send(row).await;
        }
        Ok(())
    }

    /// Rescores a batch of results in one commit.
    async fn rescore_batch(&self, keys: &Keys, batch: &[OfStudent]) -> Result<Batch> {
        let tx = self.store.begin().await?;
        let rows: Vec<QuizResult> = tx.query("SELECT * FROM $batch").bind(("batch", batch.concat())).all().await?;
        let wanted: HashSet<&Id<Question>> = keys.ids().iter().collect();
        let holds = |row: &QuizResult| {
            let held = row.marked.iter().map(|item| &item.question).filter(|id| wanted.contains(id));
            (row.id.clone(), held.cloned().collect::<Vec<_>>())
        };
        let mut held: Vec<_> = rows.iter().map(holds).collect();
        held.retain(|(_, questions)| !questions.is_empty());
        let ids: HashSet<Id<Question>> = held.iter().flat_map(|(_, questions)| questions.clone()).collect();
        let questions: Vec<Question> = match keys {
            Keys::DryRun(question) => vec![Question::clone(question)],
            Keys::Stored(_) => {
                tx.query("SELECT * FROM $ids").bind(("ids", ids.into_iter().collect::<Vec<_>>())).all().await?
            }
        };
        let questions: HashMap<_, _> = questions.into_iter().map(|question| (question.id.clone(), question)).collect();
        let marked: Vec<_> = rows.iter().filter_map(|row| row.clone().rekeyed(|id| questions.get(id))).collect();
        if matches!(keys, Keys::Stored(_)) && !marked.is_empty() {
            let changed = marked.iter().flat_map(|(new, old)| moved_keys((new, old)));
            let changed: HashSet<Id<Question>> = changed.cloned().collect();
            conflict_with_corrections(&tx, &changed).await?;
            let new: HashMap<_, _> = marked.iter().map(|(new, _)| (&new.id, new)).collect();
            let results = rows.into_iter().map(|row| new.get(&row.id).map_or(row, |new| QuizResult::clone(new)));
            let history = History::Of { questions: &changed, results: results.collect() };
            replace_results(&tx, &marked, history, self.now()).await?;
            tx.commit().await?;
        }
        Ok(Batch { held, marked })
    }

    /// The report rows of results whose score changed, given as (new, old).
    async fn moved_results(&self, moved: Vec<(QuizResult, QuizResult)>) -> Result<Vec<MovedResult>> {
        let users: Vec<Id<User>> = moved.iter().map(|(new, _)| new.user.clone()).collect();
        let sql = "SELECT id, first_name, last_name, email FROM $users";
        let users: Vec<UserRef> = self.store.query(sql).bind(("users", users)).all().await?;
        let users: HashMap<_, _> = users.into_iter().map(|user| (user.id.clone(), user)).collect();
        let row = |(new, old): (QuizResult, QuizResult)| {
            let user = users.get(&new.user)?.clone();
            Some(MovedResult { quiz_id: new.id, user, before: old.tally.accuracy(), after: new.tally.accuracy() })
        };
        Ok(moved.into_iter().filter_map(row).collect())
    }
}

/// Makes this commit conflict with a concurrent correction of these questions. Without that, an older key could be the
/// last to reach the results. A correction writes the rescoring request of its question, so this writes it too. If
/// another rescoring has deleted the request, this writes the question itself, which takes far longer because of its
/// indexes.
async fn conflict_with_corrections(tx: &Tx, questions: &HashSet<Id<Question>>) -> Result<()> {
    let requests: Vec<Id<RescoringRequest>> = questions.iter().map(Id::cast).collect();
    let touch = tx.query("UPDATE $requests SET guard = rand::ulid() RETURN VALUE id").bind(("requests", requests));
    let requested: HashSet<Id<Question>> = touch.all::<Id<RescoringRequest>>().await?.iter().map(Id::cast).collect();
    let others: Vec<Id<Question>> = questions.difference(&requested).cloned().collect();
    if others.is_empty() {
        return Ok(());
    }
    tx.query("UPDATE $others SET guard = rand::ulid() RETURN NONE").bind(("others", others)).done().await
}

/// Splits the results into batches of about [`BATCH`], without splitting a student's results.
fn batches(students: &[OfStudent]) -> Vec<&[OfStudent]> {
    let (mut batches, mut from, mut size) = (Vec::new(), 0, 0);
    for (place, results) in students.iter().enumerate() {
        size += results.len();
        if size >= BATCH || place + 1 == students.len() {
            batches.push(&students[from..=place]);
            (from, size) = (place + 1, 0);
        }
    }
    batches
}

/// The questions whose key or withdrawal differs between two versions of a result, given as (new, old).
fn moved_keys<'a>((new, old): (&'a QuizResult, &'a QuizResult)) -> impl Iterator<Item = &'a Id<Question>> {
    let items = new.marked.iter().zip(&old.marked);
    let differs =
        |(new, old): &(&MarkedItem, &MarkedItem)| new.correct != old.correct || new.withdrawn != old.withdrawn;
    items.filter(differs).map(|(new, _)| &new.question)
}

impl MarkedItem {
    /// Whether the question's key or withdrawal has changed since this marking.
    pub(super) fn is_marked_otherwise(&self, question: &Question) -> bool {
        question.body.correct != self.correct || question.body.withdrawn != self.withdrawn
    }
}
