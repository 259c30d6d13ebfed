//! A student's week for others: the links that show it, and the weekly mail.

use std::net::IpAddr;

use chrono::Days;
use sabi_core::{
    Error,
    bank::Question,
    catalogue::Mode,
    exam::{AttemptView, PaperView},
    mail::QueuedMail,
    people::{AccountStatus, Actor, User},
    registration::SetExamDate,
    store::Id,
    weekly::{ChooseWeeklyMail, NewProgressLink, ProgressLinkView, Suggestion},
};

use crate::support::{World, answer, fields, questions, reason, submit};

const DAY: i64 = 86_400;
const HOUR: i64 = 3_600;
const ON: ChooseWeeklyMail = ChooseWeeklyMail { is_on: true };

fn link(name: &str, show_forecast: bool) -> NewProgressLink {
    NewProgressLink { name: name.into(), show_forecast }
}

/// The token in a link's address.
fn token(link: &ProgressLinkView) -> String {
    link.url.as_ref().unwrap().rsplit('/').next().unwrap().to_owned()
}

/// Answers a whole paper and submits it; `is_right` says of each place whether rightly.
pub(crate) async fn hand_in(
    world: &World,
    who: &Actor,
    (attempt, paper): (AttemptView, PaperView),
    is_right: fn(usize) -> bool,
) {
    let mut answers = Vec::new();
    for (place, question) in questions(&paper).into_iter().enumerate() {
        let stored: Question = world.load(&question.id).await.unwrap().unwrap();
        let key = question.options.iter().position(|option| option.id == stored.body.correct).unwrap();
        let chosen = if is_right(place) { key } else { (key + 1) % question.options.len() };
        answers.push(answer(question, chosen));
    }
    world.pass(600);
    world.submit(who, submit(&attempt, answers)).await.unwrap().quiz_id.unwrap();
}

async fn weekly_mails(world: &World) -> Vec<QueuedMail> {
    let sql = "SELECT * FROM mail WHERE kind = 'weekly-progress' ORDER BY queued_at";
    world.store.query(sql).all().await.unwrap()
}

async fn sit_on(world: &World, who: &Actor, days: u64) {
    let exam = world.exam("jamb-utme").await.id;
    let date = world.now().date_naive() + Days::new(days);
    world.set_exam_date(who, &exam, &SetExamDate { date: Some(date) }).await.unwrap();
}

#[tokio::test]
async fn a_link_shows_the_week_and_the_forecast_only_where_it_was_ticked() {
    let world = World::demo().await;
    let who = world.class(1).await.swap_remove(0);
    let [with, without] = [link("Auntie Zizi", true), link("  Mr  Bello ", false)];
    let with = world.create_progress_link(&who, &with).await.unwrap();
    let without = world.create_progress_link(&who, &without).await.unwrap();
    assert_eq!((without.name.as_str(), token(&without).len()), ("Mr Bello", 64));

    let empty = world.open_progress_link(&token(&without), None).await.unwrap().week;
    assert_eq!((empty.tests, empty.minutes, empty.suggestion(world.now())), (0, 0, Suggestion::Begin));
    let started = world.start(&who, "jamb-utme", Mode::Practice, &["Physics"]).await;
    let asked = questions(&started.1).len();
    hand_in(&world, &who, started, |place| place > 7).await;
    sit_on(&world, &who, 40).await;
    world.pass(DAY);

    let shared = world.open_progress_link(&token(&without), None).await.unwrap();
    let jamb = &shared.week.exams[0];
    let plan = jamb.plan.as_ref().unwrap();
    assert_eq!((shared.name.as_str(), shared.week.tests, shared.week.minutes), ("Mr Bello", 1, 10));
    assert_eq!((plan.days.len(), plan.days_to_exam), (7, Some(39)));
    let planned: usize = plan.days.iter().map(|day| day.questions).sum();
    assert!(plan.days[0].questions > 0 && plan.days[0].minutes > 0 && planned == 8, "{plan:?}");
    let [test] = jamb.latest.as_slice() else { panic!("{:?}", jamb.latest) };
    assert_eq!((test.subjects.as_slice(), test.tally.total), (&["Physics".to_owned()][..], asked as u32));
    assert!(jamb.weakest.is_some() && jamb.forecast.is_none());
    let mock = Suggestion::Mock { exam: "JAMB UTME".into() };
    assert_eq!(shared.week.suggestion(world.now()), mock);

    // Today's session is done, so the rest of the week remains.
    let today: sabi_core::exam::StartAttempt =
        serde_json::from_value(serde_json::json!({ "examId": world.exam("jamb-utme").await.id, "from": "today" }))
            .unwrap();
    let (attempt, paper, _) = world.start_attempt(&who, today).await.unwrap();
    hand_in(&world, &who, (attempt, paper), |_| true).await;
    let shared = world.open_progress_link(&token(&with), None).await.unwrap();
    let jamb = &shared.week.exams[0];
    assert_eq!(jamb.plan.as_ref().unwrap().days[0].questions, 0);
    assert!(jamb.forecast.is_some() && jamb.latest.len() == 2);
}

