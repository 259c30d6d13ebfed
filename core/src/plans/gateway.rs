//! Payment gateways: the trait and its two implementations.

use futures::future::BoxFuture;
use tokio::sync::Notify;

use super::{
    payment::Payment,
    paystack::{PAYSTACK, Paystack},
    sandbox::{SANDBOX, Sandbox},
};
use crate::{App, Error, Result, Settings, store::Store};

/// Takes payments on its own page and reports their outcome.
pub(crate) trait Gateway: Send + Sync {
    /// Its name in records and responses.
    fn name(&self) -> &'static str;

    /// Starts a payment. `back` is the address to which the payment page returns.
    fn initialize<'a>(&'a self, payment: &'a Payment, back: &'a str) -> BoxFuture<'a, Result<Begun, GatewayError>>;

    /// The outcome of the payment with this reference.
    fn verify<'a>(&'a self, reference: &'a str) -> BoxFuture<'a, Result<Verified, GatewayError>>;
}

/// A payment that waits for its payer.
#[derive(Debug)]
pub(crate) struct Begun {
    /// The page to send the payer to.
    pub url: String,
    /// The gateway's raw response.
    pub text: String,
}

/// The outcome of a payment, as the gateway reports it.
#[derive(Debug, Clone)]
pub(crate) struct Verified {
    pub status: Status,
    pub reference: String,
    /// Kobo.
    pub amount: i64,
    pub currency: String,
    /// The payer's email address.
    pub email: String,
    /// Why it failed.
    pub message: Option<String>,
    /// The gateway's raw response.
    pub text: String,
}

impl Verified {
    /// The outcome of a payment that the gateway does not know.
    pub(crate) fn unknown(reference: &str, text: String) -> Self {
        Self {
            status: Status::Unknown,
            reference: reference.to_owned(),
            amount: 0,
            currency: String::new(),
            email: String::new(),
            message: None,
            text,
        }
    }
}

/// The status of a payment at the gateway.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Success,
    Failed,
    /// Abandoned or not started.
    Abandoned,
    /// In progress.
    Pending,
    /// Paid and returned.
    Reversed,
    /// The gateway does not know it.
    Unknown,
}

/// Why a gateway gave no usable response.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GatewayError {
    /// It cannot be reached, was too slow or failed. The outcome of the call is unknown.
    #[error("{0}")]
    Unreachable(String),
    /// Its response cannot be parsed.
    #[error("its response cannot be read: {0}")]
    Unreadable(String),
    /// It rejected the request.
    #[error("it refused: {0}")]
    Refused(String),
}

impl From<GatewayError> for Error {
    fn from(error: GatewayError) -> Self {
        Self::Unavailable(format!("the payment gateway: {error}"))
    }
}

/// The configured gateways, and the signal for the payment worker.
pub(crate) struct Gateways {
    paystack: Option<Paystack>,
    sandbox: Option<Sandbox>,
    due: Notify,
}

impl Gateways {
    /// Paystack if there is a key. Otherwise the sandbox, unless the server has an https address: there its page
    /// could pass for real money, so it must be allowed explicitly.
    ///
    /// # Errors
    /// [`Error::Setting`] for an unusable key or address.
    pub fn open(settings: &Settings, store: &Store) -> Result<Self> {
        let paystack = Paystack::open(settings)?;
        let is_sandbox = paystack.is_none() && (settings.allow_sandbox || !settings.is_https());
        let base = || Sandbox::new(store.clone());
        Ok(Self { sandbox: is_sandbox.then(base), paystack, due: Notify::new() })
    }

    /// The gateway for new payments, if there is one.
    pub fn current(&self) -> Option<&dyn Gateway> {
        let paystack = self.paystack.as_ref().map(|one| one as &dyn Gateway);
        paystack.or_else(|| self.sandbox.as_ref().map(|one| one as &dyn Gateway))
    }

    /// The gateway of this name, if it is configured.
    pub fn named(&self, name: &str) -> Option<&dyn Gateway> {
        match name {
            PAYSTACK => self.paystack.as_ref().map(|one| one as &dyn Gateway),
            SANDBOX => self.sandbox.as_ref().map(|one| one as &dyn Gateway),
            _ => None,
        }
    }

    /// Paystack, if it is configured.
    pub fn paystack(&self) -> Option<&Paystack> {
        self.paystack.as_ref()
    }

    /// Signals that a payment is due.
    pub fn notify_due(&self) {
        self.due.notify_one();
    }

    /// Whether the sandbox is open.
    pub fn has_sandbox(&self) -> bool {
        self.sandbox.is_some()
    }
}

impl App {
    /// Waits for the signal that a payment is due.
    pub async fn wait_for_due_payment(&self) {
        self.gateways.due.notified().await;
    }

    /// A warning about payments for the operator.
    pub fn payment_warning(&self) -> Option<&'static str> {
        let is_public = self.settings.is_https();
        // The server is reachable from outside and its public address is not known yet.
        let is_exposed = self.settings.public_url.is_none() && !self.settings.listen.ip().is_loopback();
        match (self.gateways.paystack(), self.gateways.has_sandbox()) {
            (Some(paystack), _) => (is_public && paystack.is_test())
                .then_some("payments are play money: SABI_PAYSTACK_KEY is a test key of Paystack"),
            (None, true) => (is_public || is_exposed)
                .then_some("payments are play money: the sandbox is open and gives plans away for free"),
            (None, false) => Some("no payments can be made: set SABI_PAYSTACK_KEY"),
        }
    }
}
