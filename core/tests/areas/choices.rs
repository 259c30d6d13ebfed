//! The data a student reads on the way to a test: exams with subscriptions, subjects of a course, the last choice.

use sabi_core::{
    catalogue::{Course, ExamType, Mode, University},
    exam::ExamChoice,
    people::Actor,
    records::ListQuery,
    registration::{CourseSubject, Registration, SelectSubjects, SubjectsRequest},
    store::Id,
};

use crate::support::{World, fields};

fn of<'a>(choices: &'a [ExamChoice], slug: &str) -> &'a ExamChoice {
    choices.iter().find(|choice| choice.exam.slug == slug).unwrap()
}

#[tokio::test]
async fn each_exam_comes_with_what_its_student_holds() {
    let world = World::demo().await;
    let student = world.student().await;
    let (attempt, _) = world.start(&student, "jamb-utme", Mode::Mock, &["Physics"]).await;
    let choices = world.list_exam_choices(&student).await.unwrap();
    assert_eq!(choices.len(), 4);
    let jamb = of(&choices, "jamb-utme");
    assert_eq!(jamb.subscriptions.len(), 1);
    assert!(jamb.subscriptions[0].status);
    assert_eq!(jamb.registration.as_ref().unwrap().subjects.len(), 4);
    assert_eq!(jamb.running.iter().map(|one| &one.id).collect::<Vec<_>>(), [&attempt.id]);
    assert_eq!(of(&choices, "wassce-waec-ssce").running.len(), 0);

    // Expired subscriptions are not shown any more; registered subjects are.
    world.clock.advance(chrono::Duration::days(4000));
    let choices = world.list_exam_choices(&student).await.unwrap();
    let jamb = of(&choices, "jamb-utme");
    assert_eq!((jamb.subscriptions.len(), jamb.running.len()), (0, 0));
    assert!(jamb.registration.is_some());
    assert!(world.list_exam_choices(&Actor::Operator).await.is_err(), "the operator takes no exam");
}

async fn subjects(world: &World, who: &Actor, ask: SubjectsRequest) -> Vec<CourseSubject> {
    world.list_course_subjects(who, &ask).await.unwrap()
}

#[tokio::test]
async fn the_mandatory_subjects_of_a_course_come_first_and_the_registered_are_marked() {
    let world = World::demo().await;
    let student = world.student().await;
    let chemistry = world.add_subject("jamb-utme", "Chemistry").await;
    let course = chemistry.course[0].id.clone();
    let exam = world.exam("jamb-utme").await.id;
    let ask = |course: Option<&Id<Course>>, university: Option<Id<University>>| SubjectsRequest {
        course_id: course.cloned(),
        exam_id: Some(exam.clone()),
        university_id: university,
    };
    let all = subjects(&world, &student, ask(Some(&course), None)).await;
    assert!(all.iter().all(|one| one.subject.exam.id == exam), "of this exam alone");
    let first = &all[0].subject;
    assert!(first.mandatory && first.title == "Use of English");
    assert!(all.iter().all(|one| one.registered != (one.subject.title == "Chemistry")), "{all:?}");
    // Without a course all subjects of the exam, in the same order; for another caller none is registered.
    let titles = |all: &[CourseSubject]| all.iter().map(|one| one.subject.title.clone()).collect::<Vec<_>>();
    let exams = subjects(&world, &world.admin().await, ask(None, None)).await;
    assert!(exams.len() >= all.len() && exams.iter().all(|one| !one.registered));
    assert!(titles(&exams).contains(&"Chemistry".to_owned()));
    // A course without subjects of the exam tells those of others (spec 2 §7).
    let other = world.exam("wassce-waec-ssce").await.id;
    let elsewhere =
        SubjectsRequest { course_id: Some(course.clone()), exam_id: Some(Id::new("none")), university_id: None };
    assert!(!subjects(&world, &student, elsewhere).await.is_empty());
    assert_ne!(other, exam);
    let neither = SubjectsRequest { course_id: None, exam_id: None, university_id: None };
    assert_eq!(fields(world.list_course_subjects(&student, &neither).await), ["courseId"]);
}

#[tokio::test]
async fn the_last_choice_is_kept_with_the_registered_subjects() {
    let world = World::demo().await;
    let student = world.student().await;
    let user = student.user_id().unwrap().clone();
    let exam = world.exam("jamb-utme").await.id;
    let [physics, biology] = [world.subject("jamb-utme", "Physics").await, world.subject("jamb-utme", "Biology").await];
    let good = SelectSubjects {
        user_id: user.clone(),
        exam_id: exam.clone(),
        exam_type: Some(ExamType::Objective),
        category_id: None,
        course_id: None,
        assessment_id: world.assessment(Mode::Practice).await,
        subjects: vec![physics.id.clone(), biology.id.clone()],
        reg_sub_id: Some(Registration::key(&user, &exam)),
    };
    let kept = world.select_subjects(&student, &good).await.unwrap();
    assert_eq!(kept.selected, good.subjects);
    assert_eq!(kept.assessment.unwrap().slug, Mode::Practice);
    assert_eq!((kept.exam_type, kept.subjects.len()), (Some(ExamType::Objective), 4));

    let chemistry = world.add_subject("jamb-utme", "Chemistry").await.id;
    let cases = [
        ("subjects", SelectSubjects { subjects: vec![], ..good.clone() }),
        ("subjects[0]", SelectSubjects { subjects: vec![chemistry], ..good.clone() }),
        ("subjects[1]", SelectSubjects { subjects: vec![physics.id.clone(), physics.id.clone()], ..good.clone() }),
        ("assessmentId", SelectSubjects { assessment_id: Id::new("none"), ..good.clone() }),
        ("courseId", SelectSubjects { course_id: Some(Id::new("none")), ..good.clone() }),
        ("regSubId", SelectSubjects { reg_sub_id: Some(Id::new("another")), ..good.clone() }),
    ];
    for (field, ask) in cases {
        assert_eq!(fields(world.select_subjects(&student, &ask).await), [field]);
    }
    let another = SelectSubjects { user_id: Id::new("another"), reg_sub_id: None, ..good };
    assert!(world.select_subjects(&student, &another).await.is_err(), "another student's");
    let rows = world.list_registrations(&student, &user, &ListQuery::default()).await.unwrap().rows;
    let jamb = rows.into_iter().find(|row| row.exam.id == exam).unwrap();
    assert_eq!(jamb.selected, [physics.id, biology.id], "what was refused changed nothing");
}
