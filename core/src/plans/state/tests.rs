//! Payments, with events in any order.

use chrono::{TimeZone as _, Utc};
use proptest::prelude::*;

use super::*;
use crate::{
    plans::Terms,
    store::{Id, Packed},
};

fn begun() -> Instant {
    Utc.with_ymd_and_hms(2026, 3, 2, 9, 0, 0).unwrap()
}

fn payment() -> Payment {
    Payment {
        id: Id::new("r"),
        user: Id::new("u"),
        email: "Ada@school.example".into(),
        plan: Id::new("p"),
        exam: Id::new("e"),
        university: None,
        terms: Terms {
            plan_name: "Monthly".into(),
            description: String::new(),
            subscription_type: "Paid".into(),
            duration: 30,
            price: 1000,
            num_of_questions: 0,
        },
        amount: 100_000,
        currency: "NGN".into(),
        gateway: "paystack".into(),
        state: PaymentState::Pending,
        message: None,
        url: None,
        outcome: None,
        subscription: None,
        paid_at: None,
        amount_received: None,
        refunds: Vec::new(),
        disputes: Vec::new(),
        open: true,
        due_at: Payment::first_check(begun()),
        checks: 0,
        asked_at: None,
        answers: Packed::default(),
        created_at: begun(),
    }
}

fn said(status: Status) -> Verified {
    Verified {
        status,
        reference: "r".into(),
        amount: 100_000,
        currency: "NGN".into(),
        email: "ada@school.example".into(),
        message: None,
        text: String::new(),
    }
}

fn refund(reference: &str, amount: i64) -> Refund {
    Refund { reference: reference.into(), amount }
}

fn dispute(won: Option<bool>) -> Dispute {
    named("1", won)
}

fn named(id: &str, won: Option<bool>) -> Dispute {
    Dispute { id: id.into(), won }
}

/// Like the application: a granted payment gets a subscription.
fn given(payment: &mut Payment, effect: Effect) -> Effect {
    if effect == Effect::Grant {
        payment.subscription = Some(Id::new("s"));
    }
    effect
}

#[test]
fn a_quoted_payment_is_settled_once() {
    let mut payment = payment();
    assert_eq!(payment.apply_check(&said(Status::Success), begun(), begun()), Effect::Grant);
    assert_eq!((payment.state, payment.open, payment.paid_at), (PaymentState::Paid, false, Some(begun())));
    let paid = payment.clone();
    for status in [Status::Success, Status::Failed, Status::Abandoned, Status::Unknown, Status::Pending] {
        assert_eq!(payment.apply_check(&said(status), begun(), begun()), Effect::Nothing);
    }
    payment.record_no_response(begun(), begun());
    payment.make_due(begun());
    assert_eq!(payment, paid);
}

#[test]
fn money_that_is_not_what_was_quoted_gives_nothing() {
    let good = said(Status::Success);
    for (wrong, why) in [
        (Verified { amount: 99_999, ..good.clone() }, "99999 kobo"),
        (Verified { currency: "GHS".into(), ..good.clone() }, "GHS"),
        (Verified { email: "kofi@school.example".into(), ..good.clone() }, "Another customer"),
        (Verified { email: String::new(), ..good.clone() }, "Another customer"),
        (Verified { reference: "other".into(), ..good.clone() }, "another payment"),
    ] {
        let mut payment = payment();
        assert_eq!(payment.apply_check(&wrong, begun(), begun()), Effect::Nothing);
        assert_eq!((payment.state, payment.open), (PaymentState::Mismatched, false));
        let refusal = payment.refusal();
        assert!(refusal.reason == "payment-mismatched" && refusal.message.contains(why), "{refusal}");
    }
    let fee_on_top = Verified { amount: 101_500, ..good };
    assert_eq!(payment().apply_check(&fee_on_top, begun(), begun()), Effect::Grant);
}

