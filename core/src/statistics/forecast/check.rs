//! Compares forecasts with the mocks that students took afterwards.

use chrono::{NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::view::{is_known, scores, total};
use crate::{
    App, Error, Result,
    catalogue::{Exam, ExamRef},
    exam::student_totals::{MockMarks, Progress},
    messages,
    people::{Actor, User},
    registration::Registration,
    store::Id,
};

/// How well the forecasts of an exam fit the mocks taken afterwards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForecastCheck {
    pub exam: ExamRef,
    /// Mocks that were compared: the latest one of each student, if it could be forecast from earlier answers.
    pub mocks: u32,
    /// The number of those mocks whose score lies in the forecast's interval. Nine of ten should.
    pub inside: u32,
    /// The mean of score minus forecast, each subject out of 100. Positive if students do better than forecast.
    pub bias: f64,
    /// Scores in the real exam that students entered and that could be forecast.
    pub real_scores: u32,
    /// The mean of real score minus forecast; `null` without real scores.
    pub real_bias: Option<f64>,
}

/// A student who took mocks of an exam.
#[derive(SurrealValue)]
struct TakerRow {
    id: Id<Progress>,
    user: Id<User>,
    exam: Id<Exam>,
}

/// How the score of one mock compares with its forecast.
struct Compared {
    difference: f64,
    is_inside: bool,
}

impl App {
    /// Forecasts the latest mock of each student from the answers before it, and compares the forecast with the score.
    /// Exams without anything to compare are left out.
    ///
    /// # Errors
    /// [`Error::Forbidden`] for anyone but the operator or a super admin.
    pub async fn check_forecasts(&self, actor: &Actor) -> Result<Vec<ForecastCheck>> {
        if !actor.is_owner() {
            return Err(Error::forbidden("forbidden", messages::FORBIDDEN));
        }
        let takers: Vec<TakerRow> = self.store.query("SELECT id, user, exam FROM progress").all().await?;
        let exams: Vec<ExamRef> = self.store.query("SELECT id, title, slug FROM exam ORDER BY title").all().await?;
        let mut checks = Vec::new();
        for exam in exams {
            let (mut compared, mut real) = (Vec::new(), Vec::new());
            for taker in takers.iter().filter(|taker| taker.exam == exam.id) {
                let progress: Option<Progress> = self.load(&taker.id).await?;
                let mocks = progress.map(|progress| progress.sums.0.latest).unwrap_or_default();
                compared.extend(self.compare_latest(&taker.user, &mocks).await?);
                real.extend(self.compare_real(&taker.user, &exam.id, &mocks).await?);
            }
            checks.extend(ForecastCheck::of(exam, &compared, &real));
        }
        Ok(checks)
    }

    /// Compares a student's latest mock with its forecast; `None` if there was too little data to forecast it.
    async fn compare_latest(&self, user: &Id<User>, mocks: &[MockMarks]) -> Result<Option<Compared>> {
        let Some((last, before)) = mocks.split_last() else { return Ok(None) };
        let subjects: Vec<_> = last.parts.iter().map(|(subject, _)| subject.clone()).collect();
        let outlooks = self.outlooks(user, &subjects, before, last.at).await?;
        if outlooks.len() < subjects.len() || !outlooks.iter().all(|subject| is_known(subject, before)) {
            return Ok(None);
        }
        let forecast = total(&outlooks, before);
        let (from, to) = forecast.interval();
        let score = scores(std::slice::from_ref(last), &outlooks).first().copied();
        let compared = |score: f64| Compared {
            difference: score - forecast.mean,
            is_inside: (from.round()..=to.round()).contains(&score.round()),
        };
        Ok(score.map(compared))
    }

    /// The difference between a student's score in the real exam and the forecast from all tests before that day;
    /// `None` without such a score or its date, or if there was too little data to forecast it.
    async fn compare_real(&self, user: &Id<User>, exam: &Id<Exam>, mocks: &[MockMarks]) -> Result<Option<f64>> {
        let registration: Option<Registration> = self.load(&Registration::key(user, exam)).await?;
        let Some(Registration { subjects, real_score: Some(score), exam_date: Some(date), .. }) = registration else {
            return Ok(None);
        };
        let Ok(day) = date.parse::<NaiveDate>() else { return Ok(None) };
        let until = day.and_time(NaiveTime::MIN).and_utc();
        let before: Vec<_> = mocks.iter().filter(|mock| mock.at < until).cloned().collect();
        let outlooks = self.outlooks(user, &subjects, &before, until).await?;
        if outlooks.is_empty() || !outlooks.iter().all(|subject| is_known(subject, &before)) {
            return Ok(None);
        }
        let score = f64::from(u32::try_from(score).unwrap_or_default());
        Ok(Some(score - total(&outlooks, &before).mean))
    }
}

impl ForecastCheck {
    /// The check of an exam; `None` if nothing could be compared.
    fn of(exam: ExamRef, compared: &[Compared], real: &[f64]) -> Option<Self> {
        let differences: Vec<_> = compared.iter().map(|one| one.difference).collect();
        let bias = mean(&differences);
        let real_bias = mean(real);
        if bias.is_none() && real_bias.is_none() {
            return None;
        }
        Some(Self {
            exam,
            mocks: count(compared.len()),
            inside: count(compared.iter().filter(|one| one.is_inside).count()),
            bias: bias.unwrap_or_default(),
            real_scores: count(real.len()),
            real_bias,
        })
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The mean, with one decimal; `None` if there are no values.
fn mean(values: &[f64]) -> Option<f64> {
    let mean = (!values.is_empty()).then(|| values.iter().sum::<f64>() / f64::from(count(values.len())))?;
    Some((mean * 10.0).round() / 10.0)
}
