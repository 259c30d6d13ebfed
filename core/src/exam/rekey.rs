//! Putting a wrong key right: the question's own, and in every result that was marked by another one.
//!
//! The new key, whoever sets it, is one commit with a note that results are yet to be marked by it; the results
//! follow, some at a time, each lot one commit. A server that stops meanwhile goes on at its next housekeeping. A
//! submit that was marked by the old key while this goes on looks after its commit whether the bank has changed, and
//! then marks its own result anew ([`App::look_again`]): whichever of both commits is the later sees the other. Where
//! that fails, it leaves the same note.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Attempt, MarkedItem, QuizResult, score};
use crate::{
    App, Error, Result,
    accounts::{Actor, User, UserRef},
    audit::Audit,
    bank::{Choice, Question, Rekeying, Revisions, SubjectYear},
    statistics::replace_results,
    store::{Id, Record, retry_tx},
};

/// Results that are marked in one commit. The sums of their students are written with them, which these students
/// may be writing as they hand in a test, so a lot is small: it is soon stored, and tried again where they meet.
const LOT: usize = 50;
/// The most results of a report whose score moved; all of them are counted.
const MOST_TOLD: usize = 20_000;

/// What puts the key of a question right.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CorrectKey {
    /// The right option: its id, its letter, or its number from 1.
    pub option: OptionName,
    /// The version that was read (ruling 33).
    pub version: Option<i64>,
    /// Only tells what would change.
    #[serde(default)]
    pub dry_run: bool,
}

/// One of a question's options, as people name it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum OptionName {
    /// From 1.
    Number(usize),
    /// An id, a letter from A, or a number from 1.
    Text(String),
}

/// What a new key did to the results.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rekeyed {
    /// How many results hold the question.
    pub affected: usize,
    /// How many of them have another score than before.
    pub moved: usize,
    /// Those, the first 20,000 of them.
    pub changed: Vec<MovedResult>,
}

/// A result whose score moved.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MovedResult {
    pub quiz_id: Id<QuizResult>,
    pub user: UserRef,
    /// Percent of all its questions that were answered rightly, by the old key.
    pub before: f64,
    /// The same by the new one.
    pub after: f64,
}

impl OptionName {
    /// The option of this question that is meant.
    fn of<'a>(&self, question: &'a Question) -> Option<&'a Choice> {
        let place = match self {
            Self::Number(number) => number.checked_sub(1)?,
            Self::Text(text) => {
                let text = text.trim();
                if let Some(choice) = question.options.iter().find(|choice| choice.id.as_str() == text) {
                    return Some(choice);
                }
                match text.as_bytes() {
                    [letter] if letter.is_ascii_alphabetic() => usize::from(letter.to_ascii_uppercase() - b'A'),
                    _ => text.parse::<usize>().ok()?.checked_sub(1)?,
                }
            }
        };
        question.options.get(place)
    }
}

