//! The forecast of a student's score in an exam, from the student's stored answers and mocks.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    ability::{Ability, Answer, chance},
    outlook::{Outlook, Paper},
};
use crate::{
    App, Error, Result,
    bank::{Choice, Question},
    catalogue::{Exam, JAMB_UTME, Subject, Topic, WASSCE},
    clock::Instant,
    exam::{
        score::{Tally, percent, waec_grade},
        student_totals::{LastAnswers, MockMarks, Progress},
    },
    messages,
    people::{Actor, User},
    records::{Entity as _, Titled},
    registration::Registration,
    statistics::{QuestionStatistics, WeakTopic},
    store::Id,
};

/// A subject is forecast after this many mocks.
const MOCKS: usize = 2;
/// A subject is also forecast after this many first answers, even without mocks.
const FIRST_ANSWERS: usize = 150;
/// The number of latest first answers that are read. More would hardly narrow a forecast, and older ones show an
/// earlier state of knowledge.
const MAX_ANSWERS: usize = 200;
/// The points of one subject, on JAMB's scale and in percent.
const POINTS: f64 = 100.0;

/// A student's forecast for an exam.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// The total score; for JAMB UTME, once each registered subject is forecast.
    pub score: Option<ScoreRange>,
    /// The registered subjects, in the order of registration.
    pub subjects: Vec<SubjectForecast>,
    /// The topic that costs the most points, to practise next.
    pub next: Option<WeakTopic>,
}

/// The forecast of one subject.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubjectForecast {
    pub subject: Titled<Subject>,
    /// Out of 100 in JAMB UTME, percent in the others; `null` until there is enough data.
    pub score: Option<ScoreRange>,
    /// The score as grades, for WAEC.
    pub grade: Option<GradeRange>,
    /// The number of further mocks that make a forecast possible, unless `answersNeeded` is reached first; 0 with a
    /// forecast.
    pub mocks_needed: usize,
    /// The number of further questions, answered for the first time, that make a forecast possible; 0 with a forecast.
    pub answers_needed: usize,
}

/// An expected score, and the two ends between which nine of ten scores lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreRange {
    pub about: u32,
    pub from: u32,
    pub to: u32,
    /// The maximum.
    pub out_of: u32,
}

/// The grades of a [`ScoreRange`], A1 to F9.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GradeRange {
    pub about: String,
    /// The grade at the lower end.
    pub from: String,
    /// The grade at the upper end.
    pub to: String,
}

/// The fields of a question that decide whether an answer is right, and the chance of guessing it.
#[derive(SurrealValue)]
struct QuestionRow {
    id: Id<Question>,
    topic: Id<Topic>,
    correct: Id<Choice>,
    options: i64,
    #[surreal(default)]
    withdrawn: bool,
}

#[derive(SurrealValue)]
struct DifficultyRow {
    question: Id<Question>,
    #[surreal(default)]
    difficulty: Option<f64>,
}

#[derive(SurrealValue)]
struct ForecastSubject {
    id: Id<Subject>,
    title: String,
    mock_questions: i64,
    topics: Vec<Id<Topic>>,
}

/// A first answer: the question and the choice.
type FirstChoice = (Id<Question>, Id<Choice>);

/// A student's latest first answers in some subjects, with the questions and their known difficulties.
struct FirstAnswers {
    answers: HashMap<Id<Subject>, Vec<FirstChoice>>,
    questions: HashMap<Id<Question>, QuestionRow>,
    difficulties: HashMap<Id<Question>, f64>,
}

/// A subject with the number of first answers in it, and the expected result.
pub(super) struct SubjectOutlook {
    id: Id<Subject>,
    title: String,
    answers: usize,
    /// As a share of the subject's questions.
    outlook: Outlook,
}

impl App {
    /// The caller's forecast for an exam; without subjects if none are registered for it.
    pub async fn forecast(&self, actor: &Actor, exam: &Id<Exam>) -> Result<Forecast> {
        self.forecast_of(actor.user_id()?, exam).await
    }

