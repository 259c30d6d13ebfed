//! Adds and changes items.

use surrealdb::types::{RecordId, SurrealValue};

use super::{
    forms::{QuestionsInput, TheoryInput},
    groups::{Group, Linking, share_passage},
};
use crate::{
    App, Error, FieldErrors, Result,
    bank::{AdminQuestion, AdminTheory, Item, ItemBody, ItemKind, Provenance, Review, SubjectYear, import::MAX_LINKED},
    catalogue::{Section, Subject, Topic, University, check_image, image_from_form, slug_has_universities},
    html, messages,
    people::Actor,
    records::Change,
    store::{Id, retry_tx},
    text::beginning,
};

/// The most characters of the question in a title that is made from it.
const TITLE_FROM_QUESTION: usize = 60;
/// The most characters of a title.
const MAX_TITLE: usize = 160;

/// A form that changes an item.
pub trait ItemForm: Clone + Send + Sync + 'static {
    type Body: ItemBody;

    /// The item as the form shows it.
    fn of(item: &Item<Self::Body>) -> Self;
    /// The fields that all such forms have.
    fn common(&self) -> CommonFields<'_>;
    /// Checks and cleans the other fields. The result is only valid if no error was added.
    fn check(
        &self,
        errors: &mut FieldErrors,
        old: Option<&Item<Self::Body>>,
        group: Option<&Group>,
    ) -> Checked<Self::Body>;
}

/// The fields that every form of an item has, or may have.
#[derive(Default)]
pub struct CommonFields<'a> {
    pub title: &'a str,
    pub topic: Option<&'a Id<Topic>>,
    /// Moves the item to this section; `None` leaves it.
    pub section: Option<&'a Id<Section>>,
    pub logo: Option<&'a String>,
    pub status: bool,
    /// Whether visitors see it; choice items only.
    pub for_visitors: bool,
    /// Whether devices cannot download it; choice items only.
    pub held_back: bool,
    /// The new state of review, if the form says one.
    pub review: Option<Review>,
    /// The source, in the order of [`SOURCE_COLUMNS`](crate::bank::review::SOURCE_COLUMNS).
    pub source: [Option<&'a String>; 4],
    pub linking: Option<Linking<'a>>,
}

/// Essays need a title. A choice item without one gets the beginning of its question.
fn check_title<B: ItemBody>(errors: &mut FieldErrors, title: &str, most: usize) {
    if B::KIND == ItemKind::Essay || !title.trim().is_empty() {
        errors.title("title", "Title", title, most);
    }
}

/// Mocks leave out what visitors see, so a question cannot be both for visitors and held back for mocks.
fn check_held_back(errors: &mut FieldErrors, for_visitors: bool, held_back: bool) {
    errors.check(!(for_visitors && held_back), "heldBack", messages::HELD_BACK_FROM_VISITORS);
}

/// The title of an item: as given, followed by the item's number if several were added together; otherwise the
/// beginning of its question.
fn title_of(given: &str, question: &str, number: Option<i64>) -> String {
    let title = html::text(given);
    match number {
        _ if title.is_empty() => match html::text_of(question) {
            // The question has no text, only a picture.
            text if text.is_empty() => "Question".into(),
            text => beginning(&text, TITLE_FROM_QUESTION),
        },
        Some(number) => format!("{title} ({number})"),
        None => title,
    }
}

/// The texts of a form, checked and cleaned.
pub struct Checked<B: ItemBody> {
    pub question: String,
    pub content: B::Content,
}

/// Items to be added together, as a form gives them.
pub(super) struct NewItems<'a, B: ItemBody> {
    pub section: &'a Id<Section>,
    pub year: &'a Id<SubjectYear>,
    /// The subject that the section must be of.
    pub subject: Option<&'a Id<Subject>>,
    pub universities: &'a [Id<University>],
    /// The fields that all of them share.
    pub common: CommonFields<'a>,
    /// The other fields of each.
    pub forms: Vec<B::Form>,
    /// The form's own name for a field.
    pub name: fn(&str) -> String,
}

