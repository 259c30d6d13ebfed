//! Checks the query plans of lists: no list scans a growing table, whatever its filters.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    App, Settings,
    audit::Audit,
    bank::{BankFilter, ChoiceBody, EssayBody, Question, Theory},
    exam::QuizResult,
    grading::{GradingTask, UserTheory},
    inbox::{Contact, Subscriber},
    mail::QueuedMail,
    people::{AccountStatus, Actor, Role, SessionUser, User},
    plans::{Payment, StudentSubscription, Subscription},
    records::{FilterKind, ListQuery, ListSpec, Listed, plans},
    registration::Registration,
    reports::Report,
    statistics::RankedQuestion,
    store::Id,
};

/// The tables that grow with every student, question or change.
const GROWING: [&str; 13] = [
    "question",
    "theory",
    "audit",
    "quiz",
    "user",
    "contact",
    "subscriber",
    "registration",
    "subscription",
    "report",
    "payment",
    "mail",
    "question_statistics",
];

fn no_walk(plans: Vec<(String, String)>) {
    for (statement, plan) in plans {
        for walk in ["TableScan", "DynamicScan"] {
            assert!(!plan.contains(walk), "{statement}\n{plan}");
        }
    }
}

async fn app() -> (App, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (App::open(Settings::in_memory(folder.path())).await.unwrap(), folder)
}

