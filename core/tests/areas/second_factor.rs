//! The second factor, what it is asked again for, and the sessions of a person (ruling 36).

use std::net::IpAddr;

use chrono::Duration;
use futures::TryStreamExt as _;
use sabi_core::{
    Error, Result, Settings,
    ops::{backup::restore, doctor::Check},
    people::{
        Actor, ChangePassword, LoginRequest, NewSession, OneTimeCode, Origin, Proof, Role, SessionView, UpdateUser,
        User,
    },
    privacy::ProvePassword,
    settings::RequireSecondFactor,
    store::Id,
};
use totp_rs::{Builder, Secret, Totp};

use crate::support::{PASSWORD, World, fields, people::kofi, query, reason};

const PHONE: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile \
                     Safari/537.36";

/// An authenticator app.
pub struct App(Totp);

impl App {
    pub fn scan(secret: &str) -> Self {
        let secret = Secret::try_from_base32(secret.replace(' ', "")).unwrap();
        Self(Builder::new().with_secret(secret).build().unwrap())
    }

    /// The code that it shows now; the clock is moved to a step whose code was not used before.
    pub fn next(&self, world: &World) -> OneTimeCode {
        world.clock.advance(Duration::seconds(30));
        self.shown(world)
    }

    fn shown(&self, world: &World) -> OneTimeCode {
        OneTimeCode { otp: self.0.generate(u64::try_from(world.now().timestamp()).unwrap()).to_string() }
    }
}

fn form(email: &str, code: Option<&str>) -> LoginRequest {
    LoginRequest { email: email.into(), password: PASSWORD.into(), otp: code.map(Into::into), bearer: true, page: None }
}

async fn log_in(world: &World, email: &str, code: Option<&str>) -> Result<Actor> {
    let (_, token) = world.log_in(form(email, code), None).await?;
    Ok(world.authenticate(&token).await?.unwrap())
}

pub async fn set_up(world: &World, actor: &Actor) -> (App, Vec<String>) {
    let setup = world.begin_second_factor(actor).await.unwrap();
    let app = App::scan(&setup.secret);
    let codes = world.confirm_second_factor(actor, app.next(world)).await.unwrap();
    (app, codes.recovery_codes)
}

async fn moderator(world: &World) -> Actor {
    world.create_user(&Actor::Operator, Role::Moderator, kofi("moderator@sabi.test")).await.unwrap();
    world.log_in_as("moderator@sabi.test").await
}

fn wrong() -> OneTimeCode {
    OneTimeCode { otp: "000000".into() }
}

async fn entries(world: &World, action: &str) -> usize {
    let all = world.list_audit(&query(&[("limit", "100")])).await.unwrap();
    all.rows.iter().filter(|row| row.action == action).count()
}

