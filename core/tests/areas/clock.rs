//! A clock that was ahead and is corrected: times that it wrote delay nobody until it catches up.

use sabi_core::{content::TemplateTest, people::Actor};

use crate::support::smtp_server::{Setup, SmtpServer};
use crate::support::{
    PASSWORD, World, fields,
    people::{ngozi, wait},
    reason,
};

const EMAIL: &str = "kofi@sabi.test";
const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

async fn lock(world: &World) {
    for _ in 0..10 {
        assert_eq!(reason(world.try_log_in(EMAIL, "not-the-password").await), "bad-credentials");
    }
    wait(world.try_log_in(EMAIL, PASSWORD).await);
}

#[tokio::test]
async fn an_account_is_not_locked_until_the_clock_catches_up() {
    let world = World::bare().await;
    world.add_kofi(EMAIL).await;
    world.pass(2 * DAY);
    lock(&world).await;
    world.pass(-2 * DAY);
    world.try_log_in(EMAIL, PASSWORD).await.unwrap();
    // A clock that was put back a little lifts nothing, and the wait has an end.
    lock(&world).await;
    world.pass(-60);
    assert!(wait(world.try_log_in(EMAIL, PASSWORD).await) <= 661);
    world.pass(660);
    world.try_log_in(EMAIL, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_count_of_a_day_ahead_is_tidied_away() {
    let world = World::bare().await;
    world.add_kofi(EMAIL).await;
    world.pass(2 * DAY);
    lock(&world).await;
    world.pass(-2 * DAY);
    world.delete_expired_limits().await.unwrap();
    assert!(world.dump().await.iter().all(|(table, _)| table != "tries"));
}

#[tokio::test]
async fn a_mail_leaves_when_the_clock_is_right_again() {
    let server = SmtpServer::start(Setup::default());
    let url = format!("smtp://127.0.0.1:{}?tls=none", server.port);
    let world = World::with(|settings| settings.mail_url = Some(url)).await;
    world.pass(2 * DAY);
    let test = TemplateTest { email: Some("reader@sabi.test".into()) };
    world.test_template(&Actor::Operator, "result-declared", test).await.unwrap();
    world.pass(-2 * DAY);
    assert_eq!(world.send_mails().await.unwrap(), 1);
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test]
async fn a_mail_of_the_future_is_given_up_after_three_days_too() {
    let server = SmtpServer::start(Setup { is_down: true, ..Setup::default() });
    let url = format!("smtp://127.0.0.1:{}?tls=none", server.port);
    let world = World::with(|settings| settings.mail_url = Some(url)).await;
    world.pass(300 * DAY);
    let test = TemplateTest { email: Some("reader@sabi.test".into()) };
    world.test_template(&Actor::Operator, "result-declared", test).await.unwrap();
    world.pass(-300 * DAY);
    for _ in 0..76 {
        world.send_mails().await.unwrap();
        world.pass(HOUR);
    }
    assert_eq!(world.mails().await[0].state, "failed");
}

#[tokio::test]
async fn a_link_does_not_hold_until_the_clock_catches_up() {
    let world = World::bare().await;
    world.pass(60 * DAY);
    world.register(ngozi("ngozi@sabi.test"), None).await.unwrap();
    let token = world.mailed_token().await;
    world.pass(-60 * DAY);
    assert_eq!(fields(world.activate(&token, None).await), ["token"]);
    // A new one opens the account.
    world.resend_activation("ngozi@sabi.test", None).await.unwrap();
    let token = world.mailed_token().await;
    // Put back by a minute, it holds all the same.
    world.pass(-60);
    world.activate(&token, None).await.unwrap();
}

#[tokio::test]
async fn a_session_of_a_clock_an_hour_ahead_holds_and_one_of_a_month_ahead_does_not() {
    let world = World::bare().await;
    world.add_kofi(EMAIL).await;
    let (_, session) = world.try_log_in(EMAIL, PASSWORD).await.unwrap();
    world.pass(-HOUR);
    assert!(world.authenticate(&session).await.unwrap().is_some());
    // It is signed again at once, with the right time.
    let renewed = world.renew(&session).await.unwrap().unwrap();
    assert!(world.renew(&renewed).await.unwrap().is_none());
    world.pass(-DAY);
    assert!(world.authenticate(&session).await.unwrap().is_none());
    assert!(world.authenticate(&renewed).await.unwrap().is_some());
    world.pass(-30 * DAY);
    assert!(world.authenticate(&renewed).await.unwrap().is_none());
}
