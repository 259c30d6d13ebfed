//! Practice of mistakes and of weak topics: which questions a test is drawn from.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    QuizResult,
    engine::ItemId,
    request_checks::SubjectYears,
    result_topics::TopicShares,
    selection::{Past, Purpose, candidates, select},
    student_totals::LastAnswers,
};
use crate::{
    App, Error, Result,
    bank::{
        Choice, ChoiceBody, Question, Revisions,
        paper::{Blueprint, SubjectPool, trial_sample},
    },
    catalogue::{Exam, Mode, Topic},
    people::User,
    store::Id,
};

/// The source of a test's questions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PaperFrom)]
pub enum RequestedSource {
    /// The bank: the requested year, or the exam's blueprint.
    #[default]
    Bank,
    /// The questions that the caller got wrong or left open, of one year or all; in study and practice.
    Mistakes,
    /// Questions of the selected topics, or of the caller's weak ones, that the caller answers rightly with a
    /// probability of 0.65 to 0.85, of one year or all; in study and practice.
    Weak,
    /// The caller's session of today, as a study test of all registered subjects: questions that are due, and new
    /// questions of weak topics.
    Today,
}

/// The highest number of a set of mistakes that a caller may ask for.
pub(super) const MAX_SET: usize = 1000;

/// The maximum number of questions of weak topics that are compared. If there are more, those of the weakest topics are
/// taken.
const MAX_COMPARED: usize = 1000;

/// A question and the option that was chosen.
type Answered = (Id<Question>, Option<Id<Choice>>);

/// The request of a test of mistakes or weak topics.
pub(super) struct Wanted<'a> {
    pub from: RequestedSource,
    /// Only the mistakes of this result.
    pub of: Option<&'a Id<QuizResult>>,
    /// Only this set of 20 mistakes, from 1.
    pub set: Option<usize>,
    /// The maximum number of questions of weak topics.
    pub most: usize,
    /// The topics, the university and the limit of a trial.
    pub blueprint: &'a Blueprint,
    pub pools: &'a [SubjectPool],
}

impl App {
    /// The only questions that the test may draw; `None` if it may draw any question of the bank.
    pub(super) async fn allowed_questions(
        &self,
        user: &Id<User>,
        exam: &Id<Exam>,
        wanted: &Wanted<'_>,
        banks: &SubjectYears,
    ) -> Result<Option<HashSet<Id<Question>>>> {
        match wanted.from {
            RequestedSource::Bank | RequestedSource::Today => Ok(None),
            RequestedSource::Mistakes => self.mistakes(user, wanted.of, wanted.set, banks).await.map(Some),
            RequestedSource::Weak => self.of_weak_topics(user, exam, wanted, banks).await.map(Some),
        }
    }

    /// The questions of weak topics at which practice teaches a student most. Those of running mocks are left out.
    async fn of_weak_topics(
        &self,
        user: &Id<User>,
        exam: &Id<Exam>,
        wanted: &Wanted<'_>,
        banks: &SubjectYears,
    ) -> Result<HashSet<Id<Question>>> {
        let subjects: Vec<_> =
            banks.iter().map(|(subject, _)| subject.clone()).collect::<HashSet<_>>().into_iter().collect();
        let queue = self.review_queue(user, exam, &subjects).await?;
        let Blueprint { topics, university, max_questions, .. } = wanted.blueprint;
        let is_wanted = |topic: &Id<Topic>| match topics.is_empty() {
            true => queue.topics.is_weak(topic),
            false => topics.contains(topic),
        };
        let sample = max_questions.map(|most| trial_sample(university.clone(), most, wanted.pools));
        let mut open = queue.open(banks, university.as_ref(), sample.as_ref(), |_| usize::MAX);
        open.retain(|one| is_wanted(&one.topic));
        if open.len() > MAX_COMPARED {
            open.sort_by_key(|one| queue.topics.rank(Some(&one.topic)));
            open.truncate(MAX_COMPARED);
        }
        let asked: Vec<_> = open.iter().map(|one| (one.subject.clone(), one.question.clone())).collect();
        let chances = self.chances(user, asked).await?;
        for one in &mut open {
            one.chance = chances.get(&one.question).copied();
        }
        let chosen = select(Purpose::WeakTopics { most: wanted.most }, open, &queue.topics);
        Ok(chosen.into_iter().map(|one| one.question).collect())
    }