#[tokio::test]
async fn a_code_is_asked_for_once_the_app_has_shown_one() {
    let world = World::demo().await;
    let admin = world.admin().await;
    let setup = world.begin_second_factor(&admin).await.unwrap();
    assert!(setup.uri.starts_with("otpauth://totp/Sabi:admin%40sabi.test?secret="), "{}", setup.uri);
    assert!(setup.qr.len() >= 21 && setup.qr.iter().all(|row| row.len() == setup.qr.len()));
    // Not before: somebody who never scanned it must not be locked out.
    assert!(log_in(&world, "admin@sabi.test", None).await.is_ok());
    assert_eq!(fields(world.confirm_second_factor(&admin, wrong()).await), ["otp"]);
    let app = App::scan(&setup.secret);
    let codes = world.confirm_second_factor(&admin, app.next(&world)).await.unwrap().recovery_codes;
    assert_eq!(codes.len(), 10);
    let state = world.second_factor(&admin).await.unwrap();
    assert_eq!((state.since, state.recovery_codes, state.required), (Some(world.now()), 10, false));
    assert_eq!(reason(world.begin_second_factor(&admin).await), "has-second-factor");
    assert_eq!(entries(&world, "second-factor").await, 1);

    assert_eq!(reason(log_in(&world, "admin@sabi.test", None).await), "second-factor");
    assert_eq!(reason(log_in(&world, "admin@sabi.test", Some(" ")).await), "second-factor");
    assert_eq!(reason(log_in(&world, "admin@sabi.test", Some("000000")).await), "wrong-code");
    // A wrong password says nothing of a code.
    let input = LoginRequest { password: "not this one".into(), ..form("admin@sabi.test", Some("000000")) };
    assert_eq!(reason(world.log_in(input, None).await), "bad-credentials");
    let code = app.next(&world).otp;
    assert!(log_in(&world, "admin@sabi.test", Some(&code)).await.is_ok());
    assert_eq!(reason(log_in(&world, "admin@sabi.test", Some(&code)).await), "wrong-code", "it counts once");
    assert!(log_in(&world, "admin@sabi.test", Some(&codes[0])).await.is_ok());
    assert_eq!(reason(log_in(&world, "admin@sabi.test", Some(&codes[0])).await), "wrong-code", "so does this");
    assert_eq!(world.second_factor(&admin).await.unwrap().recovery_codes, 9);

    let renewed =
        world.renew_recovery_codes(&admin, OneTimeCode { otp: codes[1].clone() }).await.unwrap().recovery_codes;
    assert_eq!(reason(log_in(&world, "admin@sabi.test", Some(&codes[2])).await), "wrong-code", "the old ones ended");
    assert!(log_in(&world, "admin@sabi.test", Some(&renewed[2])).await.is_ok());

    assert_eq!(fields(world.drop_second_factor(&admin, wrong()).await), ["otp"]);
    world.drop_second_factor(&admin, app.next(&world)).await.unwrap();
    assert!(log_in(&world, "admin@sabi.test", None).await.is_ok());
    assert_eq!(entries(&world, "no-second-factor").await, 1);
}

#[tokio::test]
async fn students_have_none() {
    let world = World::demo().await;
    let student = world.student().await;
    assert_eq!(reason(world.begin_second_factor(&student).await), "student");
    assert_eq!(reason(world.confirm_second_factor(&student, wrong()).await), "no-second-factor");
    assert_eq!(reason(world.reset_second_factor(&student, student.user_id().unwrap()).await), "forbidden");
}

#[tokio::test]
async fn one_code_opens_one_of_ten_doors() {
    let world = World::demo().await;
    let admin = world.admin().await;
    let (app, _) = set_up(&world, &admin).await;
    let code = app.next(&world).otp;
    let tries = (0..10).map(|_| log_in(&world, "admin@sabi.test", Some(&code)));
    let opened = futures::future::join_all(tries).await.into_iter().filter(Result::is_ok).count();
    assert_eq!(opened, 1);
}

#[tokio::test]
async fn codes_are_guessed_no_faster_than_passwords() {
    let world = World::demo().await;
    let admin = world.admin().await;
    let (app, _) = set_up(&world, &admin).await;
    for _ in 0..5 {
        assert_eq!(reason(log_in(&world, "admin@sabi.test", Some("000000")).await), "wrong-code");
        assert_eq!(fields(world.drop_second_factor(&admin, wrong()).await), ["otp"]);
    }
    let code = app.next(&world);
    assert_eq!(reason(log_in(&world, "admin@sabi.test", Some(&code.otp)).await), "too-many-tries");
    assert_eq!(reason(world.drop_second_factor(&admin, code.clone()).await), "too-many-tries");
    assert_eq!(reason(world.prove(&admin, Proof { otp: code.otp, ..Proof::default() }).await), "too-many-tries");
}

