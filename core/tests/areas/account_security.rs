//! Limits on what a stolen password or a found session can do: sessions with a second factor, endless logins, links of
//! deleted accounts (rulings 36 and 49).

use std::net::IpAddr;

use chrono::Duration;
use futures::future::join_all;
use sabi_core::{
    Error, Result,
    mail::QueuedMail,
    people::{Actor, ChangePassword, LoginRequest, NewPassword, NewSession, Origin, Proof, Role, User},
    plans::{AddDays, GiveSubscription},
    settings::RequireSecondFactor,
    store::Id,
};

use crate::{
    second_factor::{App, set_up},
    support::{
        PASSWORD, World, fields,
        people::{kofi, ngozi, wait},
        reason,
    },
};

const ADMIN: &str = "admin@sabi.test";
const LAPTOP: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0";

async fn try_log_in(world: &World, email: &str, origin: Origin<'_>, code: Option<&str>) -> Result<NewSession> {
    let otp = code.map(Into::into);
    let input = LoginRequest { email: email.into(), password: PASSWORD.into(), otp, bearer: true, page: None };
    world.log_in_on(origin, input).await
}

/// A sign-in on a laptop with this device token.
fn on(device: &str) -> Origin<'_> {
    Origin { device: Some(device), agent: Some(LAPTOP), address: None }
}

/// A sign-in with the right password from this address.
async fn from(world: &World, email: &str, address: &str) -> Result<NewSession> {
    let origin = Origin { address: address.parse().ok(), device: None, agent: Some(LAPTOP) };
    try_log_in(world, email, origin, None).await
}

async fn actor(world: &World, session: &NewSession) -> Option<Actor> {
    world.authenticate(&session.token).await.unwrap()
}

async fn mails(world: &World, kind: &str) -> Vec<QueuedMail> {
    world.mails().await.into_iter().filter(|mail| mail.kind == kind).collect()
}

/// A mail's text without its line breaks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_session_that_gave_no_code_ends_when_a_second_factor_is_set_up() {
    let world = World::demo_with(|settings| settings.require_second_factor = RequireSecondFactor::Admins).await;
    let (mine, theirs) = (from(&world, ADMIN, "102.89.1.1").await.unwrap(), from(&world, ADMIN, "197.210.1.1").await);
    let theirs = theirs.unwrap();
    let admin = actor(&world, &mine).await.unwrap();
    assert!(admin.must_set_up() && actor(&world, &theirs).await.unwrap().must_set_up());
    let (app, _) = set_up(&world, &admin).await;
    assert!(actor(&world, &theirs).await.is_none(), "the other session gave no code");
    let admin = actor(&world, &mine).await.unwrap();
    assert!(admin.is_admin() && !admin.must_set_up(), "this one did");
    assert_eq!(world.own_sessions(&admin).await.unwrap().len(), 1);
    // Nor does one hold that is listed without a code, as one that began while the factor was set up.
    let forget = "UPDATE open_sessions SET sessions.*.has_code = false RETURN NONE";
    world.store.write(forget).done().await.unwrap();
    let code = app.next(&world).otp;
    let new = try_log_in(&world, ADMIN, Origin::default(), Some(&code)).await.unwrap();
    assert!(actor(&world, &mine).await.is_none());
    assert!(actor(&world, &new).await.unwrap().is_admin());
}

