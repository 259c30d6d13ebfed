//! The daily reminder by web push.

use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::Days;
use sabi_core::{
    Error,
    catalogue::Mode,
    exam::{StartAttempt, Today},
    people::{AccountStatus, Actor, ChangePassword, NewPassword},
    push::{PushDevice, Reminder, TurnOnReminder},
    registration::SetExamDate,
};
use serde_json::{Value, json};
use url::Url;

use crate::{
    support::{
        PASSWORD, World, fields,
        people::kofi,
        push_service::{Browser, PushService},
        reason,
    },
    weekly::hand_in,
};

const DAY: i64 = 86_400;
const HOUR: i64 = 3_600;
/// From the beginning of a test, ten in the morning in West Africa, to seven in the evening.
const EVENING: i64 = 9 * HOUR;

/// A world whose devices may be at a push service on this machine.
async fn world(service: &PushService) -> World {
    let url = Url::parse(&service.url).unwrap();
    World::demo_with(|settings| settings.push_services = vec![url]).await
}

/// A student with questions to repeat on the day after, and the clock at the beginning of that day.
async fn student(world: &World) -> Actor {
    let who = world.class(1).await.swap_remove(0);
    let started = world.start(&who, "jamb-utme", Mode::Practice, &["Physics"]).await;
    hand_in(world, &who, started, |place| place > 7).await;
    world.pass(DAY - 600);
    who
}

async fn today(world: &World, who: &Actor) -> Today {
    world.today(who, &world.exam("jamb-utme").await.id).await.unwrap()
}

/// Does the session of today.
async fn finish_today(world: &World, who: &Actor) {
    let ask = json!({ "examId": world.exam("jamb-utme").await.id, "from": "today" });
    let start: StartAttempt = serde_json::from_value(ask).unwrap();
    let (attempt, paper, _) = world.start_attempt(who, start).await.unwrap();
    hand_in(world, who, (attempt, paper), |_| true).await;
}

async fn sit_on(world: &World, who: &Actor, days: u64) {
    let exam = world.exam("jamb-utme").await.id;
    let date = world.now().date_naive() + Days::new(days);
    world.set_exam_date(who, &exam, &SetExamDate { date: Some(date) }).await.unwrap();
}

async fn devices(world: &World) -> Vec<PushDevice> {
    world.store.query("SELECT * FROM push_device ORDER BY endpoint").all().await.unwrap()
}

#[tokio::test]
async fn a_reminder_comes_at_the_hour_once_a_day_whatever_the_number_of_servers() {
    let service = PushService::start();
    let world = world(&service).await;
    let who = student(&world).await;
    let [phone, laptop] = [Browser::new(), Browser::new()];
    assert_eq!(world.reminder(&who).await.unwrap().hour, None);
    world.turn_on_reminder(&who, &phone.subscription(format!("{}/a", service.url))).await.unwrap();
    let view = world.turn_on_reminder(&who, &laptop.subscription(format!("{}/b", service.url))).await.unwrap();
    assert_eq!((view.hour, view.devices.len()), (Some(19), 2));

    world.pass(EVENING - 1);
    assert_eq!(world.send_reminders().await.unwrap(), 0);
    world.pass(1);
    let expected = today(&world, &who).await;
    assert!(expected.due > 0 && !expected.is_done, "{expected:?}");
    let servers = (0..4).map(|_| world.send_reminders());
    let sent: usize = futures::future::join_all(servers).await.into_iter().map(Result::unwrap).sum();
    let deliveries = service.take();
    assert_eq!((sent, deliveries.len()), (1, 2), "one student, on both devices");
    let questions = if expected.due == 1 { "question" } else { "questions" };
    let begin = format!("{} {questions} to repeat, ", expected.due);
    for (browser, delivery) in [&phone, &laptop].into_iter().zip(&deliveries) {
        let message = browser.read(delivery);
        let body = message["body"].as_str().unwrap();
        assert!(body.starts_with(&begin) && body.ends_with(" minutes"), "{message}");
        assert_eq!((&message["title"], &message["page"]), (&json!("Today on Sabi"), &json!("/dashboard")));
        let header = |name: &str| delivery.headers[name].as_str();
        assert_eq!((header("content-encoding"), header("ttl"), header("topic")), ("aes128gcm", "14400", "today"));
    }

    // The service can check with the public key that browsers subscribed with who called.
    let value = &deliveries[0].headers["authorization"];
    let (token, public) = value.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(public, view.public_key);
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(public));
    public.verify(signed.as_bytes(), &bytes(signature)).unwrap();
    let claims: Value = serde_json::from_slice(&bytes(signed.split_once('.').unwrap().1)).unwrap();
    assert_eq!(claims["aud"], service.url);

    // Not again on this day, whatever the student or a later look does.
    let later = TurnOnReminder { hour: 20, ..phone.subscription(format!("{}/a", service.url)) };
    world.turn_on_reminder(&who, &later).await.unwrap();
    world.pass(4 * HOUR);
    assert_eq!(world.send_reminders().await.unwrap(), 0);
    // At eight on the day after.
    world.pass(DAY - 3 * HOUR - 1);
    assert_eq!(world.send_reminders().await.unwrap(), 0);
    world.pass(1);
    assert_eq!((world.send_reminders().await.unwrap(), service.take().len()), (1, 2));
    // And not on the third day, whose session is done.
    world.pass(DAY - HOUR);
    finish_today(&world, &who).await;
    assert!(today(&world, &who).await.is_done);
    world.pass(HOUR);
    assert_eq!((world.send_reminders().await.unwrap(), service.take().len()), (0, 0));
}

