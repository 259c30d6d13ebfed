//! Tests: drawing papers, running attempts, marking them.

mod admission;
mod all_results;
mod analytics;
mod attempt;
mod attempt_cache;
mod attempt_items;
mod availability;
mod change_all;
mod choices;
mod corrections;
mod delete_item;
pub mod engine;
mod events;
mod exam_catalogue;
mod exam_page;
mod group_commit;
mod marked_items;
mod mistakes;
mod move_year;
mod offline;
mod paper_index;
mod pending_statistics;
mod photographs;
mod question_uses;
mod rekey;
mod request_checks;
mod rescore_after_submit;
mod rescoring;
mod result;
mod result_topics;
mod result_view;
mod resume;
pub mod review;
mod running_mocks;
pub mod score;
mod selection;
mod self_grade;
mod setup;
mod sheet;
pub mod student_totals;
mod submit_without_attempt;
mod to_learn;
mod today;
mod view;
mod visitor_questions;
mod week;

pub(crate) use admission::NewAttempt;
pub use admission::{RunningAttempt, Starts};
pub use all_results::StudentResult;
pub(crate) use all_results::{AllResults, ResultRow};
pub use analytics::{ExamMocks, MockAnalytics, MockPoint, SlugMocks, SubjectMocks, SubjectPoint};
pub use attempt::{Attempt, FetchedAhead, PaperPart, PaperQuestion};
pub use attempt_cache::AttemptCache;
pub use availability::{Availability, MockLength, PaperRequest, SubjectCount};
pub use choices::{ExamChoice, ExamOffer};
pub use corrections::CorrectionsRequest;
pub use events::{OpenAttempt, RevealRequest, SaveAnswers, Saved, Submission, SubmitResult};
pub(crate) use exam_catalogue::ExamCatalogues;
pub use exam_page::{ExamPage, PublicPlan, SubjectOffer};
pub(crate) use group_commit::GroupCommit;
pub(crate) use marked_items::UnpackedResults;
pub use marked_items::{MarkedItem, MarkedItems};
pub use mistakes::RequestedSource;
pub use move_year::MoveYear;
pub(crate) use offline::PackSizes;
pub use offline::{
    HandInOffline, OfflineQuestion, OfflineSource, OfflineTest, OnlyQuestions, Pack, PackDownloads, PackEntry,
    PackGrant, PackList, PackQuestion, PackRequest, SyncState, SyncedTest,
};
pub(crate) use paper_index::{PaperItems, UnindexedPapers};
pub(crate) use pending_statistics::migrate_waiting_results;
pub use pending_statistics::{CountedKey, PendingStatistics};
pub(crate) use photographs::of_theory;
pub use photographs::{MAX_OF_ANSWER, MAX_OF_ATTEMPT, Photograph, PhotographFile, PhotographView};
pub use question_uses::QuestionUses;
pub use rekey::{CorrectKey, OptionName, Rekeyed, WithdrawQuestion};
pub use rescoring::{MovedResult, RekeyedCount};
pub(crate) use result::{DECLARED, OWN};
pub use result::{Difference, OfflineMark, QuizResult, StatisticsState, TheoryAnswer};
pub use result_view::{
    CorrectionView, Outcome as ResultOutcome, QuizView, ScoreView, SubjectResultView, TheoryResultView,
};
pub(crate) use self_grade::average;
pub use self_grade::{GRADES, GivenGrade, SubmitGrades, TheoryProgress};
pub use setup::{OPEN_WITHIN, StartAttempt};
pub(crate) use sheet::SheetUpdate;
pub use sheet::StoredSheet;
pub use to_learn::QuestionToLearn;
pub use today::Today;
pub use view::{
    AheadView, Answer, AssessmentRef, AttemptView, PaperView, QuestionView, RevealView, SubjectPaperView, TheoryView,
};
pub use visitor_questions::{
    KeepVisitorAnswers, VisitorAnswer, VisitorPaper, VisitorQuestionView, VisitorScore, VisitorScoreView,
};
pub use week::{PlannedDay, RecentTest, WeekPlan};