    /// The forecast of a student for an exam.
    pub(crate) async fn forecast_of(&self, user: &Id<User>, exam: &Id<Exam>) -> Result<Forecast> {
        if exam.as_str().is_empty() {
            return Err(Error::field("examId", messages::SELECT_EXAM));
        }
        let exam: Exam = self.load(exam).await?.ok_or(Error::NotFound(Exam::NOUN))?;
        let registration: Option<Registration> = self.load(&Registration::key(user, &exam.id)).await?;
        let registered = registration.map(|registration| registration.subjects).unwrap_or_default();
        let progress: Option<Progress> = self.load(&Progress::key(user, &exam.id)).await?;
        let mocks = progress.map(|progress| progress.sums.0.latest).unwrap_or_default();
        let outlooks = self.outlooks(user, &registered, &mocks, self.now()).await?;
        let weak = self.weak_topics_of(user, &exam.id).await?;
        Ok(Forecast::new(&exam, &outlooks, &mocks, weak))
    }

    /// The expected result in each of these subjects, from the answers before `until` and from these mocks.
    pub(super) async fn outlooks(
        &self,
        user: &Id<User>,
        subjects: &[Id<Subject>],
        mocks: &[MockMarks],
        until: Instant,
    ) -> Result<Vec<SubjectOutlook>> {
        let sql = "SELECT id, title, mock_questions, \
            (SELECT VALUE id FROM topic WHERE subject = $parent.id) AS topics FROM $subjects";
        let rows = self.store.query(sql).bind(("subjects", subjects.to_vec())).all::<ForecastSubject>();
        let (rows, firsts) = tokio::try_join!(rows, self.first_answers(user, subjects, until))?;
        let mut rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
        let outlooks = subjects.iter().filter_map(|id| {
            let subject = rows.remove(id)?;
            let (answers, outlook) = outlook(&subject, &firsts, mocks);
            Some(SubjectOutlook { id: subject.id, title: subject.title, answers, outlook })
        });
        Ok(outlooks.collect())
    }

    /// The probability that a student answers each of these questions rightly today. A question without enough answers
    /// counts as average, and so does a student in a subject without answers.
    pub(crate) async fn chances(
        &self,
        user: &Id<User>,
        asked: Vec<(Id<Subject>, Id<Question>)>,
    ) -> Result<HashMap<Id<Question>, f64>> {
        let subjects: HashSet<_> = asked.iter().map(|(subject, _)| subject.clone()).collect();
        let subjects: Vec<_> = subjects.into_iter().collect();
        let ids: Vec<_> = asked.iter().map(|(_, question)| question.clone()).collect();
        let (firsts, (questions, difficulties)) =
            tokio::try_join!(self.first_answers(user, &subjects, self.now()), self.question_rows(ids))?;
        let abilities = subjects.iter().map(|subject| (subject, Ability::of(&firsts.answered(subject))));
        let abilities: HashMap<_, _> = abilities.collect();
        let chances = asked.iter().filter_map(|(subject, id)| {
            let (ability, guess) = (abilities.get(subject)?, guess(questions.get(id)?.options));
            let difficulty = difficulties.get(id).copied().unwrap_or_default();
            Some((id.clone(), ability.expect(|ability| chance(ability, difficulty, guess))))
        });
        Ok(chances.collect())
    }

    /// A student's first answers in these subjects before an instant.
    async fn first_answers(&self, user: &Id<User>, subjects: &[Id<Subject>], until: Instant) -> Result<FirstAnswers> {
        let keys: Vec<_> = subjects.iter().map(|subject| LastAnswers::key(user, subject)).collect();
        let kept: Vec<LastAnswers> = self.store.query("SELECT * FROM $keys").bind(("keys", keys)).all().await?;
        let answers: HashMap<_, _> = kept.into_iter().map(|one| (one.subject.clone(), latest(one, until))).collect();
        let ids = answers.values().flatten().map(|answer: &FirstChoice| answer.0.clone()).collect();
        let (questions, difficulties) = self.question_rows(ids).await?;
        Ok(FirstAnswers { answers, questions, difficulties })
    }

