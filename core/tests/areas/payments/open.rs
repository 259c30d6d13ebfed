//! A student who has paid asks what became of it, and exams without questions.

use sabi_core::{
    bank::{BankFilter, BankSize, ChangeAll, ChoiceBody, SubjectYear, SubjectYearInput},
    catalogue::{Course, CourseInput, Subject, SubjectInput, UniversityInput},
    records::Stored as _,
};

use super::*;

#[tokio::test]
async fn i_have_paid_returns_the_answer_of_the_gateway() {
    let till = Till::open().await;
    let begun = till.begin("jamb-utme", "Monthly").await;
    let (world, reference) = (&till.world, &begun.reference);
    let open = world.list_open_payments(&till.student).await.unwrap();
    assert_eq!((open.len(), &open[0].id, open[0].amount), (1, reference, 100_000));
    assert_eq!((open[0].plan_name.as_str(), open[0].exam.slug.as_str()), ("Monthly", "jamb-utme"));

    let found = world.check_own_payment(&till.student, reference).await.unwrap();
    assert_eq!((found.state, found.message.as_str()), (PaymentState::Abandoned, "You have cancelled the payment"));
    till.paystack.set(reference.as_str(), |one| (one.status, one.gateway_response) = ("failed", "Insufficient Funds"));
    world.pass(5);
    let found = world.check_own_payment(&till.student, reference).await.unwrap();
    assert_eq!((found.state, found.user_subscription.is_some()), (PaymentState::Failed, false));
    assert!(found.message.contains("Insufficient Funds"), "{}", found.message);

    till.paystack.pay(reference.as_str());
    till.paystack.behave(Mood::Down);
    world.pass(5);
    let silent = world.check_own_payment(&till.student, reference).await;
    assert!(matches!(silent, Err(Error::Unavailable(_))), "{silent:?}");
    till.paystack.behave(Mood::Well);
    world.pass(5);
    let found = world.check_own_payment(&till.student, reference).await.unwrap();
    assert_eq!(
        (found.state, found.message.as_str()),
        (PaymentState::Paid, "Your payment has arrived. Your Monthly plan is active.")
    );
    assert_eq!(found.user_subscription.unwrap().expire_at, world.now() + Duration::days(30));
    assert!(world.list_open_payments(&till.student).await.unwrap().is_empty());
    assert_eq!(till.receipts().await, 1);

    world.add_kofi("ama@sabi.test").await;
    let ama = world.log_in_as("ama@sabi.test").await;
    assert!(matches!(world.check_own_payment(&ama, reference).await, Err(Error::NotFound(_))), "another's");
    assert!(matches!(world.check_own_payment(&till.student, &Id::new("x")).await, Err(Error::NotFound(_))));
}

/// Switches a subject's year on or off.
async fn switch(world: &World, exam: &str, subject: &str, status: bool) {
    let subject = world.subject(exam, subject).await.id;
    let input = SubjectYearInput { subject: subject.clone(), year: 2019, university: vec![], status: Some(status) };
    world.update::<SubjectYear>(&Actor::Operator, &SubjectYear::key(&subject, 2019), input).await.unwrap();
}

#[tokio::test]
async fn an_exam_without_questions_sells_no_plan_and_keeps_those_who_hold_one() {
    let till = Till::open().await;
    let (world, exam) = (&till.world, "jsce-bece");
    let id = world.exam(exam).await.id;
    let paid = till.begin(exam, "Monthly").await;
    till.buy(exam, "Monthly").await;
    let trial = subscribing(world, exam, "Trial", None).await;
    let offered = async || {
        let offers = world.list_exam_offers().await.unwrap();
        offers.into_iter().find(|one| one.exam.id == id).map(|one| (one.exam.status, one.bank)).unwrap()
    };
    assert_eq!(offered().await, (true, BankSize { subjects: 1, years: 1, questions: 20 }));
    switch(world, exam, "Business Studies", false).await;
    assert_eq!(offered().await, (false, BankSize::default()));
    assert!(world.list_plan_offers(&till.student, &id, None).await.unwrap().is_empty());
    let ask = ask(world, exam, "Monthly").await;
    assert_eq!(fields(world.initialize_payment(&till.student, &ask).await), ["examId"]);
    world.add_kofi("ama@sabi.test").await;
    let ama = world.log_in_as("ama@sabi.test").await;
    let refused = world.subscribe_plan(&ama, &trial).await;
    assert_eq!(refused.as_ref().err().unwrap().to_string(), "Coming Soon: this exam has no questions yet.");
    assert_eq!(fields(refused), ["examId"]);

    // A student with a plan keeps the exam, and a payment that had begun is honoured.
    let status = async |who: &Actor| {
        let all = world.list_exam_choices(who).await.unwrap();
        all.into_iter().find(|one| one.exam.id == id).unwrap().exam.status
    };
    assert_eq!((status(&till.student).await, status(&ama).await), (true, false));
    till.paystack.pay(paid.reference.as_str());
    till.subscribe(exam, "Monthly", &paid).await.unwrap();
    switch(world, exam, "Business Studies", true).await;
    assert_eq!((status(&ama).await, offered().await.0), (true, true));
    world.subscribe_plan(&ama, &trial).await.unwrap();
}

