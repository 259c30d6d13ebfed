//! Rate limits: per IP address in memory, per account in the store.
//!
//! Per IP address (IPv6: its /64 and /48), logins and uses of links count only when they fail, so that a school of 300
//! students behind one address can log in within a minute, while an attacker soon has to wait. Other acts always count.
//! Accounts without failures of their own can still log in from a blocked IP address. Counts per account survive a
//! restart and cover any number of IP addresses (ruling 11).

use std::{
    collections::HashMap,
    net::IpAddr,
    num::NonZeroU32,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use ipnet::IpNet;
use moka::sync::Cache;
use sha2::{Digest as _, Sha256};
use strum::{IntoStaticStr, VariantArray};
use surrealdb::types::SurrealValue;

use super::address::email_key;
use crate::{
    App, Error, Refusal, Result,
    clock::Instant,
    messages,
    store::{Id, Record, Tx, retry_tx},
};

/// The acts that are limited per IP address, in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, VariantArray)]
pub enum AddressLimit {
    /// Logging in: failures.
    Login,
    /// Logging in to accounts without earlier failures: failures. Limits how many accounts can be tried from a blocked
    /// IP address.
    FirstLogin,
    /// Registering: every try, because each sends a mail.
    Register,
    /// Requesting a mail with a link, such as a password reset: every try.
    Forgot,
    /// Using a mailed link: failures.
    Link,
    /// Writing through the contact form: every try.
    Contact,
    /// Subscribing to the newsletter: every try.
    Newsletter,
}

impl AddressLimit {
    /// How many tries may come at once, and seconds until one more is available.
    const fn quota(self) -> (u32, u64) {
        match self {
            Self::FirstLogin => (1000, 4),
            Self::Login | Self::Register => (100, 6),
            Self::Forgot | Self::Link => (30, 60),
            Self::Contact | Self::Newsletter => (20, 180),
        }
    }
}

/// The acts that are limited per account, in the store, each with its name in the keys of its counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum AccountLimit {
    /// Logging in: failures.
    #[strum(serialize = "signin")]
    Login,
    /// Logging in: successes.
    #[strum(serialize = "signedin")]
    LoginSuccess,
    /// Mails about logins from new devices.
    NewDeviceMail,
    /// Mails about wrong codes after a right password.
    AlertMail,
    /// Re-entering the password in a session: failures. Counted separately, so that strangers who guess passwords do
    /// not lock out open sessions.
    Password,
    /// Entering a code of the second factor, at login or in a session: failures.
    Code,
    /// Requesting a mail with a link, such as a password reset: every try.
    Forgot,
    /// Exporting everything stored about a person.
    Export,
    /// Starting a payment, or taking a free plan.
    Payment,
    /// Reporting a question: every try, because each searches the caller's tests.
    Report,
    /// Adding a photograph to a theory answer.
    Photograph,
}

impl AccountLimit {
    /// The number of tries, and the window in seconds.
    const fn quota(self) -> (i64, i64) {
        match self {
            Self::Login | Self::Password | Self::Code => (10, 600),
            Self::LoginSuccess => (30, 600),
            Self::NewDeviceMail | Self::AlertMail => (3, 3600),
            Self::Forgot => (5, 3600),
            Self::Payment => (30, 3600),
            Self::Export => (5, 24 * 3600),
            Self::Report => (100, 24 * 3600),
            Self::Photograph => (200, 24 * 3600),
        }
    }

    /// The longest window of all limits, in which counts are kept.
    fn longest_window() -> chrono::Duration {
        let windows = Self::VARIANTS.iter().map(|limit| limit.quota().1);
        chrono::Duration::seconds(windows.max().unwrap_or_default())
    }
}

/// The number of counted networks above which idle ones are forgotten before the hour is over.
const MAX_IDLE_NETWORKS: usize = 100_000;
/// The limit of an IPv6 /48 as a multiple of that of a /64.
const WIDE: u32 = 4;

