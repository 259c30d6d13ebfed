//! A student's week: what was practised, what is due and what to work on. The student gets it by mail once a week, and
//! may share it with a parent or teacher through a link.

mod link;
mod mail;
mod summary;

pub use link::{NewProgressLink, ProgressLink, ProgressLinkView, SharedWeek};
pub use mail::{ChooseWeeklyMail, WeeklyMail, WeeklyMailChoice};
pub use summary::{ExamWeek, ImprovedTopic, StudentWeek, Suggestion};