#[test]
fn the_gateway_is_asked_ever_more_rarely_and_given_up_after_a_day() {
    let mut payment = payment();
    let (mut asked, mut gap) = (0, TimeDelta::zero());
    while payment.open {
        let now = payment.due_at;
        payment.apply_check(&said(Status::Abandoned), now, now);
        assert!(payment.due_at - now >= gap || payment.due_at == begun() + GIVE_UP_AFTER || !payment.open);
        gap = payment.due_at - now;
        asked += 1;
    }
    assert!((8..=14).contains(&asked), "{asked} questions");
    assert_eq!(payment.state, PaymentState::Abandoned);
    assert_eq!(payment.refusal().message, "You have cancelled the payment");
    // An extra check outside of the schedule.
    let now = begun() + GIVE_UP_AFTER + TimeDelta::minutes(1);
    payment.apply_check(&said(Status::Pending), now, now);
    assert_eq!((payment.state, payment.open), (PaymentState::Abandoned, false));
    // The money arrives late.
    let late = begun() + TimeDelta::days(3);
    payment.make_due(late);
    assert_eq!((payment.open, payment.due_at), (true, late));
    assert_eq!(payment.apply_check(&said(Status::Success), late, late), Effect::Grant);
}

#[test]
fn an_answer_from_before_a_payment_was_made_due_does_not_postpone_it() {
    let (asked, later) = (begun() + GIVE_UP_AFTER, begun() + GIVE_UP_AFTER + TimeDelta::seconds(10));
    for is_answered in [true, false] {
        let mut payment = payment();
        payment.make_due(asked + TimeDelta::seconds(1));
        let made_due = payment.clone();
        if is_answered {
            payment.apply_check(&said(Status::Pending), asked, later);
        } else {
            payment.record_no_response(asked, later);
        }
        let schedule = |one: &Payment| (one.open, one.due_at, one.checks);
        assert_eq!(schedule(&payment), schedule(&made_due), "answered: {is_answered}");
        payment.apply_check(&said(Status::Pending), later, later);
        assert!(!payment.open && payment.checks == 1, "what was asked since counts");
    }
}

#[test]
fn an_extra_check_does_not_change_the_schedule() {
    let mut payment = payment();
    let due_at = payment.due_at;
    for second in 0..100 {
        let now = begun() + TimeDelta::seconds(second);
        payment.apply_check(&said(Status::Abandoned), now, now);
    }
    assert_eq!((payment.due_at, payment.checks, payment.open), (due_at, 0, true));
}

#[test]
fn an_answer_is_fresh_for_five_seconds_unless_the_payment_is_made_due() {
    let mut payment = payment();
    assert!(!payment.is_fresh(begun()), "nobody asked");
    payment.apply_check(&said(Status::Abandoned), begun(), begun());
    let after = |milliseconds| begun() + TimeDelta::milliseconds(milliseconds);
    assert!(payment.is_fresh(begun()) && payment.is_fresh(after(4_999)) && !payment.is_fresh(after(5_000)));
    payment.make_due(after(1_000));
    assert!(!payment.is_fresh(after(1_000)), "there is news");
    payment.record_no_response(after(2_000), after(2_000));
    assert!(payment.is_fresh(after(3_000)), "a gateway that is away is not asked in a loop either");
}

#[test]
fn many_partial_refunds_are_summed_in_few_entries() {
    let mut payment = payment();
    payment.apply_check(&said(Status::Success), begun(), begun());
    let number = |n: i64| refund(&format!("unnamed-{n}"), 1_000);
    for n in 1..100 {
        assert_eq!(payment.refund(number(n)), Effect::Nothing);
        assert_eq!(payment.refund(number(n)), Effect::Nothing, "the same one again");
        assert!(payment.refunds.len() <= REFUNDS);
        assert_eq!(payment.refunds.iter().map(|one| one.amount).sum::<i64>(), n * 1_000);
    }
    assert_eq!((payment.state, payment.refunds[0].reference.as_str()), (PaymentState::Paid, MERGED));
    assert_eq!(payment.refund(number(100)), Effect::End);
    assert_eq!((payment.state, payment.refunds.len()), (PaymentState::Refunded, REFUNDS));
}

#[test]
fn a_gateway_that_is_away_is_asked_for_a_month() {
    let mut payment = payment();
    while payment.open {
        payment.record_no_response(payment.due_at, payment.due_at);
    }
    let days = (payment.due_at - begun()).num_days();
    assert!((29..=31).contains(&days), "{days}");
    assert_eq!(payment.state, PaymentState::Abandoned);
}

#[test]
fn a_declined_card_may_be_followed_by_another() {
    let mut payment = payment();
    let declined = Verified { message: Some("Insufficient funds".into()), ..said(Status::Failed) };
    payment.apply_check(&declined, begun(), begun());
    assert_eq!((payment.state, payment.open), (PaymentState::Failed, true));
    assert_eq!(payment.refusal().message, "Payment couldn't be completed (Insufficient funds)");
    assert_eq!(payment.apply_check(&said(Status::Success), begun(), begun()), Effect::Grant);
}

