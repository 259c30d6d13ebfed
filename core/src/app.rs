//! The one handle to everything.

use std::sync::Arc;

use crate::{
    Result, Settings,
    accounts::{Hasher, Secrets, Sessions},
    bank::Bank,
    clock::{Clock, Instant, SystemClock},
    exam::Papers,
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
        let store = Store::open(&settings.store_url()).await?;
        Ok(Self(Arc::new(Parts {
            store,
            bank: Bank::new(),
            papers: Papers::new(),
            secrets: Secrets::open(&settings.data)?,
            hasher: Hasher::new()?,
            sessions: Sessions::new(),
            clock: Box::new(clock),
            settings,
        })))
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
