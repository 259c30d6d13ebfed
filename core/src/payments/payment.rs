//! A payment as it is stored: what was quoted to whom, what became of it, and the gateway's own words.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{redact::redact, sandbox::SandboxOutcome};
use crate::{
    accounts::User,
    catalogue::{Exam, Plan, University},
    clock::Instant,
    learning::{Subscription, Terms},
    records::Entity,
    store::{Id, Packed, Record},
};

/// The currency of every payment (ISO 4217).
pub(crate) const CURRENCY: &str = "NGN";
/// The most answers of the gateway that are kept of a payment; the oldest give way.
const ANSWERS: usize = 20;
/// The longest text of such an answer, in characters.
const ANSWER: usize = 4_000;

/// What became of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum PaymentState {
    /// Begun; the gateway has taken nothing so far.
    Pending,
    /// The gateway has confirmed what was quoted, and the plan was given.
    Paid,
    /// Declined. Gateways let people try again, so it may still be paid.
    Failed,
    /// The student left the gateway's page, or never came back. It may still be paid, likewise.
    Abandoned,
    /// The gateway has taken money, but less, in another currency or from somebody else: no plan was given, and
    /// somebody has to look at it.
    Mismatched,
    /// The payer's bank asks for the money back, and it is not decided yet; what was given is held back.
    Disputed,
    /// All of it was given back, and what was given has ended.
    Refunded,
    /// The bank took it back, and what was given has ended.
    Reversed,
}

impl PaymentState {
    /// All of them, as filters name them.
    pub const WORDS: &'static [&'static str] =
        &["pending", "paid", "failed", "abandoned", "mismatched", "disputed", "refunded", "reversed"];

    /// Its word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Paid => "paid",
            Self::Failed => "failed",
            Self::Abandoned => "abandoned",
            Self::Mismatched => "mismatched",
            Self::Disputed => "disputed",
            Self::Refunded => "refunded",
            Self::Reversed => "reversed",
        }
    }
}

/// One payment; its key is the reference that the gateway knows it by, random, so that nobody guesses one.
#[derive(Debug, Clone, PartialEq, SurrealValue)]
pub struct Payment {
    pub id: Id<Payment>,
    pub user: Id<User>,
    /// The address that the gateway was told; empty once the person was erased.
    pub email: String,
    pub plan: Id<Plan>,
    pub exam: Id<Exam>,
    pub university: Option<Id<University>>,
    /// The plan as it was quoted: what is paid for is what is given, whatever becomes of the plan meanwhile.
    pub terms: Terms,
    /// Kobo, as quoted.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
    /// `paystack` or `sandbox`.
    pub gateway: String,
    pub state: PaymentState,
    /// Why it is as it is, in the gateway's words or ours.
    pub message: Option<String>,
    /// The gateway's page.
    pub url: Option<String>,
    /// What the sandbox's page was told.
    pub outcome: Option<SandboxOutcome>,
    /// What it was given for.
    pub subscription: Option<Id<Subscription>>,
    pub paid_at: Option<Instant>,
    /// What was taken where that is not what was quoted, in the smallest unit of its currency.
    #[surreal(default)]
    pub taken: Option<i64>,
    pub refunds: Vec<Refund>,
    /// Each dispute by itself: what was given is held back while one is open, and ends with one that is lost.
    #[surreal(default)]
    pub disputes: Vec<Dispute>,
    /// Whether the worker still asks the gateway about it.
    pub open: bool,
    /// When it asks next.
    pub due_at: Instant,
    /// How often it was asked when it was due.
    pub checks: i64,
    /// When the gateway was asked last, by whomever.
    #[surreal(default)]
    pub asked_at: Option<Instant>,
    pub answers: Packed<Vec<GatewayAnswer>>,
    pub created_at: Instant,
}

/// Where an answer of the gateway came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Heard {
    /// When the payment began.
    Initialize,
    /// When the gateway was asked what became of it.
    Verify,
    /// By the gateway itself.
    Webhook,
}

/// What the gateway said: the parts that may be stored (ruling 43), or why there was no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GatewayAnswer {
    pub at: Instant,
    pub from: Heard,
    /// The stored parts of the body as JSON, or our own words.
    pub text: String,
}

/// Money that was given back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Refund {
    /// The gateway's reference of the refund.
    pub reference: String,
    /// Kobo.
    pub amount: i64,
}

/// A payer's dispute (a chargeback).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
pub struct Dispute {
    /// The gateway's id of it.
    pub id: String,
    /// Whether the money stays with us; not decided while it is `null`.
    pub won: Option<bool>,
}

impl Payment {
    /// Keeps an answer of the gateway, unless it says what the last one from there said. Of a person who was erased
    /// none is kept as it is: it would name them again.
    pub(crate) fn keep(&mut self, mut answer: GatewayAnswer) {
        if self.email.is_empty() {
            answer.text = "(erased)".into();
        }
        let answers = &mut self.answers.0;
        let last = answers.iter().rev().find(|one| one.from == answer.from);
        if last.is_some_and(|last| last.text == answer.text) {
            return;
        }
        if answers.len() >= ANSWERS {
            // The first one stays: it tells how the payment began.
            answers.remove(1);
        }
        answers.push(answer);
    }
}

impl GatewayAnswer {
    /// An answer that was heard at this time.
    pub(crate) fn new(from: Heard, body: &str, at: Instant) -> Self {
        Self::missed(from, &redact(body), at)
    }

    /// Why there was no answer, in our own words.
    pub(crate) fn missed(from: Heard, words: &str, at: Instant) -> Self {
        let text = match words.char_indices().nth(ANSWER) {
            Some((end, _)) => format!("{}…", &words[..end]),
            None => words.to_owned(),
        };
        Self { at, from, text }
    }
}

impl Entity for Payment {
    const NOUN: &'static str = "Payment";
    const AUDITED: &'static [&'static str] = &["user", "plan", "amount", "state", "message", "refunds", "subscription"];
    const ILLUSTRATED: bool = false;

    fn id(&self) -> &Id<Self> {
        &self.id
    }
}

impl Record for Payment {
    const TABLE: &'static str = "payment";
    const SCHEMA: &'static str = "DEFINE FIELD IF NOT EXISTS user ON payment TYPE record<user> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS plan ON payment TYPE record<plan> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS exam ON payment TYPE record<exam> REFERENCE ON DELETE REJECT;\
        DEFINE FIELD IF NOT EXISTS university ON payment TYPE option<record<university>> REFERENCE ON DELETE REJECT;\
        DEFINE INDEX IF NOT EXISTS payment_created ON payment FIELDS created_at;\
        DEFINE INDEX IF NOT EXISTS payment_user ON payment FIELDS user, created_at;\
        DEFINE INDEX IF NOT EXISTS payment_exam ON payment FIELDS exam, created_at;\
        DEFINE INDEX IF NOT EXISTS payment_state ON payment FIELDS state, created_at;\
        DEFINE INDEX IF NOT EXISTS payment_due ON payment FIELDS open, due_at;";
}
