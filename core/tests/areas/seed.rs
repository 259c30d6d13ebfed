//! Seeding: complete, and again without a trace.

use sabi_core::{
    bank::{BankFilter, ChoiceBody, EssayBody},
    catalogue::{Advice, Assessment, Category, Course, Exam, ExamType, Mode, Plan, Subject, SubjectView, University},
    people::Actor,
    records::ListQuery,
    seed::Demo,
};

use crate::support::{World, all, reason};

#[tokio::test]
async fn an_installation_gets_exams_assessments_and_advice() {
    let world = World::bare().await;
    let report = world.seed(&Actor::Operator, None, &|_| ()).await.unwrap();
    // 4 exams, 3 assessments, 5 pieces of advice, 10 mail templates, 246 countries, 249 entries of ISO 3166.
    assert_eq!((report.created, report.questions, report.accounts.len()), (17 + 3 + 5 + 246 + 249, 0, 0));
    assert_eq!(
        (world.list_countries().await.unwrap().len(), world.list_iso_countries().await.unwrap().len()),
        (246, 249)
    );
    let exams = world.list_exam_types().await.unwrap();
    let shape: Vec<_> = exams.iter().map(|exam| (exam.slug.as_str(), exam.title.as_str(), exam.exam_type)).collect();
    assert_eq!(
        shape,
        [
            ("jamb-utme", "JAMB UTME", ExamType::Objective),
            ("post-utme", "POST UTME", ExamType::Objective),
            ("wassce-waec-ssce", "WASSCE (WAEC)", ExamType::Both),
            ("jsce-bece", "JSCE (BECE)", ExamType::Both),
        ]
    );
    assert_eq!((exams[0].maximum_subjects, exams[0].minutes()), (4, Some(120)));
    let modes: Vec<_> = all::<Assessment>(&world).await.into_iter().map(|one| one.slug).collect();
    assert_eq!(modes, [Mode::Study, Mode::Practice, Mode::Mock]);
    assert!(all::<Subject>(&world).await.is_empty());
}

#[tokio::test]
async fn the_demo_is_complete_and_seeding_it_again_changes_nothing() {
    let world = World::bare().await;
    let steps = std::sync::Mutex::new(Vec::new());
    let report = world
        .seed(&Actor::Operator, Some(Demo::Small), &|step| steps.lock().unwrap().push((step.done, step.total)))
        .await;
    let report = report.unwrap();
    let steps = steps.into_inner().unwrap();
    assert!(steps.is_sorted() && steps.last().is_some_and(|(done, total)| done == total), "{steps:?}");
    let roles: Vec<_> =
        report.accounts.iter().map(|one| (one.email.as_str(), one.role.as_str(), one.password.is_some())).collect();
    assert_eq!(
        roles,
        [
            ("student@sabi.test", "student", true),
            ("admin@sabi.test", "admin", true),
            ("owner@sabi.test", "super-admin", true)
        ]
    );

    let again = world.seed(&Actor::Operator, Some(Demo::Small), &|_| ()).await.unwrap();
    assert_eq!((again.created, again.questions), (0, 0));
    assert!(again.accounts.iter().all(|account| account.password.is_none()));
    assert_eq!(again.accounts.len(), 3);

    assert_eq!((all::<Exam>(&world).await.len(), all::<Advice>(&world).await.len()), (4, 5));
    assert_eq!((all::<Category>(&world).await.len(), all::<Course>(&world).await.len()), (3, 10));
    assert_eq!((all::<University>(&world).await.len(), all::<Plan>(&world).await.len()), (1, 12));
    let english = world.subject("jamb-utme", "Use of English").await;
    assert!(english.mandatory && english.mock_questions == 60 && english.course.len() == 10);
    let banks = world.list_question_subjects().await.unwrap();
    let names: Vec<_> = banks.iter().map(|exam| (exam.exam_slug.as_str(), exam.subjects.len())).collect();
    let four = [("jamb-utme", 4), ("post-utme", 1), ("wassce-waec-ssce", 1), ("jsce-bece", 1)];
    assert_eq!(names, four, "each exam can be used");
    assert!(banks[0].subjects.iter().all(|subject| subject.total_questions >= 40));
    assert!(banks[2].subjects[0].total_theories >= 10 && banks[2].subjects[0].total_questions > 0);
    assert!([1, 3].into_iter().all(|place| banks[place].subjects[0].total_questions == 20));
    let total = world.list_items::<ChoiceBody>(&BankFilter::default(), &ListQuery::default()).await.unwrap().total;
    let theories = world.list_items::<EssayBody>(&BankFilter::default(), &ListQuery::default()).await.unwrap().total;
    assert_eq!(total + theories, report.questions);
}

