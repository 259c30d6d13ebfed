//! Statistics from results: of questions, for editors, and of students, for charts, weak topics and practice of
//! mistakes. They are stored as sums, so reading them needs no results.

mod aggregate;
mod forecast;
mod item;
mod needs_look;
mod recount;
mod view;
mod weak_topics;

pub use aggregate::QuestionStatistics;
pub use forecast::{Forecast, ForecastCheck, GradeRange, ScoreRange, SubjectForecast};
pub use item::{MIN_FOR_DISCRIMINATION, MIN_FOR_SUSPICION};
pub(crate) use needs_look::FoundFine;
pub use needs_look::{ConcernCount, ConcernView, LookQueue, NeedsLook};
pub use view::{KeyFlag, OptionStatistics, QuestionFigures, RankedQuestion};
pub use weak_topics::WeakTopic;
