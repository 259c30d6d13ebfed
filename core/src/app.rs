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
    bank::{Bank, Sizes, VisitorChoice, import::PendingImport},
    clock::{Clock, Instant, Jumps, SystemClock},
    deferred::Deferred,
    exam::{GroupCommit, Papers},
    files,
    images::{Images, ShownPictures},
    mail::Mailer,
    metrics::{Metrics, Token},
    ops::{client_errors::ClientErrors, recount},
    people::{Hasher, Limits, Refusals, Secrets, Sessions},
    plans::Gateways,
    privacy::Exports,
    records::{Resources, SideEffect},
    resources::BackOffice,
    schema::schema,
    store::{Condition, Id, Schema, State, Store},
};

/// How often the store's disk is checked, and a closed store is tried again.
const TEND: Duration = Duration::from_secs(5);
/// How often the connection to a database server is checked.
const PULSE: Duration = Duration::from_secs(2);

/// Sabi, opened: a store, a clock, the settings, and what is kept in memory. Clones share it.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// What an [`App`] holds.
pub struct Parts {
    /// The open store.
    pub store: Store,
    /// The settings.
    pub settings: Settings,
    /// The metrics.
    pub metrics: Metrics,
    /// The question bank in memory.
    pub bank: Bank,
    pub(crate) sizes: Sizes,
    pub(crate) visitor_choice: VisitorChoice,
    pub(crate) papers: Papers,
    pub(crate) group_commit: GroupCommit,
    pub(crate) secrets: Secrets,
    pub(crate) hasher: Hasher,
    pub(crate) sessions: Sessions,
    pub(crate) limits: Limits,
    pub(crate) client_errors: ClientErrors,
    pub(crate) refusals: Refusals,
    pub(crate) exports: Exports,
    /// The way out for mails.
    pub mail: Mailer,
    /// The payment gateways.
    pub(crate) gateways: Gateways,
    /// Payments and free plans of this server begin one after the other: twenty requests of one student at the same
    /// moment would meet in the same subscription, and some of them be refused.
    pub(crate) plan_turn: Mutex<()>,
    /// The picture storage.
    pub images: Images,
    /// The tables of the entities whose texts may show pictures.
    pub(crate) illustrated: Vec<&'static str>,
    /// Large pictures take memory while they are read: so many at once.
    pub(crate) picture_seats: Arc<Semaphore>,
    /// One backup is made at a time, and no picture is taken away meanwhile.
    pub(crate) backup_seat: Arc<Semaphore>,
    pub(crate) deferred: Deferred,
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

    /// Opens with another clock, as tests do.
    pub async fn open_with_clock(settings: Settings, clock: impl Clock + 'static) -> Result<Self> {
        Self::open_with::<BackOffice>(settings, clock).await
    }

    /// Opens with other entities than those of the back office.
    pub async fn open_with<L: Resources>(settings: Settings, clock: impl Clock + 'static) -> Result<Self> {
        let data = |error: std::io::Error| Error::Unavailable(format!("{}: {error}", settings.data.display()));
        files::make_private(&settings.data).map_err(data)?;
        for ours in ["outbox", "uploads"] {
            files::make_contents_private(&settings.data.join(ours)).map_err(data)?;
        }
        let mail = Mailer::open(&settings)?;
        let token = settings.metrics_token_file.as_deref().map(Token::read).transpose()?;
        let images = Images::of(&settings)?;
        let store = Store::open(&settings.store_url(), &schema::<L>()).await?;
        let gateways = Gateways::open(&settings, &store)?;
        let metrics = Metrics::new(token, clock.now())?;
        store.watch(metrics.store.clone());
        let app = Self(Arc::new(Parts {
            store,
            metrics,
            bank: Bank::new(settings.bank_memory << 20),
            sizes: Sizes::default(),
            visitor_choice: VisitorChoice::default(),
            papers: Papers::new(),
            group_commit: GroupCommit::default(),
            secrets: Secrets::open(&settings.data)?,
            hasher: Hasher::new()?,
            sessions: Sessions::new(),
            limits: Limits::new(),
            client_errors: ClientErrors::new(),
            refusals: Refusals::new(),
            exports: Exports::default(),
            mail,
            gateways,
            plan_turn: Mutex::new(()),
            images,
            illustrated: recount::illustrated::<L>(),
            picture_seats: Arc::new(Semaphore::new(2)),
            backup_seat: Arc::new(Semaphore::new(1)),
            deferred: Deferred::new(),
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
    /// Those of [`Self::open`].
    pub async fn look_at_store(settings: &Settings) -> Result<State> {
        Store::look(&settings.store_url(), &Self::schema()).await
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

    /// Sets the address at which the server listens.
    pub fn listens_at(&self, address: SocketAddr) {
        let _ = self.address.set(local_url(address));
    }

    /// Whether an operator who means the server at this address means this one. One that does not listen
    /// has none.
    pub(crate) fn is_at(&self, server: &str) -> bool {
        self.address.get().is_none_or(|address| address.as_str() == server)
    }

    /// The present instant.
    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// The side effects of every change, in the order in which they see a write.
    pub(crate) fn side_effects(&self) -> Vec<Box<dyn SideEffect>> {
        vec![Box::<ShownPictures>::default(), Box::<AuditTrail>::default()]
    }

    /// The secrets of this installation.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }

    /// Maintains the store while it is polled: measures free disk space or checks the database connection, aggregates
    /// the metrics of its calls, and reopens a closed store when there is room, or a connection, again.
    pub async fn maintain_store(&self) {
        let rest = if self.store.is_remote() { PULSE } else { TEND };
        let mut jumps = Jumps::from(self.now(), Steady::now());
        loop {
            tokio::select! {
                () = self.store.failed() => {}
                () = sleep(rest) => {}
            }
            if let Some(jump) = jumps.look(self.now(), Steady::now()) {
                tracing::error!(
                    "THE CLOCK JUMPED BY {:+} s. Deadlines follow it: set it right, and see that it stays so \
                     (timedatectl set-ntp true)",
                    jump.num_seconds()
                );
            }
            self.store.measure();
            self.store.health_check().await;
            if let Err(error) = self.store.leave_copy(async || self.forget().await).await {
                tracing::warn!(%error, "the store takes no changes yet and is tried again");
            }
            self.metrics.keep_up();
            if let Condition::Shut(_) = self.store.condition()
                && let Err(error) = self.store.reopen(async || self.forget().await).await
            {
                tracing::warn!(%error, "the store stays closed and is tried again");
            }
        }
    }

    /// How often this process was asked to change something under an administrator's or the operator's name:
    /// what the public site shows stays the same while this number does, as far as this process knows.
    pub fn edits(&self) -> u64 {
        self.edits.load(Ordering::Acquire)
    }

    /// Notes that something was changed under an administrator's or the operator's name.
    pub(crate) fn edited(&self) {
        self.edits.fetch_add(1, Ordering::Release);
    }

    /// Empties the caches.
    async fn forget(&self) {
        self.edited();
        self.bank.forget();
        self.papers.forget_all();
        self.sessions.forget_all();
    }
}

/// The address of a socket on this machine. One that listens everywhere is reached by the loopback address:
/// `0.0.0.0` is none that anybody can call.
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
