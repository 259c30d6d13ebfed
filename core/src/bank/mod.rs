//! The question bank: subject-years, questions, theories, their import, and the papers drawn from it.

mod cache;
mod identity;
pub mod import;
pub mod paper;
mod question;
mod subject_year;
mod theory;

pub use cache::{Bank, YearBank};
pub use import::{ImportAsk, ImportReport};
pub use question::{Choice, Question};
pub use subject_year::{SubjectYear, SubjectYearInput, SubjectYearView};
pub use theory::Theory;
