//! Reports of questions: who may send them, who decides, and what the student reads.

use futures::future::join_all;
use sabi_core::{
    Error, Result,
    catalogue::{ExamType, Mode},
    exam::StartAttempt,
    people::{Actor, NewUser, Role},
    records::ListQuery,
    reports::{DecideReport, DecideReports, OwnReport, Reason, ReportState, SendReport},
};

use crate::support::{World, fields, people::kofi, query, questions, reason};

const OPERATOR: Actor = Actor::Operator;

async fn demo() -> World {
    let world = World::demo().await;
    world.clock.advance(chrono::Duration::milliseconds(7));
    world
}

fn send(question: &str, reason: Reason, words: &str) -> SendReport {
    SendReport { question: question.into(), reason, words: words.into() }
}

fn decide(state: ReportState, words: Option<&str>, version: Option<i64>) -> DecideReport {
    DecideReport { state, words: words.map(Into::into), version }
}

impl World {
    async fn own_reports(&self, who: &Actor) -> Vec<OwnReport> {
        self.list_own_reports(who, &ListQuery::default()).await.unwrap().rows
    }
}

async fn moderator(world: &World) -> Actor {
    let person = NewUser { first_name: "Musa".into(), ..kofi("musa@sabi.test") };
    world.create_user(&OPERATOR, Role::Moderator, person).await.unwrap();
    world.log_in_as("musa@sabi.test").await
}

#[tokio::test]
async fn a_student_reports_a_question_once_and_reads_what_came_of_it() {
    let world = demo().await;
    let (student, musa, admin) = (world.student().await, moderator(&world).await, world.admin().await);
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let asked = questions(&paper);
    let (first, second) = (asked[0].id.as_str(), asked[1].id.as_str());
    let sent = world.report_question(&student, send(first, Reason::WrongKey, " The key is B. ")).await.unwrap();
    assert_eq!((sent.words.as_str(), sent.state, sent.question.year), ("The key is B.", ReportState::Open, 2019));
    assert!(!sent.question.stem.is_empty() && !sent.question.stem.contains('<'));
    assert_eq!(reason(world.report_question(&student, send(first, Reason::Typo, "")).await), "reported");
    world.pass(60);
    world.report_question(&student, send(second, Reason::Typo, "")).await.unwrap();

    let open = world.list_reports(&musa, &query(&[("state", "open")])).await.unwrap();
    assert_eq!(open.rows.iter().map(|one| one.question.id.as_str()).collect::<Vec<_>>(), [first, second]);
    let report = &open.rows[0];
    let opened = world.open_report(&musa, &report.id).await.unwrap();
    let beside = opened.item.expect("the question as it stands in the bank");
    assert_eq!((beside.id.as_str(), beside.options.len(), opened.theory.is_none()), (first, 4, true));
    assert!(opened.report.user.is_none());
    assert!(report.user.is_none(), "a moderator is not told who sent it");
    let told = serde_json::to_string(&open).unwrap();
    assert!(!told.contains(student.user_id().unwrap().as_str()), "nor by the report's id: {told}");
    assert_eq!((report.reports, report.question.subject.title.as_str()), (1, "Physics"));
    let of_admin = world.list_reports(&admin, &query(&[("reason", "wrong-key")])).await.unwrap();
    assert_eq!((of_admin.total, of_admin.rows[0].user.as_ref().unwrap().first_name.as_str()), (1, "Ada"));

    let accept = decide(ReportState::Accepted, Some("Put right, thank you."), Some(0));
    let decided = world.decide_report(&musa, &report.id, accept.clone()).await.unwrap();
    assert_eq!((decided.state, decided.version), (ReportState::Accepted, 1));
    assert_eq!(reason(world.decide_report(&admin, &report.id, accept).await), "changed");
    let own = world.own_reports(&student).await;
    assert_eq!(own.iter().map(|one| one.question.id.as_str()).collect::<Vec<_>>(), [second, first]);
    assert_eq!((own[1].state, own[1].answer.as_str()), (ReportState::Accepted, "Put right, thank you."));
    assert!(own[1].decided_at.is_some() && own[0].decided_at.is_none());
    assert_eq!(world.list_reports(&musa, &query(&[("state", "open")])).await.unwrap().total, 1);
    let audit = world.list_audit(&query(&[("entity", "report")])).await.unwrap();
    assert_eq!((audit.total, &audit.rows[0].after["state"]), (1, &"accepted".into()));
    let again = world.decide_report(&musa, &report.id, decide(ReportState::Open, None, None)).await.unwrap();
    assert!(again.decided_at.is_none() && again.answer == "Put right, thank you.");
}

