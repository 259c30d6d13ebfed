//! Views of results for students and moderators: list, dashboard, corrections.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{
    Attempt, QuizResult, TheoryView,
    attempt_items::Items,
    corrections::{Chosen, CorrectionsRequest},
    engine::ItemId,
    photographs::{PhotographView, of_theory},
    result::{DECLARED, OWN, OfflineMark, PENDING, TheoryAnswer},
    result_topics::{TopicResultView, TopicShares, topic_results},
    score::{self, Colour, JAMB_RANGES, Range, Tally, jamb_colour},
    self_grade::TheoryProgress,
    view::{AssessmentRef, QuestionView},
};
use crate::{
    App, Error, Result,
    bank::{Choice, Question, SubjectYear},
    catalogue::{Advice, Exam, ExamRef, ExamType, JAMB_UTME, Mode, Subject, Topic, WASSCE},
    clock::Instant,
    people::{Actor, User},
    records::{Filter, FilterKind, ListQuery, ListSpec, Listed, Page, Titled},
    store::{Id, Record as _},
};

/// A result in the list and on the dashboard.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Quiz)]
pub struct QuizView {
    #[serde(rename = "_id")]
    pub id: Id<QuizResult>,
    pub exam: ExamRef,
    pub assessment: AssessmentRef,
    pub exam_type: ExamType,
    pub year: Option<i64>,
    /// Whether it was a session of Today.
    #[serde(default)]
    pub from_today: bool,
    pub created_at: Instant,
    pub question_count: u32,
    pub unseen_count: u32,
    pub correct_count: u32,
    pub wrong_count: u32,
    /// Questions of the paper that were withdrawn since: the score is calculated without them.
    #[serde(default)]
    pub withdrawn_count: u32,
    /// Seconds allotted.
    pub time: Option<i64>,
    /// Seconds used.
    #[serde(rename = "usedtime")]
    pub used_time: i64,
    /// Whether it was power-safe practice, and for how many seconds its clock was stopped.
    pub power_safe: bool,
    pub paused_time: i64,
    /// How the student's device had marked it, if it was practised offline.
    #[serde(default)]
    pub offline: Option<OfflineMark>,
    /// Whether it is of a mock whose paper was fetched ahead, so that the student's device measured its time.
    #[serde(default)]
    pub taken_offline: bool,
    pub subject_id: Vec<Id<Subject>>,
    /// The subjects with their titles, even if the student's registration has changed.
    #[serde(default)]
    pub subjects: Vec<Titled<Subject>>,
    /// `pending` or `declared` if there are theory questions.
    pub exam_result: Option<String>,
    /// Whether moderators grade the theory answers or have graded them; false if the model answers were opened first.
    #[serde(default)]
    pub is_submission: bool,
    pub total_avg_grade: Option<f64>,
    /// How far the theory answers are graded; `None` if there are none.
    #[serde(default)]
    pub theory: Option<TheoryProgress>,
    /// Percent of the questions answered.
    pub progress: f64,
    /// Percentage of all questions answered correctly.
    pub accuracy: f64,
    /// Percentage of the allotted time that was left.
    pub speed: Option<f64>,
    pub score: ScoreView,
}

/// The score on each scale that the exam uses.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Score)]
pub struct ScoreView {
    pub percent: f64,
    /// Percentage of a test with objective and theory questions, each half counting equally: final once the result is
    /// declared, before that based on the grades so far. `None` for any other test.
    #[serde(default)]
    pub overall: Option<f64>,
    /// A1 to F9, for WAEC; based on the overall percentage if there is one.
    pub grade: Option<String>,
    /// correct / total × 400, for a JAMB mock (spec 2 §9).
    #[serde(rename = "outOf400")]
    pub out_of_400: Option<u32>,
    /// The colour of `out_of_400`.
    pub colour: Option<Colour>,
    /// The scale that JAMB itself reports: each subject out of 100 (ruling 17).
    pub jamb_scale: Option<JambScaleView>,
}

/// JAMB's own scale.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JambScale)]
pub struct JambScaleView {
    pub total: u32,
    pub out_of: u32,
    pub subjects: Vec<JambSubjectView>,
}

/// One subject on JAMB's own scale.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = JambSubject)]
pub struct JambSubjectView {
    pub subject: Titled<Subject>,
    pub score: u32,
}