    /// The questions of these subjects that the student missed (answered wrong or left open) in their last answer, or in
    /// the result `of` if given, by the bank's present keys. Questions of the student's running mocks are left out:
    /// otherwise the student would learn that the old answer is still wrong (ruling 29). With `set`, counted from 1,
    /// returns only that set of 20 questions; the first set has the weakest topics.
    pub(super) async fn mistakes(
        &self,
        user: &Id<User>,
        of: Option<&Id<QuizResult>>,
        set: Option<usize>,
        banks: &SubjectYears,
    ) -> Result<HashSet<Id<Question>>> {
        let answers = async {
            match of {
                Some(quiz) => self.answers_of(user, quiz).await,
                None => self.last_answers(user, banks).await,
            }
        };
        let (answers, running) = tokio::try_join!(answers, self.cached_running_attempts(user))?;

        let revisions: Revisions = banks.iter().map(|(_, bank)| (bank.id.clone(), bank.revision)).collect();
        // Questions of other years are not read: their cached state might be outdated.
        let here: HashSet<_> = banks.iter().flat_map(|(_, bank)| bank.pool.questions()).collect();
        let ids = answers.iter().map(|answer| &answer.0).filter(|id| here.contains(id)).cloned().collect();
        let questions = self.bank_items::<ChoiceBody>(ids, &revisions).await?;
        let mocks: Vec<_> = running.iter().filter(|cached| cached.attempt.mode == Mode::Mock).collect();
        let is_hidden =
            |id: &Id<Question>| mocks.iter().any(|mock| mock.terms.items.contains_key(&ItemId::from(id.clone())));
        let mut shares = TopicShares::default();
        let mut missed = HashSet::new();
        for (id, chosen) in &answers {
            let Some(question) = questions.get(id).filter(|question| !question.body.withdrawn) else { continue };
            let is_right = chosen.as_ref() == Some(&question.body.correct);
            shares.add(&question.topic, is_right);
            if !is_right && !is_hidden(id) {
                missed.insert(id);
            }
        }
        let past = |id: &Id<Question>| missed.contains(id).then_some(Past::Missed);
        let chosen = select(Purpose::Mistakes { set }, candidates(banks, None, past, |_| 0), &shares);
        Ok(chosen.into_iter().map(|one| one.question).collect())
    }

    /// The student's last answer to each question of these subjects.
    async fn last_answers(&self, user: &Id<User>, banks: &SubjectYears) -> Result<Vec<Answered>> {
        let subjects: HashSet<_> = banks.iter().map(|(subject, _)| subject).collect();
        let keys: Vec<_> = subjects.into_iter().map(|subject| LastAnswers::key(user, subject)).collect();
        let kept: Vec<LastAnswers> = self.store.query("SELECT * FROM $keys").bind(("keys", keys)).all().await?;
        Ok(kept.into_iter().flat_map(|one| one.answers.0).map(|answer| (answer.0, answer.1)).collect())
    }

    /// The student's answer to each question of one of their results.
    async fn answers_of(&self, user: &Id<User>, quiz: &Id<QuizResult>) -> Result<Vec<Answered>> {
        let quiz: Option<QuizResult> = self.load(quiz).await?;
        let quiz = quiz
            .filter(|quiz| quiz.user == *user)
            .ok_or_else(|| Error::field("mistakesOf", "This is not one of your results."))?;
        Ok(quiz.marked.into_iter().map(|item| (item.question, item.chosen)).collect())
    }
}
