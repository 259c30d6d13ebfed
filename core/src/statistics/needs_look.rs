//! The queue of questions that an editor should look at: concerns of the bank, and keys that students' answers doubt.
//!
//! A question that an editor found to be fine stays out of the queue until it changes, or until other concerns about
//! it come up. A doubted key also comes back after twice as many answers.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::QuestionStatistics;
use crate::{
    App, FieldErrors, Result,
    bank::{
        AdminQuestion, Choice, ChoiceBody, Concern, ConcernKind, Doubted, ItemBody as _, Likeness, Question,
        SimilarQuestion, SubjectConcerns, letter,
    },
    catalogue::{Exam, ExamRef, Subject},
    people::Actor,
    records::ListQuery,
    store::{Id, Packed, Record, retry_tx},
};

/// Questions per page without a limit.
const USUAL: u64 = 10;
/// The most questions per page.
const MAX_PAGE_ROWS: u64 = 100;
/// The most doubted keys in the queue, the most suspicious first.
const MAX_DOUBTED: usize = 1000;

/// A question that an editor should look at.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct NeedsLook {
    pub question: AdminQuestion,
    pub exam: ExamRef,
    /// The most serious first.
    pub concerns: Vec<ConcernView>,
}

/// A reason to look at a question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = Concern)]
pub struct ConcernView {
    pub kind: ConcernKind,
    /// For an editor.
    pub reason: String,
    /// The earlier question that resembles this one.
    pub other: Option<SimilarQuestion>,
    /// The option that strong students prefer to the key.
    pub option: Option<Id<Choice>>,
}

/// How many questions have a concern of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ConcernCount {
    pub kind: ConcernKind,
    pub questions: u64,
}

/// A page of the queue.
#[derive(Debug, Clone, Serialize)]
pub struct LookQueue {
    /// The questions with the most serious concerns first.
    pub rows: Vec<NeedsLook>,
    /// The number of all matching questions, on all pages.
    pub total: u64,
    /// The counts of all kinds, even if the request names one kind.
    pub counts: Vec<ConcernCount>,
    /// The number of subjects that are still being checked. Ask again until it is 0.
    pub checking: u64,
}

/// The questions of a subject that an editor found to be fine, under the subject's key.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct FoundFine {
    id: Id<FoundFine>,
    subject: Id<Subject>,
    questions: Packed<BTreeMap<Id<Question>, Fine>>,
}

impl Record for FoundFine {
    const TABLE: &'static str = "found_fine";
    const SCHEMA: &'static str =
        "DEFINE FIELD IF NOT EXISTS subject ON found_fine TYPE record<subject> REFERENCE ON DELETE CASCADE;";
}

/// The state of a question when an editor found it to be fine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Fine {
    version: i64,
    /// The marks of the concerns ([`Concern::mark`]).
    marks: Vec<String>,
    answers: i64,
}

impl Fine {
    fn covers(&self, concern: &Concern, version: i64, answers: i64) -> bool {
        let has_new_answers = concern.kind == ConcernKind::WrongKey && answers >= self.answers.saturating_mul(2);
        self.version == version && !has_new_answers && self.marks.contains(&concern.mark())
    }
}

/// A question in the queue.
#[derive(Debug, Clone, PartialEq)]
struct Entry {
    doubted: Doubted,
    subject: Id<Subject>,
    /// How often it was answered, if its key is doubted.
    answers: i64,
}

impl Entry {
    fn kind(&self) -> Option<ConcernKind> {
        self.doubted.concerns.iter().map(|concern| concern.kind).min()
    }

    fn has(&self, kind: ConcernKind) -> bool {
        self.doubted.concerns.iter().any(|concern| concern.kind == kind)
    }
}

/// Merges doubted keys and the bank's concerns into one queue, the most serious kind first. Leaves out concerns that an
/// editor found to be fine.
fn queue(keys: Vec<Entry>, bank: Vec<Entry>, fine: &HashMap<Id<Question>, Fine>) -> Vec<Entry> {
    let mut places: HashMap<Id<Question>, usize> =
        keys.iter().enumerate().map(|(place, entry)| (entry.doubted.question.clone(), place)).collect();
    let mut all = keys;
    for entry in bank {
        match places.get(&entry.doubted.question) {
            Some(&place) if all[place].doubted.version == entry.doubted.version => {
                all[place].doubted.concerns.extend(entry.doubted.concerns);
            }
            // The question was changed after its subject was checked.
            Some(_) => {}
            None => {
                places.insert(entry.doubted.question.clone(), all.len());
                all.push(entry);
            }
        }
    }
    for Entry { doubted: Doubted { question, version, concerns }, answers, .. } in &mut all {
        if let Some(fine) = fine.get(question) {
            concerns.retain(|concern| !fine.covers(concern, *version, *answers));
        }
    }
    all.retain(|entry| !entry.doubted.concerns.is_empty());
    all.sort_by_key(Entry::kind);
    all
}