/// A subject of a result; with its corrections if requested.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SubjectResult)]
pub struct SubjectResultView {
    pub subject: Titled<Subject>,
    pub ques_length: u32,
    pub right_answer: u32,
    pub wrong_answer: u32,
    pub unseen: u32,
    /// Percent with one decimal; for a JAMB mock correct / 180 × 400 (spec 2 §9).
    pub score: f64,
    /// The score per topic, in the order of the paper. Empty for results of earlier releases, and while the reader
    /// takes a mock with one of these questions (ruling 29).
    #[serde(default)]
    pub topics: Vec<TopicResultView>,
    /// Empty unless corrections were requested.
    #[serde(default)]
    pub results: Vec<CorrectionView>,
    #[serde(default)]
    pub theories: Vec<TheoryResultView>,
}

/// A corrected question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Correction)]
pub struct CorrectionView {
    #[serde(flatten)]
    pub question: QuestionView,
    /// Its place among the subject's questions in the paper, from 1.
    #[serde(default)]
    #[schema(required)]
    pub number: u32,
    /// `null` for results of earlier releases, and where the topic was deleted.
    #[serde(default)]
    pub topic: Option<Titled<Topic>>,
    /// The explanation, HTML.
    pub description: String,
    pub result_data: ResultDataView,
    /// Whether it was withdrawn, so that it does not count.
    #[serde(default)]
    pub withdrawn: bool,
    /// Where it comes from, as far as that is known.
    #[serde(default)]
    pub source: QuestionSource,
    /// How often students have answered the question, counting only tests that are part of its statistics.
    #[serde(default)]
    pub answered_times: i64,
}

/// Where a question comes from.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
pub struct QuestionSource {
    /// The exam.
    pub exam: String,
    pub year: Option<i64>,
    /// The question's number among those of that year and subject.
    pub number: Option<i64>,
}

/// The chosen and the correct option.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ResultData)]
pub struct ResultDataView {
    pub answered: Option<Choice>,
    pub correct_answer: Option<Choice>,
}

/// A theory answer and its model answer.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TheoryResult)]
pub struct TheoryResultView {
    pub theory: TheoryView,
    pub results_detail: TheoryDetailView,
}

/// The answer, the model answers and the grade.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TheoryDetail)]
pub struct TheoryDetailView {
    #[serde(rename = "_id")]
    pub id: String,
    pub theory_answered: Option<String>,
    /// The photographs of the working, oldest first.
    #[serde(default)]
    #[schema(required)]
    pub photographs: Vec<PhotographView>,
    /// Whether the model answer was opened before this answer was given. Then no moderator grades it (ruling 48).
    #[serde(default)]
    pub opened_first: bool,
    pub theory_correct_answer: String,
    pub detailed_answer: String,
    /// The student's own grade until the result is declared, then a moderator's.
    pub result_grade: Option<i64>,
    /// The student's own grade, once the result is declared.
    #[serde(default)]
    pub own_grade: Option<i64>,
    /// The moderator's remark, in plain text.
    #[serde(default)]
    pub remark: Option<String>,
}

/// A result with everything that its page shows.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    pub quiz: QuizView,
    pub subject_results: Vec<SubjectResultView>,
    /// The number of corrected questions on all pages; 0 if no corrections were requested.
    #[serde(default)]
    #[schema(required)]
    pub total: usize,
    /// The data of the doughnut chart.
    pub doughnut: Doughnut,
    /// The maximum score: 400 for a JAMB mock, 100 percent otherwise (spec 2 §9).
    pub maximum: u32,
    /// The colours of scores, if the exam has any.
    pub ranges: Vec<Range>,
    /// The advice for the accuracy.
    pub advices: Vec<Advice>,
}

/// The number of correct, incorrect and unseen questions.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct Doughnut {
    pub correct: u32,
    pub incorrect: u32,
    pub unseen: u32,
}

#[derive(SurrealValue)]
pub(super) struct QuizRow {
    pub exam: ExamRef,
    pub assessment: AssessmentRef,
    pub subjects: Vec<Titled<Subject>>,
    pub quiz: QuizResult,
}

impl Listed for QuizResult {
    const LIST: ListSpec = ListSpec {
        select: "exam.{id, title, slug} AS exam, assessment.{id, title, slug} AS assessment, \
            subjects.*.{id, title} AS subjects, $this.* AS quiz",
        search: &["exam.title + ' ' + assessment.title"],
        sort: &[
            ("exam", "exam.title"),
            ("assessment", "assessment.title"),
            ("examType", "exam_type"),
            ("year", "year"),
            ("createdAt", "created_at"),
            ("questionCount", "tally.total"),
            ("unseenCount", "tally.unseen"),
            ("correctCount", "tally.correct"),
            ("wrongCount", "tally.wrong"),
            ("time", "time"),
            ("usedtime", "used_time"),
            ("examResult", "exam_result"),
            ("totalAvgGrade", "total_avg_grade"),
        ],
        filters: &[
            Filter::reference("exam", Exam::TABLE),
            Filter { name: "subject", column: "subjects", kind: FilterKind::OneOf(Subject::TABLE) },
            Filter { name: "state", column: "exam_result", kind: FilterKind::Grouped(STATES, STORED_STATES) },
            Filter::from("created_at"),
            Filter::to("created_at"),
        ],
        ..ListSpec::of(Self::TABLE)
    };
}

