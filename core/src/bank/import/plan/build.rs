//! Makes the item of a row.

use super::places::Placement;
use crate::{
    bank::{
        Item,
        import::{
            rows::{ImportRow, SheetBody},
            target::Target,
        },
        review::Reviewer,
        sheet::normalise,
    },
    clock::Instant,
    html,
    store::Id,
};

/// The destination of a row's item.
pub(in crate::bank) struct Destination<'a> {
    pub target: &'a Target,
    pub place: Placement,
    /// The row's own, see [`ImportRow::identity`].
    pub identity: String,
    pub position: i64,
    pub now: Instant,
    pub reviewer: &'a Reviewer,
    /// See [`crate::bank::import::Parsed::is_plain`].
    pub is_plain: bool,
}

impl<B: SheetBody> ImportRow<B> {
    /// The item of a row: the stored one with the row's content, or a new one. Empty cells keep the stored content.
    pub(in crate::bank) fn build(&self, to: Destination<'_>, stored: Option<&Item<B>>) -> Item<B> {
        let same = |row: &str, stored: Option<&str>| to.same(row, stored);
        let content = match stored {
            Some(old) => B::over(&self.body, &old.body, &same),
            None => self.body.clone(),
        };
        let title = || stored.map_or_else(|| format!("Question {}", to.position), |old| old.title.clone());
        let mut item = Item {
            id: stored.map_or_else(Id::random, |old| old.id.clone()),
            subject: to.target.subject.clone(),
            year: to.target.year_id.clone(),
            university: to.target.universities.clone(),
            title: self.title.clone().unwrap_or_else(title),
            question: same(&self.question, stored.map(|old| old.question.as_str())),
            logo: self.image.clone().or_else(|| stored?.logo.clone()),
            // A withdrawn item stays inactive, whatever the file says.
            status: !stored.is_some_and(Item::is_withdrawn)
                && self.status.unwrap_or_else(|| stored.is_none_or(|old| old.status)),
            position: to.position,
            identity: String::new(),
            version: stored.map_or(0, |old| old.version),
            checked: stored.and_then(|old| old.checked.clone()),
            edited_by: stored.and_then(|old| old.edited_by.clone()),
            provenance: match stored {
                Some(old) => self.provenance.clone().or(&old.provenance),
                None => self.provenance.clone(),
            },
            created_at: stored.map_or(to.now, |old| old.created_at),
            body: B::from_content(content, stored.map(|old| &old.body)),
            topic: to.place.0,
            section: to.place.1,
        };
        let is_alike = |old: &Item<B>| {
            (&old.question, &old.logo, old.body.options()) == (&item.question, &item.logo, item.body.options())
        };
        item.identity = match stored {
            None => to.identity,
            Some(old) if is_alike(old) => old.identity.clone(),
            Some(_) => item.identity_with(item.logo.as_deref()),
        };
        // A file that was exported and imported again without changes is not a new check of its items.
        let says_other = |old: &Item<B>| old.says_other_than(&item) || self.review != Some(old.review());
        let review = self.review.filter(|_| stored.is_none_or(says_other));
        to.reviewer.reviewed(stored, item, review)
    }
}

impl Destination<'_> {
    /// The row's text, or the stored text if the two differ only in something that the file format cannot express.
    fn same(&self, row: &str, stored: Option<&str>) -> String {
        let reads_alike = |old: &&str| {
            *old != row
                && (html::clean(&html::with_breaks(&normalise(old))) == row
                    || self.is_plain && words(old) == words(row))
        };
        stored.filter(reads_alike).unwrap_or(row).to_owned()
    }
}

fn words(html: &str) -> String {
    html::text_of(html).split_whitespace().collect::<Vec<_>>().join(" ")
}
