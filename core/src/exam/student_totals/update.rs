//! Updates a student's sums together with the results, and recounts them.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use surrealdb::types::SurrealValue;

use super::{LastAnswers, Progress};
use crate::{
    Result,
    bank::Question,
    catalogue::Topic,
    clock::Instant,
    exam::{QuizResult, pending_statistics::requeue_for_statistics},
    people::User,
    store::{Id, Tx},
};

/// Creates or replaces rows.
const WRITE: &str = "FOR $row IN $progress { UPSERT $row.id CONTENT $row RETURN NONE }; \
    FOR $row IN $answers { UPSERT $row.id CONTENT $row RETURN NONE };";

/// All sums of a student.
#[derive(Debug, Default)]
pub(super) struct StudentStatistics {
    pub progress: Vec<Progress>,
    pub answers: Vec<LastAnswers>,
}

/// Adds new results of one student to the sums, in the commit that stores the results and after they were stored. Only
/// results of the same student conflict in these rows; one of the two commits is then retried.
pub(crate) async fn count_results(tx: &Tx, results: &[&QuizResult], now: Instant) -> Result<()> {
    let mut marked: Vec<_> = results.iter().copied().filter(|result| !result.marked.is_empty()).collect();
    marked.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    let Some(first) = marked.first() else { return Ok(()) };
    let user = &first.user;
    let exams: BTreeSet<_> = marked.iter().map(|result| Progress::key(user, &result.exam)).collect();
    let items = marked.iter().flat_map(|result| &result.marked);
    let subjects: BTreeSet<_> = items.map(|item| LastAnswers::key(user, &item.subject)).collect();
    let sql = "SELECT * FROM $progress; SELECT * FROM $answers;";
    let call = tx.query(sql).bind(("progress", exams.into_iter().collect::<Vec<_>>()));
    let mut found = call.bind(("answers", subjects.into_iter().collect::<Vec<_>>())).checked().await?;
    let mut kept = StudentStatistics { progress: found.take(0)?, answers: found.take(1)? };
    let is_late = marked.iter().any(|result| kept.answers.iter().any(|answers| answers.is_ahead_of(result)));
    kept.count(&marked);
    if is_late {
        kept.answers = StudentStatistics::counted(tx, user).await?.answers;
    }
    for progress in &mut kept.progress {
        progress.sums.0.prune(now);
    }
    kept.write(tx).await
}

/// The results from which memories are computed again after a correction.
pub(crate) enum History<'a> {
    /// All results of the students, read from the store.
    Whole,
    /// The questions that were marked again, and all results of the students that contain one of them.
    Of { questions: &'a HashSet<Id<Question>>, results: Vec<QuizResult> },
}

/// Stores results that were marked again, given as (new, old), updates their students' sums, and queues the results for
/// the statistics of their questions.
pub(crate) async fn replace_results(
    tx: &Tx,
    pairs: &[(QuizResult, QuizResult)],
    history: History<'_>,
    now: Instant,
) -> Result<()> {
    requeue_for_statistics(tx, pairs).await?;
    let rows: Vec<QuizResult> = pairs.iter().map(|(new, _)| new.clone()).collect();
    let keys: BTreeSet<_> = pairs.iter().map(|(new, _)| Progress::key(&new.user, &new.exam)).collect();
    let sql = "FOR $row IN $rows { UPDATE $row.id CONTENT $row RETURN NONE }; SELECT * FROM $keys";
    let call = tx.query(sql).bind(("rows", rows)).bind(("keys", keys.into_iter().collect::<Vec<_>>()));
    let stored: Vec<Progress> = call.checked().await?.take(1)?;
    let stored: HashMap<_, _> = stored.into_iter().map(|one| (one.id.clone(), one)).collect();
    let mut kept = stored.clone();
    for (new, old) in pairs {
        // An erased account has no sums.
        if let Some(progress) = kept.get_mut(&Progress::key(&new.user, &new.exam)) {
            progress.sums.0.replace(old, new);
            progress.sums.0.prune(now);
        }
    }
    let users: BTreeSet<_> = kept.values().map(|progress| progress.user.clone()).collect();
    let answers = remember_again(tx, users, history).await?;
    // Most corrections change the marks of some students only.
    kept.retain(|id, progress| stored.get(id).is_none_or(|before| before.sums != progress.sums));
    StudentStatistics { progress: kept.into_values().collect(), answers }.write(tx).await
}

/// Computes memories again and returns the last answers of these students that have changed or may have changed.
async fn remember_again(tx: &Tx, users: BTreeSet<Id<User>>, history: History<'_>) -> Result<Vec<LastAnswers>> {
    let mut answers = Vec::new();
    let (questions, mut results) = match history {
        History::Whole => {
            for user in users {
                answers.extend(StudentStatistics::counted(tx, &user).await?.answers);
            }
            return Ok(answers);
        }
        History::Of { questions, results } => (questions, results),
    };
    results.sort_by(|a, b| (&a.user, a.created_at, &a.id).cmp(&(&b.user, b.created_at, &b.id)));
    results.retain(|result| users.contains(&result.user));
    let mut keys = BTreeSet::new();
    for result in &results {
        let items = result.marked.iter().filter(|item| questions.contains(&item.question));
        keys.extend(items.map(|item| LastAnswers::key(&result.user, &item.subject)));
    }
    let mut stored: HashMap<Id<User>, Vec<LastAnswers>> = HashMap::new();
    let call = tx.query("SELECT * FROM $keys").bind(("keys", keys.into_iter().collect::<Vec<_>>()));
    for one in call.all::<LastAnswers>().await? {
        stored.entry(one.user.clone()).or_default().push(one);
    }
    for results in results.chunk_by(|a, b| a.user == b.user) {
        let user = &results[0].user;
        let own = stored.remove(user).unwrap_or_default();
        let all = if own.iter().any(LastAnswers::is_full) { results_of(tx, user).await? } else { Vec::new() };
        for mut one in own {
            let before = one.answers.clone();
            one.remember(questions, if one.is_full() { &all } else { results });
            if one.answers != before {
                answers.push(one);
            }
        }
    }
    Ok(answers)
}

