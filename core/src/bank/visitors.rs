//! The questions that visitors see with their keys: five of each exam.
//!
//! Administrators mark questions for visitors. If fewer than five of an exam are marked, others are added: explained
//! questions in use, plain text first, of different subjects, those of the oldest banks first. So the choice stays the
//! same when banks are added.
//!
//! Mocks leave out all of these questions, because everybody can read their keys. Questions are therefore added only
//! from subjects whose mocks stay full without them. An exam without such a subject shows only the marked ones.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chrono::TimeDelta;
use surrealdb::types::SurrealValue;
use tokio::sync::Mutex;

use super::{Question, SubjectYear};
use crate::{
    App, FieldErrors, Result,
    catalogue::{Exam, Subject},
    clock::Instant,
    records::{Titled, counter_value},
    store::Id,
};

/// The number of questions of an exam that visitors see.
const SHOWN: usize = 5;
/// Maximum number of questions of an exam that can be marked for visitors.
const MAX_MARKED: usize = 20;
/// Maximum number of marked questions that are read.
const MAX_READ: usize = 2000;
/// Maximum number of questions of a year that are considered, from its start.
const LOOKED_AT: usize = 60;
/// Maximum number of years of an exam that are considered.
const MAX_YEARS: usize = 40;
/// The longest stem that counts as short, in bytes.
const SHORT: usize = 300;
/// A subject shows unmarked questions only if it has this many more active questions than a mock needs.
const SPARE: i64 = 10;
/// How long the choice is cached if another server may change the bank.
const AGE: TimeDelta = TimeDelta::seconds(5);

/// A question that visitors see.
#[derive(Debug, Clone)]
pub struct VisitorQuestion {
    pub question: Question,
    pub subject: Titled<Subject>,
    /// The calendar year.
    pub year: i64,
}

/// The questions of all exams that visitors see.
#[derive(Debug, Default)]
pub struct VisitorQuestions {
    shown: HashMap<Id<Exam>, Vec<VisitorQuestion>>,
    marked: HashSet<Id<Question>>,
}

impl VisitorQuestions {
    /// The questions of an exam, at most [`SHOWN`].
    pub fn of(&self, exam: &Id<Exam>) -> &[VisitorQuestion] {
        self.shown.get(exam).map_or(&[], Vec::as_slice)
    }

    /// The questions that a mock leaves out: all that are shown, and the marked ones beyond them.
    pub(crate) fn kept_from_mock(&self) -> HashSet<Id<Question>> {
        self.shown.values().flatten().map(|one| &one.question.id).chain(&self.marked).cloned().collect()
    }
}

/// The cached choice.
#[derive(Default)]
pub(crate) struct VisitorChoice(Mutex<Option<CachedChoice>>);

struct CachedChoice {
    edits: u64,
    at: Instant,
    questions: Arc<VisitorQuestions>,
}

/// A year in use of a subject in use.
#[derive(Clone, SurrealValue)]
struct Year {
    id: Id<SubjectYear>,
    year: i64,
    subject: Titled<Subject>,
    exam: Id<Exam>,
    made: Instant,
    created_at: Instant,
    /// Questions in use.
    questions: i64,
    /// Questions of a mock of its subject.
    mock_questions: i64,
}

impl App {
    /// The questions that visitors see. Cached until the back office changes something, or for five seconds if other
    /// servers may change it.
    pub async fn visitor_questions(&self) -> Result<Arc<VisitorQuestions>> {
        // The lock makes concurrent callers wait for one read.
        let mut kept = self.visitor_choice.0.lock().await;
        let (edits, at) = (self.edits(), self.now());
        let is_fresh =
            |kept: &&CachedChoice| kept.edits == edits && (self.store.is_exclusive() || (at - kept.at).abs() < AGE);
        if let Some(kept) = kept.as_ref().filter(is_fresh) {
            return Ok(kept.questions.clone());
        }
        let questions = Arc::new(self.choose_visitor_questions().await?);
        *kept = Some(CachedChoice { edits, at, questions: questions.clone() });
        Ok(questions)
    }