/// The part of the bank that the request asks for.
#[derive(Debug, Default)]
struct Part {
    exam: Option<Id<Exam>>,
    subject: Option<Id<Subject>>,
}

impl Part {
    /// A WHERE clause with these conditions and the one that selects the part; empty without conditions.
    fn clause(&self, others: &[&str]) -> String {
        let own = match (&self.subject, &self.exam) {
            (Some(_), _) => Some("subject = $subject"),
            (None, Some(_)) => Some("exam = $exam"),
            (None, None) => None,
        };
        let all: Vec<&str> = others.iter().copied().chain(own).collect();
        if all.is_empty() { String::new() } else { format!("WHERE {}", all.join(" AND ")) }
    }
}

#[derive(SurrealValue)]
struct KeyOfQuestion {
    id: Id<Question>,
    version: i64,
    status: bool,
    correct: Id<Choice>,
    options: Vec<Id<Choice>>,
}

#[derive(SurrealValue)]
struct ExamOf {
    subject: Id<Subject>,
    exam: ExamRef,
}

impl App {
    /// The questions in use that an editor should look at, ten a page. The filters are `exam`, `subject` and `kind`.
    ///
    /// # Errors
    /// [`crate::Error::Invalid`] under `page`, `limit` and `kind`.
    pub async fn list_needs_look(&self, query: &ListQuery) -> Result<LookQueue> {
        let given = |name: &str| query.filters.get(name).filter(|value| !matches!(value.as_str(), "" | "all"));
        let (page, limit) = (query.page.unwrap_or(1), query.limit.unwrap_or(USUAL));
        let kind = given("kind").map(|word| ConcernKind::named(word));
        let mut errors = FieldErrors::default();
        errors.check((1..=ListQuery::MAX_PAGE).contains(&page), "page", "Page must be from 1 to 1000000.");
        errors.check((1..=MAX_PAGE_ROWS).contains(&limit), "limit", "Limit must be from 1 to 100.");
        errors.check(kind != Some(None), "kind", "Choose one of the kinds.");
        errors.done()?;
        let part = Part { exam: given("exam").map(Id::new), subject: given("subject").map(Id::new) };
        self.aggregate_before_reading().await;
        let checking = self.check_changed_subjects_soon().await?;
        let mut entries = self.look_entries(&part).await?;
        let count = |kind| {
            let questions = entries.iter().filter(|entry| entry.has(kind)).count() as u64;
            ConcernCount { kind, questions }
        };
        let counts = ConcernKind::ALL.into_iter().map(count).collect();
        if let Some(kind) = kind.flatten() {
            entries.retain(|entry| entry.has(kind));
        }
        let total = entries.len() as u64;
        let skipped = usize::try_from((page - 1).saturating_mul(limit)).unwrap_or(usize::MAX);
        let shown = entries.into_iter().skip(skipped).take(usize::try_from(limit).unwrap_or(usize::MAX));
        let rows = self.looks(shown.collect()).await?;
        Ok(LookQueue { rows, total, counts, checking })
    }

    /// The number of questions in the queue, as far as the bank is checked. Changed subjects are checked in the
    /// background.
    pub(crate) async fn count_needs_look(&self) -> Result<u64> {
        if !self.stale_subjects().await?.is_empty() {
            let app = self.clone();
            self.spawn_detached(async move { app.check_changed_subjects().await }).await?;
        }
        Ok(self.look_entries(&Part::default()).await?.len() as u64)
    }

