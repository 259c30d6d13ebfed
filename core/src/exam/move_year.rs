//! Moves a year of a subject's bank with its questions.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use crate::{
    App, Error, FieldErrors, Result,
    bank::{ChoiceBody, EssayBody, Item, ItemBody, SubjectYear, SubjectYearView},
    catalogue::{Exam, Section, Subject, Topic},
    messages,
    people::Actor,
    records::{Change, Entity as _},
    store::{Id, retry_tx},
};

/// The new place of a year of a subject's bank.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct MoveYear {
    /// The version that the caller was shown. If the year has another one, nothing changes.
    pub version: Option<i64>,
    /// The new calendar year, if it changes.
    pub year: Option<i64>,
    /// A section of the new subject, if the subject changes. All questions of the year move to this section.
    pub section_id: Option<Id<Section>>,
}

/// The section that all questions move to.
#[derive(SurrealValue)]
struct Target {
    id: Id<Section>,
    topic: Id<Topic>,
    subject: Id<Subject>,
    exam: Id<Exam>,
}

impl App {
    /// Moves a year with all its questions to another calendar year, to another subject of the exam, or both. The audit
    /// log has one entry.
    ///
    /// Results and statistics name subject and year, so the year must be inactive and no attempt's paper may contain
    /// one of its questions. A start that drew from the year while it was active either stores its attempt before the
    /// move looks for attempts, or finds that the year is gone and withdraws the attempt (see `App::store_attempt`).
    ///
    /// # Errors
    /// [`Error::Invalid`] by field; [`Error::Conflict`]: `active`, `in-use`, `taken` if the year exists there,
    /// `importing`, and `changed` if it has another version.
    pub async fn move_year(&self, actor: &Actor, id: &Id<SubjectYear>, ask: &MoveYear) -> Result<SubjectYearView> {
        let moved = retry_tx(async || self.moved_year(actor, id, ask).await).await?;
        self.find(&moved).await
    }

    async fn moved_year(&self, actor: &Actor, id: &Id<SubjectYear>, ask: &MoveYear) -> Result<Id<SubjectYear>> {
        let old: SubjectYear = self.load(id).await?.ok_or(Error::NotFound(SubjectYear::NOUN))?;
        let mut errors = FieldErrors::default();
        errors.check(ask.year.is_some() || ask.section_id.is_some(), "year", "Please choose where to move it.");
        let target = self.target_in_exam_of(&old, ask.section_id.as_ref(), &mut errors).await?;
        let subject = target.as_ref().map_or(&old.subject, |target| &target.subject);
        let new = old.moved_to(self, subject, ask.year.unwrap_or(old.year), &mut errors);
        errors.done()?;

        let mut change = self.edit_year(actor, &old, &[]).await?;
        change.expect_version(&old, ask.version).await?;
        if old.is_active() {
            return Err(Error::conflict("active", messages::MOVE_INACTIVE));
        }
        let mut links: Vec<RecordId> = new.university.iter().map(Id::link).collect();
        links.push(new.subject.link());
        links.extend(target.iter().map(|target| target.id.link()));
        let wanted = links.len();
        if change.lock(links).await?.len() < wanted {
            return Err(Error::Contended);
        }
        let taken: Option<RecordId> =
            change.query("SELECT VALUE id FROM $new").bind(("new", new.id.clone())).first().await?;
        if taken.is_some() {
            return Err(Error::taken("year", messages::YEAR_IS_THERE));
        }
        // The questions refer to their year, so it can only be deleted after them.
        change.create_all(vec![new.clone()], |_| ()).await?;
        self.move_items::<ChoiceBody>(&mut change, &old, &new, target.as_ref()).await?;
        self.move_items::<EssayBody>(&mut change, &old, &new, target.as_ref()).await?;
        change.delete_all(vec![old.clone()]).await?;
        change.record("move", &old, &new);
        change.commit().await?;
        Ok(new.id)
    }

    /// The chosen section, if it belongs to the year's exam.
    async fn target_in_exam_of(
        &self,
        year: &SubjectYear,
        section: Option<&Id<Section>>,
        errors: &mut FieldErrors,
    ) -> Result<Option<Target>> {
        let Some(section) = section else { return Ok(None) };
        let sql = "SELECT id, topic, topic.subject AS subject, topic.subject.exam AS exam FROM $section; \
            SELECT VALUE exam FROM $subject;";
        let call = self.store.query(sql).bind(("section", section.clone())).bind(("subject", year.subject.clone()));
        let mut results = call.checked().await?;
        let (targets, exams): (Vec<Target>, Vec<Id<Exam>>) = (results.take(0)?, results.take(1)?);
        let target = targets.into_iter().next();
        match &target {
            None => errors.add("sectionId", messages::CHOICE_GONE),
            Some(target) => {
                errors.check(exams.contains(&target.exam), "sectionId", "This section belongs to another exam.");
            }
        }
        Ok(target)
    }

    /// Moves the items of one kind.
    async fn move_items<B: ItemBody>(
        &self,
        change: &mut Change<'_>,
        from: &SubjectYear,
        to: &SubjectYear,
        target: Option<&Target>,
    ) -> Result<()> {
        let sql = format!("SELECT * FROM {} WHERE year = $year", B::KIND.table());
        let found: Vec<Item<B>> = change.query(sql).bind(("year", from.id.clone())).all().await?;
        for item in &found {
            if !self.attempts_with(change.tx(), item, 1).await?.is_empty() {
                return Err(Error::conflict("in-use", messages::MOVE_UNUSED));
            }
        }
        let pairs = found.into_iter().map(|old| {
            let mut new =
                Item { year: to.id.clone(), subject: to.subject.clone(), version: old.version + 1, ..old.clone() };
            if let Some(Target { id, topic, .. }) = target {
                (new.section, new.topic) = (id.clone(), topic.clone());
            }
            (old, new)
        });
        change.rewrite_all(pairs.collect()).await
    }
}
