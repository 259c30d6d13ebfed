//! The catalogue: lists, unique titles, references, and deletes that are refused.

use sabi_core::{
    Error,
    bank::{SubjectYear, SubjectYearInput},
    catalogue::{
        Advice, AdviceInput, Assessment, AssessmentInput, Category, CategoryInput, Course, CourseInput, Exam,
        ExamInput, ExamType, Mode, Plan, PlanInput, Section, SectionInput, Subject, SubjectInput, Topic, TopicInput,
        University, UniversityInput, Word,
    },
    content::{Banner, Faq, FaqInput},
    people::Actor,
    records::Resource,
    store::Id,
};

use crate::support::{World, all, fields, query, reason};

const OPERATOR: Actor = Actor::Operator;

fn category(title: &str) -> CategoryInput {
    CategoryInput { title: title.into(), description: "<p>x</p>".into(), image: None, status: Word::Active }
}

fn course(category: &Id<Category>, title: &str) -> CourseInput {
    CourseInput { category: category.clone(), title: title.into(), status: true }
}

fn topic(subject: &Id<Subject>, title: &str) -> TopicInput {
    TopicInput { subject: subject.clone(), title: title.into(), status: true }
}

fn exam(title: &str) -> ExamInput {
    ExamInput {
        title: title.into(),
        exam_type: ExamType::Both,
        maximum_subjects: 9,
        year_of_examination: 5,
        time_hour: 1,
        time: "30".into(),
        exam_instructions: "<p>Read.</p><script>x</script>".into(),
        logo: None,
        video_link: None,
        status: true,
        downloads_off: false,
        max_downloads: None,
        late_hours: None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_record_is_not_deleted_while_another_links_to_it() {
    let world = World::bare().await;
    let mut outcomes = [0, 0];
    for round in 0..60 {
        let sciences = world.create::<Category>(&OPERATOR, category(&format!("Sciences {round}"))).await.unwrap().id;
        let making = {
            let (app, input) = (world.app.clone(), course(&sciences, "Medicine"));
            tokio::spawn(async move { app.create::<Course>(&OPERATOR, input).await })
        };
        let deleting = {
            let (app, sciences) = (world.app.clone(), sciences.clone());
            tokio::spawn(async move {
                for _ in 0..round {
                    tokio::task::yield_now().await;
                }
                app.delete::<Category>(&OPERATOR, &sciences).await
            })
        };
        let (made, deleted) = (making.await.unwrap(), deleting.await.unwrap());
        assert_ne!(made.is_ok(), deleted.is_ok(), "round {round}: {made:?} {deleted:?}");
        outcomes[usize::from(made.is_ok())] += 1;
    }
    println!("{} times the delete was first, {} times the course", outcomes[0], outcomes[1]);
}

#[tokio::test]
async fn a_record_is_made_read_changed_and_deleted() {
    let world = World::bare().await;
    let made = world.create::<Exam>(&OPERATOR, exam(" NECO  SSCE ")).await.unwrap();
    assert_eq!((made.slug.as_str(), made.exam_instructions.as_str()), ("neco-ssce", "<p>Read.</p>"));
    assert_eq!(world.find::<Exam>(&made.id).await.unwrap().title, made.title);
    let changed = world.update::<Exam>(&OPERATOR, &made.id, ExamInput { status: false, ..exam("NECO") }).await.unwrap();
    assert_eq!((changed.slug.as_str(), changed.title.as_str(), changed.status), ("neco-ssce", "NECO", false));
    assert_eq!((changed.id, changed.created_at), (made.id, made.created_at));

    let made = world.create::<Category>(&OPERATOR, category("Sciences")).await.unwrap();
    world.delete::<Category>(&OPERATOR, &made.id).await.unwrap();
    for gone in [
        world.find::<Category>(&made.id).await.err(),
        world.update::<Category>(&OPERATOR, &made.id, category("x")).await.err(),
        world.delete::<Category>(&OPERATOR, &made.id).await.err(),
        world.find::<Category>(&Id::new("no such id ⟩`\0; DELETE category")).await.err(),
    ] {
        assert!(matches!(gone, Some(Error::NotFound("Category"))), "{gone:?}");
    }
}

#[tokio::test]
async fn every_failing_field_is_named() {
    let world = World::demo().await;
    let input = ExamInput {
        maximum_subjects: 11,
        year_of_examination: 0,
        time_hour: 24,
        time: "20".into(),
        logo: Some("logo.svg".into()),
        video_link: Some("javascript:x".into()),
        ..exam(" ")
    };
    let wanted = ["title", "maximumSubjects", "yearOfExamination", "timeHour", "time", "logo", "videoLink"];
    assert_eq!(fields(world.create::<Exam>(&OPERATOR, input).await), wanted);
    let subject = SubjectInput {
        exam: Id::new("none"),
        course: vec![],
        title: "t".repeat(121),
        logo: None,
        subject_hour: 0,
        subject_time: "00".into(),
        mandatory: false,
        university: vec![Id::new("none")],
        mock_questions: Some(0),
        balance_mocks: None,
        status: true,
    };
    let wanted = ["title", "course", "logo", "mockQuestions", "exam", "university"];
    assert_eq!(fields(world.create::<Subject>(&OPERATOR, subject).await), wanted);
    let advice = AdviceInput {
        title: "x".into(),
        min_percentage: 60,
        max_percentage: 50,
        description: "x\0".into(),
        status: true,
    };
    assert_eq!(fields(world.create::<Advice>(&OPERATOR, advice).await), ["description", "max_percentage"]);
    assert_eq!(fields(world.create::<Course>(&OPERATOR, course(&Id::new("none"), "x")).await), ["category"]);
    let year = |subject: Id<Subject>, year| SubjectYearInput { subject, year, university: vec![], status: None };
    assert_eq!(fields(world.create::<SubjectYear>(&OPERATOR, year(Id::new("none"), 1950)).await), ["year", "subject"]);
}

#[tokio::test]
async fn titles_are_unique_where_they_name_something() {
    let world = World::demo().await;
    let subject = world.subject("jamb-utme", "Physics").await;
    let sciences = all::<Category>(&world).await.into_iter().find(|one| one.title == "Sciences").unwrap();
    let first = world.create::<Topic>(&OPERATOR, topic(&subject.id, "Optics and more")).await.unwrap();
    let section =
        |name: &str| SectionInput { topic: first.id.clone(), section_name: name.into(), topic_count: 0, status: true };
    world.create::<Section>(&OPERATOR, section("Lenses")).await.unwrap();
    let university = UniversityInput {
        title: "University of Lagos".into(),
        description: "x".into(),
        logo: Some("/uploads/x.png".into()),
        status: true,
    };
    let year = SubjectYearInput { subject: subject.id.clone(), year: 2019, university: vec![], status: None };
    let taken = [
        ("title", world.create::<Category>(&OPERATOR, category("Sciences")).await.err()),
        ("title", world.create::<Course>(&OPERATOR, course(&sciences.id, "Microbiology")).await.err()),
        ("title", world.create::<Topic>(&OPERATOR, topic(&subject.id, "Optics and more")).await.err()),
        ("section_name", world.create::<Section>(&OPERATOR, section("Lenses")).await.err()),
        ("title", world.create::<University>(&OPERATOR, university).await.err()),
        ("title", world.create::<Exam>(&OPERATOR, exam("JAMB UTME")).await.err()),
        ("year", world.create::<SubjectYear>(&OPERATOR, year).await.err()),
    ];
    for (field, error) in taken {
        let Some(Error::Conflict(refusal)) = &error else { panic!("{field}: {error:?}") };
        assert_eq!((refusal.reason, &refusal.facts["code"]), ("taken", &11000.into()), "{error:?}");
        assert!(refusal.facts.contains_key(field), "{field}: {refusal:?}");
    }
    // An assessment is one of its mode, whatever its title.
    let mock = AssessmentInput { title: "Mock exam 2".into(), logo: None, slug: None, status: true };
    let Err(Error::Conflict(refusal)) = world.create::<Assessment>(&OPERATOR, mock).await else {
        panic!("there are two")
    };
    let stored = all::<Assessment>(&world).await.into_iter().find(|one| one.slug == Mode::Mock).unwrap();
    assert_eq!(refusal.message, format!("This mode already has an assessment: {}.", stored.title));
    assert_eq!((refusal.reason, refusal.facts.contains_key("slug")), ("taken", true));
    let second = world.create::<Topic>(&OPERATOR, topic(&subject.id, "Sound and more")).await.unwrap();
    let renamed = world.update::<Topic>(&OPERATOR, &second.id, topic(&subject.id, "Optics and more")).await;
    assert_eq!(reason(renamed), "taken");
    let other = world.subject("jamb-utme", "Biology").await;
    world.create::<Topic>(&OPERATOR, topic(&other.id, "Optics and more")).await.unwrap();
}

async fn refused<R: Resource>(app: &World, id: &Id<R>) -> String {
    let error = app.delete::<R>(&OPERATOR, id).await.err();
    let Some(Error::Conflict(refusal)) = error else { panic!("{}: {error:?}", R::TABLE) };
    assert_eq!(refusal.reason, "in-use");
    assert!(app.find::<R>(id).await.is_ok(), "{} is still there", R::TABLE);
    refusal.message
}

fn used(noun: &str, by: &str) -> String {
    format!("{noun} cannot be deleted: it is still used by {by}.")
}

/// A number of records; for a single one its title too.
#[track_caller]
fn many(count: u64, one: &str, many: &str) -> String {
    assert!(count > 1, "{count} {one}");
    format!("{count} {many}")
}

#[tokio::test]
async fn a_refused_deletion_names_what_refers_to_the_record() {
    let world = World::demo().await;
    let subject = world.subject("jamb-utme", "Physics").await;
    let topics = world.list::<Topic>(&query(&[("subject", subject.id.as_str())])).await.unwrap().rows;
    let year = SubjectYear::key(&subject.id, 2019);
    let plans = all::<Plan>(&world).await;
    let yearly = plans.iter().find(|plan| plan.exam.slug == "jamb-utme" && plan.title == "Yearly").unwrap();
    let courses = all::<Course>(&world).await;
    let registered = courses.iter().find(|course| course.title == "Medicine and Surgery").unwrap();
    let message = refused(&world, &registered.category.id).await;
    assert!(message.starts_with("Category cannot be deleted: it is still used by "), "{message}");
    let sections = world.list::<Section>(&query(&[("topic", topics[0].id.as_str())])).await.unwrap();
    let message = refused(&world, &topics[0].id).await;
    assert_eq!(message, used("Topic", &many(sections.total, "the topic section", "topic sections")));
    let message = refused(&world, &sections.rows[0].id).await;
    assert_eq!(message, used("Topic section", &many(sections.rows[0].total_questions.unsigned_abs(), "", "questions")));
    let held = world.find::<SubjectYear>(&year).await.unwrap().total_questions;
    assert!(held > 1, "{held}");
    assert_eq!(refused(&world, &year).await, used("Subject year", &format!("{held} questions")));
    assert_eq!(refused(&world, &yearly.id).await, used("Subscription", "a student's subscription"));
    // Everything that refers to it is named, kind by kind.
    let message = refused(&world, &subject.id).await;
    assert_eq!(
        message,
        used("Subject", &format!("a student's registration, a subject year and {} topics", topics.len()))
    );
    world.start(&world.student().await, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let message = refused(&world, &subject.id).await;
    assert!(message.contains("by an attempt, a student's registration, "), "{message}");
    refused(&world, &registered.id).await;

    let known = all::<University>(&world).await.remove(0);
    let input = UniversityInput {
        title: "University of Elsewhere".into(),
        logo: Some("/uploads/x.png".into()),
        ..known.form()
    };
    let university = world.create::<University>(&OPERATOR, input).await.unwrap();
    let own = world.add_subject("post-utme", "Chemistry").await;
    let input =
        SubjectYearInput { subject: own.id.clone(), year: 2020, university: vec![university.id.clone()], status: None };
    let held = world.create::<SubjectYear>(&OPERATOR, input).await.unwrap();
    let message = refused(&world, &university.id).await;
    assert_eq!(message, used("University", "a subject year"));
    // Its subject cannot leave the one exam that has universities.
    let elsewhere = world.exam("jamb-utme").await.id;
    let moved = |subject: &Subject| Ok(SubjectInput { exam: elsewhere.clone(), ..subject.form() });
    let error = world.edit::<Subject>(&OPERATOR, &own.id, None, moved).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Only POST UTME has universities. Remove them from a subject year of this subject first."
    );
    assert_eq!(fields(Err::<(), _>(error)), ["exam"]);
    // Once nothing refers to them, they go.
    world.delete::<SubjectYear>(&OPERATOR, &held.id).await.unwrap();
    world.delete::<University>(&OPERATOR, &university.id).await.unwrap();
    world.edit::<Subject>(&OPERATOR, &own.id, None, moved).await.unwrap();
    world.delete::<Subject>(&OPERATOR, &own.id).await.unwrap();
}

#[tokio::test]
async fn a_topic_and_a_section_with_questions_stay_where_they_are() {
    let world = World::demo().await;
    let subject = world.subject("jamb-utme", "Physics").await;
    let other = world.subject("jamb-utme", "Biology").await.id;
    let topics = world.list::<Topic>(&query(&[("subject", subject.id.as_str())])).await.unwrap().rows;
    let sections = world.list::<Section>(&query(&[("topic", topics[0].id.as_str())])).await.unwrap().rows;
    let held = sections.iter().find(|section| section.total_questions > 0).unwrap();
    let away = |topic: &Topic| Ok(TopicInput { subject: other.clone(), ..topic.form() });
    assert_eq!(fields(world.edit::<Topic>(&OPERATOR, &topics[0].id, None, away).await), ["subjectId"]);
    let beside = |section: &Section| Ok(SectionInput { topic: topics[1].id.clone(), ..section.form() });
    assert_eq!(fields(world.edit::<Section>(&OPERATOR, &held.id, None, beside).await), ["topicId"]);
    // Their names change as ever, and empty ones move.
    let renamed = |topic: &Topic| Ok(TopicInput { title: "Motion and force".into(), ..topic.form() });
    world.edit::<Topic>(&OPERATOR, &topics[0].id, None, renamed).await.unwrap();
    let empty = world.create::<Topic>(&OPERATOR, topic(&subject.id, "Nothing yet")).await.unwrap();
    world.edit::<Topic>(&OPERATOR, &empty.id, None, away).await.unwrap();
}

#[tokio::test]
async fn lists_search_sort_filter_and_page() {
    let world = World::demo().await;
    let titles = |page: sabi_core::records::Page<sabi_core::catalogue::CourseView>| {
        (page.rows.into_iter().map(|row| row.title).collect::<Vec<_>>(), page.total)
    };
    let list = async |params: &[(&str, &str)]| titles(world.list::<Course>(&query(params)).await.unwrap());
    assert_eq!(list(&[]).await.1, 10, "no page means all");
    assert_eq!(list(&[("q", "ENGI")]).await, (vec!["Civil Engineering".to_owned()], 1));
    assert_eq!(list(&[("q", "'; DELETE course; --")]).await, (vec![], 0));
    let (down, total) = list(&[("sort", "-title"), ("page", "1"), ("limit", "3")]).await;
    assert_eq!(
        (down, total),
        (vec!["Microbiology".into(), "Medicine and Surgery".into(), "Mass Communication".into()], 10)
    );
    assert_eq!(list(&[("page", "2"), ("limit", "9"), ("sort", "title")]).await, (vec!["Microbiology".into()], 10));
    assert_eq!(list(&[("page", "7")]).await, (vec![], 10));
    assert_eq!(list(&[("limit", "0")]).await.0.len(), 10);
    let arts = all::<Category>(&world).await.into_iter().find(|one| one.title == "Arts and Humanities").unwrap();
    let (of_arts, total) = list(&[("category", arts.id.as_str()), ("sort", "title")]).await;
    assert_eq!((of_arts[1].as_str(), total), ("Law", 3));
    assert_eq!(list(&[("category", "all")]).await.1, 10);
    assert_eq!(list(&[("category", "no-such")]).await.1, 0);
    let long = "x".repeat(201);
    let (by_time, _) = list(&[("sort", "createdAt")]).await;
    assert_eq!(by_time.len(), 10);
    for (params, field) in [
        (vec![("limit", "1001")], "limit"),
        (vec![("page", "0")], "page"),
        (vec![("page", "0"), ("limit", "0")], "page"),
        (vec![("page", "1000001")], "page"),
        (vec![("sort", "title; DELETE course")], "sort"),
        (vec![("sort", "no_such_field")], "sort"),
        (vec![("sort", "created_at")], "sort"),
        (vec![("sort", "1")], "sort"),
        (vec![("sort", "rand")], "sort"),
        (vec![("q", long.as_str())], "q"),
    ] {
        assert_eq!(fields(world.list::<Course>(&query(&params)).await), [field]);
    }
    // Every list can be searched, and sorted by what it shows.
    let subject = world.subject("jamb-utme", "Physics").await.id;
    let years = query(&[("q", "2019"), ("subject", subject.as_str()), ("sort", "-year")]);
    assert_eq!(world.list::<SubjectYear>(&years).await.unwrap().total, 1);
    let sections = world.list::<Section>(&query(&[("q", "LENSES"), ("sort", "section_name")])).await.unwrap();
    assert!(sections.total >= 1 && sections.rows[0].total_questions > 0);
    world.list::<Exam>(&query(&[("q", "jamb"), ("sort", "-maximumSubjects")])).await.unwrap();
    world.list::<Plan>(&query(&[("q", "trial"), ("sort", "numOfQuestions")])).await.unwrap();
    let first = query(&[("sort", "-mandetory"), ("page", "1"), ("limit", "1")]);
    assert!(world.list::<Subject>(&first).await.unwrap().rows[0].mandatory);
}

#[tokio::test]
async fn a_trial_has_questions_and_a_price_is_whole_naira() {
    let world = World::demo().await;
    let plan = |title: &str, num_of_questions, price| PlanInput {
        exam: Id::new("none"),
        title: title.into(),
        num_of_questions,
        subscription_type: "Paid".into(),
        duration: 0,
        price,
        description: String::new(),
        status: true,
    };
    let wanted = ["duration", "price", "numOfQuestions", "examType"];
    assert_eq!(fields(world.create::<Plan>(&OPERATOR, plan("trial", 0, -1)).await), wanted);
    assert_eq!(fields(world.create::<Plan>(&OPERATOR, plan("Gold", 0, 0)).await), ["duration", "examType"]);
}

#[tokio::test]
async fn courses_plans_and_questions_are_not_added_twice_however_they_are_written() {
    let world = World::demo().await;
    let sciences = world.create::<Category>(&OPERATOR, category("Health")).await.unwrap().id;
    let arts = world.create::<Category>(&OPERATOR, category("Letters")).await.unwrap().id;
    let made = world.create::<Course>(&OPERATOR, course(&sciences, "Veterinary Medicine")).await.unwrap();
    for twin in ["Veterinary Medicine", "veterinary medicine", " Veterinary   MEDICINE "] {
        assert_eq!(reason(world.create::<Course>(&OPERATOR, course(&sciences, twin)).await), "taken", "{twin}");
    }
    let other = world.create::<Course>(&OPERATOR, course(&arts, "Veterinary medicine")).await.unwrap();
    assert_eq!(
        reason(world.update::<Course>(&OPERATOR, &other.id, course(&sciences, "Veterinary medicine")).await),
        "taken"
    );
    // It may write its own title otherwise.
    world.update::<Course>(&OPERATOR, &made.id, course(&sciences, "VETERINARY medicine")).await.unwrap();

    let plan = |exam: &Id<Exam>, title: &str| PlanInput {
        exam: exam.clone(),
        title: title.into(),
        num_of_questions: 10,
        subscription_type: "Paid".into(),
        duration: 30,
        price: 500,
        description: String::new(),
        status: true,
    };
    let (jamb, bece) = (world.exam("jamb-utme").await.id, world.exam("post-utme").await.id);
    world.create::<Plan>(&OPERATOR, plan(&jamb, "Two terms")).await.unwrap();
    assert_eq!(reason(world.create::<Plan>(&OPERATOR, plan(&jamb, "two  TERMS")).await), "taken");
    assert_eq!(reason(world.create::<Plan>(&OPERATOR, plan(&jamb, "Twó terms")).await), "taken");
    world.create::<Plan>(&OPERATOR, plan(&bece, "Two terms")).await.unwrap();

    let faq = |question: &str| FaqInput { question: question.into(), answer: "<p>Yes.</p>".into(), status: true };
    let first = world.create::<Faq>(&OPERATOR, faq("Does it work offline?")).await.unwrap();
    let Err(Error::Conflict(refusal)) = world.create::<Faq>(&OPERATOR, faq("does it WORK offline?")).await else {
        panic!("it was added twice")
    };
    assert_eq!((refusal.reason, refusal.facts["code"].as_i64()), ("taken", Some(11000)));
    assert!(refusal.facts.contains_key("question"));
    world
        .update::<Faq>(&OPERATOR, &first.id, FaqInput { status: false, ..faq("Does it work offline?") })
        .await
        .unwrap();
}

#[tokio::test]
async fn one_of_two_equal_records_at_once_is_added() {
    let world = World::bare().await;
    let sciences = world.create::<Category>(&OPERATOR, category("Health")).await.unwrap().id;
    for round in 0..10 {
        let add = |title: String| world.create::<Course>(&OPERATOR, course(&sciences, &title));
        let (one, other) = tokio::join!(add(format!("Nursing {round}")), add(format!("nursing {round}")));
        assert_ne!(one.is_ok(), other.is_ok(), "{one:?} {other:?}");
        let faq = |question: String| FaqInput { question, answer: "<p>Yes.</p>".into(), status: true };
        let add = |question: String| world.create::<Faq>(&OPERATOR, faq(question));
        let (one, other) = tokio::join!(add(format!("Is it {round}?")), add(format!("is IT {round}?")));
        assert_ne!(one.is_ok(), other.is_ok(), "{one:?} {other:?}");
    }
}

#[tokio::test]
async fn a_title_in_which_nothing_is_seen_is_refused() {
    let world = World::demo().await;
    for title in ["\u{200b}", "\u{3164}\u{2800}", " \u{ad}\u{feff}"] {
        assert_eq!(fields(world.create::<Category>(&OPERATOR, category(title)).await), ["title"], "{title:?}");
        let faq = FaqInput { question: title.into(), answer: "Yes.".into(), status: true };
        assert_eq!(fields(world.create::<Faq>(&OPERATOR, faq).await), ["question"], "{title:?}");
    }
    world.create::<Category>(&OPERATOR, category("می\u{200c}خواهم")).await.unwrap();
}

#[tokio::test]
async fn what_is_shown_as_a_heading_turns_no_text_around() {
    let world = World::demo().await;
    let turned = "Free\u{202e}eerF";
    let faq = FaqInput { question: turned.into(), answer: "Yes.".into(), status: true };
    assert_eq!(fields(world.create::<Faq>(&OPERATOR, faq).await), ["question"]);
    let banner =
        serde_json::json!({ "title": "New", "image": null, "btnUrl": "/exams", "btnName": turned, "status": true });
    let banner = serde_json::from_value(banner).unwrap();
    assert_eq!(fields(world.create::<Banner>(&OPERATOR, banner).await), ["btnName"]);
    let home = serde_json::from_value(serde_json::json!({ "newsHeading": turned })).unwrap();
    assert_eq!(fields(world.update_home_setting(&OPERATOR, home).await), ["newsHeading"]);
    let home = serde_json::from_value(serde_json::json!({ "newsHeading": "أخبار\u{200f}" })).unwrap();
    world.update_home_setting(&OPERATOR, home).await.unwrap();
}

#[tokio::test]
async fn advice_ranges_share_no_percentage() {
    let world = World::bare().await;
    let advice = |min_percentage, max_percentage| AdviceInput {
        title: format!("{min_percentage} to {max_percentage}"),
        min_percentage,
        max_percentage,
        description: "Read.".into(),
        status: true,
    };
    let pass = world.create::<Advice>(&OPERATOR, advice(40, 59)).await.unwrap();
    for (min, max) in [(39, 40), (59, 59), (59, 100), (40, 59), (0, 100), (50, 51)] {
        assert_eq!(
            fields(world.create::<Advice>(&OPERATOR, advice(min, max)).await),
            ["min_percentage"],
            "{min} {max}"
        );
    }
    for (min, max) in [(0, 39), (60, 100)] {
        world.create::<Advice>(&OPERATOR, advice(min, max)).await.unwrap();
    }
    world.create::<Advice>(&OPERATOR, AdviceInput { status: false, ..advice(50, 50) }).await.unwrap();
    // An earlier release let two bands share an end: their texts can still be changed, and the overlap corrected.
    world.store.write("UPDATE advice SET max_percentage = 60 WHERE max_percentage = 59").done().await.unwrap();
    let words = AdviceInput { title: "A pass".into(), ..advice(40, 60) };
    world.update::<Advice>(&OPERATOR, &pass.id, words).await.unwrap();
    assert_eq!(fields(world.update::<Advice>(&OPERATOR, &pass.id, advice(41, 60)).await), ["min_percentage"]);
    world.update::<Advice>(&OPERATOR, &pass.id, advice(41, 59)).await.unwrap();
}

#[tokio::test]
async fn the_year_of_a_subject_year_without_questions_can_be_changed() {
    let world = World::demo().await;
    let physics = world.subject("jamb-utme", "Physics").await.id;
    let input =
        |year: i64| SubjectYearInput { subject: physics.clone(), year, university: vec![], status: Some(false) };
    let made = world.create::<SubjectYear>(&OPERATOR, input(2003)).await.unwrap();
    let moved = world.update::<SubjectYear>(&OPERATOR, &made.id, input(2004)).await.unwrap();
    assert_eq!(
        (moved.year, moved.id.clone(), moved.created_at),
        (2004, SubjectYear::key(&physics, 2004), made.created_at)
    );
    assert!(matches!(world.find::<SubjectYear>(&made.id).await, Err(Error::NotFound(_))));
    assert_eq!(
        world
            .list::<SubjectYear>(&query(&[("subject", physics.as_str())]))
            .await
            .unwrap()
            .rows
            .iter()
            .filter(|one| [2003, 2004].contains(&one.year))
            .count(),
        1
    );
    // A year that is there already, one that lies too far back, one of another subject, and one with questions.
    assert_eq!(reason(world.update::<SubjectYear>(&OPERATOR, &moved.id, input(2019)).await), "taken");
    assert_eq!(fields(world.update::<SubjectYear>(&OPERATOR, &moved.id, input(1900)).await), ["year"]);
    let english = world.subject("jamb-utme", "Use of English").await.id;
    let elsewhere = SubjectYearInput { subject: english, ..input(2004) };
    assert_eq!(fields(world.update::<SubjectYear>(&OPERATOR, &moved.id, elsewhere).await), ["subject"]);
    let full = SubjectYear::key(&physics, 2019);
    let refused =
        world.update::<SubjectYear>(&OPERATOR, &full, SubjectYearInput { status: Some(true), ..input(2005) }).await;
    assert_eq!(fields(refused), ["year"]);
    assert_eq!(world.find::<SubjectYear>(&full).await.unwrap().year, 2019);
    let told = world.list_audit(&query(&[("record", moved.id.as_str())])).await.unwrap().rows;
    assert_eq!((told[0].before["year"].as_i64(), told[0].after["year"].as_i64()), (Some(2003), Some(2004)));
    assert_eq!(world.recount(&OPERATOR, true).await.unwrap(), []);
}
