//! Concerns about the questions in use: reasons why an editor should look at them. Nothing is refused.
//!
//! The concerns of a subject are stored with the revisions of its years. A subject whose years have changed since is
//! checked again, so a check costs only what was changed.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use tokio::{task::spawn_blocking, time::timeout};
use utoipa::ToSchema;

use super::{Choice, Likeness, Question, SubjectYear, alike::Stems, identity::normal, references};
use crate::{
    App, Error, Result,
    catalogue::{Exam, Subject, University},
    clock::Instant,
    html,
    store::{Id, Packed, Record, retry_tx},
};

/// Questions per read.
const PAGE: usize = 500;
/// The longest time that a reader waits for the check of changed subjects. The check continues in the background.
const MAX_WAIT: Duration = Duration::from_millis(250);

/// A kind of concern, the most serious first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ConcernKind {
    /// Strong students prefer another option than the key.
    WrongKey,
    /// An earlier question of the subject asks the same, or almost, with the same options.
    Duplicate,
    /// An explanation that names an option by its letter, though options are shuffled.
    LetterInExplanation,
    /// A question without an explanation.
    NoExplanation,
}

impl ConcernKind {
    /// Every kind, the most serious first.
    pub const ALL: [Self; 4] = [Self::WrongKey, Self::Duplicate, Self::LetterInExplanation, Self::NoExplanation];
    /// Their names on the wire, in the same order.
    pub const WORDS: [&'static str; 4] = ["wrong-key", "duplicate", "letter-in-explanation", "no-explanation"];

    /// The kind with this name.
    pub fn named(word: &str) -> Option<Self> {
        Self::WORDS.iter().position(|one| *one == word).map(|place| Self::ALL[place])
    }
}

/// A reason to look at a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Concern {
    pub kind: ConcernKind,
    /// For an editor.
    pub reason: String,
    /// The question that this one resembles.
    #[serde(default)]
    pub other: Option<(Id<Question>, Likeness)>,
    /// The option that students prefer.
    #[serde(default)]
    pub option: Option<Id<Choice>>,
}

impl Concern {
    fn of(kind: ConcernKind, reason: impl Into<String>) -> Self {
        Self { kind, reason: reason.into(), other: None, option: None }
    }

    /// A name for the concern that is unique among those about one version of a question.
    pub fn mark(&self) -> String {
        let kind = ConcernKind::WORDS[self.kind as usize];
        match (&self.other, &self.option) {
            (Some((other, _)), _) => format!("{kind}:{other}"),
            (None, Some(option)) => format!("{kind}:{option}"),
            (None, None) => kind.to_owned(),
        }
    }
}

/// A question with its concerns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Doubted {
    pub question: Id<Question>,
    /// The version that was checked.
    pub version: i64,
    pub concerns: Vec<Concern>,
}

/// The concerns about the questions of a subject, under the subject's key. Derived data that the server computes.
#[derive(Debug, Clone, SurrealValue)]
pub(crate) struct SubjectConcerns {
    pub id: Id<SubjectConcerns>,
    pub subject: Id<Subject>,
    pub exam: Id<Exam>,
    /// The years of the subject with their revisions. They were read before the questions, so they are never newer than
    /// those.
    pub revisions: String,
    /// In the order in which the questions were checked: of similar ones, the earlier first.
    pub found: Packed<Vec<Doubted>>,
}

impl Record for SubjectConcerns {
    const TABLE: &'static str = "subject_concerns";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS subject ON subject_concerns TYPE record<subject> REFERENCE ON DELETE CASCADE;\
        DEFINE INDEX IF NOT EXISTS subject_concerns_exam ON subject_concerns FIELDS exam;";
}

/// A subject whose bank has changed since it was checked.
#[derive(Debug)]
pub(crate) struct StaleSubject {
    subject: Id<Subject>,
    exam: Id<Exam>,
    revisions: String,
}

#[derive(SurrealValue)]
struct YearRow {
    id: Id<SubjectYear>,
    subject: Id<Subject>,
    exam: Id<Exam>,
    revision: i64,
}

#[derive(SurrealValue)]
struct CheckedRow {
    subject: Id<Subject>,
    exam: Id<Exam>,
    revisions: String,
}

#[derive(SurrealValue)]
struct Added {
    id: Id<Question>,
    created_at: Instant,
    position: i64,
}

impl App {
    /// Checks every subject whose bank has changed. One check runs at a time on this server.
    pub async fn check_changed_subjects(&self) -> Result<()> {
        let _checking = self.bank.checking.lock().await;
        for stale in self.stale_subjects().await? {
            self.check_subject(stale).await?;
        }
        Ok(())
    }

