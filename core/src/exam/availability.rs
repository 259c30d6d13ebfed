//! The questions available for a test, before it is started.

use std::collections::HashMap;

use chrono::Datelike as _;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    QuizResult, RequestedSource, SubjectPaperView,
    mistakes::Wanted,
    request_checks::{blueprint, by_subject, check_exam, extra, minutes, most_of_weak, no_questions_message, source},
};
use crate::{
    App, Error, FieldErrors, Result,
    bank::paper::{self, Blueprint, SubjectPool},
    catalogue::{Exam, ExamRef, ExamType, Mode, Subject, University},
    messages,
    people::Actor,
    records::{Entity as _, Titled},
    store::{Id, retry_tx},
};

/// Subjects per request, at most.
const MAX_SUBJECTS: usize = 20;

/// The request of the setup screens before a test starts.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AskPaper)]
pub struct PaperRequest {
    pub exam_id: Id<Exam>,
    pub exam_type: ExamType,
    #[schema(max_items = 20)]
    pub subjects: Vec<Id<Subject>>,
    /// Needed for a year test, unless it is drawn from mistakes.
    pub year: Option<i64>,
    /// `mistakes` selects the questions that the caller got wrong or left open.
    #[serde(default)]
    pub from: RequestedSource,
    /// With `mistakes`: only those of this result of the caller, regardless of later answers.
    #[serde(default)]
    pub mistakes_of: Option<Id<QuizResult>>,
    /// Topics or sections; none means all.
    #[schema(max_items = 500)]
    #[serde(default)]
    pub selected_topics: Vec<String>,
    /// Questions per subject.
    pub question_limit: Option<usize>,
    #[serde(default)]
    pub shuffle_questions: bool,
    #[serde(default)]
    pub shuffle_options: bool,
    pub university: Option<Id<University>>,
    /// Whether to leave the paper out and send only the counts, to save the caller's data.
    #[serde(default)]
    pub counts_only: bool,
}

/// The questions of a subject.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct SubjectCount {
    pub subject: Titled<Subject>,
    pub questions: usize,
    pub theories: usize,
    pub years: Vec<i32>,
}

/// The length of a mock for the caller.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct MockLength {
    /// Questions and theories to be drawn, by the subjects' blueprints and the caller's plan; fewer if the bank has
    /// fewer.
    pub questions: usize,
    /// Includes the caller's extra time.
    pub minutes: i64,
}

/// The questions available for a test, with its paper if requested.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Availability {
    pub total_questions: usize,
    pub exam: ExamRef,
    /// Why nothing, or not everything, is available (spec 2 §5).
    pub message: Option<String>,
    pub counts: Vec<SubjectCount>,
    /// The length of the test, if it is a mock.
    pub mock: Option<MockLength>,
    /// Empty if only the counts were requested.
    pub subjects: Vec<SubjectPaperView>,
}

impl App {
    /// The questions available for a test, without starting it. Everybody may read the counts; only a student who could
    /// start the test gets its paper (ruling 29).
    pub async fn ask_paper(&self, actor: &Actor, ask: PaperRequest, mock: bool) -> Result<Availability> {
        retry_tx(async || self.availability(actor, ask.clone(), mock).await).await
    }

