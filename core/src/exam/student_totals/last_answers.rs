//! A student's last and first choice for each question of a subject, and the memory of each question.
//!
//! Whether a choice was correct is decided on reading, with the current key. The memory depends on the keys by which
//! results were marked, so it is computed again when a key is corrected ([`super::replace_results`]).

use std::collections::{BTreeSet, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;

use crate::{
    bank::{Choice, Question},
    catalogue::{Mode, Subject},
    clock::day_of,
    exam::{
        MarkedItem, QuizResult,
        review::{Memory, Outcome},
    },
    people::User,
    store::{Id, Packed, Record},
};

/// Maximum number of questions per subject; the most recent ones are kept.
pub const MAX_ANSWERS: usize = 1000;

/// The last answers of a student in a subject.
#[derive(Debug, Clone, SurrealValue)]
pub struct LastAnswers {
    pub id: Id<LastAnswers>,
    pub user: Id<User>,
    pub subject: Id<Subject>,
    /// Oldest first.
    pub answers: Packed<Vec<LastAnswer>>,
}

/// A question, the choice (`None` if left open), the time in milliseconds since 1970, and the earlier history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LastAnswer(
    pub Id<Question>,
    pub Option<Id<Choice>>,
    pub i64,
    #[serde(default, skip_serializing_if = "AnswerHistory::is_empty")] pub AnswerHistory,
);

impl LastAnswer {
    /// The number of its values without the history.
    pub(crate) const WITHOUT_HISTORY: usize = 3;
}

/// The history of the answers to a question. Empty, and therefore not stored, for a question that was answered once and
/// correctly.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AnswerHistory {
    /// The memory of a question that was missed or doubted.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "m")]
    pub memory: Option<Memory>,
    /// The first answer, if it differs from the last.
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "f")]
    pub first: Option<FirstAnswer>,
}

/// The first choice for a question, and its time in milliseconds since 1970. The choice is `None` if the right answer
/// was in view, because the choice then does not show what the student knew.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstAnswer(pub Option<Id<Choice>>, pub i64);

impl Record for LastAnswers {
    const TABLE: &'static str = "last_answers";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS last_answers_user ON last_answers FIELDS user;";
}

impl LastAnswers {
    /// The key of a student's answers in a subject.
    pub fn key(user: &Id<User>, subject: &Id<Subject>) -> Id<Self> {
        Id::new(format!("{user}-{subject}"))
    }

    /// No answers.
    pub(super) fn none(user: &Id<User>, subject: &Id<Subject>) -> Self {
        let answers = Packed::default();
        Self { id: Self::key(user, subject), user: user.clone(), subject: subject.clone(), answers }
    }

    /// Whether a question of this result was answered again at the same time or later. If so, the memory must be
    /// computed from all results.
    pub(super) fn is_ahead_of(&self, result: &QuizResult) -> bool {
        let at = result.created_at.timestamp_millis();
        let later: HashSet<_> = self.answers.0.iter().filter(|one| one.2 >= at).map(|one| &one.0).collect();
        !later.is_empty() && result.marked.iter().any(|item| later.contains(&item.question))
    }

    /// Adds results, oldest first, that are not older than those counted before. Keeps the [`MAX_ANSWERS`] most
    /// recently answered questions.
    pub(super) fn count<'a>(&mut self, results: impl IntoIterator<Item = &'a QuizResult>) {
        let stored = std::mem::take(&mut self.answers.0);
        let mut order: BTreeSet<_> = stored.iter().map(|one| (one.2, one.0.clone())).collect();
        let mut answers: HashMap<_, _> = stored.into_iter().map(|one| (one.0.clone(), one)).collect();
        for result in results {
            let at = result.created_at.timestamp_millis();
            for item in result.marked.iter().filter(|item| item.subject == self.subject) {
                let before = answers.remove(&item.question);
                if let Some(before) = &before {
                    order.remove(&(before.2, before.0.clone()));
                }
                let memory = memory_after(before.as_ref().and_then(LastAnswer::memory), result, item);
                let is_shown = item.chosen.is_some() && !result.is_evidence(item);
                let first = before.and_then(|one| one.first()).or_else(|| is_shown.then_some(FirstAnswer(None, at)));
                let new = LastAnswer(item.question.clone(), item.chosen.clone(), at, AnswerHistory { memory, first });
                order.insert((at, item.question.clone()));
                answers.insert(item.question.clone(), new);
            }
            while order.len() > MAX_ANSWERS {
                order.pop_first().and_then(|(_, question)| answers.remove(&question));
            }
        }
        self.answers.0 = order.into_iter().filter_map(|(_, question)| answers.remove(&question)).collect();
    }
}

