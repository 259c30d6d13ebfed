//! Offers of plans, and the choice of one.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::Subscription;
use crate::{
    App, Error, FieldErrors, Result,
    bank::BankSize,
    catalogue::{Exam, ExamRef, Plan, PlanView, University, is_trial},
    clock::Instant,
    messages,
    people::Actor,
    records::{ListQuery, Titled},
    store::Id,
};

/// Values that stand for "no university" in an address or a body.
const NONE: [&str; 3] = ["", "none", "all"];

/// A plan compared with the reader's current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfferState {
    /// It is available; the reader has no plan.
    Open,
    /// It is the current one; another payment extends it.
    Current,
    /// It would replace the current one.
    Upgrade,
    /// The current one is more expensive.
    Blocked,
    /// It is the free trial, which was already used.
    Used,
}

/// A plan that a student can choose.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlanOffer {
    #[serde(rename = "_id")]
    pub id: Id<Plan>,
    #[serde(rename = "examType")]
    pub exam: ExamRef,
    pub title: String,
    /// Its title; `Trial` marks the free trial.
    pub plan_name: String,
    pub subscription_type: String,
    pub description: String,
    /// Whole naira.
    pub price: i64,
    /// Days.
    pub duration: i64,
    pub num_of_questions: i64,
    /// The requested university.
    pub university: Option<Titled<University>>,
    pub standing: OfferState,
    /// The number of questions, for the card.
    pub bank: BankSize,
}

/// A checked choice of exam, plan and university.
pub(crate) struct Chosen {
    pub exam: Id<Exam>,
    pub plan: Plan,
    pub university: Option<Id<University>>,
}

/// The university, unless the value stands for none.
pub fn named_university(university: Option<&Id<University>>) -> Option<&Id<University>> {
    university.filter(|id| !NONE.contains(&id.as_str()))
}

#[derive(SurrealValue)]
struct ListedUniversity {
    id: Id<University>,
    title: String,
    status: bool,
}

impl App {
    /// The active plans of an exam, cheapest first, each compared with the caller's current plan. An exam or university
    /// without an active question has none.
    ///
    /// # Errors
    /// [`Error::NotFound`] if there is no such exam.
    pub async fn list_plan_offers(
        &self,
        actor: &Actor,
        exam: &Id<Exam>,
        university: Option<&Id<University>>,
    ) -> Result<Vec<PlanOffer>> {
        let asked: Exam = self.load(exam).await?.ok_or(Error::NotFound("Exam"))?;
        // Only POST UTME has questions and plans by university.
        let place = self.find_university(university).await?.filter(|_| asked.has_universities());
        let held: Option<Subscription> = match actor.user_id() {
            Ok(user) => self.load(&Subscription::key(user, exam, place.as_ref().map(|place| &place.id))).await?,
            Err(_) => None,
        };
        let filters = [("exam".to_owned(), exam.to_string())].into();
        let plans = self.list::<Plan>(&ListQuery { filters, ..ListQuery::default() }).await?.rows;
        let university = place.map(|ListedUniversity { id, title, .. }| Titled { id, title });
        let Some(bank) = self.bank_size(exam, university.as_ref().map(|place| &place.id)).await? else {
            return Ok(Vec::new());
        };
        let open = plans.into_iter().filter(|plan| plan.status);
        Ok(open.map(|plan| offer(plan, university.clone(), held.as_ref(), bank, self.now())).collect())
    }

    /// Like [`Self::choose_plan`], but only for an exam and university with questions, because others cannot be bought.
    ///
    /// # Errors
    /// [`Error::Invalid`] by field.
    pub(crate) async fn choose_sold_plan(
        &self,
        exam: Option<&Id<Exam>>,
        plan: Option<&Id<Plan>>,
        university: Option<&Id<University>>,
    ) -> Result<Chosen> {
        let chosen = self.choose_plan(exam, plan, university).await?;
        if self.bank_size(&chosen.exam, None).await?.is_none() {
            return Err(Error::field("examId", messages::EXAM_COMING_SOON));
        }
        let place = chosen.university.as_ref();
        if self.bank_size(&chosen.exam, place).await?.is_none() {
            return Err(Error::field("universityId", messages::UNIVERSITY_COMING_SOON));
        }
        Ok(chosen)
    }

    /// Checks a choice: an active plan of an active exam, with a university for POST UTME only.
    ///
    /// # Errors
    /// [`Error::Invalid`] by field.
    pub(crate) async fn choose_plan(
        &self,
        exam: Option<&Id<Exam>>,
        plan: Option<&Id<Plan>>,
        university: Option<&Id<University>>,
    ) -> Result<Chosen> {
        let mut errors = FieldErrors::default();
        let exam: Option<Exam> = match exam {
            Some(exam) => self.load(exam).await?,
            None => None,
        };
        let exam = exam.filter(|exam| exam.status);
        errors.check(exam.is_some(), "examId", messages::SELECT_EXAM);
        let found: Option<Plan> = match plan {
            Some(plan) => self.load(plan).await?,
            None => None,
        };
        match (plan.filter(|plan| !plan.as_str().is_empty()), &found) {
            (None, _) => errors.add("subscriptionId", messages::CHOOSE_PLAN),
            (Some(id), None) => errors.add("subscriptionId", messages::subscription_missing(id)),
            (Some(id), Some(plan)) => {
                let is_of_exam = exam.as_ref().is_none_or(|exam| plan.exam == exam.id);
                errors.check(plan.status && is_of_exam, "subscriptionId", messages::subscription_missing(id));
            }
        }
        let place = self.find_university(university).await?.filter(|place| place.status);
        if let Some(exam) = &exam {
            let (has, wants) = (named_university(university).is_some(), exam.has_universities());
            errors.check(!wants || place.is_some(), "universityId", messages::SELECT_UNIVERSITY);
            errors.check(wants || !has, "universityId", messages::ONLY_POST_UTME);
        }
        errors.done()?;
        let (Some(exam), Some(plan)) = (exam, found) else { return Err(Error::internal("nothing was chosen")) };
        Ok(Chosen { exam: exam.id, plan, university: place.map(|place| place.id) })
    }

    async fn find_university(&self, university: Option<&Id<University>>) -> Result<Option<ListedUniversity>> {
        let Some(id) = named_university(university) else { return Ok(None) };
        self.store.query("SELECT id, title, status FROM $id").bind(("id", id.clone())).first().await
    }
}

fn offer(
    plan: PlanView,
    university: Option<Titled<University>>,
    held: Option<&Subscription>,
    bank: BankSize,
    now: Instant,
) -> PlanOffer {
    let is_used = plan.price == 0 && is_trial(&plan.title) && held.is_some_and(|held| held.trial_at.is_some());
    let standing = match held.filter(|held| held.expire_at > now) {
        Some(held) if held.plan == plan.id => OfferState::Current,
        _ if is_used => OfferState::Used,
        None => OfferState::Open,
        Some(held) if held.blocks(&plan.id, plan.price, now) => OfferState::Blocked,
        Some(_) => OfferState::Upgrade,
    };
    PlanOffer {
        id: plan.id,
        exam: plan.exam,
        plan_name: plan.title.clone(),
        title: plan.title,
        subscription_type: plan.subscription_type,
        description: plan.description,
        price: plan.price,
        duration: plan.duration,
        num_of_questions: plan.num_of_questions,
        university,
        standing,
        bank,
    }
}
