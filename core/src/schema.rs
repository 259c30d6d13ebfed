//! What this version expects of a store: the list of all tables, and of all migrations.
//!
//! # Changing what is stored
//! - A new field has a default where it is read (`#[surreal(default)]`) or is an `Option`, or a migration
//!   writes it; so does a field that changes its meaning, its type or its name.
//! - A migration is one more entry at the end of [`MIGRATIONS`], in SurrealQL (a file in `core/migrations`)
//!   or as a function. It runs once on every store, before the definitions of its release are applied.
//! - A field, reference or index that is defined otherwise than before is defined anew by itself; one that
//!   is defined no more is removed.
//! - The stores of earlier releases lie in `fixtures/stores`; the tests open each.

use crate::{
    accounts::{Link, Tries, User},
    audit::Audit,
    bank::{Question, SubjectYear, Theory, YearIndex},
    catalogue::{
        Advice, Assessment, Category, Country, Course, Exam, IsoCountry, Plan, Section, Subject, Topic, University,
    },
    content::EmailTemplate,
    exam::{Attempt, QuizResult, Sheet, Starts},
    inbox::{Contact, Subscriber},
    learning::{Registration, Subscription},
    mail::QueuedMail,
    store::{Migration, Record, Schema},
};

/// Every migration there ever was, the oldest first. What a release has applied is never changed, moved
/// or taken out again.
const MIGRATIONS: &[Migration] = &[];

/// The schema of this version.
pub(crate) fn schema() -> Schema {
    Schema { definitions: definitions(), migrations: MIGRATIONS }
}

/// A table, and what stands on it, statement by statement.
fn of<R: Record>() -> Vec<String> {
    let table = format!("DEFINE TABLE IF NOT EXISTS {} SCHEMALESS", R::TABLE);
    let parts = R::SCHEMA.split(';').map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    [table].into_iter().chain(parts.filter(|text| !text.is_empty())).collect()
}

/// The rows' shapes are the Rust structs; the database is told only what it alone can guard.
fn definitions() -> Vec<String> {
    [
        of::<User>(),
        of::<Link>(),
        of::<Tries>(),
        of::<Country>(),
        of::<IsoCountry>(),
        of::<Exam>(),
        of::<Assessment>(),
        of::<University>(),
        of::<Category>(),
        of::<Course>(),
        of::<Subject>(),
        of::<Topic>(),
        of::<Section>(),
        of::<Plan>(),
        of::<Advice>(),
        of::<SubjectYear>(),
        of::<YearIndex>(),
        of::<Question>(),
        of::<Theory>(),
        of::<Registration>(),
        of::<Subscription>(),
        of::<Attempt>(),
        of::<Sheet>(),
        of::<Starts>(),
        of::<QuizResult>(),
        of::<EmailTemplate>(),
        of::<QueuedMail>(),
        of::<Contact>(),
        of::<Subscriber>(),
        of::<Audit>(),
    ]
    .concat()
}