impl LastAnswers {
    /// Whether older answers may have been dropped, and their effect on the memory with them.
    pub(super) fn is_full(&self) -> bool {
        self.answers.0.len() >= MAX_ANSWERS
    }

    /// Computes the memory of these questions again. `results`, oldest first, must be all of the student's if the list
    /// [is full](Self::is_full), and otherwise at least all that contain one of the questions.
    pub(super) fn remember<'a>(
        &mut self,
        questions: &HashSet<Id<Question>>,
        results: impl IntoIterator<Item = &'a QuizResult>,
    ) {
        let mut memories: HashMap<&Id<Question>, Option<Memory>> = HashMap::new();
        // Drops questions as `count` does: one that was dropped and answered again starts without a memory.
        let (mut order, mut times) = (BTreeSet::new(), HashMap::new());
        for result in results {
            let at = result.created_at.timestamp_millis();
            for item in result.marked.iter().filter(|item| item.subject == self.subject) {
                if let Some(before) = times.insert(&item.question, at) {
                    order.remove(&(before, &item.question));
                }
                order.insert((at, &item.question));
                if questions.contains(&item.question) {
                    let memory = memories.entry(&item.question).or_default();
                    *memory = memory_after(*memory, result, item);
                }
            }
            while order.len() > MAX_ANSWERS
                && let Some((_, dropped)) = order.pop_first()
            {
                times.remove(dropped);
                memories.remove(dropped);
            }
        }
        for answer in &mut self.answers.0 {
            if let Some(memory) = memories.get(&answer.0) {
                answer.3.memory = *memory;
            }
        }
    }
}

impl LastAnswer {
    /// The memory of the question, if it was missed or doubted.
    pub fn memory(&self) -> Option<Memory> {
        self.3.memory
    }

    /// The first answer; `None` while the question was only left open.
    pub fn first(&self) -> Option<FirstAnswer> {
        self.3.first.clone().or_else(|| Some(FirstAnswer(Some(self.1.clone()?), self.2)))
    }
}

impl AnswerHistory {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The memory of a question after one more answer to it.
fn memory_after(before: Option<Memory>, result: &QuizResult, item: &MarkedItem) -> Option<Memory> {
    match outcome(result, item) {
        Some(outcome) => Memory::after(before, outcome, day_of(result.created_at)),
        None => before,
    }
}

/// The outcome of an answer for the student's memory. `None` if the question was withdrawn, was answered with its key
/// in view, or was left open outside a mock.
fn outcome(result: &QuizResult, item: &MarkedItem) -> Option<Outcome> {
    if item.withdrawn || !result.is_evidence(item) {
        return None;
    }
    match item.chosen {
        None => (result.mode == Mode::Mock).then_some(Outcome::Wrong),
        Some(_) if item.is_right() => Some(Outcome::Right { doubted: item.doubted, slow: item.slow }),
        Some(_) => Some(Outcome::Wrong),
    }
}

#[cfg(test)]
mod tests {
    use rand::{SeedableRng as _, rngs::StdRng, seq::index::sample};

    use super::*;
    use crate::{catalogue::ExamType, clock::Instant, exam::score::Tally};

