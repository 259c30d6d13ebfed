//! How often an account may be tried (ruling 11): counted in the store, for any number of addresses.

use std::net::{IpAddr, Ipv4Addr};

use futures::future::join_all;
use sabi_core::{
    Error, Result,
    people::{Actor, ChangePassword, LoginRequest, NewPassword, UserView},
    privacy::ProvePassword,
};

use crate::support::{
    PASSWORD, World, fields,
    people::{ngozi, wait},
    reason,
};

const EMAIL: &str = "kofi@sabi.test";
const WRONG: &str = "not-the-password";

async fn with_kofi() -> World {
    let world = World::bare().await;
    world.add_kofi(EMAIL).await;
    world
}

/// Tries a wrong password so many times, each from another address.
async fn guess(world: &World, email: &str, times: u8) {
    for n in 0..times {
        assert_eq!(reason(from(world, n, email, WRONG).await), "bad-credentials", "try {n}");
    }
}

async fn from(world: &World, host: u8, email: &str, password: &str) -> Result<(UserView, String)> {
    let input = LoginRequest { email: email.into(), password: password.into(), bearer: true, otp: None, page: None };
    world.log_in(input, Some(IpAddr::V4(Ipv4Addr::new(102, 89, 7, host)))).await
}

#[tokio::test]
async fn the_eleventh_login_waits_even_with_the_right_password_and_ten_minutes_mend_it() {
    let world = with_kofi().await;
    guess(&world, EMAIL, 10).await;
    let seconds = wait(from(&world, 11, EMAIL, WRONG).await);
    assert!((600..=601).contains(&seconds), "{seconds}");
    wait(from(&world, 12, EMAIL, PASSWORD).await);
    // Nor does another spelling of the address help.
    wait(world.try_log_in(" KOFI@Sabi.Test ", PASSWORD).await);
    world.add_kofi("other@sabi.test").await;
    world.try_log_in("other@sabi.test", PASSWORD).await.unwrap();
    world.pass(599);
    assert!(wait(world.try_log_in(EMAIL, PASSWORD).await) <= 2);
    world.pass(1);
    world.try_log_in(EMAIL, PASSWORD).await.unwrap();
    guess(&world, EMAIL, 10).await;
    wait(world.try_log_in(EMAIL, PASSWORD).await);
}

#[tokio::test]
async fn tries_that_an_address_sends_all_at_once_are_counted_like_others() {
    let world = World::bare().await;
    let guesses = (0..130).map(|n| {
        let world = &world;
        async move { from(world, 7, &format!("nobody{}@sabi.test", n % 13), WRONG).await.map(drop) }
    });
    let begun = std::time::Instant::now();
    let refused = join_all(guesses).await.into_iter().filter(|one| matches!(one, Err(Error::TooMany { .. }))).count();
    // An address gets one try back every six seconds of the machine's clock.
    let returned = usize::try_from(begun.elapsed().as_secs() / 6).unwrap();
    assert!((20_usize.saturating_sub(returned)..=30).contains(&refused), "{refused} of 130 were not looked at");
}

#[tokio::test]
async fn strangers_at_the_door_do_not_shut_out_who_is_inside() {
    let world = with_kofi().await;
    let inside = world.log_in_as(EMAIL).await;
    guess(&world, EMAIL, 10).await;
    wait(from(&world, 11, EMAIL, PASSWORD).await);
    let new = "another-good-password";
    let change =
        |old: &str| ChangePassword { old_password: old.into(), new_password: new.into(), confirm_password: new.into() };
    for _ in 0..10 {
        assert_eq!(fields(world.change_password(&inside, change(WRONG)).await), ["oldPassword"]);
        world.pass(1);
    }
    // Nor may who found an open session guess at leisure.
    wait(world.change_password(&inside, change(PASSWORD)).await);
    world.pass(600);
    world.change_password(&inside, change(PASSWORD)).await.unwrap();
}

#[tokio::test]
async fn a_login_resets_the_count() {
    let world = with_kofi().await;
    for _ in 0..3 {
        guess(&world, EMAIL, 9).await;
        world.try_log_in(EMAIL, PASSWORD).await.unwrap();
    }
}