#[tokio::test]
async fn only_a_question_of_a_test_of_theirs_is_reported() {
    let world = demo().await;
    let student = world.student().await;
    let kofi = world.add_kofi("kofi@sabi.test").await;
    let other = world.log_in_as(&kofi.email).await;
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let first = questions(&paper)[0];
    let option = first.options[0].id.as_str();
    for (who, question) in [(&other, first.id.as_str()), (&student, "none"), (&student, option), (&student, "")] {
        assert_eq!(fields(world.report_question(who, send(question, Reason::Typo, "")).await), ["question"]);
    }
    let own = world.report_question(&student, send(first.id.as_str(), Reason::Other, "  ")).await;
    assert_eq!(fields(own), ["words"]);
    let long = "x".repeat(1001);
    assert_eq!(fields(world.report_question(&student, send(first.id.as_str(), Reason::Typo, &long)).await), ["words"]);
    assert_eq!(
        reason(world.report_question(&OPERATOR, send(first.id.as_str(), Reason::Typo, "")).await),
        "not-a-student"
    );

    let ask = world.ask("wassce-waec-ssce", Mode::Practice, &["Mathematics"]).await;
    let ask = StartAttempt { exam_type: ExamType::Theory, ..ask };
    let (_, paper, _) = world.start_attempt(&student, ask).await.unwrap();
    let theory = &paper.subjects[0].theories[0];
    let sent = world.report_question(&student, send(theory.id.as_str(), Reason::Unclear, "")).await.unwrap();
    assert_eq!(sent.question.kind, "theory");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn twenty_at_once_are_one_and_the_twenty_first_of_a_day_waits() {
    let world = demo().await;
    let student = world.student().await;
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics", "Biology"]).await;
    let asked: Vec<_> = questions(&paper).iter().map(|one| one.id.to_string()).collect();
    assert!(asked.len() > 21);
    let at_once = join_all((0..20).map(|_| world.report_question(&student, send(&asked[0], Reason::Typo, "")))).await;
    assert_eq!(at_once.iter().filter(|sent| sent.is_ok()).count(), 1);
    for refused in at_once.into_iter().filter_map(Result::err) {
        match refused {
            Error::Conflict(refusal) => assert_eq!(refusal.reason, "reported"),
            // Asked to retry because too many came at once.
            Error::Unavailable(_) => {}
            other => panic!("{other:?}"),
        }
    }
    for question in &asked[1..20] {
        world.pass(60);
        world.report_question(&student, send(question, Reason::Typo, "")).await.unwrap();
    }
    let wait = |sent: Result<OwnReport>| match sent {
        Err(Error::TooMany { refusal, retry_after }) => (refusal.reason, retry_after),
        other => panic!("{other:?}"),
    };
    let sent = world.report_question(&student, send(&asked[20], Reason::Typo, "")).await;
    assert_eq!(wait(sent), ("too-many-reports", 24 * 3600 - 19 * 60 + 1));
    world.pass(24 * 3600 - 19 * 60 + 1);
    world.report_question(&student, send(&asked[20], Reason::Typo, "")).await.unwrap();
}

#[tokio::test]
async fn attempts_are_counted_with_any_outcome() {
    let world = demo().await;
    let student = world.student().await;
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let first = questions(&paper)[0].id.as_str();
    for _ in 0..100 {
        let sent = world.report_question(&student, send("none", Reason::Typo, "")).await;
        assert_eq!(fields(sent), ["question"]);
    }
    for question in ["none", first] {
        let sent = world.report_question(&student, send(question, Reason::Typo, "")).await;
        assert_eq!(reason(sent), "too-many-tries");
    }
    let kofi = world.class(1).await.remove(0);
    assert_eq!(fields(world.report_question(&kofi, send(first, Reason::Typo, "")).await), ["question"]);
    world.pass(24 * 3600 + 1);
    world.report_question(&student, send(first, Reason::Typo, "")).await.unwrap();
}

#[tokio::test]
async fn a_running_mock_hides_what_a_moderator_said_of_its_questions() {
    let world = demo().await;
    let (student, admin) = (world.student().await, world.admin().await);
    let (attempt, paper) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    let first = questions(&paper)[0].id.to_string();
    let sent = world.report_question(&student, send(&first, Reason::WrongKey, "")).await.unwrap();
    let reject = decide(ReportState::Rejected, Some("The key is C, because of friction."), None);
    world.decide_report(&admin, &sent.id, reject).await.unwrap();
    let own = world.own_reports(&student).await;
    assert_eq!((own[0].state, own[0].answer.as_str(), own[0].decided_at), (ReportState::Open, "", None));
    let me = student.user_id().unwrap();
    let handed_out = world.export(&student, me).await.unwrap().reports.remove(0);
    assert_eq!((handed_out["state"].as_str(), handed_out["question"].as_str()), (Some("open"), Some(first.as_str())));
    for secret in ["answer", "decided_at", "version"] {
        assert!(handed_out.get(secret).is_none(), "{secret}: {handed_out}");
    }
    world.cancel_attempt(&student, &attempt.id).await.unwrap();
    let own = world.own_reports(&student).await;
    assert_eq!(own[0].answer, "The key is C, because of friction.");
    assert!(own[0].state == ReportState::Rejected && own[0].decided_at.is_some());
    let handed_out = world.export(&student, me).await.unwrap().reports.remove(0);
    assert_eq!((handed_out["state"].as_str(), handed_out["version"].as_i64()), (Some("rejected"), Some(1)));
}

#[tokio::test]
async fn nobody_decides_their_own_report_nor_reads_of_a_question_in_their_mock() {
    let world = demo().await;
    let student = world.student().await;
    let me = student.user_id().unwrap().clone();
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let own = questions(&paper)[0].id.to_string();
    let own = world.report_question(&student, send(&own, Reason::WrongKey, "")).await.unwrap();
    world.pass(60);
    let class = world.class(1).await;
    let (mock, in_mock) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    let asked: Vec<_> = questions(&in_mock).iter().map(|one| one.id.to_string()).collect();
    let (_, paper) = world.start(&class[0], "jamb-utme", Mode::Practice, &["Physics"]).await;
    let shared = questions(&paper).into_iter().map(|one| one.id.to_string()).find(|id| asked.contains(id)).unwrap();
    let anothers = world.report_question(&class[0], send(&shared, Reason::WrongKey, "The key is B.")).await.unwrap();

    world.make_admin(&OPERATOR, &me, false).await.unwrap();
    let me = world.student().await;
    let listed = world.list_reports(&me, &ListQuery::default()).await.unwrap();
    assert!(listed.rows.iter().all(|report| !asked.contains(&report.question.id)));
    assert_eq!(listed.total, listed.rows.len() as u64);
    assert_eq!(reason(world.open_report(&me, &anothers.id).await), "in-running-mock");
    let reject = decide(ReportState::Rejected, Some("It is not."), None);
    assert_eq!(reason(world.decide_report(&me, &anothers.id, reject.clone()).await), "in-running-mock");
    assert_eq!(reason(world.decide_report(&me, &own.id, reject.clone()).await), "own-report");

    world.cancel_attempt(&me, &mock.id).await.unwrap();
    assert_eq!(world.list_reports(&me, &ListQuery::default()).await.unwrap().total, 2);
    assert_eq!(reason(world.decide_report(&me, &own.id, reject.clone()).await), "own-report");
    world.decide_report(&me, &anothers.id, reject).await.unwrap();
}

#[tokio::test]
async fn a_rejection_without_a_reply_is_refused_and_a_reply_given_before_is_enough() {
    let world = demo().await;
    let (student, musa) = (world.student().await, moderator(&world).await);
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let sent = world.report_question(&student, send(questions(&paper)[0].id.as_str(), Reason::Typo, "")).await.unwrap();
    for words in [None, Some(""), Some(" \n ")] {
        let refused = world.decide_report(&musa, &sent.id, decide(ReportState::Rejected, words, None)).await;
        assert_eq!(fields(refused), ["words"], "{words:?}");
    }
    assert_eq!(world.own_reports(&student).await[0].state, ReportState::Open, "nothing was decided");
    let accepted = decide(ReportState::Accepted, Some("There is a typo."), None);
    world.decide_report(&musa, &sent.id, accepted).await.unwrap();
    let emptied = world.decide_report(&musa, &sent.id, decide(ReportState::Rejected, Some(""), None)).await;
    assert_eq!(fields(emptied), ["words"]);
    let rejected = world.decide_report(&musa, &sent.id, decide(ReportState::Rejected, None, None)).await.unwrap();
    assert_eq!((rejected.state, rejected.answer.as_str()), (ReportState::Rejected, "There is a typo."));
}

#[tokio::test]
async fn reports_are_handed_out_and_their_words_erased() {
    let world = demo().await;
    let student = world.student().await;
    let me = student.user_id().unwrap();
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let first = questions(&paper)[0].id.as_str();
    world.report_question(&student, send(first, Reason::Other, "My uncle Esinam says so")).await.unwrap();
    assert_eq!(world.export(&student, me).await.unwrap().reports.len(), 1);
    world.erase_person(&OPERATOR, me).await.unwrap();
    assert_eq!(world.where_is("Esinam").await, Vec::<String>::new());
    assert_eq!(world.list_reports(&OPERATOR, &ListQuery::default()).await.unwrap().total, 1, "it is still counted");
}

#[tokio::test]
async fn all_open_reports_of_a_question_are_decided_together() {
    let world = demo().await;
    let (student, musa) = (world.student().await, moderator(&world).await);
    world.add_kofi("kofi@sabi.test").await;
    let kofi = world.log_in_as("kofi@sabi.test").await;
    let (_, paper) = world.start(&student, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let question = questions(&paper)[0].id.to_string();
    world.report_question(&student, send(&question, Reason::WrongKey, "B")).await.unwrap();
    // Kofi's test has the same question.
    let copied = "FOR $one IN (SELECT * OMIT id FROM attempt WHERE user = $student) {
        LET $made = (CREATE ONLY attempt CONTENT $one);
        UPDATE $made.id SET user = $kofi RETURN NONE;
    }";
    let call = world.store.write(copied).bind(("student", student.user_id().unwrap().clone()));
    call.bind(("kofi", kofi.user_id().unwrap().clone())).done().await.unwrap();
    world.report_question(&kofi, send(&question, Reason::Unclear, "")).await.unwrap();

    let ask = |state, words: &str, expected| DecideReports { state, words: Some(words.into()), expected };
    let all = async |ask: DecideReports| world.decide_reports(&musa, &question, &ask).await;
    assert_eq!(reason(all(ask(ReportState::Accepted, "", 1)).await), "changed-count");
    assert_eq!(fields(all(ask(ReportState::Open, "", 2)).await), ["state"]);
    assert_eq!(fields(all(ask(ReportState::Rejected, " ", 2)).await), ["words"]);
    assert_eq!(all(ask(ReportState::Accepted, "Corrected.", 2)).await.unwrap(), 2);
    for who in [&student, &kofi] {
        let own = world.own_reports(who).await;
        assert_eq!((own[0].state, own[0].answer.as_str()), (ReportState::Accepted, "Corrected."));
    }
    assert_eq!(reason(all(ask(ReportState::Accepted, "", 2)).await), "changed-count", "none is open any more");
    let told = world.list_audit(&query(&[("entity", "report"), ("action", "decide")])).await.unwrap();
    assert_eq!(told.total, 2);
}
