//! An item of the bank: a question that a test may ask, answered by an option or in writing.

use std::fmt;

use serde::{Serialize, de::DeserializeOwned};
use surrealdb::types::{SurrealValue, Value};

use super::{
    SubjectYear,
    cache::{Bank, ItemCache},
    choice::{Choice, ChoiceBody},
    editing::ItemForm,
    formats::FileBody,
    identity::identity,
    review::{ItemCheck, Provenance},
};
use crate::{
    catalogue::{Section, Subject, Topic, University},
    clock::Instant,
    people::User,
    records::{Counter, Entity, ListSpec, Listed},
    store::{Id, Record},
};

/// An item of the bank. `body` has the fields that depend on its kind. The key and the model answer never leave the
/// server before the test is over (ruling 14), unless visitors see the item. So this type is not serialised: responses
/// use views, which list what they show.
#[derive(Debug, Clone, PartialEq, SurrealValue)]
pub struct Item<B: ItemBody> {
    pub id: Id<Item<B>>,
    pub subject: Id<Subject>,
    pub year: Id<SubjectYear>,
    pub topic: Id<Topic>,
    pub section: Id<Section>,
    /// The universities that ask it; none means all. Only for post-UTME.
    pub university: Vec<Id<University>>,
    pub title: String,
    /// The stem, HTML.
    pub question: String,
    /// The address of its picture.
    pub logo: Option<String>,
    /// Whether it is in use.
    pub status: bool,
    /// The order inside its year.
    pub position: i64,
    /// Identifies it in another import (ruling 18), see [`identity`].
    pub identity: String,
    /// How often it was changed (ruling 33).
    #[surreal(default)]
    pub version: i64,
    /// Who checked its content; none while it is a draft.
    #[surreal(default)]
    pub checked: Option<ItemCheck>,
    /// Who changed its content last; none for the operator, and where an earlier release did not store it.
    #[surreal(default)]
    pub edited_by: Option<Id<User>>,
    #[surreal(default)]
    pub provenance: Provenance,
    pub created_at: Instant,
    /// Stored beside the other fields.
    #[surreal(flatten)]
    pub body: B,
}

/// The kinds of items. Each has a table of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemKind {
    /// Multiple choice: the documents' question.
    Choice,
    /// Answered in writing: the documents' theory question.
    Essay,
}

impl ItemKind {
    /// The table of its items.
    pub const fn table(self) -> &'static str {
        match self {
            Self::Choice => "question",
            Self::Essay => "theory",
        }
    }

    /// The plural in paths, counters and lists.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Choice => "questions",
            Self::Essay => "theories",
        }
    }

    /// The name of an item in messages.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Choice => "Question",
            Self::Essay => "Theory",
        }
    }
}

/// The part of an item that is its kind's own: [`ChoiceBody`] or [`super::EssayBody`].
pub trait ItemBody: SurrealValue + Clone + fmt::Debug + PartialEq + Send + Sync + 'static {
    const KIND: ItemKind;
    /// See [`Record::SCHEMA`].
    const SCHEMA: &'static str;
    /// See [`Entity::AUDITED`].
    const AUDITED: &'static [&'static str];
    /// The list of the back office.
    const LIST: ListSpec;
    /// An item as administrators read it.
    type View: SurrealValue + Send + 'static;
    /// The form that changes an item.
    type Form: ItemForm<Body = Self>;
    /// Its stem and answers, as files and forms hold them.
    type Content: Clone + fmt::Debug + PartialEq + Into<FileBody> + Send + Sync + 'static;
    /// The content of an earlier version of an item.
    type Version: Serialize + DeserializeOwned + Clone + fmt::Debug + Send + Sync + 'static;

    /// Builds a body from this content. Where the content is unchanged, it keeps the ids of the stored body.
    fn from_content(content: Self::Content, stored: Option<&Self>) -> Self;
    /// Its content.
    fn content(&self) -> Self::Content;
    /// The content of an item that a change replaces.
    fn version_of(item: &Item<Self>) -> Self::Version;
    /// Its texts in HTML, each with its name in findings.
    fn texts(&self) -> Vec<(&'static str, &str)>;
    /// The cache for items of this kind.
    fn cache(bank: &Bank) -> &ItemCache<Self>;

    /// The body of a choice item.
    fn as_choice(&self) -> Option<&ChoiceBody> {
        None
    }
    /// Sets whether visitors see it; only choice items have this mark.
    fn show_visitors(&mut self, _is_shown: bool) {}
    /// Sets whether devices cannot download it; only choice items have this mark.
    fn hold_back(&mut self, _is_held_back: bool) {}
    /// Whether visitors see it.
    fn is_for_visitors(&self) -> bool {
        self.as_choice().is_some_and(|choice| choice.for_visitors)
    }
    /// Whether it has an explanation.
    fn is_explained(&self) -> bool {
        self.as_choice().is_some_and(|choice| !choice.description.is_empty())
    }
    /// Its options in their order.
    fn options(&self) -> &[Choice] {
        self.as_choice().map_or(&[], |choice| &choice.options)
    }
}

