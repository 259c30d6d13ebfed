//! Payments: Sabi quotes the price, a gateway takes the money, and only the gateway's answer counts (rulings 21 and
//! 22).
//!
//! A payment begins in [`initialize`](App::initialize_payment), which sends the student to the gateway's page. The
//! student's return, the signed webhook and the worker all do the same: ask the gateway (`settle`), decide (`state`,
//! pure), and write payment, subscription and receipt in one commit.

mod gateway;
mod initialize;
mod list;
mod migrate;
mod open;
mod payment;
mod paystack;
mod receipt;
mod reconcile;
mod redact;
mod sandbox;
mod settle;
mod state;
mod webhook;

pub(crate) use gateway::Gateways;
pub use initialize::{InitializePayment, PaymentStarted};
pub use list::{PaymentRow, PaymentView};
pub(crate) use migrate::reduce_answers;
pub use open::{OpenPayment, PaymentFound};
pub use payment::{Dispute, GatewayAnswer, Heard, Payment, PaymentState, Refund};
pub use receipt::naira;
pub use reconcile::{CheckPayments, PaymentsChecked};
pub use sandbox::{SandboxCharge, SandboxDecided, SandboxDecision, SandboxOutcome};

use crate::{Result, Settings};

/// Checks the settings of payments without a network call.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) for an unusable key or address.
pub(crate) fn check(settings: &Settings) -> Result<()> {
    paystack::Paystack::open(settings).map(drop)
}

#[cfg(doc)]
use crate::App;
