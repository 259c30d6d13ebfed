//! Marking results again whose questions have another key than the one by which they were marked.
//!
//! Results are marked some at a time, each lot one commit, and each once for all keys that moved. A server that stops
//! meanwhile goes on at its next housekeeping. A submit that was marked by the old key while this goes on sees to its
//! own result (`look_again`).

use std::collections::{BTreeSet, HashMap, HashSet};

use surrealdb::types::SurrealValue;
use tokio::sync::mpsc;

use super::{MovedResult, QuizResult, score};
use crate::{
    App, Error, Result,
    accounts::{User, UserRef},
    audit::Cause,
    bank::{Question, Rekeying},
    statistics::replace_results,
    store::{Id, Record as _, retry_tx},
};

/// Results that are marked in one commit. The sums of their students are written with them, which these students
/// may be writing as they hand in a test, so a lot is small: it is soon stored, and tried again where they meet.
const LOT: usize = 50;
/// Notes that are removed in one commit.
const NOTES: usize = 100;

/// Which keys results are marked by.
pub(super) enum Keys {
    /// Those that these questions have at each commit.
    Stored(Vec<Id<Question>>),
    /// The one that the question has here, only to count what it would change.
    Trial(Box<Question>),
}

/// What marking again did to the results that hold a question.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Count {
    /// How many hold it.
    pub affected: usize,
    /// How many of them have another score now.
    pub moved: usize,
}

/// A question whose results are marked, as it was when that began.
#[derive(SurrealValue)]
struct Keyed {
    id: Id<Question>,
    #[surreal(default)]
    version: i64,
}

/// Results that were looked at in one commit.
struct Lot {
    /// All of them, with those of the questions that each holds.
    held: Vec<(Id<QuizResult>, Vec<Id<Question>>)>,
    /// Those that were marked by another key, each new and old.
    marked: Vec<(QuizResult, QuizResult)>,
}

impl QuizResult {
    /// The result by the keys of these questions, beside what it was, where one of them is not the one by which it
    /// was marked. A question that is not found keeps its own.
    pub(super) fn rekeyed<'a>(
        mut self,
        question: impl Fn(&Id<Question>) -> Option<&'a Question>,
    ) -> Option<(Self, Self)> {
        // A result that does not name the topic of an answer is taken to mean the one that the question has now.
        for item in self.marked.iter_mut().filter(|item| item.topic.is_none()) {
            item.topic = question(&item.question).map(|question| question.topic.clone());
        }
        let old = self;
        let mut new = old.clone();
        for (place, item) in old.marked.iter().enumerate() {
            let correct = question(&item.question).map(|question| &question.correct);
            if let Some(correct) = correct.filter(|correct| **correct != item.correct) {
                new.marked[place].correct = correct.clone();
                new.counted_by_another_key(&item.question, &item.correct);
            }
        }
        if new.marked.iter().zip(&old.marked).all(|(new, old)| new.correct == old.correct) {
            return None;
        }
        let chosen: HashMap<_, _> =
            old.marked.iter().filter_map(|item| Some((&item.question, item.chosen.as_ref()?))).collect();
        let keys = new.marked.iter().map(|item| score::Key {
            question: &item.question,
            subject: &item.subject,
            correct: &item.correct,
        });
        let marks = score::mark(keys, |question| chosen.get(question).copied());
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
            Self::Trial(question) => std::slice::from_ref(&question.id),
        }
    }
}

impl App {
    /// Marks the results of questions whose key was moved by an edit or an import, and those that a server left when
    /// it stopped.
    pub async fn finish_rekeying(&self) -> Result<()> {
        let notes: Vec<Rekeying> = self.store.query("SELECT * FROM rekeying").all().await?;
        let ids: Vec<Id<Question>> = notes.iter().map(|note| note.id.cast()).collect();
        let found: Vec<Keyed> = self.store.query("SELECT id, version FROM $ids").bind(("ids", ids)).all().await?;
        let mut found: HashMap<_, _> = found.into_iter().map(|question| (question.id.clone(), question)).collect();
        let (mut left, mut gone) = (Vec::new(), Vec::new());
        for note in notes {
            match found.remove(&note.id.cast()) {
                Some(question) => left.push((question, note.cause)),
                None => gone.push(note.id),
            }
        }
        if !gone.is_empty() {
            self.store.write("DELETE $gone RETURN NONE").bind(("gone", gone)).done().await?;
        }
        if left.is_empty() { Ok(()) } else { self.mark_noted(left, None).await.map(drop) }
    }

    /// Marks them beside the caller, who has moved keys.
    pub(crate) async fn remark_afterwards(&self) -> Result<()> {
        let app = self.clone();
        self.afterwards(async move { app.finish_rekeying().await }).await
    }

    /// Marks the results of a question whose key `cause` has moved.
    pub(super) async fn finish_rekeying_of(
        &self,
        cause: &Cause,
        question: &Question,
        told: Option<&mpsc::Sender<MovedResult>>,
    ) -> Result<Count> {
        let keyed = Keyed { id: question.id.clone(), version: question.version };
        let counts = self.mark_noted(vec![(keyed, cause.clone())], told).await?;
        Ok(counts.get(&question.id).copied().unwrap_or_default())
    }

