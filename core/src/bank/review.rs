//! Review: whether a person has checked an item, and where it comes from. With the setting `review_required`, an item
//! can be in use only after somebody other than its last editor has checked it.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{Item, ItemBody};
use crate::{
    App, FieldErrors,
    clock::Instant,
    error::is_invisible,
    html, messages,
    people::{Actor, User},
    store::Id,
};

/// The most characters of a text about the source of an item.
const MAX_SOURCE: usize = 160;

/// Whether a person has checked an item.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum Review {
    /// Nobody has checked it since its content changed.
    #[default]
    Draft,
    /// Somebody has checked it.
    Checked,
}

impl Review {
    /// Its name on the wire and in files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Checked => "checked",
        }
    }
}

/// The check of an item.
#[derive(Debug, Clone, PartialEq, Eq, SurrealValue)]
pub struct ItemCheck {
    /// `None` for the operator.
    pub by: Option<Id<User>>,
    pub at: Instant,
}

/// The source of an item. Plain texts; none where it is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq, SurrealValue)]
pub struct Provenance {
    /// The examination board.
    pub board: Option<String>,
    /// The year or the sitting of the paper.
    pub year: Option<String>,
    /// The number of the question in the paper.
    pub number: Option<String>,
    /// Who holds the rights, or the licence.
    pub rights: Option<String>,
}

/// The parts of a [`Provenance`] in files and forms, in the order of [`Provenance::parts`].
pub(crate) const SOURCE_COLUMNS: [&str; 4] = ["sourceBoard", "sourceYear", "sourceNumber", "sourceRights"];

impl Provenance {
    /// From its parts, in the order of [`SOURCE_COLUMNS`].
    pub(crate) fn of([board, year, number, rights]: [Option<String>; 4]) -> Self {
        Self { board, year, number, rights }
    }

    /// Its parts, in the order of [`SOURCE_COLUMNS`].
    pub(crate) fn parts(&self) -> [Option<&str>; 4] {
        [&self.board, &self.year, &self.number, &self.rights].map(Option::as_deref)
    }

    /// From the texts of a form, checked and cleaned.
    pub(crate) fn checked(errors: &mut FieldErrors, texts: [Option<&String>; 4]) -> Self {
        let mut parts = texts.into_iter().zip(SOURCE_COLUMNS).map(|(text, field)| {
            let text = html::text(text?);
            let is_short = text.chars().count() <= MAX_SOURCE;
            errors.check(is_short, field, format!("The text cannot exceed {MAX_SOURCE} characters"));
            (!is_invisible(&text)).then_some(text)
        });
        let mut next = || parts.next().flatten();
        Self { board: next(), year: next(), number: next(), rights: next() }
    }

    /// The parts of this source. Missing parts are taken from another one.
    pub(crate) fn or(self, other: &Self) -> Self {
        let other = other.clone();
        Self {
            board: self.board.or(other.board),
            year: self.year.or(other.year),
            number: self.number.or(other.number),
            rights: self.rights.or(other.rights),
        }
    }

    /// See [`crate::records::Entity::in_words`].
    pub(super) fn in_words(&self) -> String {
        let names = ["Board", "Year", "Number", "Rights"];
        let parts = self.parts().into_iter().zip(names).filter_map(|(text, name)| Some(format!("{name}: {}", text?)));
        parts.collect::<Vec<_>>().join("; ")
    }

    /// The bytes of its texts.
    pub(super) fn bytes(&self) -> usize {
        self.parts().into_iter().flatten().map(str::len).sum()
    }
}

/// Who changes items, and under which rules.
#[derive(Debug, Clone)]
pub(crate) struct Reviewer {
    /// `None` for the operator.
    by: Option<Id<User>>,
    at: Instant,
    /// Whether a second person must check an item before it is in use.
    is_required: bool,
}

impl App {
    /// The rules for changes by this actor.
    pub(crate) fn reviewer(&self, actor: &Actor) -> Reviewer {
        self.reviewer_by(actor.user_id().ok().cloned())
    }

    /// Like [`Self::reviewer`], for work that may continue after its call has ended.
    pub(crate) fn reviewer_by(&self, by: Option<Id<User>>) -> Reviewer {
        Reviewer { by, at: self.now(), is_required: self.settings.review_required }
    }
}

impl Reviewer {
    /// The item after a change from `old`. New content makes it a draft, unless `review` says that it is checked.
    pub(crate) fn reviewed<B: ItemBody>(
        &self,
        old: Option<&Item<B>>,
        mut new: Item<B>,
        review: Option<Review>,
    ) -> Item<B> {
        if old.is_none_or(|old| old.says_other_than(&new)) {
            new.edited_by.clone_from(&self.by);
            new.checked = None;
        }
        match review {
            // A second person's check replaces the check of the editor.
            Some(Review::Checked) if new.checked.as_ref().is_none_or(|check| check.by == new.edited_by) => {
                new.checked = Some(ItemCheck { by: self.by.clone(), at: self.at });
            }
            Some(Review::Draft) => new.checked = None,
            _ => {}
        }
        new
    }