    /// Checks the changed subjects, but waits at most [`MAX_WAIT`]; the rest is checked in the background. Returns how
    /// many are left.
    pub(crate) async fn check_changed_subjects_soon(&self) -> Result<u64> {
        if self.stale_subjects().await?.is_empty() {
            return Ok(0);
        }
        let app = self.clone();
        let check = self.spawn_uncancelled(async move { app.check_changed_subjects().await });
        match timeout(MAX_WAIT, check).await {
            Ok(checked) => checked?,
            Err(_) => tracing::debug!("the rest of the changed subjects is checked in the background"),
        }
        Ok(self.stale_subjects().await?.len() as u64)
    }

    /// The subjects whose bank has changed since they were checked.
    pub(crate) async fn stale_subjects(&self) -> Result<Vec<StaleSubject>> {
        let sql = "SELECT id, subject, subject.exam AS exam, revision FROM subject_year; \
            SELECT subject, exam, revisions FROM subject_concerns;";
        let mut results = self.store.query(sql).checked().await?;
        let (mut years, checked): (Vec<YearRow>, Vec<CheckedRow>) = (results.take(0)?, results.take(1)?);
        years.sort_by(|one, other| one.id.cmp(&other.id));
        let mut present: HashMap<Id<Subject>, StaleSubject> = HashMap::new();
        for row in &checked {
            // Without revisions until its years are added below; it may have none left.
            let (subject, exam) = (row.subject.clone(), row.exam.clone());
            present.insert(subject.clone(), StaleSubject { subject, exam, revisions: String::new() });
        }
        for YearRow { id, subject, exam, revision } in years {
            let empty = StaleSubject { subject: subject.clone(), exam, revisions: String::new() };
            let found = present.entry(subject).or_insert(empty);
            found.revisions.push_str(&format!("{id}:{revision} "));
        }
        for row in checked {
            if present.get(&row.subject).is_some_and(|one| one.revisions == row.revisions) {
                present.remove(&row.subject);
            }
        }
        let mut stale: Vec<StaleSubject> = present.into_values().collect();
        stale.sort_by(|one, other| one.subject.cmp(&other.subject));
        Ok(stale)
    }

    /// Checks the active questions of a subject. They are read after the revisions: if the bank changes meanwhile, the
    /// subject stays stale.
    async fn check_subject(&self, StaleSubject { subject, exam, revisions }: StaleSubject) -> Result<()> {
        let sql = "SELECT id, created_at, position FROM question WHERE subject = $subject AND status = true";
        let mut added: Vec<Added> = self.store.query(sql).bind(("subject", subject.clone())).all().await?;
        added.sort_by(|one, other| {
            (one.created_at, one.position, &one.id).cmp(&(other.created_at, other.position, &other.id))
        });
        let ids: Vec<Id<Question>> = added.into_iter().map(|row| row.id).collect();
        let mut checker = Checker::default();
        for page in ids.chunks(PAGE) {
            let call = self.store.query("SELECT * FROM $ids").bind(("ids", page.to_vec()));
            let questions: Vec<Question> = call.all().await?;
            let check = move || {
                for question in &questions {
                    checker.check(question);
                }
                checker
            };
            checker = spawn_blocking(check).await.map_err(Error::internal)?;
        }
        let found = Packed(checker.found);
        let row = SubjectConcerns { id: subject.cast(), subject, exam, revisions, found };
        let write = async || {
            let sql = "UPSERT ONLY $row.id CONTENT $row RETURN NONE";
            self.store.write(sql).bind(("row", row.clone())).done().await
        };
        retry_tx(write).await
    }
}

/// Checks the questions of a subject one after the other.
#[derive(Debug, Default)]
struct Checker {
    stems: Stems<usize>,
    seen: Vec<Seen>,
    found: Vec<Doubted>,
}

/// A question that later ones are compared with.
#[derive(Debug)]
struct Seen {
    id: Id<Question>,
    university: Vec<Id<University>>,
    /// Hashes of the options' texts.
    options: Vec<u64>,
}

impl Seen {
    fn of(question: &Question) -> Self {
        let options = question.body.options.iter().map(|choice| {
            let mut hasher = DefaultHasher::new();
            normal(&choice.option).to_lowercase().hash(&mut hasher);
            hasher.finish()
        });
        Self { id: question.id.clone(), university: question.university.clone(), options: options.collect() }
    }

    /// Whether the same universities ask both questions, and they share at least half of their options. A stem such as
    /// "Choose the word opposite in meaning" is a different question with other options.
    fn may_be_like(&self, other: &Self) -> bool {
        let shared = self.options.iter().filter(|option| other.options.contains(option)).count();
        self.university == other.university && shared * 2 >= self.options.len().max(other.options.len())
    }
}

