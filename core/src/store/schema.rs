//! Applies every record's schema; the list of all tables.

use super::{Record, Store};
use crate::{
    Result,
    accounts::{Link, Tries, User},
    audit::Audit,
    bank::{Question, SubjectYear, Theory},
    catalogue::{
        Advice, Assessment, Category, Country, Course, Exam, IsoCountry, Plan, Section, Subject, Topic, University,
    },
    content::EmailTemplate,
    exam::{Attempt, QuizResult, Sheet, Starts},
    inbox::{Contact, Subscriber},
    learning::{Registration, Subscription},
    mail::QueuedMail,
};

fn table<R: Record>() -> String {
    format!("DEFINE TABLE IF NOT EXISTS {} SCHEMALESS;\n{}\n", R::TABLE, R::SCHEMA)
}

/// The rows' shapes are the Rust structs; the database is told only what it alone can guard.
fn statements() -> String {
    [
        table::<User>(),
        table::<Link>(),
        table::<Tries>(),
        table::<Country>(),
        table::<IsoCountry>(),
        table::<Exam>(),
        table::<Assessment>(),
        table::<University>(),
        table::<Category>(),
        table::<Course>(),
        table::<Subject>(),
        table::<Topic>(),
        table::<Section>(),
        table::<Plan>(),
        table::<Advice>(),
        table::<SubjectYear>(),
        table::<Question>(),
        table::<Theory>(),
        table::<Registration>(),
        table::<Subscription>(),
        table::<Attempt>(),
        table::<Sheet>(),
        table::<Starts>(),
        table::<QuizResult>(),
        table::<EmailTemplate>(),
        table::<QueuedMail>(),
        table::<Contact>(),
        table::<Subscriber>(),
        table::<Audit>(),
    ]
    .concat()
}

/// Brings the store's schema up to date; running it again changes nothing.
pub(super) async fn apply(store: &Store) -> Result<()> {
    store.query(statements()).done().await
}
