//! The subjects that students register for an exam, and their choices for the next test.

mod course_subjects;
mod holdings;
mod real_exam;
mod record;
mod refuse_change;
mod register;
mod selection;
mod subjects_change;

pub use course_subjects::{CourseSubject, SubjectsRequest};
pub(crate) use holdings::Holdings;
pub use real_exam::{SetExamDate, SetRealScore};
pub(crate) use record::{ChosenPlan, RegistrationWithoutPlan};
pub use record::{RefusedChange, Registration, RegistrationView, SubjectsChange};
pub use refuse_change::{MAX_REASON_CHARS, RefuseChange};
pub use register::SaveSubjects;
pub use selection::SelectSubjects;