#[tokio::test]
async fn a_link_ends_when_it_is_revoked_expires_or_its_student_is_blocked() {
    let world = World::demo().await;
    let who = world.student().await;
    let user = who.user_id().unwrap().clone();
    let other = world.class(1).await.swap_remove(0);
    let first = world.create_progress_link(&who, &link("Auntie Zizi", false)).await.unwrap();
    let second = world.create_progress_link(&who, &link("Papa", false)).await.unwrap();
    let listed = world.list_progress_links(&who).await.unwrap();
    assert_eq!(
        listed.iter().map(|link| (&*link.name, &link.url)).collect::<Vec<_>>(),
        [("Auntie Zizi", &None), ("Papa", &None)]
    );
    assert!(world.where_is(&token(&first)).await.is_empty(), "only a hash is stored");

    assert!(matches!(world.revoke_progress_link(&other, &first.id).await, Err(Error::NotFound(_))));
    world.revoke_progress_link(&who, &first.id).await.unwrap();
    assert!(matches!(world.open_progress_link(&token(&first), None).await, Err(Error::NotFound(_))));
    assert!(matches!(world.revoke_progress_link(&who, &first.id).await, Err(Error::NotFound(_))));

    let set = async |status: AccountStatus| {
        let call = world.store.write("UPDATE $id SET status = $status").bind(("id", user.clone()));
        call.bind(("status", status)).done().await.unwrap();
    };
    set(AccountStatus::Blocked).await;
    assert!(matches!(world.open_progress_link(&token(&second), None).await, Err(Error::NotFound(_))));
    set(AccountStatus::Active).await;
    world.pass(90 * DAY - 1);
    world.open_progress_link(&token(&second), None).await.unwrap();
    world.pass(1);
    assert_eq!(reason(world.open_progress_link(&token(&second), None).await), "expired");
    assert!(world.list_progress_links(&who).await.unwrap().is_empty());
    world.pass(31 * DAY);
    world.delete_expired_progress_links().await.unwrap();
    assert!(matches!(world.open_progress_link(&token(&second), None).await, Err(Error::NotFound(_))));

    // Creating and revoking are audited, without the recipient's name.
    let mut actions: Vec<String> =
        world.store.query("SELECT VALUE action FROM audit WHERE entity = 'progress_link'").all().await.unwrap();
    actions.sort();
    assert_eq!(actions, ["create", "create", "delete"]);
    assert!(world.where_is("Auntie Zizi").await.is_empty());
}

#[tokio::test]
async fn five_links_at_a_time_and_each_has_a_name() {
    let world = World::demo().await;
    let who = world.student().await;
    for name in ["", "  ", &"x".repeat(61)] {
        assert_eq!(fields(world.create_progress_link(&who, &link(name, false)).await), ["name"], "{name}");
    }
    let tries = (0..8).map(|n| {
        let (world, who) = (&world, &who);
        async move { world.create_progress_link(who, &link(&format!("Aunt {n}"), false)).await }
    });
    let made = futures::future::join_all(tries).await;
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 5);
    for refused in made.into_iter().filter(Result::is_err) {
        assert_eq!(reason(refused), "too-many-links");
    }
    let held = world.list_progress_links(&who).await.unwrap();
    world.revoke_progress_link(&who, &held[0].id).await.unwrap();
    world.create_progress_link(&who, &link("Uncle", false)).await.unwrap();
}

#[tokio::test]
async fn guessing_links_is_slowed_down_and_a_link_that_works_is_not() {
    let world = World::demo().await;
    let who = world.student().await;
    let link = world.create_progress_link(&who, &link("Auntie Zizi", false)).await.unwrap();
    let from: Option<IpAddr> = Some("102.89.1.1".parse().unwrap());
    let mut refused = false;
    for _ in 0..40 {
        let guess = world.open_progress_link(&"0".repeat(64), from).await;
        refused |= matches!(guess, Err(Error::TooMany { .. }));
    }
    assert!(refused);
    world.open_progress_link(&token(&link), from).await.unwrap();
}

