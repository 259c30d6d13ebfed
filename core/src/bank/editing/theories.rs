//! Adding, changing and deleting theory questions (spec 3 §5, §7).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{fields::rich, questions::repeated, view::AdminTheory};
use crate::{
    App, FieldErrors, Result,
    bank::{SubjectYear, Theory, identity::identity},
    catalogue::{Section, Subject, University, check_image},
    html,
    images::refer::chosen,
    people::Actor,
    records::Change,
    store::{Id, retry_tx},
};

/// The form for a new theory question: destination and question.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TheoryInput {
    #[serde(flatten)]
    pub place: TheoryPlace,
    #[serde(flatten)]
    pub fields: TheoryUpdate,
}

/// The destination of a new theory question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TheoryPlace {
    #[serde(rename = "subjectId")]
    pub subject: Option<Id<Subject>>,
    #[serde(rename = "yearId")]
    pub year: Id<SubjectYear>,
    #[serde(rename = "sectionId")]
    pub section: Id<Section>,
    /// For POST UTME only; none means all.
    #[schema(max_items = 300)]
    #[serde(default)]
    pub universities: Vec<Id<University>>,
}

/// The form for a theory question.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct TheoryUpdate {
    #[schema(max_length = 160)]
    pub title: String,
    /// HTML.
    #[schema(max_length = 20000)]
    pub question: String,
    /// The answer in short, HTML.
    #[schema(max_length = 20000)]
    pub description: String,
    /// The answer in full, HTML.
    #[schema(max_length = 20000)]
    pub detailed_answer: String,
    #[serde(default)]
    pub status: bool,
    /// The address of a picture.
    pub logo: Option<String>,
}

/// The fields, checked and cleaned.
struct Checked {
    title: String,
    question: String,
    answer: String,
    detailed_answer: String,
}

impl TheoryUpdate {
    fn check(&self, errors: &mut FieldErrors, old: Option<&Theory>) -> Checked {
        let [question, answer, detailed] =
            [old.map(|old| &*old.question), old.map(|old| &*old.answer), old.map(|old| &*old.detailed_answer)];
        errors.title("title", "Title", &self.title, 160);
        check_image(errors, "logo", self.logo.as_deref());
        Checked {
            title: html::text(&self.title),
            question: rich(errors, "question", "Question", &self.question, question, true),
            answer: rich(errors, "description", "Answer", &self.description, answer, true),
            detailed_answer: rich(errors, "detailed_answer", "Detailed Answer", &self.detailed_answer, detailed, true),
        }
    }
}

impl Theory {
    /// The theory as its form shows it.
    pub fn form(&self) -> TheoryUpdate {
        TheoryUpdate {
            title: self.title.clone(),
            question: self.question.clone(),
            description: self.answer.clone(),
            detailed_answer: self.detailed_answer.clone(),
            status: self.status,
            logo: self.logo.clone(),
        }
    }
}

impl App {
    /// Adds a theory question to a section.
    pub async fn create_theory(&self, actor: &Actor, input: TheoryInput) -> Result<AdminTheory> {
        let id = retry_tx(async || self.add_theory(actor, &input).await).await?;
        self.find_theory(&id).await
    }

    async fn add_theory(&self, actor: &Actor, input: &TheoryInput) -> Result<Id<Theory>> {
        let place = &input.place;
        let site = self.site(&place.section, &place.year, "theory").await?;
        let mut errors = FieldErrors::default();
        let other = place.subject.as_ref().is_some_and(|subject| *subject != site.subject);
        errors.check(!other, "subjectId", "This section belongs to another subject.");
        self.check_universities(&mut errors, &site, &place.universities).await?;
        let checked = input.fields.check(&mut errors, None);
        errors.done()?;
        let logo = input.fields.logo.clone().filter(|logo| !logo.is_empty());
        let theory = Theory {
            id: Id::random(),
            subject: site.subject.clone(),
            year: site.year.id.clone(),
            topic: site.topic.clone(),
            section: site.section.clone(),
            university: place.universities.clone(),
            identity: identity(&place.universities, &checked.question, [], logo.as_deref()),
            title: checked.title,
            question: checked.question,
            answer: checked.answer,
            detailed_answer: checked.detailed_answer,
            logo,
            status: input.fields.status,
            position: site.last + 1,
            version: 0,
            created_at: self.now(),
        };
        let mut change = self.edit_year(actor, &site.year, &place.universities).await?;
        site.lock(&change, &place.universities).await?;
        change.create(&theory).await.map_err(repeated("question"))?;
        change.commit().await?;
        Ok(theory.id)
    }

    /// Changes a theory question.
    pub async fn update_theory(&self, actor: &Actor, id: &Id<Theory>, input: TheoryUpdate) -> Result<AdminTheory> {
        self.edit_theory(actor, id, None, |_| Ok(input.clone())).await
    }

    /// Changes a theory question: `input` is given the theory as it stands in the transaction that
    /// changes it.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `changed` where `version` is given and is not the theory's
    /// (ruling 33).
    pub async fn edit_theory(
        &self,
        actor: &Actor,
        id: &Id<Theory>,
        version: Option<i64>,
        input: impl Fn(&Theory) -> Result<TheoryUpdate> + Send + Sync,
    ) -> Result<AdminTheory> {
        retry_tx(async || {
            let change = self.change(actor).await?;
            let old = change.find(id).await?;
            change.expect_version(&old, version).await?;
            let input = input(&old)?;
            change_theory(change, old, input).await
        })
        .await?;
        self.find_theory(id).await
    }
}

async fn change_theory(mut change: Change<'_>, old: Theory, input: TheoryUpdate) -> Result<()> {
    let year: SubjectYear = change.find(&old.year).await?;
    let mut errors = FieldErrors::default();
    let checked = input.check(&mut errors, Some(&old));
    errors.done()?;
    let logo = chosen(input.logo.clone(), old.logo.as_ref());
    let theory = Theory {
        identity: identity(&old.university, &checked.question, [], logo.as_deref()),
        title: checked.title,
        question: checked.question,
        answer: checked.answer,
        detailed_answer: checked.detailed_answer,
        logo,
        status: input.status,
        version: old.version + 1,
        ..old.clone()
    };
    year.raise(&mut change, &[]).await?;
    change.update(&old, &theory).await.map_err(repeated("question"))?;
    change.commit().await
}