#[tokio::test]
async fn each_change_of_a_second_factor_ends_other_sessions_forgets_devices_and_is_mailed() {
    let world = World::demo().await;
    let mine = from(&world, ADMIN, "102.89.1.1").await.unwrap();
    let admin = actor(&world, &mine).await.unwrap();
    let setup = world.begin_second_factor(&admin).await.unwrap();
    let app = App::scan(&setup.secret);
    let mut known = mine.device.clone();
    for (step, told) in [(0, "was set up"), (1, "recovery codes"), (2, "was removed")] {
        // A session of a device that the account knows.
        let code = (step > 0).then(|| app.next(&world).otp);
        let before = mails(&world, "new-device").await.len();
        let other = try_log_in(&world, ADMIN, on(&known), code.as_deref()).await.unwrap();
        assert!(actor(&world, &other).await.is_some());
        assert_eq!(mails(&world, "new-device").await.len(), before + usize::from(step > 0), "step {step}");
        known = other.device.clone();
        let code = app.next(&world);
        match step {
            0 => drop(world.confirm_second_factor(&admin, code).await.unwrap()),
            1 => drop(world.renew_recovery_codes(&admin, code).await.unwrap()),
            _ => world.drop_second_factor(&admin, code).await.unwrap(),
        }
        assert!(actor(&world, &other).await.is_none(), "step {step}");
        assert!(actor(&world, &mine).await.is_some(), "step {step}");
        let alerts = mails(&world, "security-alert").await;
        assert_eq!((alerts.len(), alerts[step].to.as_str()), (step + 1, ADMIN));
        let text = words(&alerts[step].text);
        assert!(text.contains(told) && text.contains("Firefox on Linux, 102.89.1.1"), "{text}");
        world.clock.advance(Duration::hours(1));
    }
    // Without a second factor the password proves again.
    let admin = actor(&world, &mine).await.unwrap();
    assert_eq!(reason(admin.require_recent_login()), "prove-password");
    // The removal forgot the device too.
    let before = mails(&world, "new-device").await.len();
    try_log_in(&world, ADMIN, on(&known), None).await.unwrap();
    assert_eq!(mails(&world, "new-device").await.len(), before + 1);
}

#[tokio::test]
async fn a_reset_of_a_second_factor_forgets_devices_and_is_mailed() {
    let world = World::demo().await;
    let mine = from(&world, ADMIN, "102.89.1.1").await.unwrap();
    let admin = actor(&world, &mine).await.unwrap();
    let (app, _) = set_up(&world, &admin).await;
    // The set-up forgot the first device; the second one is known from its sign-in on.
    let code = app.next(&world).otp;
    let known = try_log_in(&world, ADMIN, on(&mine.device), Some(&code)).await.unwrap().device;
    let before = mails(&world, "new-device").await.len();
    let code = app.next(&world).otp;
    let known = try_log_in(&world, ADMIN, on(&known), Some(&code)).await.unwrap().device;
    assert_eq!(mails(&world, "new-device").await.len(), before);

    world.reset_second_factor(&Actor::Operator, admin.user_id().unwrap()).await.unwrap();
    assert!(actor(&world, &mine).await.is_none(), "every session ends");
    let alerts = mails(&world, "security-alert").await;
    assert!(words(&alerts.last().unwrap().text).contains("an administrator"), "{alerts:?}");
    try_log_in(&world, ADMIN, on(&known), None).await.unwrap();
    assert_eq!(mails(&world, "new-device").await.len(), before + 1, "the device is a new one");
}

#[tokio::test]
async fn a_password_does_not_prove_who_has_a_second_factor() {
    let world = World::demo().await;
    let mine = from(&world, ADMIN, "102.89.1.1").await.unwrap();
    set_up(&world, &actor(&world, &mine).await.unwrap()).await;
    assert!(actor(&world, &mine).await.unwrap().require_recent_login().is_ok(), "a code was given just now");
    world.clock.advance(Duration::minutes(16));
    let admin = actor(&world, &mine).await.unwrap();
    let new = "another-good-passphrase".to_owned();
    let change =
        ChangePassword { old_password: PASSWORD.into(), new_password: new.clone(), confirm_password: new.clone() };
    let token = world.change_password(&admin, change).await.unwrap();
    let admin = world.authenticate(&token).await.unwrap().expect("it still gave a code");
    assert_eq!(reason(admin.require_recent_login()), "prove-code");
}