    /// Takes a question out of the queue: an editor found that it is fine as it is.
    ///
    /// # Errors
    /// [`crate::Error::Conflict`] with reason `changed` where `version` is given and is not the question's.
    pub async fn mark_as_fine(&self, actor: &Actor, id: &Id<Question>, version: Option<i64>) -> Result<()> {
        self.check_changed_subjects_soon().await?;
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let question: Question = change.find(id).await?;
            change.expect_version(&question, version).await?;
            let part = Part { subject: Some(question.subject.clone()), exam: None };
            let entries = self.look_entries(&part).await?;
            let is_it = |entry: &Entry| entry.doubted.question == *id && entry.doubted.version == question.version;
            let Some(entry) = entries.into_iter().find(is_it) else { return Ok(()) };
            let key: Id<FoundFine> = question.subject.cast();
            let stored = change.query("SELECT * FROM $id").bind(("id", key.clone())).first::<FoundFine>().await?;
            let mut questions = stored.map(|stored| stored.questions.0).unwrap_or_default();
            let mut marks: Vec<String> = entry.doubted.concerns.iter().map(Concern::mark).collect();
            let words = marks.join(", ");
            // Concerns about this version that were found to be fine before stay so.
            if let Some(before) = questions.get(id).filter(|before| before.version == question.version) {
                marks.extend(before.marks.iter().filter(|mark| !marks.contains(mark)).cloned().collect::<Vec<_>>());
            }
            questions.insert(id.clone(), Fine { version: question.version, marks, answers: entry.answers });
            let row = FoundFine { id: key, subject: question.subject.clone(), questions: Packed(questions) };
            let sql = "UPSERT ONLY $row.id CONTENT $row RETURN NONE";
            change.query(sql).bind(("row", row)).done().await?;
            let entry = change.entry("found-fine", Question::TABLE, id).map(|entry| entry.with("concerns", words));
            change.note(entry);
            change.commit().await
        })
        .await
    }

    async fn look_entries(&self, part: &Part) -> Result<Vec<Entry>> {
        let of_bank = format!("SELECT * FROM subject_concerns {}", part.clause(&[]));
        let of_fine = match part.subject {
            Some(_) => "SELECT * FROM found_fine WHERE subject = $subject",
            None => "SELECT * FROM found_fine",
        };
        let of_keys =
            format!("SELECT * FROM question_statistics {} ORDER BY rank LIMIT $most", part.clause(&["flagged = true"]));
        let call = self.store.query(format!("{of_bank}; {of_fine}; {of_keys};")).bind(("most", MAX_DOUBTED));
        let call = call.bind(("subject", part.subject.clone())).bind(("exam", part.exam.clone()));
        let mut results = call.checked().await?;
        let checked: Vec<SubjectConcerns> = results.take(0)?;
        let fine: Vec<FoundFine> = results.take(1)?;
        let keys = self.doubted_keys(results.take(2)?).await?;
        let bank = checked.into_iter().flat_map(|SubjectConcerns { subject, found, .. }| {
            let entry = move |doubted| Entry { doubted, subject: subject.clone(), answers: 0 };
            found.0.into_iter().map(entry)
        });
        let fine: HashMap<_, _> = fine.into_iter().flat_map(|row| row.questions.0).collect();
        Ok(queue(keys, bank.collect(), &fine))
    }

    /// The questions in use whose key is doubted. `flagged` are the statistics to check.
    async fn doubted_keys(&self, flagged: Vec<QuestionStatistics>) -> Result<Vec<Entry>> {
        let ids: Vec<Id<Question>> = flagged.iter().map(|row| row.question.clone()).collect();
        let sql = "SELECT id, version ?? 0 AS version, status, correct, options.id AS options FROM $ids";
        let questions: Vec<KeyOfQuestion> = self.store.query(sql).bind(("ids", ids)).all().await?;
        let mut questions: HashMap<_, _> = questions.into_iter().map(|one| (one.id.clone(), one)).collect();
        let entry = |QuestionStatistics { question, subject, attempts, sums, .. }: QuestionStatistics| {
            let KeyOfQuestion { version, status, correct, options, .. } = questions.remove(&question)?;
            let option = sums.0.suspect(&correct, &options).filter(|_| status)?;
            let place = |id: &Id<Choice>| options.iter().position(|one| one == id).map(letter);
            let (preferred, key) = (place(option)?, place(&correct)?);
            let chosen = sums.0.options.get(option).map_or(0, |sums| sums.chosen);
            let reason = format!(
                "Students who do well elsewhere choose option {preferred}, not the key {key}. Of {attempts} students, \
                 {chosen} chose it."
            );
            let option = Some(option.clone());
            let concern = Concern { kind: ConcernKind::WrongKey, reason, other: None, option };
            Some(Entry { doubted: Doubted { question, version, concerns: vec![concern] }, subject, answers: attempts })
        };
        Ok(flagged.into_iter().filter_map(entry).collect())
    }

    /// The entries in the form for editors. Leaves out questions that were deleted in the meantime.
    async fn looks(&self, entries: Vec<Entry>) -> Result<Vec<NeedsLook>> {
        let others = |entry: &Entry| {
            entry.doubted.concerns.iter().filter_map(|one| Some(one.other.as_ref()?.0.clone())).collect::<Vec<_>>()
        };
        let mut ids: Vec<Id<Question>> = entries.iter().map(|entry| entry.doubted.question.clone()).collect();
        ids.extend(entries.iter().flat_map(others));
        let mut subjects: Vec<Id<Subject>> = entries.iter().map(|entry| entry.subject.clone()).collect();
        subjects.sort_unstable();
        subjects.dedup();
        let sql = format!(
            "SELECT {} FROM $ids; SELECT id AS subject, exam.{{id, title, slug}} AS exam FROM $subjects;",
            ChoiceBody::LIST.select
        );
        let call = self.store.query(sql).bind(("ids", ids)).bind(("subjects", subjects));
        let mut results = call.checked().await?;
        let (questions, exams): (Vec<AdminQuestion>, Vec<ExamOf>) = (results.take(0)?, results.take(1)?);
        let questions: HashMap<_, _> = questions.into_iter().map(|one| (one.id.clone(), one)).collect();
        let exams: HashMap<_, _> = exams.into_iter().map(|one| (one.subject, one.exam)).collect();
        let similar = |(id, likeness): &(Id<Question>, Likeness)| {
            let AdminQuestion { id, title, question, year, .. } = questions.get(id)?.clone();
            Some(SimilarQuestion { id, title, question, year, likeness: *likeness })
        };
        let view = |Entry { doubted, subject, .. }: Entry| {
            let mut concerns: Vec<ConcernView> = Vec::with_capacity(doubted.concerns.len());
            for Concern { kind, reason, other, option } in doubted.concerns {
                concerns.push(ConcernView { kind, reason, other: other.as_ref().and_then(similar), option });
            }
            concerns.sort_by_key(|concern| concern.kind);
            let question = questions.get(&doubted.question)?.clone();
            Some(NeedsLook { question, exam: exams.get(&subject)?.clone(), concerns })
        };
        Ok(entries.into_iter().filter_map(view).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn concern(kind: ConcernKind) -> Concern {
        Concern { kind, reason: String::new(), other: None, option: None }
    }

    fn entry(question: &str, version: i64, kinds: &[ConcernKind], answers: i64) -> Entry {
        let concerns = kinds.iter().copied().map(concern).collect();
        Entry { doubted: Doubted { question: Id::new(question), version, concerns }, subject: Id::new("s"), answers }
    }

    fn fine(question: &str, version: i64, kinds: &[ConcernKind], answers: i64) -> HashMap<Id<Question>, Fine> {
        let marks = kinds.iter().copied().map(|kind| concern(kind).mark()).collect();
        HashMap::from([(Id::new(question), Fine { version, marks, answers })])
    }

    fn ids(entries: &[Entry]) -> Vec<&str> {
        entries.iter().map(|entry| entry.doubted.question.as_str()).collect()
    }

    use ConcernKind::{Duplicate, NoExplanation, WrongKey};

    #[test]
    fn the_most_serious_come_first_and_a_question_comes_once() {
        let keys = vec![entry("a", 1, &[WrongKey], 40), entry("b", 1, &[WrongKey], 40)];
        let bank = vec![
            entry("c", 1, &[NoExplanation], 0),
            entry("d", 1, &[Duplicate], 0),
            entry("b", 1, &[NoExplanation], 0),
            entry("a", 0, &[NoExplanation], 0),
        ];
        let queue = queue(keys, bank, &HashMap::new());
        assert_eq!(ids(&queue), ["a", "b", "d", "c"]);
        assert!(queue[1].has(NoExplanation) && !queue[0].has(NoExplanation), "of another version");
    }

    #[test]
    fn a_question_found_fine_comes_back_when_it_or_its_answers_change() {
        let still = |fine: &HashMap<_, _>, entry: Entry| queue(vec![], vec![entry], fine).len() == 1;
        let seen = fine("a", 4, &[NoExplanation], 0);
        assert!(!still(&seen, entry("a", 4, &[NoExplanation], 0)));
        assert!(still(&seen, entry("a", 5, &[NoExplanation], 0)), "the question was changed");
        assert!(still(&seen, entry("b", 4, &[NoExplanation], 0)), "another question");
        assert!(still(&seen, entry("a", 4, &[NoExplanation, Duplicate], 0)), "another concern");
        let seen = fine("a", 4, &[WrongKey], 40);
        assert!(!still(&seen, entry("a", 4, &[WrongKey], 79)));
        assert!(still(&seen, entry("a", 4, &[WrongKey], 80)), "twice as many answers");
    }
}
