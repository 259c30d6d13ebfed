//! The state machine of a payment: pure decisions about the gateway's responses, in whatever order they arrive.

use chrono::TimeDelta;

use super::{
    gateway::{Status, Verified},
    payment::{Dispute, Payment, PaymentState, Refund},
};
use crate::{Refusal, clock::Instant, messages};

/// The age at which an incomplete payment is given up. Later responses of the gateway still count.
const GIVE_UP_AFTER: TimeDelta = TimeDelta::hours(24);
/// The age at which a payment is given up while the gateway cannot be reached.
const GIVE_UP_UNREACHABLE_AFTER: TimeDelta = TimeDelta::days(30);
/// The first interval between two checks. It doubles up to [`LONGEST_INTERVAL`].
const FIRST_INTERVAL: TimeDelta = TimeDelta::minutes(5);
const LONGEST_INTERVAL: TimeDelta = TimeDelta::hours(6);
/// How long a response is fresh enough for another caller.
const FRESH: TimeDelta = TimeDelta::seconds(5);
/// Stored refunds per payment, at most; the oldest ones are merged.
const REFUNDS: usize = 50;
/// The reference of the entry that holds the sum of the merged refunds.
const MERGED: &str = "earlier refunds";
/// Stored disputes per payment, at most; won ones are dropped first.
const DISPUTES: usize = 50;

/// Why a payment whose account was erased gives no plan.
const ERASED_PAYER: &str = "The account was erased before it was paid";

/// The effect of a payment's new state on the subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    /// The plan is given.
    Grant,
    /// The payment's plan is put on hold until its disputes are decided.
    Suspend,
    /// The plan is active again.
    Resume,
    /// The payment's plan ends for good.
    End,
}

impl Payment {
    /// The first scheduled check. Until then, the payer is still entering card details.
    pub(crate) fn first_check(begun: Instant) -> Instant {
        begun + FIRST_INTERVAL
    }

    /// The latest valid time of the next check. A later time was set by a clock that was ahead.
    pub(crate) fn latest_check(now: Instant) -> Instant {
        now + LONGEST_INTERVAL
    }

    /// Whether the quoted money arrived, whatever happened later.
    pub(crate) fn is_settled(&self) -> bool {
        use PaymentState::{Disputed, Paid, Refunded, Reversed};
        matches!(self.state, Paid | Disputed | Refunded | Reversed)
    }

    /// Whether the gateway was asked within the last [`FRESH`], and the payment is not due.
    pub(crate) fn is_fresh(&self, now: Instant) -> bool {
        let is_due = self.open && self.due_at <= now;
        !is_due && self.asked_at.is_some_and(|asked| (now - asked).abs() < FRESH)
    }

    /// Applies the gateway's response to a check at `asked`.
    pub(crate) fn apply_check(&mut self, response: &Verified, asked: Instant, now: Instant) -> Effect {
        if self.is_settled() {
            let has_money = matches!(self.state, PaymentState::Paid | PaymentState::Disputed);
            if !has_money || response.status != Status::Reversed {
                return Effect::Nothing;
            }
            self.close(PaymentState::Reversed, None);
            return Effect::End;
        }
        self.asked_at = self.asked_at.max(Some(asked));
        let state = match response.status {
            Status::Success => return self.take_money(response, now),
            Status::Reversed => {
                self.close(PaymentState::Reversed, None);
                return Effect::Nothing;
            }
            Status::Failed => PaymentState::Failed,
            Status::Pending | Status::Unknown if self.open => PaymentState::Pending,
            // A payment that was given up stays so until money arrives.
            Status::Abandoned | Status::Pending | Status::Unknown => PaymentState::Abandoned,
        };
        // A mismatched payment stays mismatched until the money is returned.
        if self.state != PaymentState::Mismatched {
            self.state = state;
            self.message.clone_from(&response.message);
        }
        self.schedule_next_check(GIVE_UP_AFTER, asked, now);
        Effect::Nothing
    }

    /// Records that the gateway did not respond to a check at `asked`.
    pub(crate) fn record_no_response(&mut self, asked: Instant, now: Instant) -> Effect {
        if !self.is_settled() {
            self.asked_at = self.asked_at.max(Some(asked));
            self.schedule_next_check(GIVE_UP_UNREACHABLE_AFTER, asked, now);
        }
        Effect::Nothing
    }

    /// Makes the payment due now, even if it was given up.
    pub(crate) fn make_due(&mut self, now: Instant) -> Effect {
        if !self.is_settled() {
            (self.open, self.due_at) = (true, now);
        }
        Effect::Nothing
    }

    /// Applies a refund. The plan ends once everything was refunded. The same refund counts once.
    pub(crate) fn refund(&mut self, refund: Refund) -> Effect {
        if let Some(known) = self.refunds.iter_mut().find(|known| known.reference == refund.reference) {
            known.amount = known.amount.max(refund.amount);
        } else {
            self.add_refund(refund);
        }
        let given_back = self.refunds.iter().fold(0_i64, |sum, one| sum.saturating_add(one.amount));
        if given_back < self.amount_received.unwrap_or(self.amount)
            || matches!(self.state, PaymentState::Refunded | PaymentState::Reversed)
        {
            return Effect::Nothing;
        }
        let was_given = self.is_settled();
        self.close(PaymentState::Refunded, None);
        if was_given { Effect::End } else { Effect::Nothing }
    }

