// The texts of plans, payments and subscriptions.

export const plansTexts = {
  // Plans.
  planTitle: 'Subscription plans',
  plans: 'Plans',
  choosePlan: 'Please choose a subscription plan',
  noPlans: 'No subscription plans available',
  higherPlan: 'You have an existing higher subscription plan.',
  free: 'Free',
  days: { one: '{n} day', other: '{n} days' },
  upToQuestions: { one: 'Up to {n} question per test', other: 'Up to {n} questions per test' },
  noLimit: 'No limit on questions',
  currentPlan: 'Your plan',
  upgrade: 'Upgrade',
  runsUntil: (day: string) => `Your plan runs until ${day}.`,
  renews: (day: string) => `Pay again to extend it beyond ${day}.`,
  replaces: (plan: string, days: string) =>
    `It starts today and replaces your ${plan} plan (${days} left). Your access will not end any earlier.`,
  trialUsed: 'You have already used your free trial for this exam.',
  used: 'Already used',
  startFree: 'Start free',
  pay: (price: string) => `Pay ${price}`,
  leaving: 'Opening the payment page…',
  all: (size: string) => `${size}. A plan belongs to your account and works on any phone.`,
  oncePaid:
    'One payment, no automatic renewal. Your plan starts as soon as the payment is confirmed.',
  subscribedToast: 'Subscription plan subscribed successfully.',
  planGone: 'This plan is no longer offered',
  choosePlanAgain: 'Please choose another one.',
  close: 'Close',
  priceChanged: (price: string) => `The price has changed. The plan now costs ${price}.`,
  payNow: (price: string) => `Pay ${price} now`,

  // The outcome of a payment.
  paymentTitle: 'Payment',
  askingTitle: 'Confirming your payment',
  asking: 'We are checking with the payment provider. This takes a few seconds.',
  paidTitle: 'Your plan is active',
  declinedTitle: 'The payment was declined',
  declined: 'Your bank declined it, so your plan has not started. Try again or use another card.',
  closedTitle: 'The payment was cancelled',
  closed: 'The payment page was closed before anything was paid.',
  pendingTitle: 'The payment is not complete yet',
  pending:
    'Some banks take a few minutes. You can leave this page. Once the money arrives, your plan starts and we email you a receipt.',
  mismatchedTitle: 'We are looking at this payment',
  mismatched:
    'The amount paid is different from the price of the plan, so your plan has not started yet. Your money is not lost: we can see the payment. Write to us and quote the reference.',
  disputedTitle: 'This payment is disputed',
  disputed: 'Your bank has asked for the money back. The plan is on hold until that is decided.',
  refundedTitle: 'This payment was refunded',
  refunded: 'The money was returned to you, and the plan it paid for has ended.',
  unknownTitle: 'We cannot find this payment here',
  unknown:
    'It was started on another device or with another account. If you have paid, your plan starts within minutes. Check My Subscriptions.',
  askFailedTitle: 'The payment could not be confirmed',
  askFailed:
    'Your money is safe. If you have paid, your plan will start, even if you leave this page.',
  sandboxNote: 'This was a sandbox payment. No money moved.',
  reference: 'Reference',
  askAgain: 'Check again',
  backToPlans: 'Choose a plan',

  // Unfinished payments.
  openPayment: (plan: string, exam: string) => `Unfinished payment: ${plan}, ${exam}`,
  begunAt: (price: string, time: string) => `${price}, started on ${time}.`,
  havePaid: 'I have paid',
  gatewaySays: (message: string) => `We have just checked. ${message}`,
  toPage: 'Continue the payment',
  toSandbox: 'Continue in the sandbox',

  // My subscriptions.
  subscriptionsText: 'Your plans, active and expired.',
  findSubscription: 'Find a subscription',
  description: 'Description',
  subscribedAt: 'Subscribe At',
  expiresAt: 'Expiration Date',
  active: 'Active',
  daysLeft: { one: '{n} day left', other: '{n} days left' },
  upgradePlan: 'Upgrade Plan',
  upgradePlanOf: (exam: string) => `Upgrade Plan: ${exam}`,
  nothingMatches: 'No subscription matches',
}
