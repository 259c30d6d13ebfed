//! The question bank: subject-years, their items, imports and exports, and the papers drawn from it.

mod alike;
mod cache;
mod check;
mod choice;
mod comments;
mod concerns;
mod coverage;
mod editing;
mod essay;
mod export;
pub mod formats;
mod identity;
pub mod import;
mod item;
mod overview;
pub mod paper;
pub(crate) mod references;
mod review;
mod scope;
pub mod sheet;
mod shelf;
mod sizes;
mod stats;
mod subject_year;
mod versions;
mod visitors;
mod year_index;

pub use alike::{Likeness, SimilarQuestion, SimilarRequest};
pub use cache::{Bank, YearBank};
pub(crate) use cache::{ItemsById, Revisions};
pub use check::{BankFault, FaultKind};
pub use choice::{Choice, ChoiceBody, ChoiceContent, Question, RescoringRequest};
pub(crate) use comments::Comment;
pub use comments::{CommentView, WriteComment};
pub use concerns::ConcernKind;
pub(crate) use concerns::{Concern, Doubted, SubjectConcerns, letter};
pub use coverage::Coverage;
pub use editing::{
    AdminQuestion, AdminTheory, BankFilter, ChangeAll, ItemForm, QuestionEntry, QuestionInput, QuestionsInput,
    TheoryInput, TheoryPlace, TheoryUpdate,
};
pub use essay::{EssayBody, Theory};
pub use export::{Export, ExportReport, ExportRequest, Loss};
pub(crate) use identity::tell_pictures_apart;
pub use import::{ImportReport, ImportRequest};
pub use item::{Item, ItemBody, ItemKind};
pub use overview::{BankOfExam, BankOfSubject, BankOfYear, ExamSubjects, QuestionSubject, SectionCounts, TopicCounts};
pub use review::{ItemCheck, Provenance, Review};
pub use scope::BankScope;
pub(crate) use sizes::Sizes;
pub use sizes::{BankSize, ExamSize, UniversitySize};
pub use stats::BankStats;
pub(crate) use subject_year::FIRST_YEAR;
pub use subject_year::{SubjectYear, SubjectYearInput, SubjectYearView};
pub(crate) use versions::ItemVersion;
pub use versions::{ChoiceVersion, EarlierVersion, EssayVersion};
pub(crate) use visitors::VisitorChoice;
pub use visitors::{VisitorQuestion, VisitorQuestions};
pub(crate) use year_index::YearIndex;