#[tokio::test]
async fn a_lost_device_is_made_good_by_an_owner_and_on_the_record() {
    let world = World::demo().await;
    let (admin, owner) = (world.admin().await, world.log_in_as("owner@sabi.test").await);
    set_up(&world, &admin).await;
    let id = admin.user_id().unwrap().clone();
    assert_eq!(reason(world.reset_second_factor(&admin, &id).await), "forbidden");
    world.reset_second_factor(&owner, &id).await.unwrap();
    assert_eq!(reason(world.reset_second_factor(&Actor::Operator, &id).await), "no-second-factor");
    assert_eq!(entries(&world, "reset-second-factor").await, 1);
    assert!(world.own_sessions(&admin).await.unwrap().is_empty(), "whoever has the device is out");
    assert!(log_in(&world, "admin@sabi.test", None).await.is_ok());
}

#[tokio::test]
async fn where_it_is_a_must_nothing_else_is_open_without_it() {
    let must = |who| move |settings: &mut Settings| settings.require_second_factor = who;
    for (who, admins, staff) in [
        (RequireSecondFactor::Nobody, false, false),
        (RequireSecondFactor::Admins, true, false),
        (RequireSecondFactor::Staff, true, true),
    ] {
        let world = World::demo_with(must(who)).await;
        let (admin, moderator) = (world.admin().await, moderator(&world).await);
        let owner = world.log_in_as("owner@sabi.test").await;
        assert_eq!((admin.must_set_up(), moderator.must_set_up(), owner.must_set_up()), (admins, staff, admins));
        assert_eq!((admin.is_admin(), owner.is_owner(), moderator.is_moderator()), (!admins, !admins, !staff));
        assert!(!world.student().await.must_set_up());
        assert!(Actor::Operator.is_owner());
        if !admins {
            continue;
        }
        let (app, _) = set_up(&world, &admin).await;
        let code = app.next(&world).otp;
        let admin = log_in(&world, "admin@sabi.test", Some(&code)).await.unwrap();
        assert!(admin.is_admin() && !admin.must_set_up());
    }
}

#[tokio::test]
async fn dangerous_acts_ask_for_the_password_again_after_a_quarter_of_an_hour() {
    let world = World::demo().await;
    let (_, token) = world.log_in(form("owner@sabi.test", None), None).await.unwrap();
    let owner = async || world.authenticate(&token).await.unwrap().unwrap();
    let student = world.student().await.user_id().unwrap().clone();
    assert!(world.create_user(&owner().await, Role::Admin, kofi("one@sabi.test")).await.is_ok());
    world.clock.advance(Duration::minutes(16));
    let now = owner().await;
    assert_eq!(reason(world.create_user(&now, Role::Admin, kofi("two@sabi.test")).await), "prove-password");
    assert_eq!(reason(world.make_admin(&now, &student, false).await), "prove-password");
    assert_eq!(reason(world.erase_person(&now, &student).await), "prove-password");
    assert_eq!(reason(world.begin_second_factor(&now).await), "prove-password");
    assert_eq!(reason(world.reset_second_factor(&now, &student).await), "prove-password");
    let admin = world.admin().await.user_id().unwrap().clone();
    let taken = "another-pass-word-1".to_owned();
    assert_eq!(reason(world.set_user_password(&now, &admin, taken.clone()).await), "prove-password");
    let renamed = |user: &User| Ok(UpdateUser { email: "mine@sabi.test".into(), ..user.form() });
    assert_eq!(reason(world.edit_user(&now, &admin, None, None, renamed).await), "prove-password");
    assert_eq!(reason(world.set_user_password(&now, &student, taken).await), "prove-password");
    // Acts that are not dangerous need no proof.
    let older = |user: &User| Ok(UpdateUser { first_name: "Adaeze".into(), ..user.form() });
    assert!(world.edit_user(&now, &admin, None, None, older).await.is_ok());
    assert!(world.create_user(&now, Role::User, kofi("three@sabi.test")).await.is_ok());
    assert!(world.make_admin(&Actor::Operator, &student, false).await.is_ok());

    let proof = |password: &str| Proof { password: password.into(), ..Proof::default() };
    assert_eq!(fields(world.prove(&now, Proof::default()).await), ["password"]);
    assert_eq!(fields(world.prove(&now, proof("not this one")).await), ["password"]);
    assert_eq!(reason(owner().await.require_recent_login()), "prove-password");
    world.prove(&now, proof(PASSWORD)).await.unwrap();
    assert!(world.create_user(&owner().await, Role::Admin, kofi("two@sabi.test")).await.is_ok());
    world.clock.advance(Duration::minutes(15));
    assert_eq!(reason(owner().await.require_recent_login()), "prove-password");
    // Another session of the same person was not proved by it.
    world.prove(&now, proof(PASSWORD)).await.unwrap();
    world.clock.advance(Duration::minutes(14));
    let (_, other) = world.log_in(form("owner@sabi.test", None), None).await.unwrap();
    world.clock.advance(Duration::minutes(2));
    assert!(world.authenticate(&other).await.unwrap().unwrap().require_recent_login().is_ok());
    assert_eq!(reason(owner().await.require_recent_login()), "prove-password");
    // A clock that was ahead proves nothing.
    world.prove(&now, proof(PASSWORD)).await.unwrap();
    world.clock.advance(Duration::hours(-1));
    assert_eq!(reason(owner().await.require_recent_login()), "prove-password");
}