/// The destination of an item, read from the store.
struct Site {
    section: Id<Section>,
    topic: Id<Topic>,
    subject: Id<Subject>,
    year: SubjectYear,
    has_universities: bool,
    /// The last position of the year's items of this kind.
    last: i64,
}

#[derive(SurrealValue)]
struct SectionRow {
    topic: Id<Topic>,
    subject: Id<Subject>,
    exam: String,
}

impl Site {
    /// Locks the section and universities against deletion until the commit; [`Error::Contended`] if one of them has
    /// gone.
    async fn lock(&self, change: &Change<'_>, universities: &[Id<University>]) -> Result<()> {
        let records: Vec<RecordId> = universities.iter().map(Id::link).chain([self.section.link()]).collect();
        let wanted = records.len();
        if change.lock(records).await?.len() < wanted { Err(Error::Contended) } else { Ok(()) }
    }
}

impl App {
    /// Finds the destination of an item of this kind.
    async fn site(&self, kind: ItemKind, section: &Id<Section>, year: &Id<SubjectYear>) -> Result<Site> {
        let sql = format!(
            "SELECT topic, topic.subject AS subject, topic.subject.exam.slug AS exam FROM $section; SELECT * FROM $year; \
             SELECT VALUE position FROM {} WHERE year = $year ORDER BY position DESC LIMIT 1;",
            kind.table()
        );
        let call = self.store.query(&sql).bind(("section", section.clone())).bind(("year", year.clone()));
        let mut results = call.checked().await?;
        let sections: Vec<SectionRow> = results.take(0)?;
        let years: Vec<SubjectYear> = results.take(1)?;
        let last: Vec<i64> = results.take(2)?;
        let found = sections.into_iter().next().ok_or(Error::NotFound("Topic section"))?;
        let year = years.into_iter().next().filter(|year| year.subject == found.subject);
        let year = year.ok_or_else(|| Error::field("yearId", "This subject has no such year"))?;
        Ok(Site {
            section: section.clone(),
            topic: found.topic,
            subject: found.subject,
            year,
            has_universities: slug_has_universities(&found.exam),
            last: last.first().copied().unwrap_or(0),
        })
    }

    /// Adds choice items to a section.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the form's field names. With several questions, field names start with
    /// `questions[1].`
    pub async fn create_questions(
        &self,
        actor: &Actor,
        section: &Id<Section>,
        input: QuestionsInput,
    ) -> Result<Vec<AdminQuestion>> {
        let ids = retry_tx(async || self.add_items(actor, input.new_items(section)).await).await?;
        self.find_items(&ids).await
    }

    /// Adds an essay item to a section.
    pub async fn create_theory(&self, actor: &Actor, input: TheoryInput) -> Result<AdminTheory> {
        let ids = retry_tx(async || self.add_items(actor, input.new_items()).await).await?;
        self.find_items(&ids).await?.pop().ok_or(Error::NotFound(ItemKind::Essay.noun()))
    }

