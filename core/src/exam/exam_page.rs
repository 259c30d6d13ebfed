//! The public page of an exam: how much there is to practise, what it costs, and one question.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::VisitorQuestionView;
use crate::{
    App, Result,
    bank::BankSize,
    catalogue::{Exam, ExamInput, ExamType, Plan, PlanView, Subject, is_trial},
    content::{PublicTestimonial, Testimonial},
    records::{ListQuery, Titled, counter_value},
    store::Id,
};

/// An exam as its public page shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExamPage {
    #[serde(rename = "_id")]
    pub id: Id<Exam>,
    pub title: String,
    pub slug: String,
    pub logo: Option<String>,
    pub exam_type: ExamType,
    pub maximum_subjects: i64,
    #[serde(rename = "video_link")]
    pub video_link: Option<String>,
    /// Whether it can be practised; otherwise it is shown as Coming Soon.
    pub status: bool,
    /// How much there is to practise with.
    pub bank: BankSize,
    /// The subjects with a question, by title.
    pub subjects: Vec<SubjectOffer>,
    /// The cheapest first; none while the exam cannot be practised.
    pub plans: Vec<PublicPlan>,
    /// One of the questions for visitors.
    pub question: Option<VisitorQuestionView>,
    pub testimonials: Vec<PublicTestimonial>,
}

/// How much of a subject can be practised.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SubjectOffer {
    pub title: String,
    /// The calendar years, ascending.
    pub years: Vec<i64>,
    /// Objective questions in use.
    pub questions: i64,
    /// Theory questions in use.
    pub theories: i64,
}

/// A plan as visitors see it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicPlan {
    pub title: String,
    /// Whole naira.
    pub price: i64,
    /// Days.
    pub duration: i64,
    /// Questions per test, if the plan limits them.
    pub num_of_questions: Option<i64>,
}

#[derive(SurrealValue)]
struct Year {
    subject: Titled<Subject>,
    year: i64,
    questions: i64,
    theories: i64,
}

impl App {
    /// The public page of the exam with this slug.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] if there is none.
    pub async fn exam_page(&self, slug: &str) -> Result<ExamPage> {
        let exam = self.find_exam_by_slug(slug).await?;
        let (subjects, bank) = self.subject_offers(&exam.id).await?;
        let status = exam.status && bank.questions > 0;
        let (plans, question) = match status {
            true => (
                self.public_plans(&exam.id).await?,
                self.visitor_questions().await?.of(&exam.id).first().map(Into::into),
            ),
            false => (Vec::new(), None),
        };
        let testimonials = self.list_published::<Testimonial>(None).await?;
        let Exam { id, slug, form, .. } = exam;
        let ExamInput { title, logo, exam_type, maximum_subjects, video_link, .. } = form;
        Ok(ExamPage {
            id,
            title,
            slug,
            logo,
            exam_type,
            maximum_subjects,
            video_link,
            status,
            bank,
            subjects,
            plans,
            question,
            testimonials,
        })
    }

    async fn subject_offers(&self, exam: &Id<Exam>) -> Result<(Vec<SubjectOffer>, BankSize)> {
        let sql = concat!(
            "SELECT subject.{id, title} AS subject, subject.title AS named, year, ",
            counter_value!("active-questions"),
            " AS questions, ",
            counter_value!("active-theories"),
            " AS theories FROM subject_year \
             WHERE status = true AND subject.status = true AND subject.exam = $exam ORDER BY named COLLATE, year"
        );
        let mut years: Vec<Year> = self.store.query(sql).bind(("exam", exam.clone())).all().await?;
        years.retain(|year| year.questions + year.theories > 0);
        let calendar: HashSet<i64> = years.iter().map(|year| year.year).collect();
        let questions = years.iter().map(|year| year.questions + year.theories).sum();
        let mut subjects: Vec<(Id<Subject>, SubjectOffer)> = Vec::new();
        for Year { subject, year, questions, theories } in years {
            match subjects.last_mut().filter(|(last, _)| *last == subject.id) {
                Some((_, offer)) => {
                    offer.years.push(year);
                    offer.questions += questions;
                    offer.theories += theories;
                }
                None => {
                    subjects.push((
                        subject.id,
                        SubjectOffer { title: subject.title, years: vec![year], questions, theories },
                    ));
                }
            }
        }
        let size = BankSize { subjects: subjects.len(), years: calendar.len(), questions };
        Ok((subjects.into_iter().map(|(_, offer)| offer).collect(), size))
    }

    async fn public_plans(&self, exam: &Id<Exam>) -> Result<Vec<PublicPlan>> {
        let filters = [("exam".to_owned(), exam.to_string())].into();
        let plans: Vec<PlanView> = self.list::<Plan>(&ListQuery { filters, ..ListQuery::default() }).await?.rows;
        // Only a plan named Trial limits the questions of a test (spec 2 §5).
        let limit = |plan: &PlanView| is_trial(&plan.title).then_some(plan.num_of_questions);
        let public = |plan: PlanView| PublicPlan {
            num_of_questions: limit(&plan),
            title: plan.title,
            price: plan.price,
            duration: plan.duration,
        };
        Ok(plans.into_iter().filter(|plan| plan.status).map(public).collect())
    }
}
