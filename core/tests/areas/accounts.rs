//! Signing in and out, and what ends a session.

use chrono::NaiveDate;
use sabi_core::{
    Error, Result,
    people::{
        AccountStatus, Actor, LoginPage, LoginRequest, NewUser, Profile, Role, StatusOfAll, UpdateUser, User, UserView,
    },
    records::ListQuery,
    store::Id,
};

use crate::support::{PASSWORD, World, fields, query, reason};

fn kofi() -> NewUser {
    NewUser {
        first_name: "Kofi".into(),
        last_name: "Mensah".into(),
        email: "Kofi@Sabi.test".into(),
        dob: NaiveDate::from_ymd_opt(2005, 1, 31),
        gender: None,
        mobile_code: "233".into(),
        mobile_number: "201234567".into(),
        nationality: "Ghana".into(),
        status: AccountStatus::Active,
        is_super_admin: false,
        password: PASSWORD.into(),
        confirm_password: PASSWORD.into(),
    }
}

async fn log_in(world: &World, email: &str, password: &str, page: Option<LoginPage>) -> Result<(UserView, String)> {
    world
        .log_in(LoginRequest { email: email.into(), password: password.into(), bearer: true, otp: None, page }, None)
        .await
}

#[tokio::test]
async fn the_right_password_opens_and_nothing_else() {
    let world = World::demo().await;
    let (user, token) = log_in(&world, " STUDENT@sabi.test ", PASSWORD, None).await.unwrap();
    assert_eq!((user.email.as_str(), user.first_name.as_str(), user.role), ("student@sabi.test", "Ada", Role::User));
    let actor = world.authenticate(&token).await.unwrap().unwrap();
    assert_eq!(actor.user_id().unwrap(), &user.id);
    for (email, password) in [
        ("student@sabi.test", "wrong-password"),
        ("student@sabi.test", &PASSWORD.to_uppercase()),
        ("nobody@sabi.test", PASSWORD),
        (&format!("{}@sabi.test", "x".repeat(400)), PASSWORD),
        ("student@sabi.test", &"x".repeat(5_000)),
    ] {
        assert_eq!(reason(log_in(&world, email, password, None).await), "bad-credentials");
    }
    assert_eq!(fields(log_in(&world, "", "", None).await), ["email", "password"]);
    assert_eq!(fields(log_in(&world, "ada", "x", None).await), ["email"]);
    for token in ["", "x", "a.b.c", &token[..token.len() - 2]] {
        assert!(world.authenticate(token).await.unwrap().is_none());
    }
}

#[tokio::test]
async fn the_state_of_an_account_is_told_only_after_the_right_password() {
    let world = World::demo().await;
    for (status, wanted) in [
        (AccountStatus::InActive, "inactive"),
        (AccountStatus::Blocked, "blocked"),
        (AccountStatus::Suspended, "suspended"),
    ] {
        let email = format!("{wanted}@sabi.test");
        let user = NewUser { email: email.clone(), status, ..kofi() };
        world.create_user(&Actor::Operator, Role::User, user).await.unwrap();
        assert_eq!(reason(log_in(&world, &email, PASSWORD, None).await), wanted);
        assert_eq!(reason(log_in(&world, &email, "not-this-one", None).await), "bad-credentials");
        for role in [Role::Admin, Role::Moderator] {
            let email = format!("{role:?}-{wanted}@sabi.test");
            let user = NewUser { email: email.clone(), status, ..kofi() };
            world.create_user(&Actor::Operator, role, user).await.unwrap();
            for page in [None, Some(LoginPage::Admin)] {
                assert_eq!(reason(log_in(&world, &email, PASSWORD, page).await), "staff-inactive");
            }
        }
    }
    assert_eq!(reason(log_in(&world, "student@sabi.test", PASSWORD, Some(LoginPage::Admin)).await), "not-allowed");
    assert!(log_in(&world, "admin@sabi.test", PASSWORD, Some(LoginPage::Admin)).await.is_ok());
    assert!(log_in(&world, "owner@sabi.test", PASSWORD, Some(LoginPage::Admin)).await.is_ok());
}

