//! What results tell: of questions, for those who keep the bank, and of students, for their charts, their weak
//! topics and the practice of what they got wrong. All of it is kept in sums, and no result is read for it.

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
