//! The sums of a student's results: progress per exam, and the last answer to each question. Every result updates them
//! in its own commit, so charts, weak topics and practice of mistakes do not need to read results.

mod last_answers;
mod progress;
mod recount;
mod update;

pub use last_answers::{AnswerHistory, FirstAnswer, LastAnswer, LastAnswers};
pub use progress::{MockMarks, Progress, ProgressSums, SubjectSums, TopicSums};
pub(crate) use update::{History, count_results, count_students, drop_student, recount_student, replace_results};