#[tokio::test]
async fn logging_out_ends_every_session() {
    let world = World::demo().await;
    let (_, one) = log_in(&world, "student@sabi.test", PASSWORD, None).await.unwrap();
    let (_, two) = log_in(&world, "student@sabi.test", PASSWORD, None).await.unwrap();
    let actor = world.authenticate(&one).await.unwrap().unwrap();
    world.log_out(&actor).await.unwrap();
    for token in [&one, &two] {
        assert!(world.authenticate(token).await.unwrap().is_none());
    }
    let (_, three) = log_in(&world, "student@sabi.test", PASSWORD, None).await.unwrap();
    assert!(world.authenticate(&three).await.unwrap().is_some());
}

#[tokio::test]
async fn a_block_ends_sessions_and_super_admins_cannot_be_blocked() {
    let world = World::demo().await;
    let (student, token) = log_in(&world, "student@sabi.test", PASSWORD, None).await.unwrap();
    let admin = world.admin().await;
    let (owner, _) = log_in(&world, "owner@sabi.test", PASSWORD, None).await.unwrap();
    let (other_admin, _) = log_in(&world, "admin@sabi.test", PASSWORD, None).await.unwrap();
    assert!(world.authenticate(&token).await.unwrap().is_some());
    let blocked = world.set_user_status(&admin, &student.id, AccountStatus::Blocked).await.unwrap();
    assert_eq!(blocked.status, AccountStatus::Blocked);
    assert!(world.authenticate(&token).await.unwrap().is_none());
    assert_eq!(reason(log_in(&world, "student@sabi.test", PASSWORD, None).await), "blocked");
    world.set_user_status(&admin, &student.id, AccountStatus::Active).await.unwrap();
    assert!(world.authenticate(&token).await.unwrap().is_none(), "an old session stays ended");
    let of = [
        (&admin, &owner.id, "forbidden"),
        (&Actor::Operator, &owner.id, "super-admin"),
        (&admin, &other_admin.id, "forbidden"),
    ];
    for (actor, id, wanted) in of {
        assert_eq!(reason(world.set_user_status(actor, id, AccountStatus::Blocked).await), wanted);
    }
}

#[tokio::test]
async fn a_moderators_email_and_password_are_an_owners_to_change() {
    let world = World::demo().await;
    let (admin, owner) = (world.admin().await, world.log_in_as("owner@sabi.test").await);
    let musa = NewUser { email: "musa@sabi.test".into(), ..kofi() };
    let id = world.create_user(&Actor::Operator, Role::Moderator, musa).await.unwrap().id;
    let edit = async |who: &Actor, email: &str, password: &str, status: AccountStatus| {
        let input = |user: &User| {
            let (password, confirm_password) = (password.to_owned(), password.to_owned());
            Ok(UpdateUser { email: email.into(), status, password, confirm_password, ..user.form() })
        };
        world.edit_user(who, &id, Some(Role::Moderator), None, input).await
    };
    let another = "another-test-needs-no-secret";
    for (email, password) in [("eve@sabi.test", ""), ("musa@sabi.test", another)] {
        assert_eq!(reason(edit(&admin, email, password, AccountStatus::Active).await), "forbidden");
    }
    assert_eq!(reason(world.set_user_password(&admin, &id, another.into()).await), "forbidden");
    assert!(log_in(&world, "musa@sabi.test", PASSWORD, Some(LoginPage::Admin)).await.is_ok(), "nothing was changed");
    let blocked = edit(&admin, "musa@sabi.test", "", AccountStatus::Blocked).await.unwrap();
    assert_eq!(blocked.status, AccountStatus::Blocked);
    edit(&owner, "eve@sabi.test", "", AccountStatus::Active).await.unwrap();
    world.set_user_password(&owner, &id, another.into()).await.unwrap();
    assert!(log_in(&world, "eve@sabi.test", another, Some(LoginPage::Admin)).await.is_ok());
}

