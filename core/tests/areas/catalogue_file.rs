//! The catalogue as one file: made, found again, changed, and refused whole.

use sabi_core::{
    Error,
    catalogue::{CatalogueFile, CatalogueReport, Exam, Section, Topic},
    people::Actor,
    records::ListQuery,
};
use serde_json::{Value, json};

use crate::support::{World, all, query};

const OPERATOR: Actor = Actor::Operator;

fn file(catalogue: Value) -> CatalogueFile {
    serde_json::from_value(catalogue).unwrap()
}

fn neco() -> Value {
    json!({
        "categories": [{ "title": "Health", "status": "Active", "courses": [{ "title": "Optometry", "status": true }] }],
        "exams": [{
            "title": "NECO SSCE", "examType": "both", "maximumSubjects": 9, "yearOfExamination": 10,
            "timeHour": 2, "time": "00", "status": true,
            "plans": [{ "title": "Yearly", "subscriptionType": "Yearly", "duration": 365, "price": 5000, "status": true }],
            "subjects": [{
                "title": "Physics", "courses": ["Optometry", "sciences / medicine and surgery"], "status": true,
                "topics": [
                    { "title": "Mechanics", "status": true, "sections": [
                        { "title": "Motion", "questions": 20, "status": true }, { "title": "Friction", "status": true },
                    ] },
                    { "title": "Waves", "status": true },
                ],
            }],
        }],
    })
}

fn counts(report: &CatalogueReport) -> (u64, u64, u64) {
    (report.new, report.changed, report.unchanged)
}