    async fn add_items<B: ItemBody>(&self, actor: &Actor, new: NewItems<'_, B>) -> Result<Vec<Id<Item<B>>>> {
        let NewItems { section, year, subject, universities, common, forms, name } = new;
        let site = self.site(B::KIND, section, year).await?;
        let (mut errors, count) = (FieldErrors::default(), forms.len());
        let is_other = subject.is_some_and(|subject| *subject != site.subject);
        errors.check(!is_other, "subjectId", "This section belongs to another subject.");
        // If several are added, each title gets a number. Even with it, the title must not exceed the limit.
        let longest = if count > 1 { MAX_TITLE - " (5)".len() } else { MAX_TITLE };
        check_title::<B>(&mut errors, common.title, longest);
        check_image(&mut errors, &name("logo"), common.logo.map(String::as_str));
        self.check_universities(&mut errors, &site, universities).await?;
        let most = if common.linking.is_some() { MAX_LINKED } else { 1 };
        errors.check((1..=most).contains(&count), "questions", format!("Questions are 1 to {most}"));
        let group = self.group::<B>(&mut errors, &site.year.id, common.linking, universities, None, count).await?;
        let mut checked = Vec::with_capacity(count);
        for (at, form) in forms.iter().enumerate() {
            let mut own = FieldErrors::default();
            checked.push(form.check(&mut own, None, group.as_ref()));
            let prefix = if count == 1 { String::new() } else { format!("questions[{at}].") };
            for (field, message) in own.iter() {
                errors.add(format!("{prefix}{}", name(field)), message);
            }
        }
        let mut bodies = Vec::with_capacity(count);
        for Checked { question, content } in checked {
            let mut body = B::from_content(content, None);
            body.show_visitors(common.for_visitors);
            body.hold_back(common.held_back);
            bodies.push((question, body));
        }
        check_held_back(&mut errors, common.for_visitors, common.held_back);
        if common.for_visitors {
            let is_explained = bodies.iter().all(|(_, body)| body.is_explained());
            self.check_marked(&mut errors, &site.subject, count, is_explained).await?;
        }
        let provenance = Provenance::checked(&mut errors, common.source);
        errors.done()?;

        let logo = common.logo.filter(|address| !address.is_empty());
        let reviewer = self.reviewer(actor);
        let mut change = self.edit_year(actor, &site.year, universities).await?;
        site.lock(&change, universities).await?;
        let mut ids = Vec::with_capacity(count);
        for (number, (question, body)) in (1..).zip(bodies) {
            let mut item = Item {
                id: Id::random(),
                subject: site.subject.clone(),
                year: site.year.id.clone(),
                topic: site.topic.clone(),
                section: site.section.clone(),
                university: universities.to_vec(),
                title: title_of(common.title, &question, (count > 1).then_some(number)),
                question,
                logo: logo.cloned(),
                status: common.status,
                position: site.last + number,
                identity: String::new(),
                version: 0,
                checked: None,
                edited_by: None,
                provenance: provenance.clone(),
                created_at: self.now(),
                body,
            };
            item.identity = item.identity_with(item.logo.as_deref());
            let item = reviewer.reviewed(None, item, common.review);
            let mut errors = FieldErrors::default();
            reviewer.check(&mut errors, None, &item);
            errors.done()?;
            change.create(&item).await.map_err(repeated(name("question")))?;
            ids.push(item.id);
        }
        change.commit().await?;
        Ok(ids)
    }

    /// Changes an item.
    pub async fn update_item<B: ItemBody>(&self, actor: &Actor, id: &Id<Item<B>>, form: B::Form) -> Result<B::View> {
        self.edit_item(actor, id, None, |_| Ok(form.clone())).await
    }

    /// Changes an item. `form` builds the new form from the item as it is in the transaction. Options with unchanged
    /// text keep their ids; a changed passage applies to the whole group. If the key moves to another option of the
    /// item, the results with this item are rescored.
    ///
    /// # Errors
    /// [`Error::Conflict`] with reason `changed` where `version` is given and is not the item's
    /// (ruling 33); where the key moves, as [`Actor::require_recent_login`].
    pub async fn edit_item<B: ItemBody>(
        &self,
        actor: &Actor,
        id: &Id<Item<B>>,
        version: Option<i64>,
        form: impl Fn(&Item<B>) -> Result<B::Form> + Send + Sync,
    ) -> Result<B::View> {
        let has_moved_key = retry_tx(async || {
            let change = self.change(actor).await?;
            let old = change.find(id).await?;
            change.expect_version(&old, version).await?;
            let form = form(&old)?;
            self.change_item(actor, change, old, form).await
        })
        .await?;
        if has_moved_key {
            self.spawn_rescoring().await?;
        }
        self.find_item(id).await
    }

