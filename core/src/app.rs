//! `App`: the handle to an open installation.

use std::{
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    sync::{Mutex, Semaphore},
    time::{Instant as Steady, sleep},
};
use url::Url;

use crate::{
    Error, Result, Settings,
    audit::AuditTrail,
    background::BackgroundTasks,
    bank::{Bank, Sizes, VisitorChoice, import::PendingImport},
    clock::{Clock, ClockJumpDetector, Instant, SystemClock},
    exam::{AttemptCache, ExamCatalogues, GroupCommit, NewAttempt, PackSizes, SheetUpdate},
    fair_permits::FairPermits,
    files,
    images::{Images, PictureUsage},
    mail::Mailer,
    metrics::{Metrics, Token},
    ops::{client_errors::ClientErrors, recount},
    people::{Hasher, Limits, Refusals, Secrets, SessionCache},
    plans::Gateways,
    privacy::Exports,
    push::PushServices,
    records::{Resources, SideEffect},
    resources::BackOffice,
    schema::schema,
    store::{Condition, Id, Schema, State, Store},
};

/// Interval between checks of the store's disk, and between attempts to reopen a closed store.
const DISK_CHECK_INTERVAL: Duration = Duration::from_secs(5);
/// Interval between checks of the connection to a database server.
const CONNECTION_CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// An open installation: store, clock, settings and caches. Clones share it.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The parts of an [`App`].
pub struct Parts {
    /// The open store.
    pub store: Store,
    /// The settings.
    pub settings: Settings,
    /// The metrics.
    pub metrics: Metrics,
    /// The question bank's cache.
    pub bank: Bank,
    pub(crate) sizes: Sizes,
    pub(crate) visitor_choice: VisitorChoice,
    pub(crate) exam_catalogues: ExamCatalogues,
    pub(crate) attempt_cache: AttemptCache,
    pub(crate) pack_sizes: PackSizes,
    pub(crate) sheet_commits: GroupCommit<SheetUpdate>,
    pub(crate) start_commits: GroupCommit<NewAttempt>,
    pub(crate) secrets: Secrets,
    pub(crate) hasher: Hasher,
    pub(crate) sessions: SessionCache,
    pub(crate) limits: Limits,
    pub(crate) client_errors: ClientErrors,
    pub(crate) refusals: Refusals,
    pub(crate) exports: Exports,
    /// Sends mails.
    pub mail: Mailer,
    /// The payment gateways.
    pub(crate) gateways: Gateways,
    /// Serialises the payments and free plans that start on this server: concurrent requests of one student would
    /// conflict on the same subscription, and some would fail.
    pub(crate) plan_lock: Mutex<()>,
    /// The push services of browsers.
    pub(crate) push: PushServices,
    /// The picture storage.
    pub images: Images,
    /// The tables of the entities whose texts may contain pictures.
    pub(crate) illustrated: Vec<&'static str>,
    /// Limits the large pictures that are decoded at once, because each takes much memory.
    pub(crate) picture_permits: Arc<Semaphore>,
    /// Limits the students whose offline tests are stored at once, so that saves are not delayed when a school hands
    /// in.
    pub(crate) hand_in_permits: FairPermits,
    /// Held while a backup is made or unused pictures are removed, so that the two never overlap.
    pub(crate) backup_permit: Arc<Semaphore>,
    pub(crate) background: BackgroundTasks,
    /// A random id that distinguishes the leases of this process from those of others and earlier ones.
    pub(crate) instance: String,
    edits: AtomicU64,
    address: OnceLock<Url>,
    clock: Box<dyn Clock>,
}

impl std::ops::Deref for App {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Opens the store that the settings name, with the machine's clock.
    pub async fn open(settings: Settings) -> Result<Self> {
        Self::open_with_clock(settings, SystemClock).await
    }

    /// Opens the store with the given clock, for tests.
    pub async fn open_with_clock(settings: Settings, clock: impl Clock + 'static) -> Result<Self> {
        Self::open_with::<BackOffice>(settings, clock).await
    }

    /// Opens the store with other entities than those of the back office, for tests.
    pub async fn open_with<L: Resources>(settings: Settings, clock: impl Clock + 'static) -> Result<Self> {
        let data = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", settings.data.display()));
        files::make_private(&settings.data).map_err(data)?;
        for ours in ["outbox", "uploads"] {
            files::make_contents_private(&settings.data.join(ours)).map_err(data)?;
        }
        let mail = Mailer::open(&settings)?;
        let token = settings.metrics_token_file.as_deref().map(Token::read).transpose()?;
        let images = Images::of(&settings)?;
        let secrets = Secrets::open(&settings.data)?;
        let push = PushServices::open(&settings, &secrets)?;
        let store = Store::open(&settings.store_url(), &schema::<L>()).await?;
        let gateways = Gateways::open(&settings, &store)?;
        let metrics = Metrics::new(token, clock.now())?;
        store.watch(metrics.store.clone());
        let app = Self(Arc::new(Parts {
            sheet_commits: GroupCommit::new(store.clone()),
            start_commits: GroupCommit::new(store.clone()),
            store,
            metrics,
            bank: Bank::new(settings.bank_memory << 20),
            sizes: Sizes::default(),
            visitor_choice: VisitorChoice::default(),
            exam_catalogues: ExamCatalogues::default(),
            attempt_cache: AttemptCache::new(),
            pack_sizes: PackSizes::default(),
            secrets,
            hasher: Hasher::new()?,
            sessions: SessionCache::new(),
            limits: Limits::new(),
            client_errors: ClientErrors::new(),
            refusals: Refusals::new(),
            exports: Exports::default(),
            mail,
            gateways,
            plan_lock: Mutex::new(()),
            push,
            images,
            illustrated: recount::illustrated::<L>(),
            picture_permits: Arc::new(Semaphore::new(2)),
            hand_in_permits: FairPermits::new(2),
            backup_permit: Arc::new(Semaphore::new(1)),
            background: BackgroundTasks::new(),
            instance: Id::<PendingImport>::random().to_string(),
            edits: AtomicU64::new(0),
            address: OnceLock::new(),
            clock: Box::new(clock),
            settings,
        }));
        if let Err(error) = app.seal_second_factors().await {
            tracing::warn!(%error, "some second factors are not encrypted yet");
        }
        Ok(app)
    }