#[tokio::test]
async fn nobody_is_reminded_late_without_something_to_do_or_after_the_exam() {
    let service = PushService::start();
    let world = world(&service).await;
    let who = student(&world).await;
    let user = who.user_id().unwrap().clone();
    let browser = Browser::new();
    let subscription = browser.subscription(format!("{}/a", service.url));
    world.turn_on_reminder(&who, &subscription).await.unwrap();
    let set = async |status: AccountStatus| {
        let call = world.store.write("UPDATE $id SET status = $status").bind(("id", user.clone()));
        call.bind(("status", status)).done().await.unwrap();
    };
    let sent = async || (world.send_reminders().await.unwrap(), service.take().len());
    // The other student has missed nothing yet.
    let other = world.student().await;
    let first = today(&world, &other).await;
    assert_eq!((first.due, first.fresh, first.is_done), (0, 0, false));
    world.turn_on_reminder(&other, &browser.subscription(format!("{}/b", service.url))).await.unwrap();
    // No server ran for more than two hours.
    world.pass(EVENING + 2 * HOUR + 1);
    assert_eq!(sent().await, (0, 0));
    world.pass(DAY - 2 * HOUR - 1);
    set(AccountStatus::Blocked).await;
    assert_eq!(sent().await, (0, 0));
    set(AccountStatus::Active).await;
    world.pass(DAY + 2 * HOUR);
    assert_eq!(sent().await, (1, 1), "two hours late");
    sit_on(&world, &who, 0).await;
    world.pass(DAY - 2 * HOUR);
    assert_eq!(sent().await, (0, 0), "the exam was yesterday");
    sit_on(&world, &who, 90).await;
    world.pass(79 * DAY);
    assert_eq!(sent().await, (0, 0), "no server ran for weeks");
    world.pass(DAY);
    assert_eq!(sent().await, (1, 1), "away, but with an exam ahead");
    world.set_exam_date(&who, &world.exam("jamb-utme").await.id, &SetExamDate { date: None }).await.unwrap();
    world.pass(DAY);
    assert_eq!(sent().await, (0, 0), "away");
}