/// The limits per IP address.
pub struct Limits {
    rates: HashMap<AddressLimit, Rates>,
    /// Blocked networks: since when and for how long.
    blocked: Cache<(AddressLimit, IpNet), (std::time::Instant, Duration)>,
}

/// The tries of each network.
struct Rates {
    narrow: NetworkRates,
    wide: NetworkRates,
}

/// The tries of networks of one size. If there are many networks, those without recent tries are forgotten.
struct NetworkRates {
    limiter: DefaultKeyedRateLimiter<IpNet>,
    /// Idle networks are forgotten above this number. It is at least twice the number that stayed the last time, so
    /// that a caller with many networks does not make each try search all of them.
    forget_above: AtomicUsize,
}

impl NetworkRates {
    fn new(quota: Quota) -> Self {
        Self { limiter: RateLimiter::keyed(quota), forget_above: AtomicUsize::new(MAX_IDLE_NETWORKS) }
    }

    /// Spends one try of the network. Returns how long it must wait if it has none left.
    fn check(&self, net: IpNet) -> Option<Duration> {
        if self.limiter.len() > self.forget_above.load(Ordering::Relaxed) {
            self.limiter.retain_recent();
            self.forget_above.store(MAX_IDLE_NETWORKS.max(2 * self.limiter.len()), Ordering::Relaxed);
        }
        let exceeded = self.limiter.check_key(&net).err()?;
        Some(exceeded.wait_time_from(DefaultClock::default().now()))
    }

    fn forget_idle(&self) {
        self.limiter.retain_recent();
        self.limiter.shrink_to_fit();
    }
}

impl Limits {
    /// Empty limits.
    pub fn new() -> Self {
        let rate = |limit: &AddressLimit| {
            let (burst, seconds) = limit.quota();
            let of = |times: u32| {
                let quota = Quota::with_period(Duration::from_secs(seconds) / times)?;
                Some(NetworkRates::new(quota.allow_burst(NonZeroU32::new(burst * times)?)))
            };
            Some((*limit, Rates { narrow: of(1)?, wide: of(WIDE)? }))
        };
        let blocked = Cache::builder().max_capacity(100_000).time_to_live(Duration::from_secs(3600)).build();
        Self { rates: AddressLimit::VARIANTS.iter().filter_map(rate).collect(), blocked }
    }

    /// Counts one try from this IP address, whatever its outcome.
    pub fn count(&self, limit: AddressLimit, from: Option<IpAddr>) -> Result<()> {
        match self.check(limit, from).into_iter().map(|(_, wait)| wait).max() {
            Some(wait) => Err(too_many(wait)),
            None => Ok(()),
        }
    }

    /// Refuses a blocked IP address.
    pub fn admit(&self, limit: AddressLimit, from: Option<IpAddr>) -> Result<()> {
        let left = |net| {
            let (since, wait) = self.blocked.get(&(limit, net))?;
            wait.checked_sub(since.elapsed())
        };
        match networks(from).filter_map(left).max() {
            Some(left) => Err(too_many(left)),
            None => Ok(()),
        }
    }

    /// Like [`Self::admit`], for a login: an account without earlier failures passes anyway, so that one student's
    /// wrong passwords do not lock out a whole school.
    pub(super) fn admit_login(&self, from: Option<IpAddr>, has_no_failures: bool) -> Result<()> {
        self.admit(if has_no_failures { AddressLimit::FirstLogin } else { AddressLimit::Login }, from)
    }

    /// Counts one failure from this IP address.
    pub fn fail(&self, limit: AddressLimit, from: Option<IpAddr>) {
        for (net, wait) in self.check(limit, from) {
            self.blocked.insert((limit, net), (std::time::Instant::now(), wait));
        }
    }