/// The default list, and one for each filter.
fn queries(spec: &ListSpec) -> Vec<ListQuery> {
    let value = |kind: FilterKind| match kind {
        FilterKind::Reference(_) | FilterKind::OneOf(_) | FilterKind::Text | FilterKind::KeyOf => "one",
        FilterKind::Word(words) | FilterKind::Grouped(words, _) => words[0],
        FilterKind::Words(_) => "mismatched,disputed",
        FilterKind::Flag => "true",
        FilterKind::From | FilterKind::To => "2026-01-31",
    };
    let filters = spec.filters.iter().map(|filter| ListQuery {
        filters: BTreeMap::from([(filter.name.to_owned(), value(filter.kind).to_owned())]),
        ..ListQuery::default()
    });
    [ListQuery::default()].into_iter().chain(filters).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_list_of_a_growing_table_walks_it() {
    let (app, _folder) = app().await;
    let (user, me) = (Id::<User>::new("one"), &Actor::Operator);
    // The whole bank, which no filter narrows, is tested below.
    let part = BankFilter::from_path(["one", "all", "all", "all", "all"]);
    macro_rules! lists {
        ($($listed:ty => |$query:ident| $call:expr;)*) => {$(
            assert!(GROWING.contains(&<$listed>::LIST.table));
            for query in queries(&<$listed>::LIST) {
                let $query = &query;
                no_walk(plans(&app, async { drop($call.await.unwrap()) }).await);
            }
        )*};
    }
    lists! {
        Question => |query| app.list_items::<ChoiceBody>(&part, query);
        Theory => |query| app.list_items::<EssayBody>(&part, query);
        Audit => |query| app.list_audit(query);
        User => |query| app.list_users(Role::User, query);
        QuizResult => |query| app.list_results(me, &user, query);
        UserTheory => |query| app.list_user_theories(me, query);
        GradingTask => |query| app.list_grading_queue(me, query);
        Report => |query| app.list_reports(me, query);
        Contact => |query| app.list_contacts(query);
        Subscriber => |query| app.list_subscribers(query);
        Registration => |query| app.list_registrations(me, &user, query);
        Registration => |query| app.list_all_registrations(query);
        Subscription => |query| app.list_subscriptions(me, &user, query);
        StudentSubscription => |query| app.list_student_subscriptions(query);
        Payment => |query| app.list_payments(query);
        QueuedMail => |query| app.list_mails(query);
        RankedQuestion => |query| app.list_question_statistics(query);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn all_results_of_a_state_are_read_by_an_index() {
    let (app, _folder) = app().await;
    for state in ["pending", "declared"] {
        let filters = BTreeMap::from([("state".to_owned(), state.to_owned())]);
        let query = ListQuery { filters, ..ListQuery::default() };
        no_walk(plans(&app, async { drop(app.list_all_results(&query).await.unwrap()) }).await);
    }
}

/// The number of declared submissions grows every year.
#[tokio::test(flavor = "multi_thread")]
async fn submissions_are_merged_from_the_beginnings_of_both_kinds() {
    let (app, _folder) = app().await;
    let query = ListQuery::default();
    let list = plans(&app, async { drop(app.list_user_theories(&Actor::Operator, &query).await.unwrap()) }).await;
    for (statement, plan) in list {
        let counts = statement.starts_with("SELECT count()") && plan.contains("CountScan");
        assert!(counts || (plan.contains("IndexScan") && !plan.contains("Sort")), "{statement}\n{plan}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_moderators_queue_and_a_students_reports_are_read_by_indexes() {
    let (app, _folder) = app().await;
    let (id, stamp) = (Id::<User>::new("one"), String::new());
    let person = SessionUser {
        id,
        role: Role::Moderator,
        is_super_admin: false,
        status: AccountStatus::Active,
        stamp,
        session: String::new(),
        is_listed: false,
        is_proved: true,
        has_second_factor: false,
        must_set_up: false,
    };
    let me = &Actor::User(Arc::new(person));
    // A grader with a completed grading, which is excluded from their queue.
    let graded = "CREATE grading:one SET grader = 'one', state = 'given', quiz = quiz:one RETURN NONE";
    app.store.write(graded).done().await.unwrap();
    for state in ["all", "free", "claimed", "mine"] {
        let filters = BTreeMap::from([("state".to_owned(), state.to_owned())]);
        let query = &ListQuery { filters, ..ListQuery::default() };
        no_walk(plans(&app, async { drop(app.list_grading_queue(me, query).await.unwrap()) }).await);
    }
    no_walk(plans(&app, async { drop(app.list_own_reports(me, &ListQuery::default()).await.unwrap()) }).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bank_is_narrowed_and_searched_by_indexes() {
    let (app, _folder) = app().await;
    let words = ListQuery { q: Some("Osmosis in ce".into()), ..ListQuery::default() };
    // A filter by university alone scans rows, because an index of a list's elements does not find all of them.
    for chosen in 0..16_u8 {
        let segment = |bit: u8| if chosen & 1 << bit == 0 { "all" } else { "one" };
        let filter = BankFilter::from_path([0, 1, 2, 3, 4].map(segment));
        for query in [&ListQuery::default(), &words] {
            no_walk(plans(&app, async { drop(app.list_items::<ChoiceBody>(&filter, query).await.unwrap()) }).await);
            no_walk(plans(&app, async { drop(app.list_items::<EssayBody>(&filter, query).await.unwrap()) }).await);
        }
    }
}

/// Counting uses the indexes: neither the whole bank, nor a filtered part, nor search results are scanned.
#[tokio::test(flavor = "multi_thread")]
async fn the_bank_is_counted_by_its_indexes() {
    let (app, _folder) = app().await;
    let words = ListQuery { q: Some("osmosis".into()), ..ListQuery::default() };
    for (path, query) in [
        (["all"; 5], &ListQuery::default()),
        (["one", "all", "all", "all", "all"], &ListQuery::default()),
        (["one", "one", "one", "one", "all"], &ListQuery::default()),
        (["all"; 5], &words),
        (["one", "all", "one", "all", "all"], &words),
    ] {
        let filter = BankFilter::from_path(path);
        let plans = plans(&app, async { drop(app.list_items::<ChoiceBody>(&filter, query).await.unwrap()) }).await;
        for (statement, plan) in plans.into_iter().skip(1) {
            assert!(plan.contains("CountScan"), "{statement}\n{plan}");
        }
    }
}
