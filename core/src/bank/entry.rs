//! The common trait of questions and theory questions of the bank.

use super::{Question, SubjectYear, Theory};
use crate::{
    catalogue::{Section, Topic, University},
    records::{Entity, Tally},
    store::Id,
};

/// A question or a theory.
pub(crate) trait Entry: Entity {
    /// The prefix of its counters' names, before the year.
    const COUNTED: &'static str;

    /// The subject-year that it belongs to.
    fn year(&self) -> &Id<SubjectYear>;
    fn topic(&self) -> &Id<Topic>;
    fn section(&self) -> &Id<Section>;
    /// The universities that ask it; empty where all do.
    fn universities(&self) -> &[Id<University>];
    fn title(&self) -> &str;
    /// The stem, HTML.
    fn question(&self) -> &str;
    /// The address of its picture.
    fn picture(&self) -> Option<&str>;
    /// Whether it is in use.
    fn status(&self) -> bool;
    /// The next version of it, in use or not.
    fn with_status(self, status: bool) -> Self;
    /// Its place in the order of its year.
    fn position(&self) -> i64;
    /// See [`super::identity::identity`].
    fn identity(&self) -> &str;
    /// The next version of it.
    fn changed(self) -> Self;

    /// The counters that it counts in.
    fn counted(&self) -> Vec<Tally> {
        let (year, section) = (self.year(), self.section());
        let all = [Self::count_of(year), Self::count_in(year, section)];
        let active = self.status().then(|| format!("active-{}", Self::count_of(year)));
        all.into_iter().chain(active).map(Tally::of).collect()
    }

    /// The counter of a year's entries.
    fn count_of(year: &Id<SubjectYear>) -> String {
        format!("{}/{year}", Self::COUNTED)
    }

    /// The counter of the entries that a section has in a year.
    fn count_in(year: &Id<SubjectYear>, section: &Id<Section>) -> String {
        format!("{}/{year}/{section}", Self::COUNTED)
    }
}

macro_rules! entries {
    ($($entry:ident: $counted:literal),+) => {$(
        impl Entry for $entry {
            const COUNTED: &'static str = $counted;

            fn year(&self) -> &Id<SubjectYear> {
                &self.year
            }
            fn topic(&self) -> &Id<Topic> {
                &self.topic
            }
            fn section(&self) -> &Id<Section> {
                &self.section
            }
            fn universities(&self) -> &[Id<University>] {
                &self.university
            }
            fn title(&self) -> &str {
                &self.title
            }
            fn question(&self) -> &str {
                &self.question
            }
            fn picture(&self) -> Option<&str> {
                self.logo.as_deref()
            }
            fn status(&self) -> bool {
                self.status
            }
            fn with_status(self, status: bool) -> Self {
                Self { status, ..self.changed() }
            }
            fn position(&self) -> i64 {
                self.position
            }
            fn identity(&self) -> &str {
                &self.identity
            }
            fn changed(self) -> Self {
                Self { version: self.version + 1, ..self }
            }
        }
    )+};
}

entries!(Question: "questions", Theory: "theories");