#[tokio::test]
async fn a_university_or_course_without_questions_is_named_as_such() {
    let till = Till::open().await;
    let world = &till.world;
    let id = world.exam("post-utme").await.id;
    let size = async || {
        let sizes = world.bank_sizes().await.unwrap();
        sizes.iter().find(|one| one.exam == id).cloned().unwrap()
    };
    let lagos = world.list::<University>(&ListQuery::default()).await.unwrap().rows[0].id.clone();
    let before = size().await;
    let open =
        |one: &sabi_core::bank::ExamSize| one.universities.iter().map(|one| one.university.clone()).collect::<Vec<_>>();
    assert_eq!((before.size.questions, open(&before)), (20, vec![lagos.clone()]));
    assert!(!before.courses.is_empty());
    let (title, description) = ("University of Jos".into(), "A federal university.".into());
    let jos = University::new(UniversityInput { title, description, logo: None, status: true }, world.now());
    world.store.write("CREATE ONLY $jos.id CONTENT $jos").bind(("jos", jos.clone())).done().await.unwrap();
    let jos = jos.id;
    // The year becomes one of Lagos alone.
    let subject = world.subject("post-utme", "Quantitative Reasoning").await.id;
    let (university, status) = (vec![lagos.clone()], Some(true));
    let input = SubjectYearInput { subject: subject.clone(), year: 2019, university, status };
    world.update::<SubjectYear>(&Actor::Operator, &SubjectYear::key(&subject, 2019), input).await.unwrap();
    assert_eq!(open(&size().await), std::slice::from_ref(&lagos));
    assert_eq!(world.list_plan_offers(&till.student, &id, Some(&lagos)).await.unwrap().len(), 3);
    assert!(world.list_plan_offers(&till.student, &id, Some(&jos)).await.unwrap().is_empty());
    let monthly = ask(world, "post-utme", "Monthly").await;
    let at_jos = InitializePayment { university_id: Some(jos), ..monthly };
    assert_eq!(fields(world.initialize_payment(&till.student, &at_jos).await), ["universityId"]);
}

#[tokio::test]
async fn a_course_without_an_active_question_is_not_among_those_that_can_be_practised() {
    let till = Till::open().await;
    let (world, operator) = (&till.world, &Actor::Operator);
    let category = world.list::<Course>(&ListQuery::default()).await.unwrap().rows[0].category.id.clone();
    let input = CourseInput { category, title: "Marine Engineering".into(), status: true };
    let course = world.create::<Course>(operator, input).await.unwrap().id;
    let exam = world.exam("jamb-utme").await.id;
    let is_open = async || {
        let sizes = world.bank_sizes().await.unwrap();
        sizes.iter().find(|one| one.exam == exam).unwrap().courses.contains(&course)
    };
    assert!(!is_open().await, "it has no subject");

    let physics = world.subject("jamb-utme", "Physics").await.id;
    let with_course = |old: &Subject| {
        let mut form = old.form();
        form.course.push(course.clone());
        Ok::<SubjectInput, Error>(form)
    };
    world.edit::<Subject>(operator, &physics, None, with_course).await.unwrap();
    assert!(is_open().await);

    // Its only subject keeps its year, and has no active question.
    let filter = BankFilter { subject: Some(physics), ..BankFilter::default() };
    let all = ListQuery::default();
    let expected = world.list_items::<ChoiceBody>(&filter, &all).await.unwrap().total;
    let put = async |status: bool| {
        let ask = ChangeAll { expected, status: Some(status), ..ChangeAll::default() };
        world.change_all_items::<ChoiceBody>(operator, &filter, &all, &ask).await.unwrap()
    };
    put(false).await;
    assert!(!is_open().await, "other subjects of the exam have questions, but none of this course");
    put(true).await;
    assert!(is_open().await);
}