    async fn availability(&self, actor: &Actor, ask: PaperRequest, mock: bool) -> Result<Availability> {
        let exam: Exam = self.load(&ask.exam_id).await?.ok_or(Error::NotFound(Exam::NOUN))?;
        let mut errors = FieldErrors::default();
        let source = source(&mut errors, mock, ask.from, ask.year, ask.question_limit, i64::from(self.now().year()));
        errors.check(ask.from != RequestedSource::Today, "from", "Today's session is counted by /me/today.");
        errors.check(!ask.subjects.is_empty(), "subjects", messages::SELECT_SUBJECT);
        errors.check(ask.subjects.len() <= MAX_SUBJECTS, "subjects", messages::too_many_subjects(MAX_SUBJECTS));
        let mut most = None;
        if !ask.counts_only {
            check_exam(&mut errors, &exam, ask.exam_type, &ask.subjects, ask.university.as_ref());
            std::mem::take(&mut errors).done()?;
            let held = self.holdings(actor.user_id()?, &exam.id, ask.university.as_ref()).await?;
            most = held.require_subscription(&ask.subjects)?.trial_limit();
        }
        errors.done()?;
        let mut blueprint =
            blueprint(source, ask.exam_type, ask.university.clone(), &ask.selected_topics, ask.shuffle_questions);
        blueprint.max_questions = most;
        let (rows, banks) = self.subject_banks(&exam, &ask.subjects, blueprint.university.as_ref(), None).await?;
        let pools = by_subject(&rows, &banks);
        if matches!(ask.from, RequestedSource::Mistakes | RequestedSource::Weak) {
            let wanted = Wanted {
                from: ask.from,
                of: ask.mistakes_of.as_ref(),
                set: None,
                most: most_of_weak(ask.question_limit),
                blueprint: &blueprint,
                pools: &pools,
            };
            blueprint.only = self.allowed_questions(actor.user_id()?, &exam.id, &wanted, &banks).await?;
        }
        blueprint.except = self.excluded_from(source).await?;
        blueprint.first = self.drawn_first(source, &ask.subjects).await?;
        let counts = paper::available(&blueprint, &pools);
        let length = if mock { Some(self.mock_length(actor, &exam, &ask, &blueprint, &pools).await?) } else { None };
        let titles: HashMap<_, _> = rows.iter().map(|row| (row.id.clone(), row.title.clone())).collect();
        let count_of = |one: paper::PoolSize| SubjectCount {
            subject: Titled { title: titles.get(&one.subject).cloned().unwrap_or_default(), id: one.subject },
            questions: one.questions,
            theories: one.theories,
            years: one.years,
        };
        let counts: Vec<_> = counts.into_iter().map(count_of).collect();
        let has: Vec<bool> = counts.iter().map(|count| count.questions + count.theories > 0).collect();
        let message = no_questions_message(&rows, &has, source, ask.from);
        let subjects = match ask.counts_only {
            true => Vec::new(),
            false => {
                let paper = paper::build(&blueprint, &pools, &mut rand::rng());
                self.read_drawn(paper, ask.shuffle_options, rows, banks).await?.view().subjects
            }
        };
        let total_questions = match ask.counts_only {
            true => counts.iter().map(|count| count.questions + count.theories).sum(),
            false => subjects.iter().map(|part: &SubjectPaperView| part.questions.len() + part.theories.len()).sum(),
        };
        Ok(Availability { total_questions, exam: exam.reference(), message, counts, mock: length, subjects })
    }

    /// The length of the mock. A mock is drawn and thrown away to count it, because the number of questions depends on
    /// the draw: years repeat each other's questions, and a trial limits them.
    async fn mock_length(
        &self,
        actor: &Actor,
        exam: &Exam,
        ask: &PaperRequest,
        blueprint: &Blueprint,
        pools: &[SubjectPool],
    ) -> Result<MockLength> {
        let (mut blueprint, mut extra_time) = (blueprint.clone(), 0);
        if let Ok(user) = actor.user_id() {
            extra_time = self.extra_time(user).await?;
            let held = self.holdings(user, &exam.id, ask.university.as_ref()).await?;
            blueprint.max_questions = held.require_subscription(&[]).ok().and_then(|plan| plan.trial_limit());
        }
        let minutes = minutes(&mut FieldErrors::default(), exam, Mode::Mock, None).unwrap_or_default();
        Ok(MockLength {
            questions: paper::build(&blueprint, pools, &mut rand::rng()).total(),
            minutes: minutes + extra(minutes, extra_time),
        })
    }
}
