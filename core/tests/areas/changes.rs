//! Two who change the same at once: neither overwrites the other unseen, and what must hold over
//! several records holds.

use futures::future::join_all;
use rust_xlsxwriter::Workbook;
use sabi_core::{
    Error, Result,
    bank::{ImportRequest, ItemKind, SubjectYear, SubjectYearInput},
    catalogue::{Category, CategoryInput, Exam, ExamInput, Subject, SubjectInput, SubjectView, University, Word},
    people::Actor,
    records::Resource,
    store::Id,
};
use serde_json::json;

use crate::support::{World, all, fields, query, reason};

const OPERATOR: Actor = Actor::Operator;

fn category(title: &str) -> CategoryInput {
    CategoryInput { title: title.into(), description: String::new(), image: None, status: Word::Active }
}

/// Changes a record that was read at a version.
async fn edit<R: Resource>(
    world: &World,
    actor: &Actor,
    id: &Id<R>,
    version: Option<i64>,
    input: R::Input,
) -> Result<R::View> {
    world.edit(actor, id, version, |_: &R| Ok(input.clone())).await
}

#[tokio::test]
async fn one_of_two_changes_of_a_version_is_saved_and_the_other_refused() {
    let world = World::demo().await;
    let (admin, owner) = (world.admin().await, world.log_in_as("owner@sabi.test").await);
    let made = world.create::<Category>(&admin, category("First")).await.unwrap();
    assert_eq!(made.version, 0);
    world.pass(60);
    let both = [(&admin, "By the admin"), (&owner, "By the owner")];
    let done = both.map(|(who, title)| edit::<Category>(&world, who, &made.id, Some(0), category(title)));
    let [one, other] = join_all(done).await.try_into().unwrap();
    let (kept, refused, winner) = match (one, other) {
        (Ok(kept), Err(refused)) => (kept, refused, "admin@sabi.test"),
        (Err(refused), Ok(kept)) => (kept, refused, "owner@sabi.test"),
        both => panic!("exactly one is kept: {both:?}"),
    };
    assert_eq!(kept.version, 1);
    let Error::Conflict(refusal) = refused else { panic!("{refused:?}") };
    assert_eq!(refusal.reason, "changed");
    assert_eq!(
        (&refusal.facts["changedBy"], &refusal.facts["changedAt"], &refusal.facts["version"]),
        (&json!(winner), &json!("2026-03-02T09:01:00.000Z"), &json!(1))
    );
    // A caller who read it again may change it; a caller who names no version overwrites it.
    edit::<Category>(&world, &admin, &made.id, Some(1), category("Second")).await.unwrap();
    let last = edit::<Category>(&world, &admin, &made.id, None, category("Third")).await.unwrap();
    assert_eq!((last.title.as_str(), last.version), ("Third", 3));
}

#[tokio::test]
async fn the_audit_log_has_the_values_before_each_change() {
    let world = World::demo().await;
    let made = world.create::<Category>(&OPERATOR, category("0")).await.unwrap();
    let titles: Vec<String> = (1..=12).map(|n| n.to_string()).collect();
    let done = titles.iter().map(|title| world.update::<Category>(&OPERATOR, &made.id, category(title)));
    let kept = join_all(done).await.into_iter().filter(|done| done.is_ok()).count();
    assert!(kept > 0);
    let entries = query(&[("record", made.id.as_str()), ("action", "update"), ("limit", "100")]);
    let entries = world.list_audit(&entries).await.unwrap().rows;
    assert_eq!(entries.len(), kept);
    // Each one goes on from another one: together they are a single chain from the first title.
    let mut at = json!("0");
    for _ in 0..kept {
        let next: Vec<_> = entries.iter().filter(|entry| entry.before["title"] == at).collect();
        assert_eq!(next.len(), 1, "after {at}: {entries:?}");
        at = next[0].after["title"].clone();
    }
    let last = world.find::<Category>(&made.id).await.unwrap();
    assert_eq!((json!(last.title), last.version), (at, i64::try_from(kept).unwrap()));
}