#[tokio::test]
async fn a_reset_lifts_the_limit_at_once() {
    let world = with_kofi().await;
    guess(&world, EMAIL, 10).await;
    wait(world.try_log_in(EMAIL, PASSWORD).await);
    world.forgot_password(EMAIL, None, None).await.unwrap();
    let new = "another-good-password";
    let input = NewPassword { password: new.into(), confirm_password: new.into() };
    world.reset_password(&world.mailed_token().await, input, None).await.unwrap();
    assert_eq!(reason(world.try_log_in(EMAIL, PASSWORD).await), "bad-credentials");
    let (kofi, _) = world.try_log_in(EMAIL, new).await.unwrap();
    // So does a password that an administrator sets.
    guess(&world, EMAIL, 10).await;
    wait(world.try_log_in(EMAIL, new).await);
    world.set_user_password(&Actor::Operator, &kofi.id, PASSWORD.into()).await.unwrap();
    world.try_log_in(EMAIL, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn the_count_outlives_a_restart() {
    let world = World::with(|settings| settings.store = None).await;
    world.add_kofi(EMAIL).await;
    guess(&world, EMAIL, 6).await;
    let world = world.restarted().await;
    guess(&world, EMAIL, 4).await;
    wait(world.try_log_in(EMAIL, PASSWORD).await);
    let world = world.restarted().await;
    wait(world.try_log_in(EMAIL, PASSWORD).await);
    world.pass(600);
    world.try_log_in(EMAIL, PASSWORD).await.unwrap();
}

#[tokio::test]
async fn addresses_without_an_account_are_counted_alike() {
    let world = with_kofi().await;
    for email in [EMAIL, "nobody@sabi.test"] {
        guess(&world, email, 10).await;
        let seconds = wait(world.try_log_in(email, WRONG).await);
        assert!((600..=601).contains(&seconds), "{email}: {seconds}");
    }
    world.pass(600);
    guess(&world, "nobody@sabi.test", 10).await;
    // The stored counts contain no address.
    assert_eq!(world.where_is("nobody@sabi").await, [""; 0]);
}

#[tokio::test]
async fn a_stolen_session_cannot_guess_the_password_at_leisure() {
    let world = with_kofi().await;
    let kofi = world.log_in_as(EMAIL).await;
    for n in 0..10 {
        let failed = if n % 2 == 0 {
            let new = "another-good-password".to_owned();
            let input = ChangePassword { old_password: WRONG.into(), confirm_password: new.clone(), new_password: new };
            fields(world.change_password(&kofi, input).await)
        } else {
            fields(world.erase_me(&kofi, ProvePassword { password: WRONG.into() }).await)
        };
        assert!(failed == ["oldPassword"] || failed == ["password"], "{failed:?}");
    }
    wait(world.erase_me(&kofi, ProvePassword { password: PASSWORD.into() }).await);
    world.try_log_in(EMAIL, PASSWORD).await.unwrap();
    wait(world.erase_me(&kofi, ProvePassword { password: PASSWORD.into() }).await);
}

#[tokio::test]
async fn asking_for_mails_is_limited_alike_for_known_and_unknown_addresses() {
    let world = with_kofi().await;
    for email in [EMAIL, "nobody@sabi.test"] {
        for _ in 0..5 {
            world.forgot_password(email, None, None).await.unwrap();
        }
        let seconds = wait(world.forgot_password(email, None, None).await);
        assert!((3600..=3601).contains(&seconds), "{email}: {seconds}");
        // A resend fills the same mailbox.
        wait(world.resend_activation(email, None).await);
    }
    let mails = world.mails().await;
    assert_eq!((mails.len(), mails.iter().all(|mail| mail.to == EMAIL)), (5, true));
    world.pass(3600);
    for email in [EMAIL, "nobody@sabi.test"] {
        world.forgot_password(email, None, None).await.unwrap();
    }
    assert_eq!(world.mails().await.len(), 6);
    // One who waits for activation gets five links an hour, too.
    world.register(ngozi("ngozi@sabi.test"), None).await.unwrap();
    for _ in 0..5 {
        world.resend_activation("ngozi@sabi.test", None).await.unwrap();
    }
    wait(world.resend_activation("ngozi@sabi.test", None).await);
}

#[tokio::test]
async fn ten_of_sixty_four_guesses_at_once_are_verified() {
    let world = with_kofi().await;
    let tries = join_all((0..64).map(|n| from(&world, n, EMAIL, WRONG))).await;
    let mut verified = 0;
    for tried in tries {
        match tried.unwrap_err() {
            Error::Unauthenticated(_) => verified += 1,
            // Refused until later, or asked to retry because too many came at once.
            Error::TooMany { .. } | Error::Unavailable(_) => {}
            other => panic!("{other:?}"),
        }
    }
    assert!((1..=10).contains(&verified), "{verified}");
    // Those that were turned away have used nothing up; and none of the others was forgotten.
    guess(&world, EMAIL, 10 - verified).await;
    wait(world.try_log_in(EMAIL, PASSWORD).await);
}
