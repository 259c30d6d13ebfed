//! The question bank: subject-years, questions, theories, their import, and the papers drawn from it.

mod alike;
mod cache;
mod check;
mod editing;
mod entry;
mod export;
pub mod formats;
mod identity;
pub mod import;
mod overview;
pub mod paper;
mod question;
pub(crate) mod references;
mod scope;
mod shelf;
mod sizes;
mod stats;
mod subject_year;
mod theory;
mod visitors;
mod year_index;

pub use alike::{Likeness, SimilarAsk, SimilarQuestion};
pub(crate) use cache::Revisions;
pub use cache::{Bank, YearBank};
pub use check::{BankFault, FaultKind};
pub use editing::{
    AdminQuestion, AdminTheory, BankFilter, QuestionEntry, QuestionInput, QuestionsInput, TheoryInput, TheoryPlace,
    TheoryUpdate,
};
pub(crate) use entry::Entry;
pub use export::{Export, ExportAsk, ExportReport, Loss};
pub(crate) use identity::tell_pictures_apart;
pub use import::{ImportAsk, ImportReport};
pub use overview::{ExamSubjects, QuestionSubject, SectionCounts, TopicCounts};
pub use question::{Choice, Question, Rekeying};
pub use scope::BankScope;
pub(crate) use sizes::Sizes;
pub use sizes::{BankSize, ExamSize, UniversitySize};
pub use stats::BankStats;
pub(crate) use subject_year::FIRST_YEAR;
pub use subject_year::{SubjectYear, SubjectYearInput, SubjectYearView};
pub use theory::Theory;
pub(crate) use visitors::VisitorChoice;
pub use visitors::{VisitorQuestion, VisitorQuestions};
pub(crate) use year_index::YearIndex;
