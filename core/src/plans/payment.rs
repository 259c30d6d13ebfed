//! The stored payment: the quote, its state, and the gateway's responses.

use serde::{Deserialize, Serialize};
use surrealdb::types::SurrealValue;
use utoipa::ToSchema;

use super::{Subscription, Terms, redact::redact, sandbox::SandboxOutcome};
use crate::{
    catalogue::{Exam, Plan, University},
    clock::Instant,
    people::User,
    records::Entity,
    store::{Id, Packed, Record},
};

/// The currency of every payment (ISO 4217).
pub(crate) const CURRENCY: &str = "NGN";
/// Maximum number of stored responses per payment; the oldest are dropped.
const ANSWERS: usize = 20;
/// The longest text of such a response, in characters.
const ANSWER: usize = 4_000;

/// The state of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, SurrealValue, ToSchema)]
#[serde(rename_all = "lowercase")]
#[surreal(untagged, lowercase)]
pub enum PaymentState {
    /// Started; the gateway has taken no money so far.
    Pending,
    /// The gateway has confirmed the quoted payment, and the plan was given.
    Paid,
    /// Declined. Gateways allow another attempt, so it may still be paid.
    Failed,
    /// The student left the gateway's page, or never came back. It may still be paid.
    Abandoned,
    /// The gateway has taken money, but less, in another currency or from somebody else. No plan was given; a person
    /// must decide.
    Mismatched,
    /// The payer's bank claims the money back; undecided. The plan is on hold.
    Disputed,
    /// Fully refunded. The plan has ended.
    Refunded,
    /// The bank took the money back. The plan has ended.
    Reversed,
}

impl PaymentState {
    /// All states, for filters.
    pub const WORDS: &'static [&'static str] =
        &["pending", "paid", "failed", "abandoned", "mismatched", "disputed", "refunded", "reversed"];

    /// Its name in responses.
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

/// A payment. Its key is the reference at the gateway, random and unguessable.
#[derive(Debug, Clone, PartialEq, SurrealValue)]
pub struct Payment {
    pub id: Id<Payment>,
    pub user: Id<User>,
    /// The email address given to the gateway; empty once the person is erased.
    pub email: String,
    pub plan: Id<Plan>,
    pub exam: Id<Exam>,
    pub university: Option<Id<University>>,
    /// The quoted plan, which is given even if the plan changes meanwhile.
    pub terms: Terms,
    /// Kobo, as quoted.
    pub amount: i64,
    /// ISO 4217.
    pub currency: String,
    /// `paystack` or `sandbox`.
    pub gateway: String,
    pub state: PaymentState,
    /// The reason for its state, in the gateway's words or ours.
    pub message: Option<String>,
    /// The gateway's page.
    pub url: Option<String>,
    /// The decision on the sandbox's page.
    pub outcome: Option<SandboxOutcome>,
    /// The subscription that it paid for.
    pub subscription: Option<Id<Subscription>>,
    pub paid_at: Option<Instant>,
    /// The amount taken if it differs from the quote, in the smallest unit of its currency.
    #[surreal(default, rename = "taken")]
    pub amount_received: Option<i64>,
    pub refunds: Vec<Refund>,
    /// All disputes. The plan is on hold while one is open, and ends when one is lost.
    #[surreal(default)]
    pub disputes: Vec<Dispute>,
    /// Whether the worker still asks the gateway about it.
    pub open: bool,
    /// When the worker asks next.
    pub due_at: Instant,
    /// The number of scheduled checks.
    pub checks: i64,
    /// When the gateway was last asked, by the worker or a caller.
    #[surreal(default)]
    pub asked_at: Option<Instant>,
    pub answers: Packed<Vec<StoredResponse>>,
    pub created_at: Instant,
}

/// The source of a gateway's response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AnswerSource)]
pub enum ResponseSource {
    /// At the start of the payment.
    Initialize,
    /// From a check of the payment.
    Verify,
    /// From a webhook.
    Webhook,
}

/// A response of the gateway: the parts that may be stored (ruling 43), or why there was none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = GatewayAnswer)]
pub struct StoredResponse {
    pub at: Instant,
    pub from: ResponseSource,
    /// The stored parts of the body as JSON, or our own message.
    pub text: String,
}

/// A refund.
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
    /// Whether the dispute was won; `null` while it is open.
    pub won: Option<bool>,
}

impl Payment {
    /// Stores a response of the gateway, unless it repeats the last one from the same source. For an erased person only
    /// the fact is stored, because the response would name them again.
    pub(crate) fn store_response(&mut self, mut answer: StoredResponse) {
        if self.email.is_empty() {
            answer.text = "(erased)".into();
        }
        let answers = &mut self.answers.0;
        let last = answers.iter().rev().find(|one| one.from == answer.from);
        if last.is_some_and(|last| last.text == answer.text) {
            return;
        }
        if answers.len() >= ANSWERS {
            // The first one is kept, because it shows how the payment started.
            answers.remove(1);
        }
        answers.push(answer);
    }
}

impl StoredResponse {
    /// A response received at this time.
    pub(crate) fn new(from: ResponseSource, body: &str, at: Instant) -> Self {
        Self::missed(from, &redact(body), at)
    }

    /// A missing response, with our own message.
    pub(crate) fn missed(from: ResponseSource, words: &str, at: Instant) -> Self {
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