    async fn choose_visitor_questions(&self) -> Result<VisitorQuestions> {
        let sql = concat!(
            "SELECT id, year, subject.{id, title} AS subject, subject.exam AS exam, subject.created_at AS made, \
             created_at, ",
            counter_value!("active-questions"),
            " AS questions, subject.mock_questions AS mock_questions FROM subject_year WHERE status = true AND subject.status = true \
             ORDER BY made, created_at, year, id; \
             SELECT * FROM question WHERE for_visitors = true LIMIT $most;"
        );
        let mut found = self.store.query(sql).bind(("most", MAX_READ)).checked().await?;
        let (mut years, mut marked): (Vec<Year>, Vec<Question>) = (found.take(0)?, found.take(1)?);
        years.retain(|year| year.questions > 0);
        marked.sort_by_key(|one| (one.created_at, one.position, one.id.to_string()));
        let mut exams: Vec<(Id<Exam>, Vec<Year>)> = Vec::new();
        for year in years {
            match exams.iter_mut().find(|(exam, _)| *exam == year.exam) {
                Some((_, of_exam)) => of_exam.push(year),
                None => exams.push((year.exam.clone(), vec![year])),
            }
        }
        let mut shown = HashMap::with_capacity(exams.len());
        for (exam, years) in exams {
            let of_exam = |question: &Question| {
                let year = years.iter().find(|year| year.id == question.year)?;
                question.status.then(|| VisitorQuestion::of(question.clone(), year))
            };
            let marked: Vec<VisitorQuestion> = marked.iter().filter_map(of_exam).collect();
            let years = with_spare_questions(&years, &marked);
            let mut chosen: Vec<VisitorQuestion> = marked.into_iter().take(SHOWN).collect();
            if chosen.len() < SHOWN {
                self.fill_up(&mut chosen, &years).await?;
            }
            shown.insert(exam, chosen);
        }
        let marked = marked.into_iter().map(|question| question.id).collect();
        Ok(VisitorQuestions { shown, marked })
    }

