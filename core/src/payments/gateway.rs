//! What takes the money: one trait, and the two that do it.

use futures::future::BoxFuture;
use tokio::sync::Notify;

use super::{
    payment::Payment,
    paystack::{PAYSTACK, Paystack},
    sandbox::{SANDBOX, Sandbox},
};
use crate::{App, Error, Result, Settings, store::Store};

/// Takes payments on a page of its own, and says what became of them.
pub(crate) trait Gateway: Send + Sync {
    /// Its name in records and answers.
    fn name(&self) -> &'static str;

    /// Begins a payment. `back` is where its page leads when it is done.
    fn initialize<'a>(&'a self, payment: &'a Payment, back: &'a str) -> BoxFuture<'a, Result<Begun, GatewayError>>;

    /// What became of the payment with this reference.
    fn verify<'a>(&'a self, reference: &'a str) -> BoxFuture<'a, Result<Verified, GatewayError>>;
}

/// A payment that waits for its payer.
#[derive(Debug)]
pub(crate) struct Begun {
    /// The page to send the payer to.
    pub url: String,
    /// The gateway's answer as it came.
    pub text: String,
}

/// What became of a payment, in the gateway's words.
#[derive(Debug, Clone)]
pub(crate) struct Verified {
    pub status: Status,
    pub reference: String,
    /// Kobo.
    pub amount: i64,
    pub currency: String,
    /// Who paid.
    pub email: String,
    /// Why it failed.
    pub message: Option<String>,
    /// The gateway's answer as it came.
    pub text: String,
}

/// What a gateway says of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Success,
    Failed,
    /// Left, or not begun.
    Abandoned,
    /// On its way.
    Pending,
    /// Paid, and given back.
    Reversed,
    /// The gateway does not know it.
    Unknown,
}

/// Why a gateway gave no answer that counts.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GatewayError {
    /// It cannot be reached, was too slow or failed: what became of the call is not known.
    #[error("{0}")]
    Unreachable(String),
    /// What it answered cannot be read.
    #[error("its answer cannot be read: {0}")]
    Unreadable(String),
    /// It does not take what it was sent.
    #[error("it refused: {0}")]
    Refused(String),
}

impl From<GatewayError> for Error {
    fn from(error: GatewayError) -> Self {
        Self::Unavailable(format!("the payment gateway: {error}"))
    }
}

/// The gateways that the settings open, and the bell for whoever asks them.
pub(crate) struct Gateways {
    paystack: Option<Paystack>,
    sandbox: Option<Sandbox>,
    bell: Notify,
}

impl Gateways {
    /// Paystack where there is a key. Without one the sandbox, unless people reach this server over https: there
    /// its page would pass for real money, so it has to be allowed.
    ///
    /// # Errors
    /// [`Error::Setting`] for a key or an address that cannot be used.
    pub fn open(settings: &Settings, store: &Store) -> Result<Self> {
        let paystack = Paystack::open(settings)?;
        let is_sandbox = paystack.is_none() && (settings.allow_sandbox || !settings.is_https());
        let base = || Sandbox::new(store.clone());
        Ok(Self { sandbox: is_sandbox.then(base), paystack, bell: Notify::new() })
    }

    /// The one that takes new payments, if there is one.
    pub fn present(&self) -> Option<&dyn Gateway> {
        let paystack = self.paystack.as_ref().map(|one| one as &dyn Gateway);
        paystack.or_else(|| self.sandbox.as_ref().map(|one| one as &dyn Gateway))
    }

    /// The one of this name, if it is open.
    pub fn named(&self, name: &str) -> Option<&dyn Gateway> {
        match name {
            PAYSTACK => self.paystack.as_ref().map(|one| one as &dyn Gateway),
            SANDBOX => self.sandbox.as_ref().map(|one| one as &dyn Gateway),
            _ => None,
        }
    }

    /// Paystack, where it is open.
    pub fn paystack(&self) -> Option<&Paystack> {
        self.paystack.as_ref()
    }

    /// Says that a payment is due.
    pub fn ring(&self) {
        self.bell.notify_one();
    }

    /// Whether the sandbox is open.
    pub fn has_sandbox(&self) -> bool {
        self.sandbox.is_some()
    }
}

impl App {
    /// Waits until this process hears that a payment is due.
    pub async fn payment_due(&self) {
        self.gateways.bell.notified().await;
    }

    /// What an operator should know about payments before people rely on them.
    pub fn payment_warning(&self) -> Option<&'static str> {
        let is_public = self.settings.is_https();
        // Others reach it, and nobody has said yet under which address.
        let is_exposed = self.settings.public_url.is_none() && !self.settings.listen.ip().is_loopback();
        match (self.gateways.paystack(), self.gateways.has_sandbox()) {
            (Some(paystack), _) => (is_public && paystack.is_test())
                .then_some("payments are play money: SABI_PAYSTACK_KEY is a test key of Paystack"),
            (None, true) => (is_public || is_exposed)
                .then_some("payments are play money: the sandbox is open, and gives plans for nothing"),
            (None, false) => Some("nothing takes payments: set SABI_PAYSTACK_KEY"),
        }
    }
}
