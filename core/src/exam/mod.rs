//! Tests: drawing papers, running attempts, marking them.

mod admission;
mod analytics;
mod ask;
mod attempt;
mod availability;
mod change_all;
mod choices;
mod corrections;
mod delete_item;
pub mod engine;
mod exam_catalogue;
mod exam_page;
mod group_commit;
mod holders;
mod items;
mod look_again;
mod marked_items;
mod mistakes;
mod move_year;
mod offline;
mod papers;
mod photographs;
mod rekey;
mod remark;
mod result;
mod result_topics;
mod result_view;
mod resume;
pub mod review;
pub mod score;
mod secrecy;
mod selection;
mod self_grade;
mod setup;
mod sheet;
mod sitting;
pub mod sums;
mod taken_results;
mod to_learn;
mod today;
mod unattended;
mod uses;
mod view;
mod visitor_questions;
mod waiting;
mod week;

pub use admission::{RunningAttempt, Starts};
pub use analytics::{ExamMocks, MockAnalytics, MockPoint, SlugMocks, SubjectMocks, SubjectPoint};
pub use attempt::{Attempt, FetchedAhead, PaperPart, PaperQuestion};
pub use availability::{AskPaper, Availability, MockLength, SubjectCount};
pub use choices::{ExamChoice, ExamOffer};
pub use corrections::CorrectionsAsk;
pub(crate) use exam_catalogue::ExamCatalogues;
pub use exam_page::{ExamPage, PublicPlan, SubjectOffer};
pub(crate) use group_commit::GroupCommit;
pub(crate) use holders::{PaperItems, UnindexedPapers};
pub(crate) use marked_items::UnpackedResults;
pub use marked_items::{MarkedItem, MarkedItems};
pub use mistakes::PaperFrom;
pub use move_year::MoveYear;
pub(crate) use offline::PackSizes;
pub use offline::{
    AskPack, Difference, HandInOffline, OfflineMark, OfflineQuestion, OfflineSource, OfflineTest, OnlyQuestions, Pack,
    PackDownloads, PackEntry, PackGrant, PackList, PackQuestion, SyncState, SyncedTest,
};
pub use papers::Papers;
pub(crate) use photographs::of_theory;
pub use photographs::{MOST_OF_ANSWER, MOST_OF_ATTEMPT, Photograph, PhotographFile, PhotographView};
pub use rekey::{CorrectKey, MovedResult, OptionName, Rekeyed, RekeyedCount, WithdrawQuestion};
pub(crate) use result::{DECLARED, OWN};
pub use result::{Folded, QuizResult, TheoryAnswer};
pub use result_view::{
    CorrectionView, Outcome as ResultOutcome, QuizView, ScoreView, SubjectResultView, TheoryResultView,
};
pub(crate) use review::{day_of, day_of_date, start_of};
pub(crate) use self_grade::average;
pub use self_grade::{GRADES, GivenGrade, SubmitGrades, TheoryProgress};
pub use setup::{OPEN_WITHIN, StartAttempt};
pub use sheet::Sheet;
pub use sitting::{AskReveal, OpenAttempt, SaveAnswers, Saved, Submission, SubmitResult};
pub use taken_results::StudentResult;
pub(crate) use taken_results::{ResultRow, TakenResults};
pub use to_learn::QuestionToLearn;
pub use today::Today;
pub use uses::QuestionUses;
pub use view::{
    AheadView, Answer, AssessmentRef, AttemptView, PaperView, QuestionView, RevealView, SubjectPaperView, TheoryView,
};
pub use visitor_questions::{
    KeepVisitorAnswers, VisitorAnswer, VisitorPaper, VisitorQuestionView, VisitorScore, VisitorScoreView,
};
pub(crate) use waiting::let_results_wait;
pub use waiting::{CountedKey, WaitingResult};
pub use week::{PlannedDay, RecentTest, WeekPlan};
