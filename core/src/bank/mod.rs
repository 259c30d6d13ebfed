//! The question bank: subject-years, questions, theories, their import, and the papers drawn from it.

mod cache;
pub mod paper;
mod question;
mod subject_year;
mod theory;

pub use cache::{Bank, YearBank};
pub use question::{Choice, Question};
pub use subject_year::{SubjectYear, SubjectYearInput, SubjectYearView};
pub use theory::Theory;
