//! Stored counters always match their rows; the audit log contains only the fields chosen for it.

use chrono::Months;
use rust_xlsxwriter::Workbook;
use sabi_core::{
    Error,
    bank::{
        ChoiceBody, ImportRequest, ItemKind, Question, QuestionEntry, QuestionsInput, SubjectYear, SubjectYearInput,
    },
    catalogue::{ACTIVE_EXAMS, ACTIVE_SUBJECTS, Exam, Section, Subject, Topic},
    ops::dashboard::Waiting,
    people::{ACTIVE_STUDENTS, AccountStatus, Actor, NewUser, Role, User, students_of},
    records::{Drift, Entity, Resource},
};

use crate::support::{World, query, reason};

const OPERATOR: Actor = Actor::Operator;

/// The stored value of a counter.
async fn said(world: &World, counter: &str) -> i64 {
    let sql = "SELECT VALUE n FROM tally WHERE name = $name";
    let parts: Vec<i64> = world.store.query(sql).bind(("name", counter.to_owned())).all().await.unwrap();
    parts.into_iter().sum()
}

async fn must_be_right(world: &World, after: &str) {
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), [], "after {after}");
}

fn workbook(rows: &[[&str; 5]]) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_row(0, 0, ["section", "question", "option1", "option2", "rightAnswer"]).unwrap();
    for (at, row) in (1..).zip(rows) {
        sheet.write_row(at, 0, row.iter().copied()).unwrap();
    }
    book.save_to_buffer().unwrap()
}

#[tokio::test]
async fn the_dashboard_shows_the_counters_and_twelve_months() {
    let world = World::demo().await;
    world.check_changed_subjects().await.unwrap();
    let before = world.dashboard().await.unwrap();
    let months: Vec<_> = before.registrations.iter().map(|month| month.month.as_str()).collect();
    assert_eq!((months.len(), months[11]), (12, &*world.now().format("%Y-%m").to_string()));
    assert!(months.is_sorted() && months[0] == (world.now() - Months::new(11)).format("%Y-%m").to_string());
    let count = async |table: &str, clause: &str| {
        let sql = format!("SELECT VALUE id FROM {table} WHERE {clause}");
        world.store.query(sql).all::<surrealdb::types::RecordId>().await.unwrap().len() as i64
    };
    assert_eq!(before.active_exams, count("exam", "status = true").await);
    assert_eq!(before.active_subjects, count("subject", "status = true").await);
    assert_eq!(before.active_students, count("user", "role = 'user' AND status = 'Active'").await);
    assert_eq!(before.registrations[11].students, count("user", "role = 'user'").await);
    let none = before.waiting.clone();
    assert_eq!((none.messages, none.change_requests, none.failed_mails), (0, 0, 0));
    let written = "LET $of = { user: (SELECT VALUE id FROM ONLY user LIMIT 1), \
            exam: (SELECT VALUE id FROM ONLY exam LIMIT 1), plan: (SELECT VALUE id FROM ONLY plan LIMIT 1) }; \
        CREATE contact:one SET replies = []; CREATE contact:two SET replies = [{}]; \
        CREATE report:one SET state = 'open'; CREATE report:two SET state = 'rejected'; \
        CREATE mail:one SET state = 'failed'; CREATE mail:two SET state = 'sent'; \
        FOR $state IN ['mismatched', 'disputed', 'paid'] { CREATE payment CONTENT object::extend($of, { state: $state }) }; \
        CREATE quiz:one SET exam_result = 'pending', subjects = [], user = $of.user, exam = $of.exam; \
        UPDATE (SELECT VALUE id FROM registration LIMIT 1) SET subjects_update = subjects";
    world.store.write(written).done().await.unwrap();
    let asked = world.store.query("SELECT VALUE id FROM registration WHERE array::len(subjects_update) > 0");
    let asked = asked.all::<surrealdb::types::RecordId>().await.unwrap().len() as u64;
    let waiting = Waiting {
        theories: none.theories + 1,
        change_requests: asked,
        reports: none.reports + 1,
        messages: 1,
        failed_mails: 1,
        payments: none.payments + 2,
        needs_look: none.needs_look,
    };
    assert!(asked > 0);
    assert_eq!(world.dashboard().await.unwrap().waiting, waiting);
    // The month turns: those of today move one place back, and the oldest are left out.
    world.pass(32 * 24 * 3_600);
    let later = world.dashboard().await.unwrap();
    assert_eq!(later.registrations[..11], before.registrations[1..]);
    assert_eq!(later.registrations[11].students, 0);
}

