//! Tests: the paper that is drawn, the attempt that is sat, the marks that it earns.

mod attempt;
pub mod engine;
mod items;
mod result;
mod result_view;
pub mod score;
mod setup;
mod sheet;
mod sitting;
mod theories;
mod unattended;
mod view;

pub use attempt::{Attempt, PaperPart, PaperQuestion};
pub use result::QuizResult;
pub use result_view::{
    CorrectionView, Outcome as ResultOutcome, QuizView, ScoreView, SubjectResultView, TheoryResultView,
};
pub use setup::{AskPaper, Availability, StartAttempt, SubjectCount};
pub use sheet::Sheet;
pub use sitting::{AskReveal, Papers, SaveAnswers, Saved, Submission, SubmitResult};
pub use theories::{UserTheory, UserTheoryPage};
pub use view::{Answer, AttemptView, PaperView, QuestionView, RevealView, SubjectPaperView, TheoryView};