#[tokio::test]
async fn a_device_that_its_service_does_not_know_is_removed_and_no_other() {
    let service = PushService::start();
    let world = world(&service).await;
    let who = student(&world).await;
    for (path, status) in [("/a", 410), ("/b", 404), ("/c", 201), ("/d", 403), ("/e", 503)] {
        service.answer(path, status);
        let endpoint = format!("{}{path}", service.url);
        world.turn_on_reminder(&who, &Browser::new().subscription(endpoint)).await.unwrap();
    }
    world.pass(EVENING);
    assert_eq!(world.send_reminders().await.unwrap(), 1);
    let paths: Vec<String> = service.take().into_iter().map(|one| one.path).collect();
    assert_eq!(paths, ["/a", "/b", "/c", "/d", "/e", "/e", "/e"], "a busy service is asked three times");
    let left: Vec<String> = devices(&world).await.into_iter().map(|one| one.endpoint).collect();
    assert_eq!(left, ["/c", "/d", "/e"].map(|path| format!("{}{path}", service.url)));

    // Without a device there is no reminder any more.
    for path in ["/c", "/d", "/e"] {
        service.answer(path, 410);
    }
    world.pass(DAY);
    world.send_reminders().await.unwrap();
    assert!(devices(&world).await.is_empty() && world.reminder(&who).await.unwrap().hour.is_none());
    world.pass(DAY);
    assert_eq!(world.send_reminders().await.unwrap(), 0);
    let left: Vec<Reminder> = world.store.query("SELECT * FROM reminder").all().await.unwrap();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn five_devices_get_it_and_each_reminds_one_student() {
    let world = World::demo().await;
    let [who, other] = <[Actor; 2]>::try_from(world.class(2).await).unwrap();
    let at = |n: usize| Browser::new().subscription(format!("https://fcm.googleapis.com/fcm/send/{n}"));
    for n in 0..7 {
        world.turn_on_reminder(&who, &at(n)).await.unwrap();
        world.pass(1);
    }
    let view = world.reminder(&who).await.unwrap();
    let kept: Vec<_> = view.devices.iter().map(|device| device.endpoint.rsplit('/').next().unwrap()).collect();
    assert_eq!(kept, ["2", "3", "4", "5", "6"]);
    // Another student on the same browser.
    world.turn_on_reminder(&other, &at(6)).await.unwrap();
    assert_eq!(world.reminder(&who).await.unwrap().devices.len(), 4);
    let own = world.reminder(&other).await.unwrap().devices;
    assert!(matches!(world.turn_off_reminder(&who, &own[0].id).await, Err(Error::NotFound(_))));
    world.turn_off_reminder(&other, &own[0].id).await.unwrap();
    assert_eq!(world.reminder(&other).await.unwrap().hour, None);

    let good = at(9);
    let strange = TurnOnReminder {
        endpoint: "http://169.254.169.254/latest".into(),
        p256dh: "BA".into(),
        auth: "x".into(),
        hour: 24,
        utc_offset: 900,
    };
    let refused = fields(world.turn_on_reminder(&who, &strange).await);
    assert_eq!(refused, ["endpoint", "p256dh", "auth", "hour", "utcOffset"]);
    let early = TurnOnReminder { hour: -1, utc_offset: -721, ..good.clone() };
    assert_eq!(fields(world.turn_on_reminder(&who, &early).await), ["hour", "utcOffset"]);
    assert_eq!(reason(world.turn_on_reminder(&Actor::Operator, &good).await), "not-a-student");
}

#[tokio::test]
async fn reminders_end_with_the_sessions_of_their_devices() {
    let world = World::demo().await;
    let email = "kofi-push@sabi.test";
    let id = world.create_user(&world.admin().await, sabi_core::people::Role::User, kofi(email)).await.unwrap().id;
    let log_in = async || {
        let (_, token) = world.try_log_in(email, PASSWORD).await.unwrap();
        world.authenticate(&token).await.unwrap().unwrap()
    };
    let on = async |who: &Actor, n: usize| {
        let endpoint = format!("https://fcm.googleapis.com/fcm/send/{n}");
        world.turn_on_reminder(who, &Browser::new().subscription(endpoint)).await.unwrap();
    };
    let left = async || devices(&world).await.into_iter().map(|mut one| one.endpoint.split_off(36)).collect::<Vec<_>>();
    let (phone, laptop, tablet, desktop) = (log_in().await, log_in().await, log_in().await, log_in().await);
    for (n, who) in [&phone, &laptop, &tablet, &desktop].into_iter().enumerate() {
        on(who, n).await;
    }
    assert_eq!(left().await, ["0", "1", "2", "3"]);
    world.log_out_here(&desktop).await.unwrap();
    assert_eq!(left().await, ["0", "1", "2"]);
    let Actor::User(ended) = &laptop else { panic!("a student") };
    world.end_own_session(&phone, &ended.session).await.unwrap();
    assert_eq!(left().await, ["0", "2"]);
    // A new password ends all other sessions.
    let input = ChangePassword {
        old_password: PASSWORD.into(),
        new_password: "kerosene lamp 8".into(),
        confirm_password: "kerosene lamp 8".into(),
    };
    let token = world.change_password(&phone, input).await.unwrap();
    assert_eq!(left().await, ["0"]);
    let phone = world.authenticate(&token).await.unwrap().unwrap();
    world.log_out_here(&phone).await.unwrap();
    assert!(left().await.is_empty(), "the device belongs to the new session");

    let admin = world.admin().await;
    let set_password = async || {
        world.set_user_password(&admin, &id, PASSWORD.into()).await.unwrap();
    };
    set_password().await;
    for end in 0..5 {
        let who = log_in().await;
        on(&who, end).await;
        assert_eq!(left().await.len(), 1);
        match end {
            0 => world.log_out(&who).await.unwrap(),
            1 => world.end_sessions(&Actor::Operator, &id).await.unwrap(),
            2 => set_password().await,
            3 => {
                world.send_mails().await.unwrap();
                world.forgot_password(email, None, None).await.unwrap();
                let (password, again) = ("kerosene lamp 9".to_owned(), "kerosene lamp 9".to_owned());
                let input = NewPassword { password, confirm_password: again };
                world.reset_password(&world.mailed_token().await, input, None).await.unwrap();
                set_password().await;
            }
            _ => {
                world.set_user_status(&admin, &id, AccountStatus::Blocked).await.unwrap();
            }
        }
        assert!(left().await.is_empty(), "{end}");
    }
}