    /// Marks the results of questions and takes their notes away, each under the name of who moved the key.
    async fn mark_noted(
        &self,
        questions: Vec<(Keyed, Cause)>,
        told: Option<&mpsc::Sender<MovedResult>>,
    ) -> Result<HashMap<Id<Question>, Count>> {
        let keys = Keys::Stored(questions.iter().map(|(question, _)| question.id.clone()).collect());
        let counts = self.mark_results(&keys, told).await?;
        for lot in questions.chunks(NOTES) {
            retry_tx(async || {
                let mut change = self.own_change().await?;
                for (Keyed { id, version }, cause) in lot {
                    // A key that came meanwhile has its own marking, and so has the note then.
                    let sql = "DELETE $note WHERE ($question.version ?? 0) = $version RETURN NONE";
                    let call = change.query(sql).bind(("note", id.cast::<Rekeying>()));
                    call.bind(("question", id.clone())).bind(("version", *version)).done().await?;
                    let Count { affected, moved } = counts.get(id).copied().unwrap_or_default();
                    let entry = self.audit_by(cause.clone(), "remark", Question::TABLE, id);
                    change.note(Some(entry.with("affected", affected as u64).with("moved", moved as u64)));
                }
                change.commit().await
            })
            .await?;
        }
        Ok(counts)
    }

    /// Marks the results that hold questions, or counts what a trial key would change; `told` hears of each result
    /// whose score moves.
    pub(super) async fn mark_results(
        &self,
        keys: &Keys,
        told: Option<&mpsc::Sender<MovedResult>>,
    ) -> Result<HashMap<Id<Question>, Count>> {
        let (mut counts, mut seen): (HashMap<_, Count>, BTreeSet<_>) = Default::default();
        loop {
            // Those that were handed in meanwhile, too: the server that took them may have stopped before it looked.
            let mut todo = self.results_with(keys.ids()).await?;
            todo.retain(|id| !seen.contains(id));
            let before = seen.len();
            let todo: Vec<_> = todo.into_iter().collect();
            let mut lots: Vec<_> = todo.chunks(LOT).rev().collect();
            while let Some(lot) = lots.pop() {
                let done = match retry_tx(async || self.mark_lot(keys, lot).await).await {
                    // Its students hand in again and again meanwhile: a smaller lot meets fewer of them.
                    Err(Error::Unavailable(_)) if lot.len() > 1 => {
                        let (first, second) = lot.split_at(lot.len() / 2);
                        lots.extend([second, first]);
                        continue;
                    }
                    done => done?,
                };
                self.count_lot(done, &mut counts, &mut seen, told).await?;
            }
            if seen.len() == before || matches!(keys, Keys::Trial(_)) {
                return Ok(counts);
            }
        }
    }

    async fn count_lot(
        &self,
        lot: Lot,
        counts: &mut HashMap<Id<Question>, Count>,
        seen: &mut BTreeSet<Id<QuizResult>>,
        told: Option<&mpsc::Sender<MovedResult>>,
    ) -> Result<()> {
        let moved: Vec<_> = lot.marked.into_iter().filter(|(new, old)| new.tally != old.tally).collect();
        let is_moved: HashSet<&Id<QuizResult>> = moved.iter().map(|(new, _)| &new.id).collect();
        for (result, questions) in lot.held {
            for question in questions {
                let count = counts.entry(question).or_default();
                count.affected += 1;
                count.moved += usize::from(is_moved.contains(&result));
            }
            seen.insert(result);
        }
        let Some(told) = told.filter(|told| !told.is_closed()) else { return Ok(()) };
        for row in self.moved_results(moved).await? {
            // Whoever asked may have gone; the results are marked all the same.
            let _ = told.send(row).await;
        }
        Ok(())
    }

    /// Marks some results in one commit.
    async fn mark_lot(&self, keys: &Keys, lot: &[Id<QuizResult>]) -> Result<Lot> {
        let tx = self.store.begin().await?;
        let rows: Vec<QuizResult> = tx.query("SELECT * FROM $lot").bind(("lot", lot.to_vec())).all().await?;
        let wanted: HashSet<&Id<Question>> = keys.ids().iter().collect();
        let holds = |row: &QuizResult| {
            let held = row.marked.iter().map(|item| &item.question).filter(|id| wanted.contains(id));
            (row.id.clone(), held.cloned().collect::<Vec<_>>())
        };
        let mut held: Vec<_> = rows.iter().map(holds).collect();
        held.retain(|(_, questions)| !questions.is_empty());
        let ids: HashSet<Id<Question>> = held.iter().flat_map(|(_, questions)| questions.clone()).collect();
        let questions: Vec<Question> = match keys {
            Keys::Trial(question) => vec![Question::clone(question)],
            Keys::Stored(_) => {
                tx.query("SELECT * FROM $ids").bind(("ids", ids.into_iter().collect::<Vec<_>>())).all().await?
            }
        };
        let questions: HashMap<_, _> = questions.into_iter().map(|question| (question.id.clone(), question)).collect();
        let marked: Vec<_> = rows.into_iter().filter_map(|row| row.rekeyed(|id| questions.get(id))).collect();
        if matches!(keys, Keys::Stored(_)) && !marked.is_empty() {
            // The questions are written to as well, so that a correction that comes between fails one of the two
            // commits: else this key, which would be the older one, could be the last to reach the results.
            let changed: HashSet<Id<Question>> = marked.iter().flat_map(moved_keys).cloned().collect();
            let hold = tx.query("UPDATE $questions SET guard = rand::ulid() RETURN NONE");
            hold.bind(("questions", changed.into_iter().collect::<Vec<_>>())).done().await?;
            replace_results(&tx, &marked, self.now()).await?;
            tx.commit().await?;
        }
        Ok(Lot { held, marked })
    }

    /// The results whose score moved, with their people; each pair new and old.
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

/// The questions by whose other key a result was marked; the pair is new and old.
fn moved_keys((new, old): &(QuizResult, QuizResult)) -> impl Iterator<Item = &Id<Question>> {
    let items = new.marked.iter().zip(&old.marked);
    items.filter(|(new, old)| new.correct != old.correct).map(|(new, _)| &new.question)
}