/// The states of a result that students can filter by. To a student, a result that no moderator grades looks as
/// provisional as one that waits.
const STATES: &[&str] = &[PENDING, DECLARED];
/// The stored states that each of [`STATES`] stands for.
const STORED_STATES: &[&[&str]] = &[&[PENDING, OWN], &[DECLARED]];

impl App {
    /// A student's results, newest first, 10 per page.
    pub async fn list_results(&self, actor: &Actor, user: &Id<User>, query: &ListQuery) -> Result<Page<QuizView>> {
        actor.require_access_to(user)?;
        let rows = self.rows::<QuizResult>(query).only("user = $user").bind("user", user.clone());
        Ok(rows.page().await?.map(|row: QuizRow| quiz_view(&row)))
    }

    /// One result with its subjects and advice; with all corrections when `corrected`.
    ///
    /// # Errors
    /// Same as [`App::find_corrections`].
    pub async fn find_result(&self, actor: &Actor, id: &Id<QuizResult>, corrected: bool) -> Result<Outcome> {
        let all = CorrectionsRequest::default();
        self.outcome(actor, id, corrected.then_some(&all)).await
    }

    /// One result with the requested corrections. A moderator may also read results with theory answers, without the
    /// student's own grades.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Conflict`] (`in-running-mock`, ruling 29) while the caller is taking a mock that
    /// has one of the questions.
    pub async fn find_corrections(
        &self,
        actor: &Actor,
        id: &Id<QuizResult>,
        ask: &CorrectionsRequest,
    ) -> Result<Outcome> {
        self.outcome(actor, id, Some(ask)).await
    }

    async fn outcome(&self, actor: &Actor, id: &Id<QuizResult>, ask: Option<&CorrectionsRequest>) -> Result<Outcome> {
        let sql = format!("SELECT {} FROM ONLY $id", QuizResult::LIST.select);
        let row: Option<QuizRow> = self.store.query(&sql).bind(("id", id.clone())).checked().await?.take(0)?;
        let mut row = row.ok_or(Error::NotFound("Result"))?;
        if actor.require_access_to(&row.quiz.user).is_err() {
            if !actor.is_moderator() || !row.quiz.is_submission() {
                return Err(Error::NotFound("Result"));
            }
            row.quiz = row.quiz.ungraded();
        }
        let quiz = quiz_view(&row);
        let marked = row.quiz.marked.iter().map(|item| ItemId::from(item.question.clone()));
        let topics = match self.must_not_be_in_mock(actor, marked.chain(row.quiz.written())).await {
            Err(Error::Conflict(_)) if ask.is_none() => HashMap::new(),
            open => {
                open?;
                self.topics_of(&row.quiz).await?
            }
        };
        let is_own = actor.user_id().is_ok_and(|me| *me == row.quiz.user);
        let earlier = match is_own && !topics.is_empty() {
            true => self.topics_before(&row.quiz).await?,
            false => Vec::new(),
        };
        let corrections = match ask {
            Some(ask) => {
                let attempt: Attempt = self.load(&row.quiz.attempt).await?.ok_or(Error::NotFound("Attempt"))?;
                let (items, years) = tokio::try_join!(self.attempt_items(&attempt), self.years_of(&attempt))?;
                let chosen = ask.choose(&row.quiz);
                let times =
                    self.answered_times(chosen.places.iter().map(|place| &row.quiz.marked[*place].question)).await?;
                let photographs = match row.quiz.theories.is_empty() {
                    true => Vec::new(),
                    false => self.photographs_of(&row.quiz.attempt).await?,
                };
                Some(Corrections { chosen, items, attempt, exam: row.exam.title.clone(), years, times, photographs })
            }
            None => None,
        };
        let jamb_mock = is_jamb_mock(&row);
        let subject_results = row
            .subjects
            .iter()
            .map(|subject| subject_result(&row.quiz, subject, jamb_mock, &topics, &earlier, corrections.as_ref()))
            .collect();
        let by_key = (quiz.exam_type != ExamType::Theory).then_some(quiz.accuracy);
        let measure = quiz.score.overall.or(quiz.total_avg_grade).or(by_key);
        let advices = match measure {
            Some(percent) => self.advise(percent).await?,
            None => Vec::new(),
        };
        let Tally { correct, wrong, unseen, .. } = row.quiz.tally;
        Ok(Outcome {
            quiz,
            subject_results,
            total: corrections.map_or(0, |corrections| corrections.chosen.total),
            doughnut: Doughnut { correct, incorrect: wrong, unseen },
            maximum: if jamb_mock { 400 } else { 100 },
            ranges: if jamb_mock { JAMB_RANGES.to_vec() } else { Vec::new() },
            advices,
        })
    }