impl QuizResult {
    /// The result by the keys of these questions, beside what it was, where one of them is not the one by which it
    /// was marked. A question that is not found keeps its own.
    fn rekeyed<'a>(mut self, question: impl Fn(&Id<Question>) -> Option<&'a Question>) -> Option<(Self, Self)> {
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

impl App {
    /// Makes an option the key of a question and marks every result that holds the question by it, or only
    /// tells what that would change. The new key, and what it did, go on the record.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an option that the question does not have; [`Error::Conflict`] with reason
    /// `changed` for an older version.
    pub async fn correct_key(&self, actor: &Actor, id: &Id<Question>, ask: CorrectKey) -> Result<Rekeyed> {
        let question: Question = self.load(id).await?.ok_or(Error::NotFound("Question"))?;
        let wrong = || Error::field("option", "This question has no such option");
        let key = ask.option.of(&question).ok_or_else(wrong)?.id.clone();
        if ask.dry_run {
            self.own_change().await?.expect_version(&question, ask.version).await?;
            return self.mark_results(&question, Some(&key)).await;
        }
        self.has_proved(actor)?;
        let (app, actor, id) = (self.clone(), actor.clone(), id.clone());
        // To its end, even if whoever asked for it has gone.
        self.to_the_end(async move {
            let question = retry_tx(async || app.set_key(&actor, &id, &key, ask.version).await).await?;
            app.finish_rekeying_of(&actor, &question).await
        })
        .await
    }

    /// Sets the key, and notes that results are yet to be marked by it.
    async fn set_key(
        &self,
        actor: &Actor,
        id: &Id<Question>,
        key: &Id<Choice>,
        version: Option<i64>,
    ) -> Result<Question> {
        let mut change = self.change(actor).await?;
        let old: Question = change.find(id).await?;
        change.expect_version(&old, version).await?;
        if old.choice(key).is_none() {
            return Err(Error::field("option", "This question has no such option"));
        }
        let year: SubjectYear = change.find(&old.year).await?;
        year.raise(&mut change, &[]).await?;
        let new = Question { correct: key.clone(), version: old.version + 1, ..old.clone() };
        change.update_by("correct-key", &old, &new).await?;
        change.note_rekeying([id]).await?;
        change.commit().await?;
        Ok(new)
    }

    /// Marks the results of questions whose key was moved by an edit or an import, and those that a server left when
    /// it stopped.
    ///
    /// # Errors
    /// The last of those that some questions met; they keep no other question from its turn.
    pub async fn finish_rekeying(&self) -> Result<()> {
        let left: Vec<Id<Rekeying>> = self.store.query("SELECT VALUE id FROM rekeying").all().await?;
        let mut outcome = Ok(());
        for note in left {
            if let Err(error) = self.finish_noted(&note).await {
                tracing::warn!(question = %note, %error, "results could not be marked by a new key yet");
                outcome = Err(error);
            }
        }
        outcome
    }

    /// Marks the results of the question of this note.
    async fn finish_noted(&self, note: &Id<Rekeying>) -> Result<()> {
        match self.load::<Question>(&note.cast()).await? {
            Some(question) => self.finish_rekeying_of(&Actor::Operator, &question).await.map(drop),
            None => self.store.write("DELETE $note RETURN NONE").bind(("note", note.clone())).done().await,
        }
    }

    /// Marks them beside the caller, who has moved keys.
    pub(crate) async fn remark_afterwards(&self) -> Result<()> {
        let app = self.clone();
        self.afterwards(async move { app.finish_rekeying().await }).await
    }

    async fn finish_rekeying_of(&self, actor: &Actor, question: &Question) -> Result<Rekeyed> {
        let report = self.mark_results(question, None).await?;
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            // A key that came meanwhile has its own marking, and so has the note then.
            let sql = "DELETE $note WHERE $question.version = $version RETURN NONE";
            let call = change.query(sql).bind(("note", question.id.cast::<Rekeying>()));
            call.bind(("question", question.id.clone())).bind(("version", question.version)).done().await?;
            let entry = change.entry("remark", Question::TABLE, &question.id);
            let told = |entry: Audit| entry.with("affected", report.affected as u64).with("moved", report.moved as u64);
            change.note(entry.map(told));
            change.commit().await
        })
        .await?;
        Ok(report)
    }

    /// Marks the results that hold a question by the key that it has at each commit; with a `trial` key, only
    /// tells what that one would change.
    async fn mark_results(&self, question: &Question, trial: Option<&Id<Choice>>) -> Result<Rekeyed> {
        let (mut report, mut seen) = (Rekeyed::default(), HashSet::new());
        loop {
            // Those that were handed in meanwhile, too: the server that took them may have stopped before it looked.
            let mut new = self.results_with(question).await?;
            new.retain(|id| seen.insert(id.clone()));
            if new.is_empty() {
                return Ok(report);
            }
            self.mark_these(question, &new, trial, &mut report).await?;
            if trial.is_some() {
                return Ok(report);
            }
        }
    }

    async fn results_with(&self, question: &Question) -> Result<Vec<Id<QuizResult>>> {
        let sql = "SELECT VALUE id FROM quiz WHERE subjects CONTAINS $subject AND marked.question CONTAINS $question";
        let call = self.store.query(sql).bind(("subject", question.subject.clone()));
        call.bind(("question", question.id.to_string())).all().await
    }

    async fn mark_these(
        &self,
        question: &Question,
        results: &[Id<QuizResult>],
        trial: Option<&Id<Choice>>,
        report: &mut Rekeyed,
    ) -> Result<()> {
        report.affected += results.len();
        let mut lots: Vec<&[Id<QuizResult>]> = results.chunks(LOT).rev().collect();
        while let Some(lot) = lots.pop() {
            let marked = match retry_tx(async || self.mark_lot(question, lot, trial).await).await {
                // Its students hand in again and again meanwhile: a smaller lot meets fewer of them.
                Err(Error::Unavailable(_)) if lot.len() > 1 => {
                    let (first, second) = lot.split_at(lot.len() / 2);
                    lots.extend([second, first]);
                    continue;
                }
                marked => marked?,
            };
            let moved: Vec<_> = marked.into_iter().filter(|(new, old)| new.tally != old.tally).collect();
            report.moved += moved.len();
            let room = MOST_TOLD.saturating_sub(report.changed.len());
            report.changed.extend(self.told(moved.into_iter().take(room).collect()).await?);
        }
        Ok(())
    }

    /// Marks some results in one commit; those that differ now, each new and old.
    async fn mark_lot(
        &self,
        question: &Question,
        lot: &[Id<QuizResult>],
        trial: Option<&Id<Choice>>,
    ) -> Result<Vec<(QuizResult, QuizResult)>> {
        let tx = self.store.begin().await?;
        let question = match trial {
            Some(key) => Question { correct: key.clone(), ..question.clone() },
            // Written to as well, so that a correction that comes between fails one of the two commits:
            // else this key, which would be the older one, could be the last to reach the results.
            None => {
                let hold = tx.query("UPDATE $question SET guard = rand::ulid()");
                match hold.bind(("question", question.id.clone())).first::<Question>().await? {
                    Some(question) => question,
                    None => return Ok(Vec::new()),
                }
            }
        };
        let rows: Vec<QuizResult> = tx.query("SELECT * FROM $lot").bind(("lot", lot.to_vec())).all().await?;
        let rekeyed = |old: QuizResult| old.rekeyed(|id| (*id == question.id).then_some(&question));
        let marked: Vec<_> = rows.into_iter().filter_map(rekeyed).collect();
        if trial.is_none() && !marked.is_empty() {
            replace_results(&tx, &marked, self.now()).await?;
            tx.commit().await?;
        }
        Ok(marked)
    }

    /// The results whose score moved, with their people; each pair new and old.
    async fn told(&self, moved: Vec<(QuizResult, QuizResult)>) -> Result<Vec<MovedResult>> {
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

    /// Marks a result anew, that was just stored, until the bank is at the revisions by which it is marked;
    /// `edits` is the number of [`Self::edits`] before it was. Where that fails, it is noted for later.
    pub(super) async fn look_again(&self, attempt: &Attempt, marked_at: Revisions, edits: u64) -> Result<()> {
        if self.is_unedited_since(edits) {
            return Ok(());
        }
        let Err(error) = self.mark_again(attempt, marked_at).await else { return Ok(()) };
        tracing::warn!(attempt = %attempt.id, %error, "a result could not be marked by a new key; it is tried again");
        retry_tx(async || self.note_moved(attempt).await).await?;
        self.remark_afterwards().await
    }

    /// Notes the questions whose keys are not those by which a stored result was marked.
    async fn note_moved(&self, attempt: &Attempt) -> Result<()> {
        let items = self.items(attempt).await?;
        let change = self.own_change().await?;
        let stored = change.query("SELECT * FROM $id").bind(("id", attempt.id.cast::<QuizResult>()));
        let marked = stored.first::<QuizResult>().await?.into_iter().flat_map(|stored| stored.marked);
        let is_moved = |item: &MarkedItem| {
            items.questions.get(&item.question).is_some_and(|question| question.correct != item.correct)
        };
        let moved: Vec<_> = marked.filter(is_moved).map(|item| item.question).collect();
        change.note_rekeying(&moved).await?;
        change.commit().await
    }

    async fn mark_again(&self, attempt: &Attempt, marked_at: Revisions) -> Result<()> {
        let mut marked_at = marked_at;
        loop {
            let revisions = self.revisions(&attempt.subjects, &attempt.years).await?;
            if revisions == marked_at {
                return Ok(());
            }
            let items = self.items(attempt).await?;
            retry_tx(async || {
                let tx = self.store.begin().await?;
                let id: Id<QuizResult> = attempt.id.cast();
                let stored: Option<QuizResult> = tx.query("SELECT * FROM $id").bind(("id", id)).first().await?;
                let question = |id: &Id<Question>| items.questions.get(id).map(Arc::as_ref);
                let Some(pair) = stored.and_then(|stored| stored.rekeyed(question)) else { return Ok(()) };
                replace_results(&tx, &[pair], self.now()).await?;
                tx.commit().await
            })
            .await?;
            marked_at = revisions;
        }
    }
}
