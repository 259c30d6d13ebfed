//! One change to every item that a list finds.

use serde::{Deserialize, Serialize};
use surrealdb::types::{RecordId, SurrealValue};
use utoipa::ToSchema;

use super::BankFilter;
use crate::{
    App, Error, FieldErrors, Result,
    bank::{Item, ItemBody, Review, SubjectYear},
    catalogue::{Section, Subject, Topic},
    messages,
    people::Actor,
    records::{ChangedAll, ListQuery},
    store::{Id, Record as _, retry_tx},
};

/// A change to every item that a list finds.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ChangeAll {
    /// The number of items that the caller was shown. If the list finds another number, nothing changes.
    pub expected: u64,
    /// The new status, if it changes.
    pub status: Option<bool>,
    /// The new state of review, if it changes.
    pub review: Option<Review>,
    /// The section that they move to, of the same subject.
    pub section_id: Option<Id<Section>>,
    /// Deletes the items; no other change is then allowed. Active items, and items that an attempt contains, stay.
    pub delete: bool,
}

impl ChangeAll {
    /// The names of the fields that change.
    pub(crate) fn changed_fields(&self) -> impl Iterator<Item = &'static str> + use<> {
        let fields = [
            ("status", self.status.is_some()),
            ("review", self.review.is_some()),
            ("sectionId", self.section_id.is_some()),
        ];
        fields.into_iter().filter_map(|(name, is_changed)| is_changed.then_some(name))
    }
}

/// Where items move to.
#[derive(SurrealValue)]
struct Target {
    id: Id<Section>,
    topic: Id<Topic>,
    subject: Id<Subject>,
}

impl App {
    /// Changes every item of a list in one commit, with one audit entry that names them all. Withdrawn items, and those
    /// that a second person must check first, are left out when the others become active.
    ///
    /// # Errors
    /// [`Error::Invalid`] by field, and for the whole bank; [`Error::Conflict`]: `changed-count` with the present
    /// `count`, `too-many` above [`MAX_AT_ONCE`](crate::records::MAX_AT_ONCE).
    pub(crate) async fn edit_all_items<B: ItemBody>(
        &self,
        actor: &Actor,
        filter: &BankFilter,
        query: &ListQuery,
        ask: &ChangeAll,
    ) -> Result<ChangedAll> {
        let mut errors = FieldErrors::default();
        errors.check(ask.changed_fields().next().is_some(), "status", "Please choose what to change.");
        errors.check(filter.is_part(), "filter", messages::CHOOSE_PART);
        let target = self.target(ask.section_id.as_ref(), &mut errors).await?;
        errors.done()?;
        let ids = self.item_ids::<B>(filter, query, ask.expected).await?;
        retry_tx(async || {
            let mut change = self.change(actor).await?;
            let reviewer = self.reviewer(actor);
            let found: Vec<Item<B>> = change.query("SELECT * FROM $ids").bind(("ids", ids.clone())).all().await?;
            let (mut pairs, mut refused, mut is_elsewhere) = (Vec::new(), 0, false);
            for old in found {
                let mut new = Item { version: old.version + 1, ..old.clone() };
                if let Some(Target { id, topic, subject }) = &target {
                    is_elsewhere |= *subject != old.subject;
                    (new.section, new.topic) = (id.clone(), topic.clone());
                }
                new = reviewer.reviewed(Some(&old), new, ask.review);
                match ask.status {
                    Some(true) if old.is_withdrawn() => refused += 1,
                    Some(status) => new.status = status,
                    None => (),
                }
                if reviewer.forbids(Some(&old), &new) {
                    new.status = false;
                    refused += 1;
                }
                let is_same = (new.status, &new.section, &new.checked) == (old.status, &old.section, &old.checked);
                if !is_same {
                    pairs.push((old, new));
                }
            }
            if is_elsewhere {
                return Err(Error::field("sectionId", "This section belongs to another subject."));
            }
            let years = pairs.iter().map(|(old, _)| old.year.clone()).collect();
            SubjectYear::raise_all(&mut change, years).await?;
            let section: Vec<RecordId> = target.iter().map(|target| target.id.link()).collect();
            if change.lock(section.clone()).await?.len() < section.len() {
                return Err(Error::Contended);
            }
            let changed = pairs.len() as u64;
            if changed > 0 {
                let keys: Vec<String> = pairs.iter().map(|(old, _)| old.id.to_string()).collect();
                let entry = change.entry("change-all", Item::<B>::TABLE, "").map(|entry| {
                    let entry = entry.with("count", changed).listing("records", keys);
                    let entry = match ask.status {
                        Some(status) => entry.with("status", status),
                        None => entry,
                    };
                    let entry = match ask.review {
                        Some(review) => entry.with("checked", review.word()),
                        None => entry,
                    };
                    match &ask.section_id {
                        Some(section) => entry.with("section", format!("{}:{section}", Section::TABLE)),
                        None => entry,
                    }
                });
                change.note(entry);
            }
            change.rewrite_all(pairs).await?;
            change.commit().await?;
            Ok(ChangedAll { changed, refused })
        })
        .await
    }

    async fn target(&self, section: Option<&Id<Section>>, errors: &mut FieldErrors) -> Result<Option<Target>> {
        let Some(section) = section else { return Ok(None) };
        let sql = "SELECT id, topic, topic.subject AS subject FROM $section";
        let target: Option<Target> = self.store.query(sql).bind(("section", section.clone())).first().await?;
        errors.check(target.is_some(), "sectionId", messages::CHOICE_GONE);
        Ok(target)
    }

    /// The keys of the items that a list finds. Fails if their number is not the expected one.
    pub(crate) async fn item_ids<B: ItemBody>(
        &self,
        filter: &BankFilter,
        query: &ListQuery,
        expected: u64,
    ) -> Result<Vec<Id<Item<B>>>> {
        let mut ids = Vec::new();
        for page in query.pages_of(expected) {
            ids.extend(filter.narrow(self.rows::<Item<B>>(&page)).keys(expected).await?);
        }
        Ok(ids)
    }
}