impl Checker {
    fn check(&mut self, question: &Question) {
        let mut concerns = Vec::new();
        let (stem, seen) = (question.stem(), Seen::of(question));
        if let Some((place, likeness)) = self.stems.find_among(&stem, |place| self.seen[place].may_be_like(&seen)) {
            let how = match likeness {
                Likeness::Same => "the same",
                Likeness::Almost => "almost the same",
            };
            let reason = format!("An earlier question of this subject asks {how}, with the same options.");
            let other = Some((self.seen[place].id.clone(), likeness));
            concerns.push(Concern { other, ..Concern::of(ConcernKind::Duplicate, reason) });
        }
        self.stems.add(stem, self.seen.len());
        self.seen.push(seen);
        concerns.extend(about_explanation(question));
        if !concerns.is_empty() {
            self.found.push(Doubted { question: question.id.clone(), version: question.version, concerns });
        }
    }
}

/// The concern about a question's explanation.
fn about_explanation(question: &Question) -> Option<Concern> {
    let body = &question.body;
    if html::comparable(&body.description).is_empty() {
        return Some(Concern::of(ConcernKind::NoExplanation, "The question has no explanation."));
    }
    let named = references::named_letter(&body.description, body.options.iter().map(|choice| &*choice.option))?;
    let key = body.key().map(letter);
    let reason = match key {
        Some(key) if key != named => {
            format!("The explanation names option {named}, but the correct answer is option {key}.")
        }
        _ => references::letter_named(named),
    };
    Some(Concern::of(ConcernKind::LetterInExplanation, reason))
}

/// The letter of the option at this index.
pub(crate) fn letter(place: usize) -> char {
    char::from(b'A' + u8::try_from(place).unwrap_or(25).min(25))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::ChoiceBody;

    /// The third option is right.
    fn question(id: &str, stem: &str, options: [&str; 4], description: &str) -> Question {
        let one = Question::sample(id, stem, options, 2);
        Question { version: 3, body: ChoiceBody { description: description.into(), ..one.body }, ..one }
    }

    const GASES: [&str; 4] = ["Oxygen", "Neon", "Argon", "Helium"];
    const STEM: &str = "Which of these gases is used in welding lamps?";
    const WELL: &str = "Argon shields the metal.";

    /// The marks of the concerns about each question, in order.
    fn marks(questions: &[Question]) -> Vec<(String, Vec<String>)> {
        let mut checker = Checker::default();
        for question in questions {
            checker.check(question);
        }
        let marks = |one: Doubted| {
            assert_eq!(one.version, 3);
            (one.question.to_string(), one.concerns.iter().map(Concern::mark).collect())
        };
        checker.found.into_iter().map(marks).collect()
    }

    #[test]
    fn a_sound_question_is_of_no_concern() {
        assert_eq!(marks(&[question("a", STEM, GASES, WELL)]), []);
    }

    #[test]
    fn the_later_of_two_questions_with_the_same_options_is_a_duplicate() {
        let duplicate = |of: &str| vec![format!("duplicate:{of}")];
        let first = question("a", STEM, GASES, WELL);
        for (stem, options, is_one) in [
            (STEM, GASES, true),
            ("Which of these gases is used in welding lamp?", GASES, true),
            (STEM, ["Helium", "argon", "Neon", "Oxygen"], true),
            (STEM, ["Oxygen", "Neon", "Xenon", "Radon"], true),
            (STEM, ["Iron", "Zinc", "Argon", "Radon"], false),
            ("Which of these gases is the lightest of all of them?", GASES, false),
        ] {
            let found = marks(&[first.clone(), question("b", stem, options, WELL)]);
            let expected = if is_one { vec![("b".to_owned(), duplicate("a"))] } else { vec![] };
            assert_eq!(found, expected, "{stem} {options:?}");
        }
        let elsewhere = Question { university: vec![Id::new("unilag")], ..question("b", STEM, GASES, WELL) };
        assert_eq!(marks(&[first, elsewhere]), [], "another university asks it");
    }

    #[test]
    fn explanations_that_are_missing_or_name_a_letter_are_of_concern() {
        for (description, mark, words) in [
            ("<p> </p>", "no-explanation", "no explanation"),
            ("Option C is right, since it is inert.", "letter-in-explanation", "by its letter"),
            ("Option B is right, since it is inert.", "letter-in-explanation", "the correct answer is option C"),
        ] {
            let one = question("a", STEM, GASES, description);
            assert_eq!(marks(std::slice::from_ref(&one)), [("a".to_owned(), vec![mark.to_owned()])], "{description}");
            assert!(about_explanation(&one).unwrap().reason.contains(words), "{description}");
        }
    }

    #[test]
    fn the_kinds_have_their_names_on_the_wire() {
        for (kind, word) in ConcernKind::ALL.into_iter().zip(ConcernKind::WORDS) {
            assert_eq!(serde_json::to_value(kind).unwrap(), word);
            assert_eq!(ConcernKind::named(word), Some(kind));
            assert_eq!(Concern::of(kind, "").mark(), word);
        }
        assert_eq!(ConcernKind::named("other"), None);
    }
}