    /// Stores the change. Returns whether the key moved.
    async fn change_item<B: ItemBody>(
        &self,
        actor: &Actor,
        mut change: Change<'_>,
        old: Item<B>,
        form: B::Form,
    ) -> Result<bool> {
        let CommonFields { title, topic, section, logo, status, for_visitors, held_back, review, source, linking } =
            form.common();
        let site = self.site(B::KIND, section.unwrap_or(&old.section), &old.year).await?;
        let mut errors = FieldErrors::default();
        check_title::<B>(&mut errors, title, MAX_TITLE);
        check_image(&mut errors, "logo", logo.map(String::as_str));
        let is_of_topic = topic.is_none_or(|topic| *topic == site.topic);
        errors.check(is_of_topic, "topicId", "This section belongs to another topic.");
        let group = self.group(&mut errors, &old.year, linking, &old.university, Some(&old), 1).await?;
        let Checked { question, content } = form.check(&mut errors, Some(&old), group.as_ref());
        let mut body = B::from_content(content, Some(&old.body));
        body.show_visitors(for_visitors);
        body.hold_back(held_back);
        check_held_back(&mut errors, for_visitors, held_back);
        if for_visitors {
            let added = usize::from(!old.body.is_for_visitors());
            self.check_marked(&mut errors, &old.subject, added, body.is_explained()).await?;
        }
        errors.check(!(status && old.is_withdrawn()), "status", messages::WITHDRAWN);
        let provenance = Provenance::checked(&mut errors, source);
        errors.done()?;

        let mut item = Item {
            topic: site.topic.clone(),
            section: site.section.clone(),
            title: title_of(title, &question, None),
            question,
            logo: image_from_form(logo.cloned(), old.logo.as_ref()),
            status,
            version: old.version + 1,
            provenance,
            body,
            ..old.clone()
        };
        item.identity = item.identity_with(item.logo.as_deref());
        let reviewer = self.reviewer(actor);
        let item = reviewer.reviewed(Some(&old), item, review);
        let mut errors = FieldErrors::default();
        reviewer.check(&mut errors, Some(&old), &item);
        errors.done()?;
        site.year.raise(&mut change, &[]).await?;
        site.lock(&change, &[]).await?;
        share_passage(&mut change, &reviewer, &item).await?;
        let pair = [(old, item)];
        change.keep_versions(&pair).await?;
        let [(old, item)] = pair;
        let has_moved_key = item.has_moved_key(&old);
        if has_moved_key {
            actor.require_recent_login()?;
            change.queue_rescoring([&item.id.cast()]).await?;
        }
        change.update(&old, &item).await.map_err(repeated("question".into()))?;
        change.commit().await?;
        Ok(has_moved_key)
    }

    /// Only POST UTME has universities; each must exist.
    async fn check_universities(
        &self,
        errors: &mut FieldErrors,
        site: &Site,
        universities: &[Id<University>],
    ) -> Result<()> {
        if universities.is_empty() {
            return Ok(());
        }
        errors.check(site.has_universities, "universities", messages::ONLY_POST_UTME);
        let links: Vec<RecordId> = universities.iter().map(Id::link).collect();
        let found: Vec<RecordId> = self.store.query("SELECT VALUE id FROM $links").bind(("links", links)).all().await?;
        errors.check(found.len() == universities.len(), "universities", messages::CHOICE_GONE);
        Ok(())
    }

    /// Starts a change to a year's bank; [`Error::Contended`] if the year changed since it was read.
    pub(crate) async fn edit_year<'a>(
        &'a self,
        actor: &'a Actor,
        year: &SubjectYear,
        universities: &[Id<University>],
    ) -> Result<Change<'a>> {
        let mut change = self.change(actor).await?;
        year.raise(&mut change, universities).await?;
        Ok(change)
    }
}

/// Maps a duplicate question to an error of the stem's field.
fn repeated(field: String) -> impl FnOnce(Error) -> Error {
    move |error| match error.is_taken() {
        true => Error::taken(&field, "This question is in this year's bank already."),
        false => error,
    }
}
