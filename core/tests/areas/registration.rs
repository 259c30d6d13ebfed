//! From a visitor to an active account and back in by a mailed link (spec 1 §4, rulings 10 to 12).

use chrono::{Duration, NaiveDate};
use futures::future::join_all;
use sabi_core::{
    Error,
    people::{AccountStatus, Actor, LoginRequest, NewPassword, Origin, Register, Role},
    records::ListQuery,
};

use crate::support::{
    PASSWORD, World, fields,
    people::{ngozi, token},
    reason,
};

const EMAIL: &str = "ngozi@sabi.test";
const DAY: i64 = 24 * 3600;

/// The date of birth of somebody who is so many days old.
fn born(world: &World, days: i64) -> Option<NaiveDate> {
    Some((sabi_core::App::now(world) - Duration::days(days)).date_naive())
}

fn new_password(password: &str) -> NewPassword {
    NewPassword { password: password.into(), confirm_password: password.into() }
}

#[tokio::test]
async fn two_registrations_of_one_address_at_the_same_instant_make_one_account() {
    let world = World::bare().await;
    let spellings = [EMAIL, "NGOZI@sabi.test", "Ngozi@Sabi.Test", " ngozi@sabi.test "];
    let all = join_all((0..8).map(|n| world.register(ngozi(spellings[n % 4]), None))).await;
    let (made, refused): (Vec<_>, Vec<_>) = all.into_iter().partition(Result::is_ok);
    assert_eq!(made.len(), 1);
    for error in refused {
        let Err(Error::Conflict(refusal)) = error else { panic!("{error:?}") };
        assert_eq!((refusal.reason, &refusal.facts["code"]), ("taken", &11000.into()));
        assert_eq!(refusal.facts["email"], "Entered email already exist, please try another.");
    }
    assert_eq!(world.list_users(Role::User, &ListQuery::default()).await.unwrap().total, 1);
    assert_eq!(world.mails().await.len(), 1);
    // The mail that went out is the one that opens the account.
    world.activate(&world.mailed_token().await, None).await.unwrap();
    world.try_log_in(EMAIL, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn an_account_opens_once_it_is_activated() {
    let world = World::bare().await;
    let user = world.register(ngozi(EMAIL), None).await.unwrap().user;
    assert_eq!((user.status, user.role, user.is_super_admin), (AccountStatus::InActive, Role::User, false));
    assert_eq!(reason(world.try_log_in(EMAIL, PASSWORD).await), "inactive");
    let token = world.mailed_token().await;
    for wrong in ["", "x", &"0".repeat(64), &token[..63], &token.to_uppercase()] {
        assert_eq!(fields(world.activate(wrong, None).await), ["token"], "{wrong:?}");
    }
    world.activate(&token, None).await.unwrap();
    world.try_log_in(EMAIL, PASSWORD).await.unwrap();
    assert_eq!(fields(world.activate(&token, None).await), ["token"], "twice");
    // Nor does it choose a password.
    assert_eq!(fields(world.reset_password(&token, new_password("another-password"), None).await), ["token"]);
}

#[tokio::test]
async fn an_activation_signs_in_where_the_account_was_registered() {
    let world = World::bare().await;
    let device = world.register(ngozi(EMAIL), None).await.unwrap().device;
    let origin = Origin { device: Some(&device), agent: Some("sabi/1.0"), ..Origin::default() };
    let token = world.mailed_token().await;
    let activated = world.activate_on(origin, &token).await.unwrap();
    assert_eq!(activated.email, EMAIL);
    let session = activated.session.expect("a session");
    let actor = world.authenticate(&session.token).await.unwrap().expect("signed in");
    assert_eq!(actor.user_id().unwrap(), &session.user.id);
    // The password was entered a moment ago, when the account was registered.
    actor.require_recent_login().unwrap();
    assert_eq!(world.own_sessions(&actor).await.unwrap().len(), 1);
    // Nothing about it is news to the owner.
    let input = LoginRequest { email: EMAIL.into(), password: PASSWORD.into(), bearer: true, otp: None, page: None };
    world.log_in_on(Origin { device: Some(&session.device), ..origin }, input).await.unwrap();
    assert!(world.mails().await.iter().all(|mail| mail.kind != "new-device"));
    // The device alone opens nothing.
    assert_eq!(fields(world.activate_on(origin, &token).await), ["token"]);
}

#[tokio::test]
async fn an_activation_signs_in_nowhere_else() {
    let world = World::bare().await;
    let other = world.register(ngozi("other@sabi.test"), None).await.unwrap().device;
    world.activate(&world.mailed_token().await, None).await.unwrap();
    for (email, device) in
        [("one@sabi.test", None), ("two@sabi.test", Some(other.as_str())), ("three@sabi.test", Some("x"))]
    {
        world.register(ngozi(email), None).await.unwrap();
        let origin = Origin { device, ..Origin::default() };
        let activated = world.activate_on(origin, &world.mailed_token().await).await.unwrap();
        assert!(activated.session.is_none(), "{email}");
        assert_eq!(activated.email, email);
    }
}

#[tokio::test]
async fn an_old_activation_signs_in_without_having_proved_the_password() {
    let world = World::bare().await;
    let device = world.register(ngozi(EMAIL), None).await.unwrap().device;
    let token = world.mailed_token().await;
    world.pass(DAY);
    let origin = Origin { device: Some(&device), ..Origin::default() };
    let session = world.activate_on(origin, &token).await.unwrap().session.expect("a session");
    let actor = world.authenticate(&session.token).await.unwrap().expect("signed in");
    assert_eq!(reason(actor.require_recent_login()), "prove-password");
}

#[tokio::test]
async fn an_activation_at_the_same_instant_works_once() {
    let world = World::bare().await;
    world.register(ngozi(EMAIL), None).await.unwrap();
    let token = world.mailed_token().await;
    let all = join_all((0..4).map(|_| world.activate(&token, None))).await;
    let (done, refused): (Vec<_>, Vec<_>) = all.into_iter().partition(Result::is_ok);
    assert_eq!(done.len(), 1);
    for one in refused {
        assert_eq!(fields(one), ["token"]);
    }
}

#[tokio::test]
async fn an_activation_link_holds_for_seven_days() {
    let world = World::bare().await;
    world.register(ngozi(EMAIL), None).await.unwrap();
    let late = world.mailed_token().await;
    world.register(ngozi("other@sabi.test"), None).await.unwrap();
    let in_time = world.mailed_token().await;
    world.pass(7 * DAY - 1);
    world.activate(&in_time, None).await.unwrap();
    world.pass(1);
    assert_eq!(fields(world.activate(&late, None).await), ["token"]);
    assert_eq!(reason(world.try_log_in(EMAIL, PASSWORD).await), "inactive");
    // Expired links are deleted, and a new one activates the account all the same.
    world.delete_expired_links().await.unwrap();
    world.resend_activation(EMAIL, None).await.unwrap();
    world.activate(&world.mailed_token().await, None).await.unwrap();
    world.try_log_in(EMAIL, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn a_new_link_replaces_the_old_one() {
    let world = World::bare().await;
    world.register(ngozi(EMAIL), None).await.unwrap();
    let first = world.mailed_token().await;
    world.resend_activation("NGOZI@sabi.test", None).await.unwrap();
    let second = world.mailed_token().await;
    assert_eq!(fields(world.activate(&first, None).await), ["token"]);
    world.activate(&second, None).await.unwrap();
    // An active account, and one that is not there, get none; the answer is the same.
    for email in [EMAIL, "nobody@sabi.test"] {
        world.resend_activation(email, None).await.unwrap();
    }
    assert_eq!(world.mails().await.len(), 2);

    world.forgot_password(EMAIL, None, None).await.unwrap();
    let first = world.mailed_token().await;
    world.forgot_password(EMAIL, None, None).await.unwrap();
    let second = world.mailed_token().await;
    assert_eq!(fields(world.reset_password(&first, new_password("another-password"), None).await), ["token"]);
    world.reset_password(&second, new_password("another-password"), None).await.unwrap();
    world.try_log_in(EMAIL, "another-password").await.unwrap();
}

#[tokio::test]
async fn a_reset_link_used_by_many_at_the_same_instant_works_once() {
    let world = World::bare().await;
    world.add_kofi("kofi@sabi.test").await;
    let (_, session) = world.try_log_in("kofi@sabi.test", PASSWORD).await.unwrap();
    world.forgot_password("kofi@sabi.test", None, None).await.unwrap();
    let token = &world.mailed_token().await;
    let passwords: Vec<_> = (0..4).map(|n| format!("password-of-hand-{n}")).collect();
    let all = join_all(passwords.iter().map(|one| world.reset_password(token, new_password(one), None))).await;
    let mut won = Vec::new();
    for (password, reset) in passwords.iter().zip(all) {
        match reset {
            Ok(()) => won.push(password),
            refused => assert_eq!(fields(refused), ["token"]),
        }
    }
    assert_eq!(won.len(), 1);
    for password in &passwords {
        assert_eq!(world.try_log_in("kofi@sabi.test", password).await.is_ok(), *password == *won[0]);
    }
    assert!(world.authenticate(&session).await.unwrap().is_none(), "old sessions end");
    assert_eq!(fields(world.reset_password(token, new_password("one-more-password"), None).await), ["token"]);
}

#[tokio::test]
async fn a_reset_link_holds_for_half_an_hour_and_a_refused_password_does_not_use_it_up() {
    let world = World::bare().await;
    world.add_kofi("kofi@sabi.test").await;
    world.forgot_password("kofi@sabi.test", None, None).await.unwrap();
    let token = world.mailed_token().await;
    world.check_reset_link(&token, None).await.unwrap();
    assert_eq!(fields(world.check_reset_link(&"0".repeat(64), None).await), ["token"]);
    assert_eq!(fields(world.reset_password(&token, new_password("short"), None).await), ["password"]);
    let differ = NewPassword { confirm_password: "x".into(), ..new_password("another-password") };
    assert_eq!(fields(world.reset_password(&token, differ, None).await), ["confirm_password"]);
    assert_eq!(fields(world.activate(&token, None).await), ["token"], "it activates nothing");
    assert!(world.authenticate(&token).await.unwrap().is_none(), "it is no session");
    world.pass(30 * 60 - 1);
    world.check_reset_link(&token, None).await.unwrap();
    world.reset_password(&token, new_password("another-password"), None).await.unwrap();
    assert_eq!(fields(world.check_reset_link(&token, None).await), ["token"], "used up");
    world.forgot_password("kofi@sabi.test", None, None).await.unwrap();
    let token = world.mailed_token().await;
    world.pass(30 * 60);
    assert_eq!(fields(world.check_reset_link(&token, None).await), ["token"], "too old");
    assert_eq!(fields(world.reset_password(&token, new_password("one-more-password"), None).await), ["token"]);
}

#[tokio::test]
async fn a_link_does_not_activate_an_account_that_an_administrator_made_inactive() {
    let world = World::demo().await;
    let admin = world.admin().await;
    // Active once, inactive now.
    let user = world.register(ngozi(EMAIL), None).await.unwrap().user;
    world.activate(&world.mailed_token().await, None).await.unwrap();
    world.set_user_status(&admin, &user.id, AccountStatus::InActive).await.unwrap();
    world.resend_activation(EMAIL, None).await.unwrap();
    assert!(world.mails().await.iter().all(|mail| mail.state == "sent"), "no link is sent");
    // A new password changes nothing about it either.
    world.forgot_password(EMAIL, None, None).await.unwrap();
    world.reset_password(&world.mailed_token().await, new_password("another-password"), None).await.unwrap();
    assert_eq!(reason(world.try_log_in(EMAIL, "another-password").await), "inactive");

    // Blocked before the link was used: the link is dead, and no other can be requested.
    let user = world.register(ngozi("other@sabi.test"), None).await.unwrap().user;
    let token = world.mailed_token().await;
    world.set_user_status(&admin, &user.id, AccountStatus::Blocked).await.unwrap();
    assert_eq!(fields(world.activate(&token, None).await), ["token"]);
    world.resend_activation("other@sabi.test", None).await.unwrap();
    assert!(world.mails().await.iter().all(|mail| mail.state == "sent"));
    assert_eq!(reason(world.try_log_in("other@sabi.test", PASSWORD).await), "blocked");
    // An administrator may open it.
    world.set_user_status(&admin, &user.id, AccountStatus::Active).await.unwrap();
    world.try_log_in("other@sabi.test", PASSWORD).await.unwrap();
}

#[tokio::test]
async fn the_youngest_age_is_a_setting() {
    for (setting, youngest) in [(None, 6500), (Some(3650), 3650)] {
        let world = World::with(|settings| settings.min_age_days = setting.unwrap_or(settings.min_age_days)).await;
        let too_young = Register { dob: born(&world, youngest - 1), ..ngozi(EMAIL) };
        assert_eq!(fields(world.register(too_young.clone(), None).await), ["dob"]);
        let input = Register { dob: born(&world, youngest), ..ngozi(EMAIL) };
        let user = world.register(input, None).await.unwrap().user;
        // The profile asks the same.
        world.set_user_status(&Actor::Operator, &user.id, AccountStatus::Active).await.unwrap();
        let me = world.log_in_as(EMAIL).await;
        let profile = |days| sabi_core::people::Profile {
            first_name: "Ngozi".into(),
            last_name: "Adichie".into(),
            dob: born(&world, days),
            ..Default::default()
        };
        assert_eq!(fields(world.update_profile(&me, profile(youngest - 1)).await), ["dob"]);
        world.update_profile(&me, profile(youngest)).await.unwrap();
    }
}

#[tokio::test]
async fn a_link_is_kept_as_a_hash_alone() {
    let world = World::bare().await;
    world.register(ngozi(EMAIL), None).await.unwrap();
    let mails = world.mails().await;
    let token = token(&mails[0].text);
    assert!(mails[0].text.contains(&format!("/activate-account/{token}")));
    assert_eq!(world.where_is(&token).await, ["mail"]);
    assert_eq!(world.mailed_token().await, token);
    assert_eq!(world.where_is(&token).await, [""; 0]);
}

#[tokio::test]
async fn asking_for_a_link_does_not_wait_until_it_is_written() {
    let world = World::bare().await;
    world.add_kofi("kofi@sabi.test").await;
    world.register(ngozi(EMAIL), None).await.unwrap();
    let mails = world.mails().await.len();
    // The store refuses links: a caller who had to wait for one would learn that there is an account.
    world.store.write("DEFINE FIELD hash ON link ASSERT false").done().await.unwrap();
    for email in ["kofi@sabi.test", EMAIL, "nobody@sabi.test"] {
        world.forgot_password(email, None, None).await.unwrap();
        world.resend_activation(email, None).await.unwrap();
    }
    assert_eq!(world.mails().await.len(), mails, "and no mail without its link");
    world.store.write("REMOVE FIELD hash ON link").done().await.unwrap();
    world.forgot_password("kofi@sabi.test", None, None).await.unwrap();
    world.finish_background_work().await;
    assert_eq!(world.mails().await.len(), mails + 1);
}

#[tokio::test]
async fn an_address_is_one_account_however_its_letters_are_written() {
    let world = World::bare().await;
    for spellings in [
        ["Ada.Lovelace+JAMB@Example.com", "ada.lovelace+jamb@example.com", "  ADA.LOVELACE+JAMB@EXAMPLE.COM "],
        [
            "\u{1ecd}l\u{e1}@\u{ec}b\u{e0}d\u{e0}n.ng",
            "o\u{323}la\u{301}@i\u{300}ba\u{300}da\u{300}n.ng",
            " \u{1ecc}L\u{c1}@\u{cc}B\u{c0}D\u{c0}N.NG",
        ],
    ] {
        let [first, ..] = spellings;
        world.register(ngozi(first), None).await.unwrap();
        world.activate(&world.mailed_token().await, None).await.unwrap();
        let ascii = url::Host::parse(first.trim().rsplit('@').next().unwrap()).unwrap().to_string();
        let local = first.trim().split('@').next().unwrap();
        let other_form = format!("{local}@{ascii}");
        for spelling in spellings.into_iter().chain([other_form.as_str()]) {
            world.try_log_in(spelling, PASSWORD).await.unwrap_or_else(|error| panic!("{spelling}: {error}"));
            let Err(Error::Conflict(refusal)) = world.register(ngozi(spelling), None).await else {
                panic!("{spelling} is taken");
            };
            assert_eq!(refusal.facts["code"], 11000, "{spelling}");
            let resets = async || world.mails().await.iter().filter(|mail| mail.kind == "password-reset").count();
            let before = resets().await;
            world.forgot_password(spelling, None, None).await.unwrap();
            assert_eq!(resets().await, before + 1, "{spelling}");
        }
        while world.send_mails().await.unwrap() > 0 {}
    }
    assert_eq!(world.list_users(Role::User, &ListQuery::default()).await.unwrap().total, 2);
}

#[tokio::test]
async fn a_name_leads_nowhere_in_a_mail() {
    let world = World::bare().await;
    for name in [
        "<a href=\"https://example.org\">Win</a>",
        "Win at prize.example.com",
        "prize\u{ff0e}com",
        "Ada\u{202e}gnp",
        "Ada\u{2066}x\u{2069}",
        "javascript:alert(1)",
    ] {
        for field in ["first_name", "last_name"] {
            let mut input = ngozi(EMAIL);
            let part = if field == "first_name" { &mut input.first_name } else { &mut input.last_name };
            *part = name.into();
            assert_eq!(fields(world.register(input, None).await), [field], "{name:?}");
        }
    }
    let mut input = ngozi(EMAIL);
    input.first_name = "{{ link }}".into();
    input.last_name = "Adé\r\nBcc: x".into();
    assert_eq!(fields(world.register(input.clone(), None).await), ["last_name"]);
    input.last_name = "Adé\r\nBcc x".into();
    world.register(input, None).await.unwrap();
    let [mail] = &world.mails().await[..] else { panic!("one mail") };
    assert!(mail.text.contains("{{ link }}") && !mail.subject.contains('\n'));
    assert_eq!(mail.html.matches("href=").count(), 1, "{}", mail.html);
}