/// Deletes all sums of a student.
pub(crate) async fn drop_student(tx: &Tx, user: &Id<User>) -> Result<()> {
    let sql = "DELETE progress WHERE user = $user RETURN NONE; DELETE last_answers WHERE user = $user RETURN NONE;";
    tx.query(sql).bind(("user", user.clone())).done().await
}

/// Recomputes a student's sums from the stored results.
pub(crate) async fn recount_student(tx: &Tx, user: &Id<User>) -> Result<()> {
    drop_student(tx, user).await?;
    StudentStatistics::counted(tx, user).await?.write(tx).await
}

/// Migration: computes the sums of all students.
pub(crate) async fn count_students(tx: &Tx) -> Result<()> {
    let tables = "DEFINE TABLE IF NOT EXISTS quiz SCHEMALESS; DEFINE TABLE IF NOT EXISTS progress SCHEMALESS; \
        DEFINE TABLE IF NOT EXISTS last_answers SCHEMALESS;";
    tx.query(tables).done().await?;
    for user in students(tx).await? {
        StudentStatistics::counted(tx, &user).await?.write(tx).await?;
    }
    Ok(())
}

/// All accounts that have sums, which are all but the erased ones.
pub(super) async fn students(tx: &Tx) -> Result<Vec<Id<User>>> {
    #[derive(SurrealValue)]
    struct StudentAddress {
        id: Id<User>,
        email: String,
    }
    let rows: Vec<StudentAddress> = tx.query("SELECT id, email FROM user").all().await?;
    Ok(rows.into_iter().filter(|row| !User::is_erased_address(&row.email)).map(|row| row.id).collect())
}

impl StudentStatistics {
    /// The stored sums of a student.
    pub async fn of(tx: &Tx, user: &Id<User>) -> Result<Self> {
        let sql = "SELECT * FROM progress WHERE user = $user; SELECT * FROM last_answers WHERE user = $user;";
        let mut found = tx.query(sql).bind(("user", user.clone())).checked().await?;
        Ok(Self { progress: found.take(0)?, answers: found.take(1)? })
    }

    /// The sums of a student, computed from the results.
    pub async fn counted(tx: &Tx, user: &Id<User>) -> Result<Self> {
        let mut results = results_of(tx, user).await?;
        name_topics(tx, &mut results).await?;
        let mut kept = Self::default();
        kept.count(&results.iter().filter(|result| !result.marked.is_empty()).collect::<Vec<_>>());
        Ok(kept)
    }

    /// Adds results of one student, the oldest first.
    fn count(&mut self, results: &[&QuizResult]) {
        for result in results {
            let place = self.progress.iter().position(|one| one.exam == result.exam).unwrap_or_else(|| {
                self.progress.push(Progress::none(&result.user, &result.exam));
                self.progress.len() - 1
            });
            self.progress[place].sums.0.count(result);
        }
        let items = results.iter().flat_map(|result| result.marked.iter().map(|item| (&result.user, &item.subject)));
        for (user, subject) in items.collect::<BTreeSet<_>>() {
            let place = self.answers.iter().position(|one| one.subject == *subject).unwrap_or_else(|| {
                self.answers.push(LastAnswers::none(user, subject));
                self.answers.len() - 1
            });
            self.answers[place].count(results.iter().copied());
        }
    }

    async fn write(self, tx: &Tx) -> Result<()> {
        if self.progress.is_empty() && self.answers.is_empty() {
            return Ok(());
        }
        let call = tx.query(WRITE).bind(("progress", self.progress)).bind(("answers", self.answers));
        call.done().await
    }
}

/// All results of a student, the oldest first.
async fn results_of(tx: &Tx, user: &Id<User>) -> Result<Vec<QuizResult>> {
    let sql = "SELECT * FROM quiz WHERE user = $user";
    let mut results: Vec<QuizResult> = tx.query(sql).bind(("user", user.clone())).all().await?;
    results.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    Ok(results)
}

/// Adds the current topic of the question to items of older results that have none.
async fn name_topics(tx: &Tx, results: &mut [QuizResult]) -> Result<()> {
    #[derive(SurrealValue)]
    struct QuestionTopic {
        id: Id<Question>,
        topic: Id<Topic>,
    }
    let items = || results.iter().flat_map(|result| &result.marked);
    let nameless: BTreeSet<_> = items().filter(|item| item.topic.is_none()).map(|item| item.question.clone()).collect();
    if nameless.is_empty() {
        return Ok(());
    }
    let call = tx.query("SELECT id, topic FROM $ids").bind(("ids", nameless.into_iter().collect::<Vec<_>>()));
    let rows: Vec<QuestionTopic> = call.all().await?;
    let topics: BTreeMap<_, _> = rows.into_iter().map(|row| (row.id, row.topic)).collect();
    for item in results.iter_mut().flat_map(|result| &mut result.marked) {
        item.topic = item.topic.take().or_else(|| topics.get(&item.question).cloned());
    }
    Ok(())
}