    /// A mock of the only subject in which these questions were answered, on this day: question, choice and key.
    fn result(day: i64, items: &[(usize, &str, &str)]) -> QuizResult {
        let subject = Id::new("maths");
        let item = |(question, chosen, correct): &(usize, &str, &str)| MarkedItem {
            subject: subject.clone(),
            question: Id::new(format!("q{question}")),
            chosen: Some(Id::new(*chosen)),
            correct: Id::new(*correct),
            topic: None,
            shown: Some(false),
            withdrawn: false,
            doubted: false,
            slow: false,
        };
        QuizResult {
            id: Id::new(format!("{day}")),
            user: Id::new("ada"),
            attempt: Id::new(format!("{day}")),
            exam: Id::new("jamb"),
            assessment: Id::new("mock"),
            mode: Mode::Mock,
            exam_type: ExamType::Objective,
            year: None,
            from_today: false,
            subjects: vec![subject.clone()],
            created_at: Instant::UNIX_EPOCH + chrono::Duration::days(day),
            tally: Tally::default(),
            parts: Vec::new(),
            marked: items.iter().map(item).collect::<Vec<_>>().into(),
            theories: Vec::new(),
            time: None,
            used_time: 0,
            power_safe: false,
            paused_time: 0,
            exam_result: None,
            queue_order: 0,
            total_avg_grade: None,
            statistics: None,
            offline: None,
            taken_offline: false,
        }
    }

    #[test]
    fn in_a_full_list_a_corrected_key_gives_the_memory_that_counting_all_results_gives() {
        let mut rng = StdRng::seed_from_u64(1);
        let papers: Vec<Vec<_>> = (0..80)
            .map(|_| sample(&mut rng, 1150, 60).into_iter().map(|n| (n, if n % 3 == 0 { "a" } else { "b" })).collect())
            .collect();
        let results = |is_moved: &dyn Fn(usize) -> bool| -> Vec<QuizResult> {
            let key = |n: usize| if is_moved(n) { "b" } else { "a" };
            let items = |paper: &Vec<(usize, &'static str)>| -> Vec<_> {
                paper.iter().map(|(n, chosen)| (*n, *chosen, key(*n))).collect()
            };
            papers.iter().zip(1..).map(|(paper, day)| result(day, &items(paper))).collect()
        };
        let list = |results: &[QuizResult]| {
            let mut list = LastAnswers::none(&Id::new("ada"), &Id::new("maths"));
            list.count(results);
            list
        };
        let (before, after) = (results(&|_| false), results(&|n| n < 200));
        let (mut kept, counted) = (list(&before), list(&after));
        assert!(kept.is_full());
        let moved: HashSet<_> = (0..200).map(|n| Id::new(format!("q{n}"))).collect();
        kept.remember(&moved, &after);
        assert_eq!(kept.answers.0, counted.answers.0);

        // Questions that were dropped and answered again are among them.
        let never_dropped = |question: &Id<Question>| {
            let items = after.iter().flat_map(|one| one.marked.iter().map(move |item| (one, item)));
            let own = items.filter(|(_, item)| item.question == *question);
            own.fold(None, |memory, (result, item)| memory_after(memory, result, item))
        };
        assert!(counted.answers.0.iter().any(|one| moved.contains(&one.0) && one.3.memory != never_dropped(&one.0)));
    }

    fn answer(choice: Option<&str>, at: i64, first: Option<FirstAnswer>) -> LastAnswer {
        LastAnswer(Id::new("q"), choice.map(Id::new), at, AnswerHistory { memory: None, first })
    }

    #[test]
    fn a_question_that_was_answered_once_has_no_history_in_the_store() {
        let once = answer(Some("a"), 2, None);
        let text = serde_json::to_string(&once).unwrap();
        assert_eq!(text, r#"["q","a",2]"#);
        assert_eq!(serde_json::from_str::<LastAnswer>(&text).unwrap(), once);
        assert_eq!(once.first(), Some(FirstAnswer(Some(Id::new("a")), 2)));
    }

    #[test]
    fn the_first_answer_is_read_as_it_was_stored() {
        let both = answer(None, 3, Some(FirstAnswer(Some(Id::new("a")), 1)));
        let text = serde_json::to_string(&both).unwrap();
        assert_eq!(text, r#"["q",null,3,{"f":["a",1]}]"#);
        assert_eq!(serde_json::from_str::<LastAnswer>(&text).unwrap(), both);
        assert_eq!(both.first(), Some(FirstAnswer(Some(Id::new("a")), 1)));
        assert_eq!(answer(None, 3, None).first(), None);
    }
}