fn workbook(stem: &str) -> Vec<u8> {
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_row(0, 0, ["question", "option1", "option2", "rightAnswer"]).unwrap();
    sheet.write_row(1, 0, [stem, "one", "two", "B"]).unwrap();
    book.save_to_buffer().unwrap()
}

#[tokio::test]
async fn the_revision_of_a_year_never_goes_back() {
    let world = World::demo().await;
    let subject = world.subject("jamb-utme", "Physics").await;
    let id = SubjectYear::key(&subject.id, 2019);
    let revision = async || world.load::<SubjectYear>(&id).await.unwrap().unwrap().revision;
    let before = revision().await;
    let input = SubjectYearInput { subject: subject.id.clone(), year: 2019, university: vec![], status: Some(true) };
    let (world, id, input) = (&world, &id, &input);
    let updates = join_all(
        (0..32).map(|_| async move { world.update::<SubjectYear>(&OPERATOR, id, input.clone()).await.is_ok() }),
    );
    let imports = join_all((0..8).map(|n| async move {
        let ask = ImportRequest {
            exam: "jamb-utme".into(),
            subject: "Physics".into(),
            year: 2019,
            ..ImportRequest::default()
        };
        let file = workbook(&format!("What is the {n}th of these?"));
        world.import_items(ItemKind::Choice, &OPERATOR, file, ask, &|_| ()).await.is_ok()
    }));
    let watch = async {
        let (mut last, mut seen) = (before, 0);
        for _ in 0..200 {
            let now = revision().await;
            assert!(now >= last, "{now} after {last}");
            (last, seen) = (now, seen + i64::from(now != last));
            tokio::task::yield_now().await;
        }
        seen
    };
    let (updates, imports, _) = tokio::join!(updates, imports, watch);
    let kept = updates.into_iter().chain(imports).filter(|kept| *kept).count();
    assert!(kept > 0);
    // Each kept change raised it once: had two written the same number, one of them would be missing.
    assert_eq!(revision().await, before + i64::try_from(kept).unwrap());
}

#[tokio::test]
async fn universities_that_an_import_adds_are_a_change_too() {
    let world = World::demo().await;
    let university = all::<University>(&world).await.remove(0);
    let subject = world.add_subject("post-utme", "Chemistry").await;
    let input = SubjectYearInput { subject: subject.id.clone(), year: 2020, university: vec![], status: Some(true) };
    let made = world.create::<SubjectYear>(&OPERATOR, input.clone()).await.unwrap();
    let ask = ImportRequest {
        exam: "post-utme".into(),
        subject: "Chemistry".into(),
        year: 2020,
        university: Some(university.title.clone()),
        ..ImportRequest::default()
    };
    let report =
        world.import_items(ItemKind::Choice, &OPERATOR, workbook("What is an ion?"), ask, &|_| ()).await.unwrap();
    assert!(report.written, "{report:?}");
    let late = edit::<SubjectYear>(&world, &OPERATOR, &made.id, Some(made.version), input).await;
    assert_eq!(reason(late), "changed");
    let now = world.find::<SubjectYear>(&made.id).await.unwrap();
    assert_eq!((now.version, now.university.len()), (made.version + 1, 1));
}

#[tokio::test]
async fn a_record_from_before_versions_were_kept_is_read_and_changed() {
    let world = World::demo().await;
    world.store.write("UPDATE category UNSET version; UPDATE exam UNSET version;").done().await.unwrap();
    let old = all::<Category>(&world).await.remove(0);
    assert_eq!(old.version, 0);
    assert!(all::<Exam>(&world).await.iter().all(|exam| exam.version == 0));
    let changed = edit::<Category>(&world, &OPERATOR, &old.id, Some(0), category("Renamed")).await.unwrap();
    assert_eq!(changed.version, 1);
    assert_eq!(reason(edit::<Category>(&world, &OPERATOR, &old.id, Some(0), category("Late")).await), "changed");
}