    /// The calendar years of the subject-years of an attempt.
    async fn years_of(&self, attempt: &Attempt) -> Result<HashMap<Id<SubjectYear>, i64>> {
        #[derive(SurrealValue)]
        struct CalendarYear {
            id: Id<SubjectYear>,
            year: i64,
        }
        let rows: Vec<CalendarYear> =
            self.store.query("SELECT id, year FROM $years").bind(("years", attempt.years.clone())).all().await?;
        Ok(rows.into_iter().map(|row| (row.id, row.year)).collect())
    }

    async fn advise(&self, percent: f64) -> Result<Vec<Advice>> {
        let sql = "SELECT * FROM advice WHERE status = true ORDER BY min_percentage, id";
        let mut advices: Vec<Advice> = self.store.query(sql).all().await?;
        #[expect(clippy::cast_precision_loss, reason = "percentages")]
        let bands: Vec<_> = advices.iter().map(|one| (one.min_percentage as f64, one.max_percentage as f64)).collect();
        Ok(score::advice_band(percent, &bands).map(|place| advices.swap_remove(place)).into_iter().collect())
    }
}

fn is_jamb_mock(row: &QuizRow) -> bool {
    row.exam.slug == JAMB_UTME && row.quiz.mode == Mode::Mock
}

pub(super) fn quiz_view(row: &QuizRow) -> QuizView {
    let quiz = &row.quiz;
    let seconds = |seconds: i64| u32::try_from(seconds).unwrap_or(0);
    QuizView {
        id: quiz.id.clone(),
        exam: row.exam.clone(),
        assessment: row.assessment.clone(),
        exam_type: quiz.exam_type,
        year: quiz.year,
        from_today: quiz.from_today,
        created_at: quiz.created_at,
        question_count: quiz.tally.total,
        unseen_count: quiz.tally.unseen,
        correct_count: quiz.tally.correct,
        wrong_count: quiz.tally.wrong,
        withdrawn_count: quiz.tally.withdrawn,
        time: quiz.time,
        used_time: quiz.used_time,
        power_safe: quiz.power_safe,
        paused_time: quiz.paused_time,
        offline: quiz.offline.clone(),
        taken_offline: quiz.taken_offline,
        subject_id: quiz.subjects.clone(),
        subjects: row.subjects.clone(),
        exam_result: quiz.exam_result.as_deref().map(|state| if state == OWN { PENDING } else { state }.to_owned()),
        is_submission: quiz.is_submission(),
        total_avg_grade: quiz.total_avg_grade,
        theory: TheoryProgress::of(&quiz.theories),
        progress: quiz.tally.progress(),
        accuracy: quiz.tally.accuracy(),
        speed: score::speed(quiz.time.map(seconds), seconds(quiz.used_time)),
        score: score_view(row),
    }
}

fn score_view(row: &QuizRow) -> ScoreView {
    let quiz = &row.quiz;
    let marks = quiz.marks();
    let percent = quiz.tally.accuracy();
    let jamb_scale = is_jamb_mock(row).then(|| {
        let scale = marks.jamb_scale();
        let of = |subject: &Titled<Subject>| {
            Some(JambSubjectView { score: *scale.subjects.get(&subject.id)?, subject: subject.clone() })
        };
        JambScaleView {
            total: scale.total,
            out_of: scale.out_of,
            subjects: row.subjects.iter().filter_map(of).collect(),
        }
    });
    let waec = row.exam.slug == WASSCE && quiz.exam_type != ExamType::Theory;
    let has_both = !quiz.marked.is_empty() && !quiz.theories.is_empty();
    let overall = has_both.then(|| {
        let so_far = TheoryProgress::of(&quiz.theories).and_then(|theory| theory.average);
        score::overall(percent, quiz.total_avg_grade.or(so_far))
    });
    ScoreView {
        percent,
        overall,
        grade: waec.then(|| score::waec_grade(overall.unwrap_or(percent)).to_owned()),
        out_of_400: is_jamb_mock(row).then(|| quiz.tally.out_of_400()),
        colour: is_jamb_mock(row).then(|| jamb_colour(quiz.tally.out_of_400())),
        jamb_scale,
    }
}