    /// Adds unmarked questions: one of each subject in turn, the plainest first.
    async fn fill_up(&self, chosen: &mut Vec<VisitorQuestion>, years: &[Year]) -> Result<()> {
        let mut subjects: Vec<(&Id<Subject>, Vec<VisitorQuestion>)> = Vec::new();
        let mut plain = 0;
        for year in in_turn(years).take(MAX_YEARS) {
            let sql = "SELECT * FROM question WHERE year = $year AND status = true AND description != '' \
                ORDER BY position, id LIMIT $most";
            let call = self.store.query(sql).bind(("year", year.id.clone())).bind(("most", LOOKED_AT));
            let mut found: Vec<Question> = call.all().await?;
            found.retain(|question| !question.body.for_visitors && !question.body.held_back);
            plain += usize::from(found.iter().any(|question| oddness(question) == 0));
            let found = found.into_iter().map(|question| VisitorQuestion::of(question, year));
            match subjects.iter_mut().find(|(subject, _)| **subject == year.subject.id) {
                Some((_, all)) => all.extend(found),
                None => subjects.push((&year.subject.id, found.collect())),
            }
            if plain >= SHOWN {
                break;
            }
        }
        for odd in 0..=MAX_ODD {
            loop {
                let before = chosen.len();
                for (_, all) in &mut subjects {
                    if chosen.len() < SHOWN
                        && let Some(place) = all.iter().position(|one| oddness(&one.question) == odd)
                    {
                        chosen.push(all.remove(place));
                    }
                }
                if chosen.len() == before {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Adds an error if a marked question has no explanation, or if its exam would have too many marked questions with
    /// the `added` ones.
    pub(super) async fn check_marked(
        &self,
        errors: &mut FieldErrors,
        subject: &Id<Subject>,
        added: usize,
        is_explained: bool,
    ) -> Result<()> {
        errors.check(is_explained, "forVisitors", "A question for visitors needs an explanation.");
        if added == 0 {
            return Ok(());
        }
        let sql = "SELECT VALUE id FROM question WHERE for_visitors = true \
            AND subject.exam = (SELECT VALUE exam FROM ONLY $subject) LIMIT $most";
        let call = self.store.query(sql).bind(("subject", subject.clone())).bind(("most", MAX_MARKED));
        let marked: Vec<Id<Question>> = call.all().await?;
        let message = format!("At most {MAX_MARKED} questions of an exam can be marked for visitors.");
        errors.check(marked.len() + added <= MAX_MARKED, "forVisitors", message);
        Ok(())
    }
}

impl VisitorQuestion {
    fn of(question: Question, year: &Year) -> Self {
        Self { question, subject: year.subject.clone(), year: year.year }
    }
}

/// The years of the subjects whose mocks stay full if [`SPARE`] questions besides the marked ones are left out.
fn with_spare_questions(years: &[Year], marked: &[VisitorQuestion]) -> Vec<Year> {
    let mut counts: HashMap<&Id<Subject>, i64> = HashMap::new();
    for year in years {
        *counts.entry(&year.subject.id).or_default() += year.questions;
    }
    for question in marked {
        *counts.entry(&question.subject.id).or_default() -= 1;
    }
    let has_spare = |year: &&Year| counts[&year.subject.id] >= year.mock_questions.saturating_add(SPARE);
    years.iter().filter(has_spare).cloned().collect()
}

/// The first year of each subject, then the second of each, and so on.
fn in_turn(years: &[Year]) -> impl Iterator<Item = &Year> {
    let mut counts: HashMap<&Id<Subject>, usize> = HashMap::new();
    let mut placed: Vec<(usize, &Year)> = years
        .iter()
        .map(|year| {
            let count = counts.entry(&year.subject.id).or_default();
            *count += 1;
            (*count, year)
        })
        .collect();
    placed.sort_by_key(|(count, _)| *count);
    placed.into_iter().map(|(_, year)| year)
}

/// The greatest [`oddness`].
const MAX_ODD: u8 = 3;

/// How badly a question suits a small screen on a slow connection: 0 for a short stem without maths, 1 for a long one
/// or maths, 2 for pictures, 3 for one that belongs to a passage.
fn oddness(question: &Question) -> u8 {
    let has = |sign: &str| {
        question.question.contains(sign) || question.body.options.iter().any(|one| one.option.contains(sign))
    };
    let has_logo = question.logo.as_deref().is_some_and(|logo| !logo.is_empty());
    if question.body.group.is_some() || question.body.passage.is_some() {
        3
    } else if has_logo || has("<img") || question.body.description.contains("<img") {
        2
    } else {
        let has_maths = has("\\(") || has("$$") || question.body.description.contains("\\(");
        u8::from(has_maths || question.body.description.contains("$$") || question.question.len() > SHORT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bank::{Choice, ChoiceBody};

    fn year(subject: &str, year: i64) -> Year {
        let made = chrono::DateTime::UNIX_EPOCH;
        Year {
            id: SubjectYear::key(&Id::new(subject), year),
            year,
            subject: Titled { id: Id::new(subject), title: subject.into() },
            exam: Id::new("exam"),
            made,
            created_at: made,
            questions: 1,
            mock_questions: 40,
        }
    }

    fn plain_question() -> Question {
        let options = ["Diffusion of water", "Burning", "Rusting", "Boiling"];
        Question::sample("q", "<p>What is osmosis?</p>", options, 0)
    }

    #[test]
    fn subjects_take_turns() {
        let years =
            [year("a", 2019), year("a", 2020), year("a", 2021), year("b", 2020), year("c", 2020), year("c", 1999)];
        let order: Vec<_> = in_turn(&years).map(|year| (year.subject.title.as_str(), year.year)).collect();
        assert_eq!(order, [("a", 2019), ("b", 2020), ("c", 2020), ("a", 2020), ("c", 1999), ("a", 2021)]);
    }

    #[test]
    fn only_subjects_with_spare_questions_have_some_added() {
        let sized = |subject: &str, calendar: i64, questions: i64| Year { questions, ..year(subject, calendar) };
        let years =
            [sized("exact", 2019, 50), sized("short", 2019, 49), sized("two", 2019, 30), sized("two", 2020, 20)];
        let titles = |marked: &[VisitorQuestion]| -> Vec<String> {
            with_spare_questions(&years, marked).into_iter().map(|year| year.subject.title).collect()
        };
        assert_eq!(titles(&[]), ["exact", "two", "two"]);
        let marked = VisitorQuestion::of(plain_question(), &years[0]);
        assert_eq!(titles(&[marked]), ["two", "two"]);
    }

    #[test]
    fn plain_questions_suit_a_phone_best() {
        let plain = plain_question();
        let body = plain.body.clone();
        let maths = vec![Choice { id: Id::new("o"), option: r"\(x^2\)".into() }];
        for (odd, question) in [
            (0, plain.clone()),
            (1, Question { question: "long ".repeat(100), ..plain.clone() }),
            (1, Question { body: ChoiceBody { options: maths, ..body.clone() }, ..plain.clone() }),
            (1, Question { body: ChoiceBody { description: "$$x$$".into(), ..body.clone() }, ..plain.clone() }),
            (2, Question { logo: Some("/uploads/a.png".into()), ..plain.clone() }),
            (2, Question { question: "<img src=\"/uploads/a.png\">".into(), ..plain.clone() }),
            (3, Question { body: ChoiceBody { group: Some("g".into()), ..body }, ..plain }),
        ] {
            assert_eq!(oddness(&question), odd, "{}", question.question);
        }
    }
}