#[tokio::test]
async fn sessions_and_operator_tokens_run_out() {
    let world = World::demo().await;
    let (_, session) = log_in(&world, "student@sabi.test", PASSWORD, None).await.unwrap();
    let operator = world.secrets().operator_token(&world.listening_url(), sabi_core::App::now(&world)).unwrap();
    assert!(matches!(world.authenticate(&operator).await.unwrap(), Some(Actor::Operator)));
    world.pass(301);
    assert!(world.authenticate(&operator).await.unwrap().is_none());
    assert!(world.authenticate(&session).await.unwrap().is_some());
    world.pass(30 * 24 * 3600);
    assert!(world.authenticate(&session).await.unwrap().is_none());
    let elsewhere = World::demo().await;
    let (_, foreign) = log_in(&elsewhere, "student@sabi.test", PASSWORD, None).await.unwrap();
    assert!(world.authenticate(&foreign).await.unwrap().is_none(), "another installation's secret");
}

#[tokio::test]
async fn accounts_are_checked_and_addresses_unique() {
    let world = World::demo().await;
    let added = world.create_user(&Actor::Operator, Role::User, kofi()).await.unwrap();
    assert_eq!((added.email.as_str(), added.dob.as_deref()), ("Kofi@Sabi.test", Some("2005-01-31")));
    let again = NewUser { email: "kofi@sabi.TEST".into(), ..kofi() };
    let error = world.create_user(&Actor::Operator, Role::User, again).await.unwrap_err();
    let Error::Conflict(refusal) = error else { panic!("{error:?}") };
    assert_eq!(refusal.facts["email"], "Entered email already exist, please try another.");
    let wrong = NewUser {
        first_name: " ".into(),
        last_name: "x".repeat(61),
        email: "kofi".into(),
        dob: NaiveDate::from_ymd_opt(2020, 1, 1),
        mobile_code: "+2".into(),
        mobile_number: "08o".into(),
        nationality: "n".repeat(81),
        password: "12345678".into(),
        confirm_password: "1".into(),
        ..kofi()
    };
    let wanted = [
        "first_name",
        "last_name",
        "mobile_code",
        "mobile_number",
        "nationality",
        "dob",
        "email",
        "password",
        "confirm_password",
    ];
    assert_eq!(fields(world.create_user(&Actor::Operator, Role::User, wrong).await), wanted);
    let admin = world.admin().await;
    for (role, is_super_admin) in [(Role::Admin, false), (Role::User, true)] {
        let user = NewUser { email: "new@sabi.test".into(), is_super_admin, ..kofi() };
        assert_eq!(reason(world.create_user(&admin, role, user).await), "forbidden");
    }
}

#[tokio::test]
async fn names_hold_no_links() {
    let world = World::demo().await;
    for name in ["You won: x", "evil.ng/x", "me@evil.ng", "<b>Kofi", "a > b", "WWW.evil.ng", "hTTps evil"] {
        let user = NewUser { first_name: name.into(), ..kofi() };
        assert_eq!(fields(world.create_user(&Actor::Operator, Role::User, user).await), ["first_name"], "{name}");
    }
    let admin = world.admin().await;
    let profile = Profile { first_name: "Musa".into(), last_name: "www.evil.ng".into(), ..Profile::default() };
    let refused = world.update_profile(&admin, profile).await.unwrap_err();
    assert_eq!(refused.to_string(), "Last name cannot contain a link or one of the characters / : @ < >.");
    let user = NewUser { first_name: "Dr. Ọlá-Ngozi J.".into(), last_name: "O'Brien, jr (II)".into(), ..kofi() };
    let user = world.create_user(&Actor::Operator, Role::User, user).await.unwrap();
    // A name of before stays until it is changed.
    let old = world.store.write("UPDATE $id SET first_name = 'A/B' RETURN NONE").bind(("id", user.id.clone()));
    old.done().await.unwrap();
    let blocked = |user: &User| Ok(UpdateUser { status: AccountStatus::Blocked, ..user.form() });
    assert_eq!(world.edit_user(&admin, &user.id, None, None, blocked).await.unwrap().first_name, "A/B");
}

