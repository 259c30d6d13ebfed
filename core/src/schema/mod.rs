//! The schema of this version: all tables and all migrations.
//!
//! # Changing what is stored
//! - A new field has a default for stored records without it (`#[surreal(default)]`) or is an `Option`, or a migration
//!   writes it. The same is true for a field that changes its meaning, its type or its name.
//! - A migration is a new entry at the end of [`MIGRATIONS`], in SurrealQL (a file in `core/migrations`) or as a
//!   function. It runs once on every store, before the definitions of its release are applied.
//! - A field, reference or index whose definition changed is redefined automatically; one that is no longer defined is
//!   removed.
//! - `fixtures/stores` has stores of earlier releases; the tests open each of them.

mod addresses;

use futures::FutureExt as _;

use crate::{
    audit::Audit,
    bank::{
        self, ChoiceBody, Comment, EssayBody, ItemVersion, Question, RescoringRequest, SubjectConcerns, Theory,
        YearIndex,
        import::{ImportBatch, PendingImport},
    },
    content::{self, HomeSetting},
    exam::{
        Attempt, PackDownloads, PaperItems, PendingStatistics, Photograph, PhotographFile, QuizResult, Starts,
        StoredSheet, UnindexedPapers, UnpackedResults, VisitorScore, migrate_waiting_results,
        student_totals::{LastAnswers, Progress, count_students},
    },
    grading::{Case, Grading},
    inbox::{Contact, Subscriber},
    mail::{self, QueuedMail},
    ops::{
        backup::{BackupLease, BackupPlan},
        recount,
    },
    people::{Country, IsoCountry, Link, OpenSessions, SecondFactor, Tries, User},
    plans::{self, Payment, Subscription},
    push::{PushDevice, Reminder},
    records::{CounterRow, IdempotencyRow, NameLock, Resource, ResourceVisitor, Resources, SharedLock},
    registration::Registration,
    reports::Report,
    statistics::{FoundFine, QuestionStatistics},
    store::{Migration, Record, Schema, Step},
    weekly::{ProgressLink, WeeklyMail},
};

/// All migrations, oldest first. A released entry is never changed, moved or removed.
const MIGRATIONS: &[Migration] = &[
    Migration { name: "counters", step: Step::Sql(include_str!("../../migrations/001_counters.surql")) },
    Migration { name: "counters of pictures", step: Step::Rust(|tx| recount::count_pictures(tx).boxed()) },
    Migration { name: "addresses of mails", step: Step::Rust(|tx| mail::key_addresses(tx).boxed()) },
    // Questions that differ only in a picture are different; the identity indexes are rebuilt on demand.
    Migration {
        name: "likenesses of questions",
        step: Step::Sql("DEFINE TABLE IF NOT EXISTS year_index SCHEMALESS; DELETE year_index RETURN NONE"),
    },
    Migration { name: "pictures tell questions apart", step: Step::Rust(|tx| bank::tell_pictures_apart(tx).boxed()) },
    // A test whose questions were chosen by a device does not count for their statistics: in practice, one without a
    // deadline.
    Migration {
        name: "tests without an attempt",
        step: Step::Sql(
            "DEFINE TABLE IF NOT EXISTS quiz SCHEMALESS; DEFINE TABLE IF NOT EXISTS attempt SCHEMALESS; \
             UPDATE quiz SET folded = 'exempt' WHERE mode = 'practice' AND attempt.deadline = NONE RETURN NONE",
        ),
    },
    Migration { name: "progress of students", step: Step::Rust(|tx| count_students(tx).boxed()) },
    // From now on, the database computes both fields.
    Migration {
        name: "messages and requests that wait",
        step: Step::Sql(
            "DEFINE TABLE IF NOT EXISTS contact SCHEMALESS; DEFINE TABLE IF NOT EXISTS registration SCHEMALESS; \
             UPDATE contact SET is_reply = array::len(replies) > 0 RETURN NONE; \
             UPDATE registration SET change_requested = array::len(subjects_update) > 0 RETURN NONE",
        ),
    },
    Migration { name: "mail of a new device", step: Step::Rust(|tx| content::add_new_device_mail(tx).boxed()) },
    // A worker indexes existing papers, because a commit with all of them would not fit into memory.
    Migration {
        name: "papers by their questions",
        step: Step::Sql(
            "DEFINE TABLE IF NOT EXISTS unindexed_papers SCHEMALESS; \
             UPSERT unindexed_papers:present SET behind = NONE RETURN NONE",
        ),
    },
    Migration {
        name: "mail of changed subjects",
        step: Step::Rust(|tx| content::add_subjects_changed_mail(tx).boxed()),
    },
    Migration {
        name: "counters of questions in use",
        step: Step::Sql(include_str!("../../migrations/002_active_counters.surql")),
    },
    // Reads the disputes of payments before the next migration renames them.
    Migration { name: "entries of subscriptions", step: Step::Rust(|tx| plans::keep_entries(tx).boxed()) },
    Migration { name: "no card in payments", step: Step::Rust(|tx| plans::reduce_answers(tx).boxed()) },
    // Mocks are graded first, and answers of an erased person are not graded.
    Migration {
        name: "queue of submissions",
        step: Step::Sql(
            "DEFINE TABLE IF NOT EXISTS quiz SCHEMALESS; DEFINE TABLE IF NOT EXISTS user SCHEMALESS; \
             DEFINE TABLE IF NOT EXISTS grading_case SCHEMALESS; \
             LET $erased = (SELECT VALUE id FROM quiz WHERE exam_result = 'pending' \
                AND string::ends_with(user.email, '@erased.invalid')); \
             UPDATE $erased SET exam_result = 'own' RETURN NONE; \
             FOR $quiz IN $erased { DELETE type::record('grading_case', record::id($quiz)) RETURN NONE }; \
             UPDATE quiz SET queue_order = IF mode = 'mock' { 0 } ELSE { 1 } WHERE exam_result = 'pending' RETURN NONE",
        ),
    },
    Migration { name: "mail of security alerts", step: Step::Rust(|tx| content::add_security_alert_mail(tx).boxed()) },
    Migration { name: "one form of an address", step: Step::Rust(|tx| addresses::unify_addresses(tx).boxed()) },
    Migration {
        name: "mail of refused subjects",
        step: Step::Rust(|tx| content::add_subjects_refused_mail(tx).boxed()),
    },
    Migration { name: "first answers and memory of students", step: Step::Rust(|tx| count_students(tx).boxed()) },
    Migration { name: "mail of the week", step: Step::Rust(|tx| content::add_weekly_progress_mail(tx).boxed()) },
    Migration { name: "results that wait", step: Step::Rust(|tx| migrate_waiting_results(tx).boxed()) },
    // A worker packs existing results, because a commit with all of them would not fit into memory.
    Migration {
        name: "packed results",
        step: Step::Sql(
            "DEFINE TABLE IF NOT EXISTS unpacked_results SCHEMALESS; \
             UPSERT unpacked_results:present SET behind = NONE RETURN NONE",
        ),
    },
    // Changes nothing, but an earlier version cannot open the store any more: it would take the rows of counted results
    // for waiting ones, and count them again.
    Migration {
        name: "rows of counted results stay",
        step: Step::Sql("DEFINE TABLE IF NOT EXISTS waiting_result SCHEMALESS"),
    },
];