#[tokio::test]
async fn wrong_codes_count_for_the_account_on_any_device() {
    let world = World::demo().await;
    let mine = from(&world, ADMIN, "102.89.1.1").await.unwrap();
    let (app, codes) = set_up(&world, &actor(&world, &mine).await.unwrap()).await;
    // Each of these signs in with a recovery code, so that the account knows its device.
    let mut devices = Vec::new();
    for code in &codes[..5] {
        devices.push(try_log_in(&world, ADMIN, Origin::default(), Some(code)).await.unwrap().device);
    }
    for n in 0..10 {
        let origin = Origin { device: Some(&devices[n % 5]), ..Origin::default() };
        assert_eq!(reason(try_log_in(&world, ADMIN, origin, Some("000000")).await), "wrong-code", "{n}");
    }
    let origin = Origin { device: Some(&devices[0]), ..Origin::default() };
    let right = app.next(&world).otp;
    wait(try_log_in(&world, ADMIN, origin, Some(&right)).await);
    world.pass(600);
    try_log_in(&world, ADMIN, origin, Some(&app.next(&world).otp)).await.unwrap();
}

#[tokio::test]
async fn a_wrong_code_after_the_right_password_is_mailed_three_times_an_hour() {
    let world = World::demo().await;
    let mine = from(&world, ADMIN, "102.89.1.1").await.unwrap();
    set_up(&world, &actor(&world, &mine).await.unwrap()).await;
    let before = mails(&world, "security-alert").await.len();
    let origin = Origin { address: "197.210.1.1".parse().ok(), device: None, agent: Some(LAPTOP) };
    for _ in 0..5 {
        assert_eq!(reason(try_log_in(&world, ADMIN, origin, Some("000000")).await), "wrong-code");
    }
    // A code that was not given is the first half of every sign-in.
    assert_eq!(reason(try_log_in(&world, ADMIN, origin, None).await), "second-factor");
    let alerts = mails(&world, "security-alert").await;
    assert_eq!(alerts.len() - before, 3);
    let text = words(&alerts.iter().find(|mail| mail.text.contains("wrong")).unwrap().text);
    assert!(text.contains("then a wrong code") && text.contains("Firefox on Linux, 197.210.1.1"), "{text}");
    world.pass(3600);
    assert_eq!(reason(try_log_in(&world, ADMIN, origin, Some("000000")).await), "wrong-code");
    assert_eq!(mails(&world, "security-alert").await.len() - before, 4);
}

#[tokio::test]
async fn nobody_resets_a_second_factor_of_their_own() {
    let world = World::demo().await;
    let owner = world.log_in_as("owner@sabi.test").await;
    set_up(&world, &owner).await;
    let id = owner.user_id().unwrap().clone();
    assert_eq!(reason(world.reset_second_factor(&owner, &id).await), "own-second-factor");
    assert!(world.second_factor(&owner).await.unwrap().since.is_some());
    world.reset_second_factor(&Actor::Operator, &id).await.unwrap();
    let alerts = mails(&world, "security-alert").await;
    assert!(alerts.iter().any(|mail| words(&mail.text).contains("was reset")));
}

#[tokio::test]
async fn thirty_logins_succeed_in_ten_minutes_and_three_are_mailed() {
    let world = World::bare().await;
    world.add_kofi("kofi@sabi.test").await;
    world.add_kofi("other@sabi.test").await;
    for n in 0..30 {
        from(&world, "kofi@sabi.test", "102.89.1.1").await.unwrap_or_else(|error| panic!("sign-in {n}: {error}"));
    }
    let seconds = wait(from(&world, "kofi@sabi.test", "102.89.1.2").await);
    assert!((600..=601).contains(&seconds), "{seconds}");
    assert_eq!(mails(&world, "new-device").await.len(), 3);
    // A school shares an address: another account is not concerned.
    from(&world, "other@sabi.test", "102.89.1.1").await.unwrap();
    world.pass(600);
    from(&world, "kofi@sabi.test", "102.89.1.1").await.unwrap();
    assert_eq!(mails(&world, "new-device").await.len(), 3);
    world.pass(3000);
    from(&world, "kofi@sabi.test", "102.89.1.1").await.unwrap();
    assert_eq!(mails(&world, "new-device").await.len(), 4);
}