    /// Compares the store of the settings with this version, without changing it.
    ///
    /// # Errors
    /// Same as [`Self::open`].
    pub async fn inspect_store(settings: &Settings) -> Result<State> {
        Store::inspect(&settings.store_url(), &Self::schema()).await
    }

    /// The schema of this version.
    pub(crate) fn schema() -> Schema {
        schema::<BackOffice>()
    }

    /// The address under which people reach this server: that of the settings, or where it listens.
    pub fn public_url(&self) -> Url {
        self.settings.public_url.clone().unwrap_or_else(|| self.listening_url())
    }

    /// The address under which this machine reaches the server.
    pub fn listening_url(&self) -> Url {
        self.address.get().cloned().unwrap_or_else(|| local_url(self.settings.listen))
    }

    /// Sets the address that the server listens on.
    pub fn set_listening_address(&self, address: SocketAddr) {
        let _ = self.address.set(local_url(address));
    }

    /// Whether this server listens at the given address. False for a server that does not listen.
    pub(crate) fn listens_on(&self, server: &str) -> bool {
        self.address.get().is_none_or(|address| address.as_str() == server)
    }

    /// The current time.
    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// The side effects of every change, in the order in which they see a write.
    pub(crate) fn side_effects(&self) -> Vec<Box<dyn SideEffect>> {
        vec![Box::<PictureUsage>::default(), Box::<AuditTrail>::default()]
    }

    /// The secrets of this installation.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Maintains the store while it is polled: measures free disk space or checks the database connection, aggregates
    /// the metrics of its calls, and reopens a closed store when space or connection are back.
    pub async fn maintain_store(&self) {
        let rest = if self.store.is_remote() { CONNECTION_CHECK_INTERVAL } else { DISK_CHECK_INTERVAL };
        let mut jumps = ClockJumpDetector::from(self.now(), Steady::now());
        loop {
            tokio::select! {
                () = self.store.wait_for_fault() => {}
                () = sleep(rest) => {}
            }
            if let Some(jump) = jumps.check(self.now(), Steady::now()) {
                tracing::error!(
                    "the clock jumped by {:+} s, and deadlines move with it: correct it and keep it synchronised \
                     (timedatectl set-ntp true)",
                    jump.num_seconds()
                );
            }
            self.store.measure();
            self.store.health_check().await;
            if let Err(error) = self.store.reopen_in_place(async || self.clear_caches().await).await {
                tracing::warn!(%error, "the store does not accept changes yet; retrying");
            }
            self.metrics.keep_up();
            if let Condition::Closed(_) = self.store.condition()
                && let Err(error) = self.store.reopen(async || self.clear_caches().await).await
            {
                tracing::warn!(%error, "the store is still closed; retrying");
            }
        }
    }

    /// The number of changes made through this process by administrators or the operator. While it stays the same, none
    /// of them has changed the public site.
    pub fn edits(&self) -> u64 {
        self.edits.load(Ordering::Acquire)
    }

    /// Counts a change made by an administrator or the operator.
    pub(crate) fn bump_edits(&self) {
        self.edits.fetch_add(1, Ordering::Release);
    }

    /// Whether this process may answer from memory what it read or stored before: no other one writes to the store, and
    /// the store is open.
    pub(crate) fn may_use_cache(&self) -> bool {
        self.store.is_exclusive() && !matches!(self.store.condition(), Condition::Closed(_))
    }

    /// Empties the caches.
    async fn clear_caches(&self) {
        self.bump_edits();
        self.bank.clear();
        self.attempt_cache.clear();
        self.sessions.clear();
    }
}

/// The address of a socket on this machine. A socket that listens on all addresses (`0.0.0.0`) is reached through the
/// loopback address.
fn local_url(mut address: SocketAddr) -> Url {
    match address {
        SocketAddr::V4(all) if all.ip().is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        SocketAddr::V6(all) if all.ip().is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    Url::parse(&format!("http://{address}")).unwrap_or_else(|_| unreachable!("a socket's address always makes a URL"))
}

#[cfg(test)]
mod tests {
    use super::local_url;

    #[test]
    fn an_address_for_all_is_reached_from_here() {
        for (listen, url) in [
            ("0.0.0.0:8080", "http://127.0.0.1:8080/"),
            ("[::]:8080", "http://[::1]:8080/"),
            ("127.0.0.1:1", "http://127.0.0.1:1/"),
            ("10.1.2.3:80", "http://10.1.2.3/"),
        ] {
            assert_eq!(local_url(listen.parse().expect("an address")).as_str(), url);
        }
    }
}