    /// These questions without the withdrawn ones, and the difficulties that are known.
    async fn question_rows(
        &self,
        ids: Vec<Id<Question>>,
    ) -> Result<(HashMap<Id<Question>, QuestionRow>, HashMap<Id<Question>, f64>)> {
        let keys: Vec<Id<QuestionStatistics>> = ids.iter().map(Id::cast).collect();
        let sql = "SELECT id, topic, correct, array::len(options) AS options, withdrawn FROM $ids; \
            SELECT question, difficulty FROM $keys;";
        let mut found = self.store.query(sql).bind(("ids", ids)).bind(("keys", keys)).checked().await?;
        let (questions, difficulties): (Vec<QuestionRow>, Vec<DifficultyRow>) = (found.take(0)?, found.take(1)?);
        let questions = questions.into_iter().filter(|row| !row.withdrawn).map(|row| (row.id.clone(), row)).collect();
        let difficulties = difficulties.into_iter().filter_map(|row| Some((row.question, row.difficulty?))).collect();
        Ok((questions, difficulties))
    }
}

impl FirstAnswers {
    /// The first answers of a subject whose questions still exist and were not withdrawn.
    fn of(&self, subject: &Id<Subject>) -> impl Iterator<Item = (&QuestionRow, &Id<Choice>)> {
        let answers = self.answers.get(subject).into_iter().flatten();
        answers.filter_map(|(question, chosen)| Some((self.questions.get(question)?, chosen)))
    }

    /// The same answers in the form that [`Ability::of`] needs.
    fn answered(&self, subject: &Id<Subject>) -> Vec<Answer> {
        let answered = self.of(subject).map(|(question, chosen)| Answer {
            difficulty: self.difficulties.get(&question.id).copied().unwrap_or_default(),
            guess: guess(question.options),
            is_right: *chosen == question.correct,
        });
        answered.collect()
    }
}

/// The latest first answers of a subject before an instant.
fn latest(kept: LastAnswers, until: Instant) -> Vec<FirstChoice> {
    let firsts = kept.answers.0.into_iter().filter_map(|answer| {
        let first = answer.first().filter(|first| first.1 < until.timestamp_millis())?;
        Some((first.1, (answer.0, first.0?)))
    });
    let mut firsts: Vec<_> = firsts.collect();
    firsts.sort_by_key(|first| std::cmp::Reverse(first.0));
    firsts.into_iter().take(MAX_ANSWERS).map(|(_, answer)| answer).collect()
}

/// The number of a student's first answers in a subject, and the expected share of its questions that the student would
/// answer correctly today.
fn outlook(subject: &ForecastSubject, firsts: &FirstAnswers, mocks: &[MockMarks]) -> (usize, Outlook) {
    let answered = firsts.answered(&subject.id);
    let practised: HashSet<_> = firsts.of(&subject.id).map(|(question, _)| &question.topic).collect();
    let paper = Paper {
        questions: u32::try_from(subject.mock_questions).unwrap_or(u32::MAX),
        guess: mean(answered.iter().map(|answer| answer.guess)).unwrap_or_else(|| guess(4)),
        left_open: mean(tallies(mocks, &subject.id).map(|tally| 1.0 - tally.progress() / 100.0)).unwrap_or_default(),
        unpractised: mean(subject.topics.iter().map(|topic| f64::from(u8::from(!practised.contains(topic)))))
            .unwrap_or_default(),
    };
    (answered.len(), Outlook::of(&Ability::of(&answered), &paper))
}

/// The marks of a subject in each mock that contains it.
fn tallies<'a>(mocks: &'a [MockMarks], subject: &'a Id<Subject>) -> impl Iterator<Item = &'a Tally> {
    mocks.iter().filter_map(move |mock| mock.parts.iter().find(|(id, _)| id == subject)).map(|(_, tally)| tally)
}

