//! Edits of single items in the back office.
//!
//! Every change goes through [`crate::App::edit_year`]. It increases the revision of the subject-year, so that papers
//! are drawn from the new bank at once. It fails if somebody else changed the year since it was read.

mod bulk;
mod editor;
mod forms;
mod groups;
mod rich;
mod view;

pub use bulk::ChangeAll;
pub use editor::ItemForm;
pub use forms::{QuestionEntry, QuestionInput, QuestionsInput, TheoryInput, TheoryPlace, TheoryUpdate};
pub use view::{AdminQuestion, AdminTheory, BankFilter};
pub(super) use view::{QUESTION_LIST, THEORY_LIST};