#[tokio::test]
async fn the_counters_of_the_bank_follow_every_change_of_it() {
    let world = World::demo().await;
    must_be_right(&world, "seeding").await;
    let subject = world.subject("jamb-utme", "Physics").await;
    let input = SubjectYearInput { subject: subject.id.clone(), year: 2010, university: vec![], status: Some(true) };
    let year = world.create::<SubjectYear>(&OPERATOR, input).await.unwrap().id;
    let in_year = format!("questions/{year}");

    let ask =
        ImportRequest { exam: "jamb-utme".into(), subject: "Physics".into(), year: 2010, ..ImportRequest::default() };
    let rows =
        [["Heat", "Q one?", "a", "b", "A"], ["Heat", "Q two?", "a", "b", "A"], ["Light", "Q three?", "a", "b", "B"]];
    world.import_items(ItemKind::Choice, &OPERATOR, workbook(&rows), ask.clone(), &|_| ()).await.unwrap();
    must_be_right(&world, "an import").await;
    assert_eq!(said(&world, &in_year).await, 3);

    // The same sheet with a question in another section.
    let moved = [["Light", "Q one?", "a", "b", "A"], rows[1], rows[2]];
    world.import_items(ItemKind::Choice, &OPERATOR, workbook(&moved), ask, &|_| ()).await.unwrap();
    must_be_right(&world, "an import that moves a question").await;

    let topics: Vec<Topic> = world.store.query("SELECT * FROM topic").all().await.unwrap();
    let sections: Vec<Section> = world.store.query("SELECT * FROM section").all().await.unwrap();
    let section = sections.iter().find(|section| {
        section.section_name == "Light"
            && topics.iter().any(|topic| topic.id == section.topic && topic.subject == subject.id)
    });
    let section = section.unwrap().id.clone();
    let in_section = format!("questions/{year}/{section}");
    assert_eq!(said(&world, &in_section).await, 2);

    let entry = QuestionEntry {
        question_title: "Q four?".into(),
        option1: Some("a".into()),
        option2: Some("b".into()),
        right_answer: Some(1),
        ..QuestionEntry::default()
    };
    let input = QuestionsInput {
        review: None,
        source_board: None,
        source_year: None,
        source_number: None,
        source_rights: None,
        title: "Four".into(),
        year_id: year.clone(),
        passage_check: false,
        passage: None,
        group: None,
        questions: vec![entry],
        status: true,
        for_visitors: false,
        held_back: false,
        image: None,
        universities: vec![],
    };
    let made = world.create_questions(&OPERATOR, &section, input.clone()).await.unwrap().remove(0);
    assert_eq!((said(&world, &in_year).await, said(&world, &in_section).await), (4, 3));
    let refused = world.create_questions(&OPERATOR, &section, input).await;
    assert_eq!(reason(refused), "taken");
    assert_eq!(said(&world, &in_year).await, 4, "what was refused counts nothing");
    must_be_right(&world, "a refusal").await;

    world.delete_item::<ChoiceBody>(&OPERATOR, &made.id).await.unwrap();
    assert_eq!((said(&world, &in_year).await, said(&world, &in_section).await), (3, 2));
    must_be_right(&world, "a delete").await;

    let listed = world.list::<SubjectYear>(&query(&[("subject", subject.id.as_str()), ("q", "2010")])).await.unwrap();
    assert_eq!(listed.rows[0].total_questions, 3);
    let counts = world.question_topic_sections(&subject.id, &year).await.unwrap();
    let shown: i64 = counts.iter().flat_map(|topic| &topic.topic_sections).map(|one| one.total_questions).sum();
    assert_eq!(shown, 3);
}

fn new_student(email: &str) -> NewUser {
    serde_json::from_value(serde_json::json!({
        "first_name": "Ama", "last_name": "Boateng", "email": email, "dob": "2001-02-03", "gender": "F",
        "password": "Correct-horse-7-battery", "confirm_password": "Correct-horse-7-battery", "accountStatus": "Active",
    }))
    .unwrap()
}

#[tokio::test]
async fn the_counters_of_people_exams_and_subjects_follow_too() {
    let world = World::demo().await;
    let (active, month) = (said(&world, ACTIVE_STUDENTS).await, students_of(world.now()));
    let registered = said(&world, &month).await;
    let ama = world.create_user(&OPERATOR, Role::User, new_student("ama@sabi.test")).await.unwrap();
    assert_eq!((said(&world, ACTIVE_STUDENTS).await, said(&world, &month).await), (active + 1, registered + 1));
    world.set_user_status(&OPERATOR, &ama.id, AccountStatus::Blocked).await.unwrap();
    assert_eq!((said(&world, ACTIVE_STUDENTS).await, said(&world, &month).await), (active, registered + 1));
    world.set_user_status(&OPERATOR, &ama.id, AccountStatus::Active).await.unwrap();
    must_be_right(&world, "a new status").await;
    world.make_admin(&OPERATOR, &ama.id, false).await.unwrap();
    assert_eq!((said(&world, ACTIVE_STUDENTS).await, said(&world, &month).await), (active, registered));
    let kofi = world.create_user(&OPERATOR, Role::User, new_student("kofi@sabi.test")).await.unwrap();
    world.erase_person(&OPERATOR, &kofi.id).await.unwrap();
    must_be_right(&world, "an erase").await;
    let esi = world.create_user(&OPERATOR, Role::User, new_student("esi@sabi.test")).await.unwrap();
    world.delete_user(&OPERATOR, &esi.id).await.unwrap();
    must_be_right(&world, "a delete").await;

    let exams = said(&world, ACTIVE_EXAMS).await;
    let exam = world.exam("jamb-utme").await;
    world
        .edit(&OPERATOR, &exam.id, None, |exam: &Exam| {
            Ok({
                let mut form = exam.form();
                form.status = false;
                form
            })
        })
        .await
        .unwrap();
    assert_eq!(said(&world, ACTIVE_EXAMS).await, exams - 1);
    let subjects = said(&world, ACTIVE_SUBJECTS).await;
    let subject = world.subject("jamb-utme", "Physics").await;
    let retire = |subject: &Subject| {
        Ok({
            let mut form = subject.form();
            form.status = false;
            form
        })
    };
    world.edit(&OPERATOR, &subject.id, None, retire).await.unwrap();
    assert_eq!(said(&world, ACTIVE_SUBJECTS).await, subjects - 1);
    must_be_right(&world, "retiring").await;
}