/// The scores of the mocks that contain these subjects, each subject out of 100.
pub(super) fn scores(mocks: &[MockMarks], subjects: &[SubjectOutlook]) -> Vec<f64> {
    let score = |mock: &MockMarks| -> Option<f64> {
        let of = |subject: &SubjectOutlook| mock.parts.iter().find(|(id, _)| *id == subject.id);
        subjects.iter().map(|subject| of(subject).map(|(_, tally)| percent(tally.correct, tally.total))).sum()
    };
    mocks.iter().filter_map(score).collect()
}

/// The expected sum of these subjects' scores, each out of 100.
pub(super) fn total(subjects: &[SubjectOutlook], mocks: &[MockMarks]) -> Outlook {
    let parts = subjects.iter().map(|subject| subject.outlook.scaled(POINTS));
    Outlook::sum(parts).widened_by(&scores(mocks, subjects))
}

/// Whether there is enough data to forecast a subject.
pub(super) fn is_known(subject: &SubjectOutlook, mocks: &[MockMarks]) -> bool {
    subject.answers >= FIRST_ANSWERS || tallies(mocks, &subject.id).count() >= MOCKS
}

/// The probability of guessing the right one among this many options.
fn guess(options: i64) -> f64 {
    1.0 / f64::from(u32::try_from(options).unwrap_or(4).max(2))
}

/// The mean; `None` if there are no values.
fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

impl Forecast {
    fn new(exam: &Exam, outlooks: &[SubjectOutlook], mocks: &[MockMarks], weak: Vec<WeakTopic>) -> Self {
        let subject = |subject: &SubjectOutlook| {
            let is_known = is_known(subject, mocks);
            let score = is_known.then(|| ScoreRange::of(total(std::slice::from_ref(subject), mocks), 1.0, POINTS));
            let missing = |least: usize, has: usize| if is_known { 0 } else { least.saturating_sub(has) };
            SubjectForecast {
                subject: Titled { id: subject.id.clone(), title: subject.title.clone() },
                grade: score.filter(|_| exam.slug == WASSCE).map(GradeRange::of),
                score,
                mocks_needed: missing(MOCKS, tallies(mocks, &subject.id).count()),
                answers_needed: missing(FIRST_ANSWERS, subject.answers),
            }
        };
        let subjects: Vec<_> = outlooks.iter().map(subject).collect();
        let is_known = !outlooks.is_empty() && subjects.iter().all(|subject| subject.score.is_some());
        let points = outlooks.iter().map(|_| POINTS).sum();
        let score = (exam.slug == JAMB_UTME && is_known).then(|| ScoreRange::of(total(outlooks, mocks), 5.0, points));
        // A topic of the weakest subject. Of equal subjects and within one, the first of `weak`, which has the worst
        // topic first.
        let means: BTreeMap<_, _> = outlooks.iter().map(|subject| (&subject.id, subject.outlook.mean)).collect();
        let ranked = weak.into_iter().filter_map(|topic| Some((*means.get(&topic.subject.id)?, topic)));
        let next = ranked.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, topic)| topic);
        Self { score, subjects, next }
    }
}

impl ScoreRange {
    /// An outlook in points, each number rounded to a multiple of `step`.
    fn of(outlook: Outlook, step: f64, points: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to a few hundred points")]
        let rounded = |value: f64| ((value / step).round() * step).clamp(0.0, points) as u32;
        let (from, to) = outlook.interval();
        Self { about: rounded(outlook.mean), from: rounded(from), to: rounded(to), out_of: rounded(points) }
    }
}

impl GradeRange {
    fn of(percent: ScoreRange) -> Self {
        let grade = |percent: u32| waec_grade(f64::from(percent)).to_owned();
        Self { about: grade(percent.about), from: grade(percent.from), to: grade(percent.to) }
    }
}