#[tokio::test]
async fn a_session_that_ended_meanwhile_is_not_proved_and_does_not_come_back() {
    let world = World::demo().await;
    let (here, there) = (from(&world, "102.89.1.1", None).await, from(&world, "102.89.1.2", None).await);
    let (ended, left) = (actor(&world, &here).await.unwrap(), actor(&world, &there).await.unwrap());
    let listed = world.own_sessions(&left).await.unwrap();
    let other = listed.iter().find(|one| !one.is_current).unwrap();
    world.end_own_session(&left, &other.id).await.unwrap();
    let proof = || Proof { password: PASSWORD.into(), ..Proof::default() };
    assert_eq!(reason(world.prove(&ended, proof()).await), "unauthenticated");
    assert!(actor(&world, &here).await.is_none());
    assert_eq!(world.own_sessions(&left).await.unwrap().len(), 1);
    world.prove(&left, proof()).await.unwrap();

    world.log_out(&left).await.unwrap();
    assert_eq!(reason(world.prove(&left, proof()).await), "unauthenticated");
    assert!(world.own_sessions(&left).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_proof_needs_the_second_factor_if_there_is_one() {
    let world = World::demo().await;
    let (_, token) = world.log_in(form("owner@sabi.test", None), None).await.unwrap();
    let owner = async || world.authenticate(&token).await.unwrap().unwrap();
    let (app, codes) = set_up(&world, &owner().await).await;
    world.clock.advance(Duration::minutes(16));
    assert_eq!(reason(owner().await.require_recent_login()), "prove-code");
    let password = Proof { password: PASSWORD.into(), ..Proof::default() };
    assert_eq!(fields(world.prove(&owner().await, password).await), ["otp"]);
    world.prove(&owner().await, Proof { otp: app.next(&world).otp, ..Proof::default() }).await.unwrap();
    assert!(owner().await.require_recent_login().is_ok());
    world.clock.advance(Duration::minutes(16));
    world.prove(&owner().await, Proof { otp: codes[4].clone(), ..Proof::default() }).await.unwrap();
    assert!(owner().await.require_recent_login().is_ok());
}

#[tokio::test]
async fn a_password_alone_erases_no_account_with_a_second_factor() {
    let world = World::demo().await;
    let moderator = moderator(&world).await;
    let (app, _) = set_up(&world, &moderator).await;
    let code = app.next(&world).otp;
    let (_, token) = world.log_in(form("moderator@sabi.test", Some(&code)), None).await.unwrap();
    world.clock.advance(Duration::minutes(16));
    let now = async || world.authenticate(&token).await.unwrap().unwrap();
    let password = || ProvePassword { password: PASSWORD.into() };
    assert_eq!(reason(world.erase_me(&now().await, password()).await), "prove-code");
    world.prove(&now().await, Proof { otp: app.next(&world).otp, ..Proof::default() }).await.unwrap();
    world.erase_me(&now().await, password()).await.unwrap();
}

/// A sign-in of the student from here.
async fn from(world: &World, address: &str, device: Option<&str>) -> NewSession {
    let address: IpAddr = address.parse().unwrap();
    let origin = Origin { address: Some(address), device, agent: Some(PHONE) };
    world.log_in_on(origin, form("student@sabi.test", None)).await.unwrap()
}

async fn actor(world: &World, session: &NewSession) -> Option<Actor> {
    world.authenticate(&session.token).await.unwrap()
}

#[tokio::test]
async fn a_session_is_listed_and_ended_by_itself() {
    let world = World::demo().await;
    let one = from(&world, "102.89.1.1", None).await;
    world.clock.advance(Duration::minutes(5));
    let two = from(&world, "102.89.1.2", None).await;
    let student = actor(&world, &one).await.unwrap();
    let listed = world.own_sessions(&student).await.unwrap();
    let told = |one: &SessionView| (one.device.clone(), one.address.clone(), one.is_current);
    let address = |text: &str| Some(text.to_owned());
    assert_eq!(
        listed.iter().map(told).collect::<Vec<_>>(),
        [
            ("Chrome on Android".to_owned(), address("102.89.1.2"), false),
            ("Chrome on Android".to_owned(), address("102.89.1.1"), true),
        ]
    );
    assert_eq!(listed[0].began_at - listed[1].began_at, Duration::minutes(5));
    assert!(matches!(world.end_own_session(&student, "not-one").await, Err(Error::NotFound("Session"))));
    let others = world.admin().await;
    assert!(matches!(world.end_own_session(&others, &listed[0].id).await, Err(Error::NotFound("Session"))));
    world.end_own_session(&student, &listed[0].id).await.unwrap();
    assert!(actor(&world, &two).await.is_none());
    assert!(actor(&world, &one).await.is_some());
    assert_eq!(world.own_sessions(&student).await.unwrap().len(), 1);

    // An administrator ends a student's, on the record; an owner's only an owner does.
    let (admin, owner) = (world.admin().await, world.log_in_as("owner@sabi.test").await);
    let (id, theirs) = (student.user_id().unwrap(), owner.user_id().unwrap());
    let sessions = world.list_sessions(&admin, id).await.unwrap();
    assert!(!sessions[0].is_current);
    world.end_session(&admin, id, &sessions[0].id).await.unwrap();
    assert!(actor(&world, &one).await.is_none());
    assert_eq!(entries(&world, "end-session").await, 1);
    assert_eq!(reason(world.list_sessions(&admin, theirs).await), "forbidden");
    assert_eq!(reason(world.end_sessions(&admin, theirs).await), "forbidden");
    let three = from(&world, "102.89.1.3", None).await;
    world.end_sessions(&admin, id).await.unwrap();
    assert!(actor(&world, &three).await.is_none());
    assert!(world.list_sessions(&admin, id).await.unwrap().is_empty());
}

#[tokio::test]
async fn the_first_of_fifty_one_sessions_ends() {
    let world = World::demo().await;
    let mut sessions = Vec::new();
    for _ in 0..51 {
        sessions.push(from(&world, "102.89.1.1", None).await);
        // No account begins more than thirty within ten minutes.
        world.clock.advance(Duration::seconds(20));
    }
    assert!(actor(&world, &sessions[0]).await.is_none());
    assert!(actor(&world, &sessions[1]).await.is_some());
    let last = actor(&world, &sessions[50]).await.unwrap();
    assert_eq!(world.own_sessions(&last).await.unwrap().len(), 50);
    // Those that ran out make room.
    world.clock.advance(Duration::days(15));
    let fresh = from(&world, "102.89.1.1", None).await;
    assert_eq!(world.own_sessions(&actor(&world, &fresh).await.unwrap()).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_new_password_leaves_the_session_that_gave_it() {
    let world = World::demo().await;
    let (here, there) = (from(&world, "102.89.1.1", None).await, from(&world, "102.89.1.2", None).await);
    let student = actor(&world, &here).await.unwrap();
    let new = "another-good-passphrase".to_owned();
    let change = ChangePassword { old_password: PASSWORD.into(), new_password: new.clone(), confirm_password: new };
    let token = world.change_password(&student, change).await.unwrap();
    assert!(actor(&world, &here).await.is_none() && actor(&world, &there).await.is_none());
    let student = world.authenticate(&token).await.unwrap().unwrap();
    let [session] = &world.own_sessions(&student).await.unwrap()[..] else { panic!("one session") };
    assert_eq!((session.address.as_deref(), session.is_current), (Some("102.89.1.1"), true));
}

#[tokio::test]
async fn a_login_from_a_new_device_is_mailed_and_one_from_a_known_device_is_not() {
    let world = World::demo().await;
    let mails = async || {
        let sent = world.list_mails(&query(&[("limit", "100")])).await.unwrap();
        sent.rows.iter().filter(|mail| mail.kind == "new-device").count()
    };
    let first = from(&world, "102.89.1.1", None).await;
    assert_eq!(mails().await, 0, "the first of all is no surprise");
    let again = from(&world, "102.89.1.9", Some(&first.device)).await;
    assert_eq!(mails().await, 0);
    from(&world, "197.210.1.1", None).await;
    assert_eq!(mails().await, 1);
    // A device that another account knows is a new one.
    let origin = Origin { device: Some(&first.device), agent: Some(PHONE), address: None };
    world.log_in_on(origin, form("admin@sabi.test", None)).await.unwrap();
    world.log_in_on(origin, form("admin@sabi.test", None)).await.unwrap();
    assert_eq!(mails().await, 2);
    // A new password makes the limits strict again, but its owner's device is no news to its owner.
    let student = actor(&world, &again).await.unwrap();
    world.set_user_password(&Actor::Operator, student.user_id().unwrap(), PASSWORD.into()).await.unwrap();
    from(&world, "102.89.1.1", Some(&first.device)).await;
    assert_eq!(mails().await, 2);
}

#[tokio::test]
async fn nothing_of_it_outlives_an_erased_person() {
    let world = World::demo().await;
    let moderator = moderator(&world).await;
    set_up(&world, &moderator).await;
    let id: Id<User> = moderator.user_id().unwrap().clone();
    let data = serde_json::to_value(world.export(&moderator, &id).await.unwrap()).unwrap();
    assert_eq!(data["sessions"][0]["sessions"][0]["device"], "Unknown device");
    assert!(data["sessions"][0]["sessions"][0].get("id").is_none());
    assert!(data["secondFactor"][0]["since"].is_string());
    assert!(!data.to_string().contains("recovery"));
    world.erase_person(&Actor::Operator, &id).await.unwrap();
    for table in ["open_sessions", "second_factor"] {
        let left: Vec<Id<User>> = world.store.query(format!("SELECT VALUE user FROM {table}")).all().await.unwrap();
        assert!(!left.contains(&id), "{table}");
    }
}

/// The secret of an account's second factor, as the store has it.
async fn stored_secret(world: &World, actor: &Actor) -> String {
    let sql = "SELECT VALUE secret FROM second_factor WHERE user = $user";
    world.store.query(sql).bind(("user", actor.user_id().unwrap().clone())).first().await.unwrap().unwrap()
}

#[tokio::test]
async fn authenticator_secrets_are_encrypted_in_the_store() {
    let world = World::demo_on_disk().await;
    let admin = world.admin().await;
    let setup = world.begin_second_factor(&admin).await.unwrap();
    let plain = setup.secret.replace(' ', "");
    let is_sealed = async |world: &World| {
        let stored = stored_secret(world, &admin).await;
        stored.starts_with("v1:") && !stored.contains(&plain)
    };
    assert!(is_sealed(&world).await, "before it is confirmed");
    let app = App::scan(&setup.secret);
    world.confirm_second_factor(&admin, app.next(&world)).await.unwrap();
    assert!(is_sealed(&world).await, "after it is confirmed");
    let code = app.next(&world).otp;
    assert!(log_in(&world, "admin@sabi.test", Some(&code)).await.is_ok());
    assert!(is_sealed(&world).await, "after a code was used");

    // Earlier versions stored it unencrypted.
    let earlier = world.store.write("UPDATE second_factor SET secret = $secret RETURN NONE");
    earlier.bind(("secret", plain.clone())).done().await.unwrap();
    let world = world.restarted().await;
    assert!(is_sealed(&world).await, "after an upgrade");
    let code = app.next(&world).otp;
    assert!(log_in(&world, "admin@sabi.test", Some(&code)).await.is_ok());
}

#[tokio::test]
async fn without_the_key_of_the_installation_recovery_codes_and_a_reset_are_left() {
    let world = World::demo_on_disk().await;
    let admin = world.admin().await;
    let (app, codes) = set_up(&world, &admin).await;
    let folder = tempfile::tempdir().unwrap();
    let pieces: Vec<_> = world.back_up(&Actor::Operator).await.unwrap().try_collect().await.unwrap();
    let file = folder.path().join("backup.tar.gz");
    std::fs::write(&file, pieces.concat()).unwrap();

    // With the key all is as it was.
    let kept = Settings { store: None, ..Settings::in_memory(folder.path().join("kept")) };
    std::fs::create_dir(&kept.data).unwrap();
    std::fs::copy(world.settings.data.join("secret.key"), kept.data.join("secret.key")).unwrap();
    let restored = restore(&kept, &file, |_, _, _| ()).await.unwrap();
    assert_eq!(restored.lost_second_factors, [""; 0]);

    // Without it the accounts are named, by the doctor too.
    let lost = Settings { store: None, ..Settings::in_memory(folder.path().join("lost")) };
    let restored = restore(&lost, &file, |_, _, _| ()).await.unwrap();
    assert_eq!(restored.lost_second_factors, ["admin@sabi.test"]);
    let elsewhere = loop {
        match sabi_core::App::open_with_clock(lost.clone(), world.clock.clone()).await {
            Err(Error::Owned(_)) => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
            opened => break opened.unwrap(),
        }
    };
    let found = elsewhere.examine(&Actor::Operator, false, |_| ()).await.unwrap();
    let words: Vec<_> = found.iter().filter(|one| one.check == Check::Secrets).map(|one| one.words.as_str()).collect();
    assert!(words.len() == 1 && words[0].contains("sabi user second-factor admin@sabi.test --reset"), "{found:#?}");

    let code = app.next(&world).otp;
    let refused = elsewhere.log_in(form("admin@sabi.test", Some(&code)), None).await;
    assert_eq!(reason(refused), "wrong-code", "no code of the app fits");
    assert!(elsewhere.log_in(form("admin@sabi.test", Some(&codes[0])), None).await.is_ok());
    elsewhere.reset_second_factor(&Actor::Operator, admin.user_id().unwrap()).await.unwrap();
    assert!(elsewhere.log_in(form("admin@sabi.test", None), None).await.is_ok());
    let left = elsewhere.examine(&Actor::Operator, false, |_| ()).await.unwrap();
    assert!(left.iter().all(|one| one.check != Check::Secrets), "{left:#?}");
    elsewhere.store.close().await;
}