#[tokio::test]
async fn logins_at_once_are_counted_as_others() {
    let world = World::bare().await;
    world.add_kofi("kofi@sabi.test").await;
    let tries = join_all((0..24).map(|_| from(&world, "kofi@sabi.test", "102.89.1.1"))).await;
    let passed = tries.iter().filter(|tried| tried.is_ok()).count();
    for tried in tries {
        // Those that met too many concurrent writers are asked to retry.
        assert!(matches!(tried, Ok(_) | Err(Error::Unavailable(_) | Error::TooMany { .. })));
    }
    let mut more = 0;
    while from(&world, "kofi@sabi.test", "102.89.1.1").await.is_ok() {
        more += 1;
    }
    assert_eq!(passed + more, 30);
}

#[tokio::test]
async fn one_pupils_wrong_passwords_do_not_lock_a_school_out() {
    let world = World::bare().await;
    for email in ["kofi@sabi.test", "clumsy@sabi.test"] {
        world.add_kofi(email).await;
    }
    let school: Option<IpAddr> = "102.89.1.1".parse().ok();
    let wrong = async |email: String| {
        let input = LoginRequest { email, password: "not this one".into(), bearer: true, otp: None, page: None };
        world.log_in(input, school).await
    };
    assert_eq!(reason(wrong("clumsy@sabi.test".into()).await), "bad-credentials");
    for n in 0..110 {
        // One who guesses at eleven accounts.
        let _ = wrong(format!("victim-{}@sabi.test", n / 10)).await;
    }
    wait(wrong("victim-0@sabi.test".into()).await);
    // The address gets a try back every six seconds of the machine's clock, so on a slow machine it takes more guesses
    // until it has none.
    let mut refused = from(&world, "clumsy@sabi.test", "102.89.1.1").await;
    for round in 0..20 {
        if refused.is_err() {
            break;
        }
        assert_eq!(reason(wrong("clumsy@sabi.test".into()).await), "bad-credentials");
        for n in 0..20 {
            let _ = wrong(format!("victim-{round}-{n}@sabi.test")).await;
        }
        refused = from(&world, "clumsy@sabi.test", "102.89.1.1").await;
    }
    wait(refused);
    from(&world, "kofi@sabi.test", "102.89.1.1").await.unwrap();
    from(&world, "clumsy@sabi.test", "102.89.1.2").await.unwrap();
    // An email without an account is answered as one with: its first failure is looked at, and the next is refused.
    let mut is_refused = false;
    for n in 0..20 {
        let email = format!("nobody-{n}@sabi.test");
        assert_eq!(reason(wrong(email.clone()).await), "bad-credentials");
        is_refused = matches!(wrong(email).await, Err(Error::TooMany { .. }));
        if is_refused {
            break;
        }
    }
    assert!(is_refused);
}

#[tokio::test]
async fn a_link_of_a_deleted_account_is_a_dead_link_and_counts_as_one() {
    let world = World::bare().await;
    let id = world.register(ngozi("ngozi@sabi.test"), None).await.unwrap().user.id;
    let activation = world.mailed_token().await;
    world.forgot_password("ngozi@sabi.test", None, None).await.unwrap();
    let reset = world.mailed_token().await;
    let kept: Vec<(String, serde_json::Value)> = world.dump().await;
    let links: Vec<_> = kept.iter().filter(|(table, _)| table == "link").collect();
    assert_eq!(links.len(), 2);
    world.delete_user(&Actor::Operator, &id).await.unwrap();
    let left = world.dump().await;
    assert!(!left.iter().any(|(table, _)| matches!(table.as_str(), "link" | "tries" | "mail")), "{left:?}");

    // A link left from before links were deleted with their account.
    let orphan = "CREATE link CONTENT { user: user:gone, purpose: $purpose, hash: crypto::sha256($secret), \
                  expires_at: $end } RETURN NONE";
    for (purpose, token) in [("activation", &activation), ("reset", &reset)] {
        let call = world.store.write(orphan).bind(("purpose", purpose.to_owned())).bind(("secret", token.clone()));
        call.bind(("end", world.now() + Duration::minutes(20))).done().await.unwrap();
    }
    let address: Option<IpAddr> = "102.89.1.1".parse().ok();
    let new = || NewPassword { password: "another-pass-word".into(), confirm_password: "another-pass-word".into() };
    for _ in 0..15 {
        assert_eq!(fields(world.activate(&activation, address).await), ["token"]);
        assert_eq!(fields(world.reset_password(&reset, new(), address).await), ["token"]);
    }
    assert_eq!(fields(world.activate(&activation, address).await), ["token"]);
    wait(world.activate(&activation, address).await);
    wait(world.reset_password(&reset, new(), address).await);
    // A link that holds is taken from the same address: others may sit behind it.
    world.register(ngozi("ngozi@sabi.test"), None).await.unwrap();
    world.activate(&world.mailed_token().await, address).await.unwrap();
}

