//! Statistics from results: of questions, for editors, and of students, for charts, weak topics and practice of
//! mistakes. They are stored as sums, so reading them needs no results.

mod fold;
mod item;
mod keep;
mod last_answers;
mod progress;
mod recount;
mod view;
mod weak_topics;

pub use fold::{CountedKey, Folded, QuestionStatistics};
pub use item::{LEAST_FOR_DISCRIMINATION, LEAST_FOR_SUSPICION};
pub(crate) use keep::{count_result, count_students, recount_student, replace_results};
pub use last_answers::LastAnswers;
pub use progress::{MockMarks, Progress, ProgressSums, SubjectSums, TopicSums};
pub(crate) use recount::drop_student;
pub use view::{KeyFlag, OptionStatistics, QuestionFigures, RankedQuestion};
pub use weak_topics::WeakTopic;