#[tokio::test]
async fn each_course_of_the_full_demo_fills_a_whole_mock_of_each_exam() {
    let world = World::bare().await;
    let report = world.seed(&Actor::Operator, Some(Demo::Full), &|_| ()).await.unwrap();
    assert!(report.questions > 900, "{}", report.questions);
    let banks = world.list_question_subjects().await.unwrap();
    for (exam, subjects, least) in
        [("jamb-utme", 8, 40), ("post-utme", 3, 20), ("wassce-waec-ssce", 4, 40), ("jsce-bece", 4, 40)]
    {
        let bank = banks.iter().find(|bank| bank.exam_slug == exam).unwrap();
        assert_eq!(bank.subjects.len(), subjects, "{exam}");
        for subject in &bank.subjects {
            assert!(subject.total_questions >= least, "{exam}: {}", subject.title);
            let needs_theories = exam == "wassce-waec-ssce";
            assert!(!needs_theories || subject.total_theories >= 5, "{exam}: {}", subject.title);
        }
    }
    let subjects = all::<Subject>(&world).await;
    for course in all::<Course>(&world).await {
        let asks = |subject: &&SubjectView| subject.course.iter().any(|one| one.id == course.id);
        let taught = subjects.iter().filter(|subject| subject.exam.slug == "jamb-utme").filter(asks);
        assert!(taught.clone().count() >= 4, "{}", course.title);
        assert!(taught.map(|one| one.mock_questions).sum::<i64>() >= 180, "{}", course.title);
    }
    let again = world.seed(&Actor::Operator, Some(Demo::Full), &|_| ()).await.unwrap();
    assert_eq!((again.created, again.questions), (0, 0));
}

#[tokio::test]
async fn the_demo_student_can_sit_what_they_paid_for() {
    let world = World::demo().await;
    let student = world.student().await;
    let me = student.user_id().unwrap().clone();
    let plans = world.list_subscriptions(&student, &me, &ListQuery::default()).await.unwrap().rows;
    let held: Vec<_> = plans.iter().map(|plan| (plan.exam.slug.as_str(), plan.status, plan.price > 0)).collect();
    assert_eq!(held, [("jamb-utme", true, true), ("wassce-waec-ssce", true, true)]);
    let registered = world.list_registrations(&student, &me, &ListQuery::default()).await.unwrap().rows;
    let mut subjects: Vec<_> = registered.iter().map(|one| (one.exam.slug.as_str(), one.subjects.len())).collect();
    subjects.sort_unstable();
    assert_eq!(subjects, [("jamb-utme", 4), ("wassce-waec-ssce", 1)]);
    assert!(registered.iter().all(|one| one.subscription_plan.is_some() && one.course.is_some()));
}

#[tokio::test]
async fn an_expired_demo_subscription_is_renewed() {
    let world = World::demo().await;
    world.pass(366 * 24 * 3600);
    let report = world.seed(&Actor::Operator, Some(Demo::Small), &|_| ()).await.unwrap();
    assert_eq!(report.created, 2);
    let student = world.student().await;
    let mine = student.user_id().unwrap();
    let plans = world.list_subscriptions(&student, mine, &ListQuery::default()).await.unwrap().rows;
    assert!(plans.len() == 2 && plans.iter().all(|plan| plan.status));
}

#[tokio::test]
async fn only_an_owner_seeds() {
    let world = World::demo().await;
    for (who, may) in [("student@sabi.test", false), ("admin@sabi.test", false), ("owner@sabi.test", true)] {
        let actor = world.log_in_as(who).await;
        let seeded = world.seed(&actor, None, &|_| ()).await;
        if may {
            assert_eq!(seeded.unwrap().created, 0);
        } else {
            assert_eq!(reason(seeded), "forbidden");
        }
    }
}