#[tokio::test]
async fn dangerous_acts_need_a_proof() {
    let world = World::demo().await;
    let session = from(&world, "owner@sabi.test", "102.89.1.1").await.unwrap();
    let owner = async || actor(&world, &session).await.unwrap();
    let student = world.student().await;
    let student_id: Id<User> = student.user_id().unwrap().clone();
    let new = world.create_user(&Actor::Operator, Role::Admin, kofi("new@sabi.test")).await.unwrap().id;
    let one = world.own_sessions(&student).await.unwrap()[0].id.clone();
    world.clock.advance(Duration::minutes(16));
    let now = owner().await;
    let password = || "another-pass-word-1".to_owned();
    let gift = GiveSubscription::default;
    assert_eq!(reason(world.delete_user(&now, &new).await), "prove-password");
    assert_eq!(reason(world.create_user(&now, Role::Moderator, kofi("m@sabi.test")).await), "prove-password");
    assert_eq!(reason(world.export_person(&now, &student_id).await.map(drop)), "prove-password");
    assert_eq!(reason(world.set_user_password(&now, &student_id, password()).await), "prove-password");
    let renamed = |user: &User| Ok(sabi_core::people::UpdateUser { email: "x@sabi.test".into(), ..user.form() });
    assert_eq!(reason(world.edit_user(&now, &student_id, None, None, renamed).await), "prove-password");
    assert_eq!(reason(world.give_subscription(&now, &gift()).await), "prove-password");
    let (plan, days) = (Id::new("none"), AddDays { days: 7, reason: "The server was down.".into() });
    assert_eq!(reason(world.add_days(&now, &plan, &days).await), "prove-password");
    assert_eq!(reason(world.end_session(&now, &student_id, &one).await), "prove-password");
    assert_eq!(reason(world.end_sessions(&now, &student_id).await), "prove-password");
    // Actions on one's own account, or on nobody's, need no proof.
    assert!(world.export_person(&now, now.user_id().unwrap()).await.is_ok());
    assert!(world.export_person(&student, &student_id).await.is_ok());
    assert!(world.create_user(&now, Role::User, kofi("pupil@sabi.test")).await.is_ok());
    world.prove(&now, Proof { password: PASSWORD.into(), ..Proof::default() }).await.unwrap();
    let now = owner().await;
    assert!(world.create_user(&now, Role::Moderator, kofi("m@sabi.test")).await.is_ok());
    assert_eq!(fields(world.give_subscription(&now, &gift()).await)[0], "reason");
    assert!(matches!(world.add_days(&now, &plan, &days).await, Err(Error::NotFound(_))));
    world.end_session(&now, &student_id, &one).await.unwrap();
    world.end_sessions(&now, &student_id).await.unwrap();
    world.set_user_password(&now, &student_id, password()).await.unwrap();
    world.delete_user(&now, &new).await.unwrap();
    assert!(world.export_person(&now, &student_id).await.is_ok());
}
