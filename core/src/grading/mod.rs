//! Grading by moderators (rulings 16 and 34): the queue, claims, grades, and the declaration that makes them the
//! student's result.
//!
//! A [`Grading`] is one moderator's work on one submission. A [`Case`] is the state of the submission: who has claimed
//! it, and how many gradings it needs. Every change of either writes the case, so concurrent changes conflict. The
//! first claim creates the case. A draw from the submission's key and the installation's secret decides whether it
//! needs a second opinion.

mod case;
mod claim;
mod correct;
mod declare;
mod grade;
mod queue;
mod reserve;
mod stats;
mod theories;
mod verdict;
mod view;

pub use case::{CLAIM_MINUTES, Case, Grade, Grading, MAX_CLAIMS, MAX_DAYS, MAX_RESERVED};
pub use correct::MAX_WHY_CHARS;
pub use grade::{MAX_REMARK_CHARS, SaveGrades};
pub use queue::GradingTask;
pub use reserve::ReserveGradings;
pub use stats::GraderStats;
pub use theories::{UserTheory, UserTheoryPage};
pub use view::{ClaimView, GivenGrading, GradingAnswer, GradingView};