/// The data from which the corrections of a result are built.
struct Corrections {
    chosen: Chosen,
    items: Items,
    attempt: Attempt,
    /// The title of the exam.
    exam: String,
    /// The calendar year of each subject-year.
    years: HashMap<Id<SubjectYear>, i64>,
    /// How often each chosen question was answered.
    times: HashMap<Id<Question>, i64>,
    /// The photographs of the theory answers.
    photographs: Vec<PhotographView>,
}

fn subject_result(
    quiz: &QuizResult,
    subject: &Titled<Subject>,
    jamb_mock: bool,
    topics: &HashMap<Id<Topic>, String>,
    earlier: &[TopicShares],
    corrections: Option<&Corrections>,
) -> SubjectResultView {
    let tally: Tally = quiz.parts.iter().find(|(id, _)| *id == subject.id).map(|(_, tally)| *tally).unwrap_or_default();
    let (results, theories) =
        corrections.map_or_else(Default::default, |corrections| corrections.of_subject(quiz, subject, topics));
    SubjectResultView {
        subject: subject.clone(),
        ques_length: tally.total,
        right_answer: tally.correct,
        wrong_answer: tally.wrong,
        unseen: tally.unseen,
        score: if jamb_mock { tally.jamb_subject_score(quiz.tally.withdrawn) } else { tally.accuracy() },
        topics: topic_results(quiz, subject, topics, earlier),
        results,
        theories,
    }
}

impl Corrections {
    /// The provenance of a question.
    fn source(&self, question: &Question) -> QuestionSource {
        QuestionSource {
            exam: self.exam.clone(),
            year: self.years.get(&question.year).copied(),
            number: (question.position > 0).then_some(question.position),
        }
    }

    /// The corrected questions and theory answers of a subject.
    fn of_subject(
        &self,
        quiz: &QuizResult,
        subject: &Titled<Subject>,
        topics: &HashMap<Id<Topic>, String>,
    ) -> (Vec<CorrectionView>, Vec<TheoryResultView>) {
        let Self { chosen, items, attempt, .. } = self;
        let orders: HashMap<_, _> = attempt.questions().map(|item| (&item.question, &item.options)).collect();
        let own = quiz.marked.iter().enumerate().filter(|(_, item)| item.subject == subject.id);
        let numbers: HashMap<usize, u32> = own.map(|(place, _)| place).zip(1..).collect();
        let correct = |place: &usize| {
            let (item, number) = (quiz.marked.get(*place)?, *numbers.get(place)?);
            let question = items.questions.get(&item.question)?;
            let topic = item.topic.as_ref().and_then(|id| topics.get_key_value(id));
            Some(CorrectionView {
                question: QuestionView::new(question, orders.get(&item.question)?),
                number,
                topic: topic.map(|(id, title)| Titled { id: id.clone(), title: title.clone() }),
                description: question.body.description.clone(),
                result_data: ResultDataView {
                    answered: item.chosen.as_ref().and_then(|id| question.body.choice(id)).cloned(),
                    correct_answer: question.body.choice(&item.correct).cloned(),
                },
                withdrawn: item.withdrawn,
                source: self.source(question),
                answered_times: self.times.get(&item.question).copied().unwrap_or(0),
            })
        };
        let written = |answer: &TheoryAnswer| {
            let theory = items.theories.get(&answer.theory)?;
            Some(TheoryResultView {
                theory: TheoryView::from(theory.as_ref()),
                results_detail: TheoryDetailView {
                    id: answer.answer_id.clone(),
                    theory_answered: answer.answered.clone(),
                    photographs: of_theory(&self.photographs, &answer.theory),
                    opened_first: answer.opened_first,
                    theory_correct_answer: theory.body.answer.clone(),
                    detailed_answer: theory.body.detailed_answer.clone(),
                    result_grade: answer.grade,
                    own_grade: answer.own_grade,
                    remark: answer.remark.clone(),
                },
            })
        };
        let theories = quiz.theories.iter().filter(|answer| chosen.has_theories && answer.subject == subject.id);
        (chosen.places.iter().filter_map(correct).collect(), theories.filter_map(written).collect())
    }
}
