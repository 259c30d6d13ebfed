//! Plans: the offers, a student's subscriptions, and their payment (rulings 21 and 22). A subscription is derived from
//! its entries; each is a payment, a gift or a free plan (`entries`, pure).
//!
//! Sabi sets the price, a gateway takes the money, and only the gateway's response counts. A payment starts in
//! [`initialize`](App::initialize_payment), which sends the student to the gateway's page. The student's return
//! and the worker ask the gateway (`settle`), decide (`state`, pure), and write payment, subscription and receipt in one
//! commit. A signed webhook about a charge makes the worker ask; one about a refund or dispute is believed.

mod add_days;
mod entries;
mod gateway;
mod give;
mod grant;
mod initialize;
mod list;
mod migrate_entries;
mod migrate_payments;
mod offers;
mod open;
mod payment;
mod paystack;
mod receipt;
mod reconcile;
mod redact;
mod sandbox;
mod settle;
mod state;
mod subscribe;
mod subscription;
mod webhook;

pub use add_days::AddDays;
pub use entries::{Entry, Source};
pub(crate) use gateway::Gateways;
pub use give::GiveSubscription;
pub(crate) use grant::Grant;
pub use grant::Terms;
pub use initialize::{InitializePayment, PaymentStarted};
pub use list::{PaymentRow, PaymentView};
pub(crate) use migrate_entries::keep_entries;
pub(crate) use migrate_payments::reduce_answers;
pub(crate) use offers::Chosen;
pub use offers::{OfferState, PlanOffer, named_university};
pub use open::{OpenPayment, PaymentFound};
pub use payment::{Dispute, Payment, PaymentState, Refund, ResponseSource, StoredResponse};
pub use receipt::naira;
pub use reconcile::{CheckPayments, PaymentsChecked};
pub use sandbox::{SandboxCharge, SandboxDecided, SandboxDecision, SandboxOutcome};
pub use subscribe::{PaymentData, SubscribePlan};
pub use subscription::{StudentSubscription, Subscription, SubscriptionView};

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