    /// Whether the item must not be in use: it is a draft, or only its last editor has checked it. If the last editor
    /// is the operator or unknown, any check counts. An item that was in use stays in use while its content is
    /// unchanged.
    pub(crate) fn forbids<B: ItemBody>(&self, old: Option<&Item<B>>, new: &Item<B>) -> bool {
        let stays = old.is_some_and(|old| old.status && !old.says_other_than(new));
        let by_another = new.checked.as_ref().is_some_and(|check| new.edited_by.is_none() || check.by != new.edited_by);
        self.is_required && new.status && !stays && !by_another
    }

    /// Adds an error where the item must not be in use.
    pub(crate) fn check<B: ItemBody>(&self, errors: &mut FieldErrors, old: Option<&Item<B>>, new: &Item<B>) {
        errors.check(!self.forbids(old, new), "status", messages::REVIEW_REQUIRED);
    }
}

impl<B: ItemBody> Item<B> {
    /// Its state of review.
    pub fn review(&self) -> Review {
        if self.checked.is_some() { Review::Checked } else { Review::Draft }
    }

    /// Whether the other item has different texts in any field that a person checks.
    pub(crate) fn says_other_than(&self, other: &Self) -> bool {
        (&self.question, &self.logo, self.body.content()) != (&other.question, &other.logo, other.body.content())
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::bank::{EssayBody, Theory};

    fn item(question: &str) -> Theory {
        Theory { status: false, ..Theory::with_body("t", question, EssayBody::default()) }
    }

    fn who(name: &str) -> Reviewer {
        Reviewer { by: Some(Id::new(name)), at: DateTime::UNIX_EPOCH, is_required: true }
    }

    fn checked_by(item: &Theory) -> Option<&str> {
        item.checked.as_ref()?.by.as_ref().map(Id::as_str)
    }

    #[test]
    fn new_content_is_a_draft_unless_the_same_change_checks_it() {
        let (ada, obi) = (who("ada"), who("obi"));
        let written = ada.reviewed(None, item("one"), None);
        assert_eq!((written.review(), written.edited_by.clone()), (Review::Draft, Some(Id::new("ada"))));
        let checked = obi.reviewed(Some(&written), written.clone(), Some(Review::Checked));
        assert_eq!((checked_by(&checked), checked.edited_by.clone()), (Some("obi"), Some(Id::new("ada"))));
        let titled = Theory { title: "Other".into(), ..checked.clone() };
        assert_eq!(checked_by(&ada.reviewed(Some(&checked), titled, None)), Some("obi"), "a title is not checked");
        let changed = Theory { question: "two".into(), ..checked.clone() };
        assert_eq!(ada.reviewed(Some(&checked), changed.clone(), None).review(), Review::Draft);
        assert_eq!(checked_by(&ada.reviewed(Some(&checked), changed, Some(Review::Checked))), Some("ada"));
        assert_eq!(ada.reviewed(Some(&checked), checked.clone(), Some(Review::Draft)).review(), Review::Draft);
        let again = ada.reviewed(Some(&checked), checked.clone(), Some(Review::Checked));
        assert_eq!(checked_by(&again), Some("obi"), "it was checked already");
    }

    #[test]
    fn only_what_a_second_person_checked_is_in_use() {
        let (ada, obi) = (who("ada"), who("obi"));
        let on = |item: &Theory| Theory { status: true, ..item.clone() };
        let written = ada.reviewed(None, item("one"), None);
        assert!(obi.forbids(Some(&written), &on(&written)), "a draft");
        let own = ada.reviewed(Some(&written), written.clone(), Some(Review::Checked));
        assert!(obi.forbids(Some(&own), &on(&own)), "checked by its editor alone");
        let other = obi.reviewed(Some(&own), own.clone(), Some(Review::Checked));
        assert_eq!(checked_by(&other), Some("obi"), "the second person's check counts");
        assert!(!ada.forbids(Some(&other), &on(&other)));
        assert!(!ada.forbids(Some(&on(&written)), &on(&written)), "it was in use before");
        assert!(ada.forbids(Some(&on(&written)), &Theory { question: "two".into(), ..on(&written) }));
        assert!(!Reviewer { is_required: false, ..ada }.forbids(None, &on(&written)), "no such rule");
    }

    #[test]
    fn a_source_is_short_plain_text() {
        let mut errors = FieldErrors::default();
        let (board, long) = ("<b>WAEC</b> ".to_owned(), "x".repeat(161));
        let source = Provenance::checked(&mut errors, [Some(&board), Some(&String::new()), None, Some(&long)]);
        assert_eq!((source.board.as_deref(), source.year, source.number), (Some("WAEC"), None, None));
        assert_eq!(errors.iter().map(|(field, _)| field.to_owned()).collect::<Vec<_>>(), ["sourceRights"]);
    }
}