/// The form of a subject, mandatory.
fn mandatory(subject: &SubjectView) -> SubjectInput {
    SubjectInput {
        exam: subject.exam.id.clone(),
        course: subject.course.iter().map(|course| course.id.clone()).collect(),
        title: subject.title.clone(),
        logo: Some("/uploads/subject.png".into()),
        subject_hour: 1,
        subject_time: "00".into(),
        mandatory: true,
        university: vec![],
        mock_questions: None,
        balance_mocks: None,
        status: true,
    }
}

/// An exam that takes this many subjects, with so many that are not mandatory.
async fn exam_of(world: &World, maximum: i64, subjects: usize) -> Vec<SubjectView> {
    let exam = world.exam("jsce-bece").await;
    let input = ExamInput { maximum_subjects: maximum, title: format!("Trial {maximum}"), ..exam.form() };
    let exam = world.create::<Exam>(&OPERATOR, input).await.unwrap();
    let mut made = Vec::new();
    for n in 0..subjects {
        made.push(world.add_subject(&exam.slug, &format!("Subject {n}")).await);
    }
    made
}

#[tokio::test]
async fn an_exam_has_at_most_as_many_mandatory_subjects_as_it_takes() {
    let world = World::demo().await;
    let subjects = exam_of(&world, 2, 3).await;
    for subject in &subjects[..2] {
        assert!(world.update::<Subject>(&OPERATOR, &subject.id, mandatory(subject)).await.unwrap().mandatory);
    }
    let third = &subjects[2];
    assert_eq!(reason(world.update::<Subject>(&OPERATOR, &third.id, mandatory(third)).await), "maximum-mandatory");
    let added = SubjectInput { title: "A fourth".into(), ..mandatory(third) };
    assert_eq!(reason(world.create::<Subject>(&OPERATOR, added).await), "maximum-mandatory");
    // The exam takes no fewer than that, whatever else of it changes.
    let exam = async |maximum: i64| {
        let form = |exam: &Exam| Ok(ExamInput { maximum_subjects: maximum, title: "Fewer".into(), ..exam.form() });
        world.edit::<Exam>(&OPERATOR, &third.exam.id, None, form).await
    };
    let refused = exam(1).await.unwrap_err();
    assert_eq!(refused.to_string(), "Maximum mandetory subjects limit exceeded");
    assert_eq!(fields(Err::<(), _>(refused)), ["maximumSubjects"]);
    assert_eq!(exam(3).await.unwrap().maximum_subjects, 3);
    assert_eq!(exam(2).await.unwrap().title, "Fewer");
    // Mandatory subjects may still be edited, and once one is optional, another can become mandatory.
    let first = &subjects[0];
    let renamed = SubjectInput { title: "Renamed".into(), ..mandatory(first) };
    world.update::<Subject>(&OPERATOR, &first.id, renamed).await.unwrap();
    let free = SubjectInput { mandatory: false, ..mandatory(first) };
    world.update::<Subject>(&OPERATOR, &first.id, free).await.unwrap();
    world.update::<Subject>(&OPERATOR, &third.id, mandatory(third)).await.unwrap();
}

#[tokio::test]
async fn two_subjects_that_become_mandatory_at_once_do_not_both_slip_in() {
    let world = World::demo().await;
    for round in 0..5 {
        let exam = world.exam("jsce-bece").await;
        let input = ExamInput { maximum_subjects: 1, title: format!("Round {round}"), ..exam.form() };
        let exam = world.create::<Exam>(&OPERATOR, input).await.unwrap();
        let mut pair = Vec::new();
        for title in ["One", "Other"] {
            pair.push(world.add_subject(&exam.slug, title).await);
        }
        let done = pair.iter().map(|one| world.update::<Subject>(&OPERATOR, &one.id, mandatory(one)));
        let kept = join_all(done).await.into_iter().filter(|done| done.is_ok()).count();
        assert_eq!(kept, 1, "round {round}");
        let of_exam = query(&[("exam", exam.id.as_str())]);
        let rows = world.list::<Subject>(&of_exam).await.unwrap().rows;
        assert_eq!(rows.iter().filter(|subject| subject.mandatory).count(), 1);
    }
}