#[tokio::test]
async fn a_wrong_counter_is_reported_and_corrected() {
    let world = World::demo().await;
    let subject = world.subject("jamb-utme", "Physics").await;
    let counter = format!("questions/{}", SubjectYear::key(&subject.id, 2019));
    let right = said(&world, &counter).await;
    assert!(right > 0);
    world
        .store
        .write("UPDATE tally SET n += 5 WHERE name = $name")
        .bind(("name", counter.clone()))
        .done()
        .await
        .unwrap();
    world.store.write("CREATE tally:odd SET name = 'questions/~gone', n = 3").done().await.unwrap();
    let wrong = [
        Drift { counter: counter.clone(), kept: right + 5, counted: right },
        Drift { counter: "questions/~gone".into(), kept: 3, counted: 0 },
    ];
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), wrong);
    assert_eq!(said(&world, &counter).await, right + 5, "a dry run changes nothing");
    assert_eq!(world.recount(&OPERATOR, false).await.unwrap(), wrong);
    assert_eq!(said(&world, &counter).await, right);
    must_be_right(&world, "a recount").await;
    assert_eq!(reason(world.recount(&world.admin().await, true).await), "forbidden");
}

#[tokio::test]
async fn many_who_register_at_once_are_all_counted() {
    let world = World::demo().await;
    let before = said(&world, ACTIVE_STUDENTS).await;
    let world = &world;
    let made = futures::future::join_all((0..40).map(async |n| {
        world.create_user(&OPERATOR, Role::User, new_student(&format!("s{n}@sabi.test"))).await.is_ok()
    }));
    let made = made.await.into_iter().filter(|made| *made).count();
    assert_eq!(made, 40);
    assert_eq!(said(world, ACTIVE_STUDENTS).await, before + 40);
    must_be_right(world, "many at once").await;
}

#[tokio::test]
async fn a_question_to_the_store_changes_nothing() {
    let world = World::demo().await;
    for sql in ["DELETE user", "UPDATE exam SET status = false", "SELECT * FROM exam; REMOVE TABLE exam"] {
        assert!(matches!(world.store.query(sql).done().await, Err(Error::Internal(_))), "{sql}");
    }
    assert!(
        !world.store.query("SELECT VALUE id FROM user").all::<sabi_core::store::Id<User>>().await.unwrap().is_empty()
    );
}

/// Every audited name is a stored field, and no field of the server's own is audited.
#[tokio::test]
async fn audited_fields_are_stored_under_their_names() {
    async fn check<E: Entity>(world: &World) {
        let rows: Vec<E> = world.store.query(format!("SELECT * FROM {} LIMIT 1", E::TABLE)).all().await.unwrap();
        let row = rows[0].clone().into_value().into_json_value();
        for name in E::AUDITED {
            assert!(row.get(name).is_some(), "{} has no {name}", E::TABLE);
        }
        let audited: Vec<_> = row.as_object().unwrap().keys().filter(|name| E::is_audited(name)).collect();
        assert!(!audited.is_empty(), "{} has no audited field", E::TABLE);
        for name in E::UNAUDITED {
            assert!(row.get(*name).is_some(), "{}.{name}", E::TABLE);
        }
        for name in ["id", "version", "revision", "created_at", "password"] {
            assert!(!audited.iter().any(|one| *one == name), "{}.{name}", E::TABLE);
        }
    }
    let world = World::demo().await;
    check::<User>(&world).await;
    check::<Exam>(&world).await;
    check::<Subject>(&world).await;
    check::<Question>(&world).await;
    check::<SubjectYear>(&world).await;
    check::<sabi_core::catalogue::Category>(&world).await;
    check::<sabi_core::catalogue::Plan>(&world).await;
    check::<sabi_core::plans::Subscription>(&world).await;
}