#[test]
fn a_refund_counts_once_and_ends_what_it_covers_whole() {
    let mut payment = payment();
    payment.apply_check(&said(Status::Success), begun(), begun());
    assert_eq!(payment.refund(refund("a", 40_000)), Effect::Nothing);
    assert_eq!(payment.refund(refund("a", 40_000)), Effect::Nothing);
    assert_eq!(payment.refund(refund("a", 40_000)), Effect::Nothing);
    assert_eq!(payment.state, PaymentState::Paid, "a part is no whole, however often it is told");
    assert_eq!(payment.refund(refund("b", 60_000)), Effect::End);
    assert_eq!(payment.state, PaymentState::Refunded);
    assert_eq!(payment.refund(refund("b", 60_000)), Effect::Nothing);
    let mut told_at_verify = super::tests::payment();
    told_at_verify.apply_check(&said(Status::Success), begun(), begun());
    assert_eq!(told_at_verify.apply_check(&said(Status::Reversed), begun(), begun()), Effect::End);
    assert_eq!(told_at_verify.state, PaymentState::Reversed);
}

#[test]
fn a_refund_before_the_payment_gives_no_plan() {
    let mut payment = payment();
    assert_eq!(payment.refund(refund("a", 100_000)), Effect::Nothing);
    assert_eq!(payment.apply_check(&said(Status::Success), begun(), begun()), Effect::Nothing);
    assert_eq!(payment.state, PaymentState::Refunded);
}

#[test]
fn money_that_was_taken_otherwise_waits_for_its_refund() {
    let less = Verified { amount: 40_000, ..said(Status::Success) };
    let mut payment = payment();
    payment.apply_check(&less, begun(), begun());
    for status in [Status::Pending, Status::Failed, Status::Abandoned, Status::Unknown] {
        let now = payment.due_at;
        payment.make_due(now);
        assert_eq!(payment.apply_check(&said(status), now, now), Effect::Nothing);
        assert_eq!((payment.state, payment.message.is_some()), (PaymentState::Mismatched, true), "{status:?}");
    }
    let mut right = payment.clone();
    assert_eq!(right.apply_check(&said(Status::Success), begun(), begun()), Effect::Grant);
    let mut reversed = payment.clone();
    reversed.apply_check(&said(Status::Reversed), begun(), begun());
    assert_eq!(reversed.state, PaymentState::Reversed);
    payment.refund(refund("a", 30_000));
    assert_eq!(payment.state, PaymentState::Mismatched);
    assert_eq!(payment.refund(refund("b", 10_000)), Effect::Nothing);
    assert_eq!(payment.state, PaymentState::Refunded, "all that was taken was given back");
    right.refund(refund("a", 40_000));
    assert_eq!(right.state, PaymentState::Paid, "what was quoted is what counts again");
}

#[test]
fn a_dispute_holds_back_what_was_given_until_it_is_decided() {
    let mut payment = payment();
    let effect = payment.apply_check(&said(Status::Success), begun(), begun());
    given(&mut payment, effect);
    assert_eq!(payment.dispute(dispute(None)), Effect::Suspend);
    assert_eq!(payment.dispute(dispute(None)), Effect::Nothing);
    let mut lost = payment.clone();
    assert_eq!(payment.dispute(dispute(Some(true))), Effect::Resume);
    assert_eq!(payment.state, PaymentState::Paid);
    assert_eq!(payment.dispute(dispute(None)), Effect::Nothing, "what opened it comes late");
    assert_eq!(payment.state, PaymentState::Paid);
    assert_eq!(lost.dispute(dispute(Some(false))), Effect::End);
    assert_eq!((lost.state, lost.refusal().reason), (PaymentState::Reversed, "payment-refunded"));

    let mut early = super::tests::payment();
    assert_eq!(early.dispute(dispute(None)), Effect::Nothing);
    assert_eq!(early.apply_check(&said(Status::Success), begun(), begun()), Effect::Nothing);
    assert_eq!(early.state, PaymentState::Disputed, "disputed before it was known to be paid");
    let mut erased = Payment { email: String::new(), ..early.clone() };
    assert_eq!(early.dispute(dispute(Some(true))), Effect::Grant);
    assert_eq!(erased.dispute(dispute(Some(true))), Effect::Nothing);
    assert_eq!(erased.state, PaymentState::Mismatched, "an erased account is given no plan");
}

