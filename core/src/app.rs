//! The one handle to everything.

use std::sync::{Arc, OnceLock};

use tokio::sync::Semaphore;
use url::Url;

use crate::{
    Error, Result, Settings,
    accounts::{Exports, Hasher, Limits, Secrets, Sessions},
    bank::Bank,
    clock::{Clock, Instant, SystemClock},
    exam::Papers,
    images::Images,
    mail::Mailer,
    store::Store,
};

/// Sabi, opened: a store, a clock, the settings, and what is kept in memory. Clones share it.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// What an [`App`] holds.
pub struct Parts {
    /// The open store.
    pub store: Store,
    /// The settings.
    pub settings: Settings,
    /// The question bank in memory.
    pub bank: Bank,
    pub(crate) papers: Papers,
    pub(crate) secrets: Secrets,
    pub(crate) hasher: Hasher,
    pub(crate) sessions: Sessions,
    pub(crate) limits: Limits,
    pub(crate) exports: Exports,
    /// The way out for mails.
    pub mail: Mailer,
    /// Where pictures are kept.
    pub images: Images,
    /// Large pictures take memory while they are read: so many at once.
    pub(crate) picture_seats: Semaphore,
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
        let mail = Mailer::open(&settings)?;
        let images = Images::open(settings.images.as_deref(), &settings.data.join("uploads"))
            .map_err(|error| Error::setting("images", error))?;
        let store = Store::open(&settings.store_url()).await?;
        Ok(Self(Arc::new(Parts {
            store,
            bank: Bank::new(),
            papers: Papers::new(),
            secrets: Secrets::open(&settings.data)?,
            hasher: Hasher::new()?,
            sessions: Sessions::new(),
            limits: Limits::new(),
            exports: Exports::default(),
            mail,
            images,
            picture_seats: Semaphore::new(2),
            address: OnceLock::new(),
            clock: Box::new(clock),
            settings,
        })))
    }

    /// The address under which people reach this server: that of the settings, or where it listens.
    pub fn public_url(&self) -> Url {
        let listening = || {
            let known = self.address.get().cloned();
            known.or_else(|| Url::parse(&format!("http://{}", self.settings.listen)).ok())
        };
        let wanted = self.settings.public_url.clone().or_else(listening);
        wanted.unwrap_or_else(|| unreachable!("a socket's address always makes a URL"))
    }

    /// Tells where the server listens, once it does.
    pub fn listens_at(&self, address: Url) {
        let _ = self.address.set(address);
    }

    /// The present instant.
    pub fn now(&self) -> Instant {
        self.clock.now()
    }

    /// The secrets of this installation.
    pub fn secrets(&self) -> &Secrets {
        &self.secrets
    }
}