    /// Adds a new refund. If there are too many, the two oldest entries become one, so that the sum stays right. A
    /// merged refund counts again if the gateway repeats its webhook after [`REFUNDS`] others.
    fn add_refund(&mut self, refund: Refund) {
        if self.refunds.len() >= REFUNDS {
            let second = self.refunds.remove(1);
            if let Some(first) = self.refunds.first_mut() {
                *first = Refund { reference: MERGED.into(), amount: first.amount.saturating_add(second.amount) };
            }
        }
        self.refunds.push(refund);
    }

    /// Applies a dispute, open or decided. A late event does not reopen a decided one. A payment is disputed while
    /// any dispute is open, and lost with the first lost one.
    pub(crate) fn dispute(&mut self, dispute: Dispute) -> Effect {
        let won = dispute.won;
        match self.disputes.iter_mut().find(|known| known.id == dispute.id) {
            Some(known) if known.won.is_some() => return Effect::Nothing,
            Some(known) => known.won = won,
            None => self.add_dispute(dispute),
        }
        let is_open = self.has_open_dispute();
        match (self.state, won) {
            (PaymentState::Refunded | PaymentState::Reversed, _) => Effect::Nothing,
            (PaymentState::Paid | PaymentState::Disputed, Some(false)) => {
                self.close(PaymentState::Reversed, None);
                Effect::End
            }
            (_, Some(false)) => {
                self.close(PaymentState::Reversed, None);
                Effect::Nothing
            }
            (PaymentState::Paid, None) if is_open => {
                self.state = PaymentState::Disputed;
                Effect::Suspend
            }
            (PaymentState::Disputed, Some(true)) if !is_open => {
                self.state = PaymentState::Paid;
                if self.subscription.is_some() {
                    return Effect::Resume;
                }
                if self.email.is_empty() {
                    self.close(PaymentState::Mismatched, Some(ERASED_PAYER.into()));
                    return Effect::Nothing;
                }
                Effect::Grant
            }
            _ => Effect::Nothing,
        }
    }

    fn add_dispute(&mut self, dispute: Dispute) {
        if self.disputes.len() >= DISPUTES {
            let Some(won) = self.disputes.iter().position(|one| one.won == Some(true)) else { return };
            self.disputes.remove(won);
        }
        self.disputes.push(dispute);
    }

    fn has_open_dispute(&self) -> bool {
        self.disputes.iter().any(|one| one.won.is_none())
    }

    /// The message and reason for a student whose payment gives no plan, in the documents' words.
    pub(crate) fn refusal(&self) -> Refusal {
        let why = self.message.as_deref();
        let refuse = |reason, words| Refusal::new(reason, messages::payment_incomplete(words));
        match self.state {
            PaymentState::Abandoned => Refusal::new("payment-cancelled", messages::PAYMENT_CANCELLED),
            PaymentState::Failed => refuse("payment-failed", why.unwrap_or("Declined")),
            PaymentState::Mismatched => refuse("payment-mismatched", why.unwrap_or("It does not match the price")),
            PaymentState::Disputed => refuse("payment-disputed", "It is disputed"),
            PaymentState::Refunded | PaymentState::Reversed => refuse("payment-refunded", "It was refunded"),
            PaymentState::Pending | PaymentState::Paid => refuse("payment-pending", "It is not complete yet"),
        }
    }

    /// The gateway has taken money: compares it with the quote.
    fn take_money(&mut self, response: &Verified, now: Instant) -> Effect {
        if let Some(problem) = self.mismatch(response) {
            self.amount_received = Some(response.amount);
            self.close(PaymentState::Mismatched, Some(problem));
            return Effect::Nothing;
        }
        self.amount_received = None;
        self.close(PaymentState::Paid, response.message.clone());
        self.paid_at = Some(now);
        if self.has_open_dispute() {
            self.state = PaymentState::Disputed;
            return Effect::Nothing;
        }
        Effect::Grant
    }

    /// Why the gateway's report does not match the quote; `None` if it matches. Overpayment matches, because a gateway
    /// may add its fee.
    fn mismatch(&self, response: &Verified) -> Option<String> {
        if response.reference != self.id.as_str() {
            return Some("The gateway reported another payment".into());
        }
        if response.currency != self.currency {
            return Some(format!("It was paid in {} instead of {}", response.currency, self.currency));
        }
        if response.amount < self.amount {
            return Some(format!("{} kobo were paid instead of {}", response.amount, self.amount));
        }
        if self.email.is_empty() {
            return Some(ERASED_PAYER.into());
        }
        let is_payer = response.email.trim().eq_ignore_ascii_case(self.email.trim());
        (!is_payer).then(|| "Another customer paid it".into())
    }

    fn close(&mut self, state: PaymentState, message: Option<String>) {
        (self.state, self.message, self.open) = (state, message, false);
    }

    /// Schedules the next check, or gives the payment up at the age `give_up_after`. A check before the due time does
    /// not change the schedule.
    fn schedule_next_check(&mut self, give_up_after: TimeDelta, asked: Instant, now: Instant) {
        if asked < self.due_at && self.due_at <= Self::latest_check(now) {
            return;
        }
        self.checks += 1;
        if now >= self.created_at + give_up_after {
            self.give_up();
        }
        self.due_at = self.next_check(now);
    }

    fn give_up(&mut self) {
        self.open = false;
        if self.state == PaymentState::Pending {
            self.state = PaymentState::Abandoned;
        }
    }

    fn next_check(&self, now: Instant) -> Instant {
        let doubled = 1_i32 << self.checks.clamp(0, 10);
        let (next, end) = (now + (FIRST_INTERVAL * doubled).min(LONGEST_INTERVAL), self.created_at + GIVE_UP_AFTER);
        // The last regular check is made exactly at [`GIVE_UP_AFTER`].
        if now < end { next.min(end) } else { next }
    }
}

#[cfg(test)]
mod tests;