#[tokio::test]
async fn stored_values_of_an_account_are_not_checked_again() {
    let world = World::demo().await;
    let too_young = NaiveDate::from_ymd_opt(2020, 1, 1);
    let user = world.create_user(&Actor::Operator, Role::User, kofi()).await.unwrap();
    // As if the minimum age had been raised since.
    let young = world.store.write("UPDATE $id SET dob = '2020-01-01' RETURN NONE").bind(("id", user.id.clone()));
    young.done().await.unwrap();
    let edit = async |change: &(dyn Fn(&mut UpdateUser) + Send + Sync)| {
        let input = |user: &User| {
            let mut form = user.form();
            change(&mut form);
            Ok(form)
        };
        world.edit_user(&Actor::Operator, &user.id, None, None, input).await
    };
    let blocked = edit(&|form| form.status = AccountStatus::Blocked).await.unwrap();
    assert_eq!((blocked.status, blocked.dob.as_deref()), (AccountStatus::Blocked, Some("2020-01-01")));
    edit(&|form| form.status = AccountStatus::Active).await.unwrap();
    assert_eq!(fields(edit(&|form| form.dob = NaiveDate::from_ymd_opt(2020, 1, 2)).await), ["dob"]);
    let own = world.log_in_as("kofi@sabi.test").await;
    let profile = |dob| Profile { first_name: "Kwame".into(), last_name: "Mensah".into(), dob, ..Profile::default() };
    assert_eq!(world.update_profile(&own, profile(too_young)).await.unwrap().first_name, "Kwame");
    assert_eq!(fields(world.update_profile(&own, profile(NaiveDate::from_ymd_opt(2021, 1, 1))).await), ["dob"]);
}

#[tokio::test]
async fn people_read_themselves_and_admins_read_people() {
    let world = World::demo().await;
    let (student, admin) = (world.student().await, world.admin().await);
    let me = student.user_id().unwrap();
    assert!(world.find_user(&student, me).await.is_ok() && world.find_user(&admin, me).await.is_ok());
    assert_eq!(reason(world.find_user(&student, admin.user_id().unwrap()).await), "forbidden");
    assert!(matches!(world.find_user(&admin, &Id::new("none")).await, Err(Error::NotFound("User"))));
    let students = world.list_users(Role::User, &ListQuery::default()).await.unwrap();
    assert_eq!((students.total, students.rows[0].email.as_str()), (1, "student@sabi.test"));
    let found = world.list_users(Role::Admin, &query(&[("q", "BELLO"), ("sort", "first_name")])).await.unwrap();
    assert_eq!((found.total, found.rows[0].first_name.as_str()), (1, "Musa"));
}

#[tokio::test]
async fn the_status_of_everybody_in_a_list_changes_in_one_commit_and_ends_their_sessions() {
    let world = World::demo().await;
    let admin = world.admin().await;
    world.add_kofi("kofi@sabi.test").await;
    let kofi = world.log_in_as("kofi@sabi.test").await;
    let only = query(&[("email", "kofi@sabi.test")]);
    let block = |expected| StatusOfAll { expected, status: AccountStatus::Blocked };
    assert_eq!(reason(world.set_status_of_all(&admin, &only, &block(2)).await), "changed-count");
    let done = world.set_status_of_all(&admin, &only, &block(1)).await.unwrap();
    assert_eq!((done.changed, done.refused), (1, 0));
    let blocked = world.find_user(&admin, kofi.user_id().unwrap()).await.unwrap();
    assert_eq!((blocked.status, blocked.version), (AccountStatus::Blocked, 1));
    assert!(log_in(&world, "kofi@sabi.test", PASSWORD, None).await.is_err());
    let told = world.list_audit(&query(&[("action", "change-all")])).await.unwrap();
    assert_eq!((told.total, &told.rows[0].after["status"]), (1, &"Blocked".into()));
    assert_eq!(told.rows[0].names.len(), 1);
    assert_eq!(world.set_status_of_all(&admin, &only, &block(1)).await.unwrap().changed, 0, "they are blocked already");
    // Administrators are in no list of students.
    let admins = query(&[("email", "admin@sabi.test")]);
    assert_eq!(world.set_status_of_all(&admin, &admins, &block(0)).await.unwrap().changed, 0);
}