impl<B: ItemBody> Item<B> {
    /// The form that changes it, as it stands.
    pub fn form(&self) -> B::Form {
        B::Form::of(self)
    }

    /// Its identity with another picture.
    pub(crate) fn identity_with(&self, picture: Option<&str>) -> String {
        let options = self.body.options().iter().map(|one| one.option.as_str());
        identity(&self.university, &self.question, options, picture)
    }

    /// Whether the key moved to another stored option, so that results marked by the old key are wrong.
    pub(crate) fn has_moved_key(&self, old: &Self) -> bool {
        let bodies = self.body.as_choice().zip(old.body.as_choice());
        bodies.is_some_and(|(new, old)| new.has_moved_key(old))
    }

    /// Whether it was withdrawn from results; only choice items can be. It must then stay inactive.
    pub(crate) fn is_withdrawn(&self) -> bool {
        self.body.as_choice().is_some_and(|choice| choice.withdrawn)
    }

    /// The next version of the item, with this status.
    pub(crate) fn with_status(self, status: bool) -> Self {
        Self { status, version: self.version + 1, ..self }
    }

    /// The counter of a year's items of this kind.
    pub(crate) fn count_of(year: &Id<SubjectYear>) -> String {
        format!("{}/{year}", B::KIND.plural())
    }

    /// The counter of a section's items of this kind in a year.
    pub(crate) fn count_in(year: &Id<SubjectYear>, section: &Id<Section>) -> String {
        format!("{}/{year}/{section}", B::KIND.plural())
    }
}

impl<B: ItemBody> Record for Item<B> {
    const TABLE: &'static str = B::KIND.table();
    const SCHEMA: &'static str = B::SCHEMA;
}

impl<B: ItemBody> Listed for Item<B> {
    const LIST: ListSpec = B::LIST;
}

impl<B: ItemBody> Entity for Item<B> {
    const NOUN: &'static str = B::KIND.noun();
    const AUDITED: &'static [&'static str] = B::AUDITED;

    fn id(&self) -> &Id<Self> {
        &self.id
    }

    fn version(&self) -> i64 {
        self.version
    }

    fn in_words(&self, field: &str) -> Option<String> {
        match field {
            "checked" => Some(self.review().word().to_owned()),
            "provenance" => Some(self.provenance.in_words()),
            _ => self.body.as_choice()?.in_words(field),
        }
    }

    // Changes within one year conflict in its revision anyway, so these counters add no conflicts.
    fn counters(&self) -> Vec<Counter> {
        let all = [Self::count_of(&self.year), Self::count_in(&self.year, &self.section)];
        let active = self.status.then(|| format!("active-{}", Self::count_of(&self.year)));
        all.into_iter().chain(active).map(Counter::of).collect()
    }
}

#[cfg(test)]
impl<B: ItemBody> Item<B> {
    /// An active item with this stem and body.
    pub(crate) fn with_body(id: &str, stem: &str, body: B) -> Self {
        Self {
            id: Id::new(id),
            subject: Id::new("s"),
            year: Id::new("y"),
            topic: Id::new("t"),
            section: Id::new("x"),
            university: Vec::new(),
            title: String::new(),
            question: stem.into(),
            logo: None,
            status: true,
            position: 1,
            identity: String::new(),
            version: 0,
            checked: None,
            edited_by: None,
            provenance: Provenance::default(),
            created_at: chrono::DateTime::UNIX_EPOCH,
            body,
        }
    }
}