#[tokio::test]
async fn the_mail_comes_on_sunday_afternoon_once_whatever_the_number_of_servers() {
    let world = World::demo().await;
    let who = world.class(1).await.swap_remove(0);
    assert_eq!(world.weekly_mail_choice(&who).await.unwrap().is_on, None);
    world.choose_weekly_mail(&who, ON).await.unwrap();
    assert_eq!(world.weekly_mail_choice(&who).await.unwrap().is_on, Some(true));
    let started = world.start(&who, "jamb-utme", Mode::Practice, &["Physics"]).await;
    hand_in(&world, &who, started, |place| place > 7).await;
    sit_on(&world, &who, 60).await;

    // From Monday, 2 March, 9:10 UTC to Sunday, 8 March, an hour before the time.
    for _ in 0..6 {
        world.pass(DAY);
        assert_eq!(world.queue_weekly_mails().await.unwrap(), 0);
    }
    world.pass(6 * HOUR);
    assert_eq!(world.queue_weekly_mails().await.unwrap(), 0, "{}", world.now());
    world.pass(HOUR);
    let servers = (0..4).map(|_| world.queue_weekly_mails());
    let queued: usize = futures::future::join_all(servers).await.into_iter().map(Result::unwrap).sum();
    assert_eq!(queued, 1);
    let [mail] = weekly_mails(&world).await.try_into().unwrap();
    assert_eq!(
        (mail.to.as_str(), mail.subject.as_str()),
        ("seat-0@sabi.test", "54 days to JAMB UTME: your week on Sabi")
    );
    // Its lines are broken.
    let text = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "you took 1 test and practised for about 10 minutes",
        "JAMB UTME: 8 questions to repeat today",
        "54 days to the exam.",
    ] {
        assert!(text.contains(words), "{words}: {}", mail.text);
    }
    let stop = mail.unsubscribe.clone().unwrap();
    assert!(mail.text.ends_with(&format!("Unsubscribe:\n{stop}\n")) && mail.html.contains(&stop), "{}", mail.text);
    assert_eq!(world.queue_weekly_mails().await.unwrap(), 0);

    // Nothing by which the address works stays behind.
    world.send_mails().await.unwrap();
    assert!(weekly_mails(&world).await[0].unsubscribe.is_none());
    assert!(world.where_is(stop.rsplit('/').next().unwrap()).await.is_empty());

    // The signature is that of this student alone, and the mail ends.
    let (user, signature) = stop.split_once("/unsubscribe/").unwrap().1.split_once('/').unwrap();
    let (user, nobody) = (Id::<User>::new(user), Id::<User>::new("other"));
    assert!(matches!(world.unsubscribe(&nobody, signature, None).await, Err(Error::NotFound(_))));
    assert!(matches!(world.unsubscribe(&user, &"0".repeat(64), None).await, Err(Error::NotFound(_))));
    assert_eq!(world.weekly_mail_choice(&who).await.unwrap().is_on, Some(true));
    for _ in 0..2 {
        world.unsubscribe(&user, signature, None).await.unwrap();
    }
    assert_eq!(world.weekly_mail_choice(&who).await.unwrap().is_on, Some(false));
    world.pass(7 * DAY);
    assert_eq!(world.queue_weekly_mails().await.unwrap(), 0);
}

#[tokio::test]
async fn a_year_has_at_most_one_mail_a_week_and_counts_down_to_the_exam() {
    let world = World::demo().await;
    let who = world.class(1).await.swap_remove(0);
    sit_on(&world, &who, 130).await;
    // Off and on again does not make it come twice.
    world.choose_weekly_mail(&who, ON).await.unwrap();
    let exam = world.now() + chrono::TimeDelta::days(130);
    world.pass(8 * HOUR);
    for _ in 0..220 {
        for _ in 0..2 {
            world.choose_weekly_mail(&who, ChooseWeeklyMail { is_on: false }).await.unwrap();
            world.choose_weekly_mail(&who, ON).await.unwrap();
            world.pass(DAY / 2);
            world.queue_weekly_mails().await.unwrap();
        }
    }
    let sent: Vec<_> = weekly_mails(&world).await.into_iter().map(|mail| mail.queued_at.date_naive()).collect();
    assert!(sent.windows(2).all(|two| (two[1] - two[0]).num_days() >= 7), "{sent:?}");
    let left: Vec<_> = sent.iter().map(|day| (exam.date_naive() - *day).num_days()).collect();
    assert!([100, 30, 7].iter().all(|days| left.contains(days)), "{left:?}");
    // After the exam, a student who does not practise is left alone.
    assert!(left.iter().all(|left| *left >= 0), "{left:?}");
}