/// The schema of this version, with the tables of these entities.
pub(crate) fn schema<L: Resources>() -> Schema {
    Schema { definitions: definitions::<L>(), migrations: MIGRATIONS }
}

/// The statements that define a table and its fields.
fn of<R: Record>() -> Vec<String> {
    let table = format!("DEFINE TABLE IF NOT EXISTS {} SCHEMALESS", R::TABLE);
    let parts = R::SCHEMA.split(';').map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
    [table].into_iter().chain(parts.filter(|text| !text.is_empty())).collect()
}

/// Collects the definitions of entities.
struct Tables(Vec<String>);

impl ResourceVisitor for Tables {
    fn visit<R: Resource>(&mut self) {
        self.0.extend(of::<R>());
    }
}

/// The definitions for the database. The Rust structs define the rows' shapes; the database only gets what it alone can
/// guarantee.
fn definitions<L: Resources>() -> Vec<String> {
    let mut entities = Tables(Vec::new());
    L::each(&mut entities);
    let others = [
        of::<User>(),
        of::<Link>(),
        of::<Tries>(),
        of::<OpenSessions>(),
        of::<SecondFactor>(),
        of::<Country>(),
        of::<IsoCountry>(),
        of::<YearIndex>(),
        of::<SubjectConcerns>(),
        of::<ItemVersion<ChoiceBody>>(),
        of::<ItemVersion<EssayBody>>(),
        of::<Comment<ChoiceBody>>(),
        of::<Comment<EssayBody>>(),
        of::<Question>(),
        of::<Theory>(),
        of::<Registration>(),
        of::<Subscription>(),
        of::<Payment>(),
        of::<Attempt>(),
        of::<PaperItems>(),
        of::<UnindexedPapers>(),
        of::<UnpackedResults>(),
        of::<StoredSheet>(),
        of::<Starts>(),
        of::<Photograph>(),
        of::<PhotographFile>(),
        of::<QuizResult>(),
        of::<PendingStatistics>(),
        of::<Progress>(),
        of::<LastAnswers>(),
        of::<VisitorScore>(),
        of::<PackDownloads>(),
        of::<ProgressLink>(),
        of::<WeeklyMail>(),
        of::<PushDevice>(),
        of::<Reminder>(),
        of::<QuestionStatistics>(),
        of::<FoundFine>(),
        of::<RescoringRequest>(),
        of::<PendingImport>(),
        of::<ImportBatch<ChoiceBody>>(),
        of::<Case>(),
        of::<Grading>(),
        of::<Report>(),
        of::<QueuedMail>(),
        of::<HomeSetting>(),
        of::<Contact>(),
        of::<Subscriber>(),
        of::<Audit>(),
        of::<CounterRow>(),
        of::<SharedLock>(),
        of::<NameLock>(),
        of::<IdempotencyRow>(),
        of::<BackupLease>(),
        of::<BackupPlan>(),
    ];
    let mut all = entities.0;
    all.extend(others.concat());
    // A field may link to any table, so all tables come first.
    let (mut first, then): (Vec<_>, Vec<_>) = all.into_iter().partition(|text| text.starts_with("DEFINE TABLE"));
    first.extend(then);
    first
}

#[cfg(test)]
mod list_plans;
#[cfg(test)]
mod old_money;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{resources::BackOffice, store::definitions::is_harmless};

    #[test]
    fn every_definition_of_this_version_can_be_restored() {
        for definition in definitions::<BackOffice>() {
            assert!(is_harmless(&definition), "{definition}");
        }
    }

    #[test]
    fn definitions_define_and_change_no_row() {
        for definition in definitions::<BackOffice>() {
            assert!(definition.starts_with("DEFINE "), "{definition}");
        }
    }
}