    /// Counts a failed login from this IP address on drop, unless it was marked as passed. So a caller who disconnects
    /// before the response has failed too.
    pub(super) fn login_attempt(&self, from: Option<IpAddr>, has_no_failures: bool) -> LoginAttempt<'_> {
        LoginAttempt { limits: self, from, has_no_failures, has_passed: false }
    }

    /// Forgets IP addresses that have been idle for long.
    pub fn forget_idle(&self) {
        self.rates.values().flat_map(|rates| [&rates.narrow, &rates.wide]).for_each(NetworkRates::forget_idle);
    }

    /// Spends one try of each of the IP address's networks. Returns the exhausted ones, and for how long.
    fn check(&self, limit: AddressLimit, from: Option<IpAddr>) -> Vec<(IpNet, Duration)> {
        let exceeded = |net: IpNet| {
            let rates = self.rates.get(&limit)?;
            let rate = if net.prefix_len() == SITE_PREFIX { &rates.wide } else { &rates.narrow };
            Some((net, rate.check(net)?))
        };
        networks(from).filter_map(exceeded).collect()
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// A login whose outcome is still open.
pub(super) struct LoginAttempt<'a> {
    limits: &'a Limits,
    from: Option<IpAddr>,
    has_no_failures: bool,
    has_passed: bool,
}

impl LoginAttempt<'_> {
    /// Marks it as not failed.
    pub fn pass(mut self) {
        self.has_passed = true;
    }
}

impl Drop for LoginAttempt<'_> {
    fn drop(&mut self) {
        if !self.has_passed {
            self.limits.fail(AddressLimit::Login, self.from);
            if self.has_no_failures {
                self.limits.fail(AddressLimit::FirstLogin, self.from);
            }
        }
    }
}

/// The length of the IPv6 prefix of one subscriber, in bits.
const SUBSCRIBER_PREFIX: u8 = 64;
/// The length of the shortest IPv6 prefix that a provider assigns to one site, in bits.
const SITE_PREFIX: u8 = 48;

/// The networks under which an IP address is counted: an IPv4 address alone, an IPv6 address by its /64 and /48. No
/// address means the command line on the server's machine, which is not counted.
fn networks(address: Option<IpAddr>) -> impl Iterator<Item = IpNet> {
    let address = address.map(|address| address.to_canonical());
    let prefixes: &[u8] = match address {
        Some(IpAddr::V6(_)) => &[SUBSCRIBER_PREFIX, SITE_PREFIX],
        Some(IpAddr::V4(_)) => &[32],
        None => &[],
    };
    prefixes.iter().filter_map(move |prefix| Some(IpNet::new(address?, *prefix).ok()?.trunc()))
}

/// The IP address under which a caller's connections are counted: all addresses of an IPv6 /64 are one.
pub fn connection_key(address: IpAddr) -> IpAddr {
    networks(Some(address)).next().map_or(address, |net| net.addr())
}

/// The subscriber's network, under which log lines are counted.
pub(super) fn subscriber_network(address: Option<IpAddr>) -> Option<IpNet> {
    networks(address).next()
}

fn too_many(wait: Duration) -> Error {
    let refusal = Refusal::new("too-many-tries", messages::TOO_MANY_TRIES);
    Error::TooMany { refusal, retry_after: wait.as_secs() + 1 }
}

/// The tries of one account in the current window. Also stored for email addresses without an account, so that a limit
/// does not reveal which of them have one.
#[derive(Debug, Clone, SurrealValue)]
pub struct Tries {
    pub id: Id<Tries>,
    pub count: i64,
    pub since: Instant,
}

impl Record for Tries {
    const TABLE: &'static str = "tries";
    const SCHEMA: &'static str = "DEFINE INDEX IF NOT EXISTS tries_since ON tries FIELDS since;";
}

impl Tries {
    /// The record of a device known to an account.
    pub(super) fn of_device(id: &str) -> Id<Self> {
        Id::new(format!("device-{id}"))
    }