/// The wrong entries by their places, each with its words.
async fn wrong(world: &World, catalogue: Value) -> Vec<(String, String)> {
    match world.import_catalogue(&OPERATOR, &file(catalogue)).await {
        Err(Error::Invalid(fields)) => fields.iter().map(|(place, words)| (place.into(), words.into())).collect(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_file_is_made_and_made_again_changes_nothing() {
    let world = World::demo().await;
    let exams = all::<Exam>(&world).await.len();
    let dry = world.import_catalogue(&OPERATOR, &CatalogueFile { dry_run: true, ..file(neco()) }).await.unwrap();
    assert_eq!(counts(&dry), (9, 0, 0));
    assert_eq!(all::<Exam>(&world).await.len(), exams, "a dry run writes nothing");

    let made = world.import_catalogue(&OPERATOR, &file(neco())).await.unwrap();
    assert_eq!(CatalogueReport { dry_run: true, ..made }, dry);
    let again = world.import_catalogue(&OPERATOR, &file(neco())).await.unwrap();
    assert_eq!(counts(&again), (0, 0, 9));

    let subject = world.subject("neco-ssce", "Physics").await;
    let courses: Vec<_> = subject.course.iter().map(|course| course.title.as_str()).collect();
    assert_eq!(courses, ["Optometry", "Medicine and Surgery"]);
    let topics = world.list::<Topic>(&query(&[("subject", subject.id.as_str())])).await.unwrap().rows;
    assert_eq!(topics.iter().map(|topic| topic.title.as_str()).collect::<Vec<_>>(), ["Mechanics", "Waves"]);
    let sections = world.list::<Section>(&query(&[("topic", topics[0].id.as_str())])).await.unwrap().rows;
    let named: Vec<_> = sections.iter().map(|one| (one.section_name.as_str(), one.topic_count)).collect();
    assert_eq!(named, [("Motion", 20), ("Friction", 0)]);
}

#[tokio::test]
async fn a_catalogue_that_comes_back_changes_nothing() {
    let world = World::demo().await;
    let mut own = neco();
    own["categories"].as_array_mut().unwrap().push(json!({
        // The title of a course elsewhere.
        "title": "Law", "status": "Active", "courses": [{ "title": "Optometry", "status": true }],
    }));
    own["exams"][0]["subjects"][0]["courses"] = json!(["Health / Optometry", "Law / Optometry"]);
    own["universities"] = json!([{ "title": "University of Ibadan", "description": "In Ibadan.", "status": true }]);
    own["exams"].as_array_mut().unwrap().push(json!({ "slug": "post-utme", "title": "POST UTME", "subjects": [
        { "title": "Civics", "courses": ["Law / Optometry"], "universities": ["university of ibadan"], "status": true },
    ] }));
    world.import_catalogue(&OPERATOR, &file(own)).await.unwrap();
    let exported = world.export_catalogue().await.unwrap();
    let back = world.import_catalogue(&OPERATOR, &exported).await.unwrap();
    assert_eq!((back.new, back.changed), (0, 0), "{:?}", back.entries);
    assert!(back.unchanged > 20, "{back:?}");
}

#[tokio::test]
async fn an_import_changes_only_the_fields_in_the_file() {
    let world = World::demo().await;
    world.import_catalogue(&OPERATOR, &file(neco())).await.unwrap();
    world.pass(1);
    let small = json!({ "exams": [{ "slug": "neco-ssce", "title": "NECO", "subjects": [
        { "title": " physics", "mandatory": true, "courses": ["Optometry"] },
    ] }] });
    let report = world.import_catalogue(&OPERATOR, &file(small)).await.unwrap();
    assert_eq!(counts(&report), (0, 2, 0));
    let [exam, subject] = report.entries.as_slice() else { panic!("{report:?}") };
    assert_eq!(
        (exam.place.as_str(), &exam.before["title"], &exam.after["title"]),
        ("exams[0]", &json!("NECO SSCE"), &json!("NECO"))
    );
    assert_eq!(subject.place, "exams[0].subjects[0]");
    assert_eq!((&subject.before["mandatory"], &subject.after["mandatory"]), (&json!(false), &json!(true)));
    assert_eq!(subject.after["courses"], json!(["Optometry"]));
    let exam = world.exam("neco-ssce").await;
    assert_eq!((exam.title.as_str(), exam.maximum_subjects), ("NECO", 9));
    let subject = world.subject("neco-ssce", "physics").await;
    assert!(subject.mandatory && subject.status && subject.course.len() == 1);
    // Each changed entry is in the audit log.
    let recorded = world.list_audit(&query(&[("entity", "subject"), ("record", subject.id.as_str())])).await.unwrap();
    assert_eq!(recorded.rows.iter().map(|row| row.action.as_str()).collect::<Vec<_>>(), ["update", "create"]);
}

#[tokio::test]
async fn each_wrong_entry_is_named_by_its_place_and_nothing_is_written() {
    let world = World::demo().await;
    let before = world.list_audit(&ListQuery::default()).await.unwrap().total;
    let mut bad = neco();
    bad["categories"][0]["colour"] = json!("red");
    bad["exams"][0]["timeHour"] = json!(99);
    bad["exams"][0]["plans"][0]["price"] = json!("dear");
    bad["exams"][0]["subjects"][0]["courses"][0] = json!("Alchemy");
    bad["exams"][0]["subjects"][0]["topics"][1]["title"] = json!("");
    bad["exams"][0]["subjects"][0]["topics"][0]["sections"][1]["title"] = json!("motion");
    let named: Vec<_> = wrong(&world, bad).await.into_iter().map(|(place, _)| place).collect();
    assert_eq!(
        named,
        [
            "categories[0].colour",
            "exams[0].timeHour",
            "exams[0].plans[0].price",
            "exams[0].subjects[0].courses[0]",
            "exams[0].subjects[0].topics[0].sections[1].title",
            "exams[0].subjects[0].topics[1].title",
        ]
    );
    let missing =
        wrong(&world, json!({ "exams": [{ "title": "X" }, { "slug": "no-such", "title": "JAMB UTME" }] })).await;
    assert_eq!(missing[0], ("exams[0].examType".into(), "Exam type is required.".into()));
    assert_eq!(world.list_audit(&ListQuery::default()).await.unwrap().total, before);
}

#[tokio::test]
async fn errors_across_several_entries_are_refused_too() {
    let world = World::demo().await;
    let mut many = neco();
    many["exams"][0]["maximumSubjects"] = json!(1);
    let subject = |title: &str| json!({ "title": title, "courses": ["Optometry"], "mandatory": true, "status": true });
    many["exams"][0]["subjects"] = json!([subject("Physics"), subject("Biology")]);
    let named = wrong(&world, many).await;
    assert_eq!(named[0].0, "exams[0].subjects[1]");
    assert!(all::<Exam>(&world).await.iter().all(|exam| exam.slug != "neco-ssce"), "nothing is half written");
    let courses: Vec<_> = (0..10_001).map(|n| json!({ "title": format!("Course {n}") })).collect();
    let large = wrong(&world, json!({ "categories": [{ "title": "All", "courses": courses }] })).await;
    assert!(large[0].1.contains("at most 10000 entries"), "{large:?}");
}