#[test]
fn a_plan_comes_back_once_every_dispute_is_won() {
    let mut payment = payment();
    let effect = payment.apply_check(&said(Status::Success), begun(), begun());
    given(&mut payment, effect);
    assert_eq!(payment.dispute(named("1", None)), Effect::Suspend);
    assert_eq!(payment.dispute(named("2", None)), Effect::Nothing, "it is held back already");
    let mut lost = payment.clone();
    assert_eq!(payment.dispute(named("1", Some(true))), Effect::Nothing, "the other one is open");
    assert_eq!(payment.state, PaymentState::Disputed);
    assert_eq!(payment.dispute(named("1", None)), Effect::Nothing, "what opened it comes late");
    assert_eq!(payment.dispute(named("2", Some(true))), Effect::Resume);
    assert_eq!((payment.state, payment.disputes.len()), (PaymentState::Paid, 2));

    assert_eq!(lost.dispute(named("2", Some(false))), Effect::End);
    assert_eq!(lost.dispute(named("1", Some(true))), Effect::Nothing);
    assert_eq!(lost.state, PaymentState::Reversed, "one that is lost decides");
}

#[test]
fn disputes_without_end_are_kept_within_bounds() {
    let mut payment = payment();
    let effect = payment.apply_check(&said(Status::Success), begun(), begun());
    given(&mut payment, effect);
    for number in 0..DISPUTES * 2 {
        payment.dispute(named(&number.to_string(), None));
    }
    assert_eq!(payment.disputes.len(), DISPUTES);
    payment.dispute(named("0", Some(true)));
    payment.dispute(named("late", None));
    assert!(payment.disputes.len() == DISPUTES && payment.disputes.iter().any(|one| one.id == "late"));
    assert_eq!(payment.dispute(named("unkept", Some(false))), Effect::End, "a loss counts, kept or not");
}

/// An event about a payment.
#[derive(Debug, Clone)]
enum News {
    Said(Status),
    Missed,
    Woken,
    Refunded(i64),
    Disputed(&'static str, Option<bool>),
}

fn news() -> impl Strategy<Value = News> {
    let status = prop_oneof![
        3 => Just(Status::Success),
        1 => Just(Status::Failed),
        1 => Just(Status::Abandoned),
        1 => Just(Status::Pending),
        1 => Just(Status::Reversed),
        1 => Just(Status::Unknown),
    ];
    prop_oneof![
        4 => status.prop_map(News::Said),
        1 => Just(News::Missed),
        1 => Just(News::Woken),
        1 => prop_oneof![Just(50_000_i64), Just(100_000)].prop_map(News::Refunded),
        2 => (prop_oneof![Just("1"), Just("2")], prop_oneof![Just(None), Just(Some(true)), Just(Some(false))])
            .prop_map(|(id, won)| News::Disputed(id, won)),
    ]
}

proptest! {
    #[test]
    fn in_any_order_of_events_a_plan_is_given_once_and_only_while_it_is_paid(
        all in prop::collection::vec((news(), 0_i64..3_000), 0..30)
    ) {
        let mut payment = payment();
        let (mut grants, mut holds, mut now) = (0, false, begun());
        for (news, minutes) in all {
            now += TimeDelta::minutes(minutes);
            let effect = match news {
                News::Said(status) => payment.apply_check(&said(status), now, now),
                News::Missed => payment.record_no_response(now, now),
                News::Woken => payment.make_due(now),
                News::Refunded(amount) => payment.refund(refund("one", amount)),
                News::Disputed(id, won) => payment.dispute(named(id, won)),
            };
            match given(&mut payment, effect) {
                Effect::Grant => { grants += 1; holds = true; }
                Effect::Resume => { prop_assert!(!holds); holds = true; }
                Effect::Suspend => { prop_assert!(holds); holds = false; }
                Effect::End => holds = false,
                Effect::Nothing => {}
            }
            prop_assert!(grants <= 1);
            prop_assert_eq!(holds, payment.state == PaymentState::Paid);
            let is_open = payment.disputes.iter().any(|one| one.won.is_none());
            prop_assert!(!(holds && is_open), "nothing is held while a dispute is open");
            prop_assert!(!(payment.open && payment.is_settled()), "what is settled is asked about no more");
        }
    }
}