    /// The records of all account limits for an email address.
    pub(crate) fn all_of(email: &str) -> Vec<Id<Self>> {
        AccountLimit::VARIANTS.iter().map(|limit| Self::key(*limit, email)).collect()
    }

    /// The record of an account: under its email address, or for some limits its id. The key has only a hash of it.
    pub(crate) fn key(limit: AccountLimit, email: &str) -> Id<Self> {
        let hash = hex::encode(Sha256::digest(email_key(email)));
        Id::new(format!("{}-{hash}", <&str>::from(limit)))
    }
}

impl App {
    /// Counts one try for the account with this email address, before its outcome is known, so that concurrent tries
    /// are counted.
    pub(crate) async fn count_try(&self, limit: AccountLimit, email: &str) -> Result<()> {
        self.count_try_at(limit, &Tries::key(limit, email)).await.map(drop)
    }

    /// Like [`Self::count_try`], in a given record. Returns the count before.
    pub(super) async fn count_try_at(&self, limit: AccountLimit, id: &Id<Tries>) -> Result<i64> {
        retry_tx(async || {
            let tx = self.store.begin().await?;
            let before = self.count_try_in(&tx, limit, id).await?;
            tx.commit().await?;
            Ok(before)
        })
        .await
    }

    /// Like [`Self::count_try_at`], inside a transaction: if it does not commit, nothing is counted.
    pub(crate) async fn count_try_in(&self, tx: &Tx, limit: AccountLimit, id: &Id<Tries>) -> Result<i64> {
        let held: Option<Tries> = tx.query("SELECT * FROM $id").bind(("id", id.clone())).first().await?;
        let (count, since) = self.open_window(limit, held)?;
        let tries = Tries { id: id.clone(), count: count + 1, since };
        let call = tx.query("UPSERT ONLY $id CONTENT $tries RETURN NONE");
        call.bind(("id", id.clone())).bind(("tries", tries)).done().await?;
        Ok(count)
    }

    /// The number of tries in this record.
    ///
    /// # Errors
    /// [`Error::TooMany`] if none are left.
    pub(super) async fn tries_at(&self, limit: AccountLimit, id: &Id<Tries>) -> Result<i64> {
        let held = self.store.query("SELECT * FROM $id").bind(("id", id.clone())).first().await?;
        Ok(self.open_window(limit, held)?.0)
    }

    /// The number of tries in the current window, and its start.
    ///
    /// # Errors
    /// [`Error::TooMany`] if none are left.
    fn open_window(&self, limit: AccountLimit, held: Option<Tries>) -> Result<(i64, Instant)> {
        let (most, window) = limit.quota();
        let now = self.now();
        // A window in the future was written while the clock was ahead: start a new one.
        let held = held.filter(|held| (now - held.since).num_seconds().abs() < window);
        let (count, since) = held.map_or((0, now), |held| (held.count, held.since));
        if count >= most {
            let left = window - (now - since).num_seconds();
            return Err(too_many(Duration::from_secs(left.unsigned_abs())));
        }
        Ok((count, since))
    }

    /// Resets the tries of an account, after a success.
    pub(super) async fn forget_tries(&self, limit: AccountLimit, email: &str) -> Result<()> {
        self.forget_tries_at(&Tries::key(limit, email)).await
    }

    /// Like [`Self::forget_tries`], for a given record.
    pub(super) async fn forget_tries_at(&self, id: &Id<Tries>) -> Result<()> {
        retry_tx(async || self.store.write("DELETE $id RETURN NONE").bind(("id", id.clone())).done().await).await
    }

    /// Deletes expired counts.
    pub async fn delete_expired_limits(&self) -> Result<()> {
        self.limits.forget_idle();
        self.refusals.forget_idle();
        let window = AccountLimit::longest_window();
        let call = self.store.write("DELETE tries WHERE since < $old OR since > $latest_valid RETURN NONE");
        call.bind(("old", self.now() - window)).bind(("latest_valid", self.now() + window)).done().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(text: &str) -> Option<IpAddr> {
        text.parse().ok()
    }

    #[test]
    fn successes_of_a_school_count_nothing_and_failures_bar_it() {
        let (limits, school) = (Limits::new(), from("102.89.1.1"));
        for _ in 0..300 {
            assert!(limits.admit(AddressLimit::Login, school).is_ok());
        }
        for _ in 0..101 {
            limits.fail(AddressLimit::Login, school);
        }
        let Err(Error::TooMany { retry_after, .. }) = limits.admit(AddressLimit::Login, school) else {
            panic!("a hundred failures bar an address");
        };
        assert!((1..=7).contains(&retry_after), "{retry_after}");
        assert!(limits.admit(AddressLimit::Login, from("102.89.1.2")).is_ok(), "others are not blocked");
        assert!(limits.admit(AddressLimit::Link, school).is_ok(), "nor is it from other things");
    }

    #[test]
    fn a_try_that_is_given_up_is_a_failure() {
        let (limits, address) = (Limits::new(), from("10.0.0.8"));
        for _ in 0..101 {
            limits.login_attempt(address, false).pass();
        }
        assert!(limits.admit(AddressLimit::Login, address).is_ok());
        for _ in 0..101 {
            drop(limits.login_attempt(address, false));
        }
        assert!(limits.admit(AddressLimit::Login, address).is_err());
    }

    #[test]
    fn an_account_without_failures_signs_in_from_an_address_that_used_its_failures_up() {
        let (limits, school) = (Limits::new(), from("102.89.1.3"));
        for _ in 0..101 {
            drop(limits.login_attempt(school, false));
        }
        assert!(limits.admit_login(school, false).is_err());
        assert!(limits.admit_login(school, true).is_ok());
        // One password cannot be tried on any number of accounts either.
        for _ in 0..1001 {
            drop(limits.login_attempt(school, true));
        }
        assert!(limits.admit_login(school, true).is_err());
        assert!(limits.admit_login(from("102.89.1.4"), true).is_ok());
    }

    #[test]
    fn many_ipv6_networks_of_one_site_count_as_one() {
        let limits = Limits::new();
        let line = |n: u32| from(&format!("2c0f:f5c0:1:{n:x}::1"));
        for n in 0..4 * 30 {
            assert!(limits.admit(AddressLimit::Link, line(9999)).is_ok(), "{n}");
            limits.fail(AddressLimit::Link, line(n));
        }
        limits.fail(AddressLimit::Link, line(200));
        assert!(limits.admit(AddressLimit::Link, line(9999)).is_err());
        assert!(limits.admit(AddressLimit::Link, from("2c0f:f5c0:2::1")).is_ok(), "another site is not blocked");
    }

    #[test]
    fn one_house_is_one_address() {
        let limits = Limits::new();
        for n in 0..31 {
            limits.fail(AddressLimit::Link, from(&format!("2c0f:f5c0:1:2::{n:x}")));
        }
        assert!(limits.admit(AddressLimit::Link, from("2c0f:f5c0:1:2:ffff::1")).is_err());
        assert!(limits.admit(AddressLimit::Link, from("2c0f:f5c0:1:3::1")).is_ok());
        // An IPv4-mapped IPv6 address is the same address.
        for _ in 0..31 {
            limits.fail(AddressLimit::Forgot, from("::ffff:10.1.1.1"));
        }
        assert!(limits.admit(AddressLimit::Forgot, from("10.1.1.1")).is_err());
    }

    #[test]
    fn calls_that_send_mail_count_each_time() {
        let (limits, address) = (Limits::new(), from("10.0.0.9"));
        for _ in 0..30 {
            assert!(limits.count(AddressLimit::Forgot, address).is_ok());
        }
        assert!(matches!(limits.count(AddressLimit::Forgot, address), Err(Error::TooMany { .. })));
        assert!(limits.count(AddressLimit::Forgot, None).is_ok(), "the command line has no address");
    }
}
