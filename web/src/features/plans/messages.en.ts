// Quoted texts stand to the letter, odd spellings included.
export const english = {
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
  renews: (day: string) => `If you pay again, it continues after ${day}.`,
  replaces: (plan: string, days: string) =>
    `It begins today and takes the place of your plan ${plan} (${days} left). Your access never ends earlier than before.`,
  trialUsed: 'You have already used your free trial for this exam.',
  used: 'Already used',
  startFree: 'Start free',
  pay: (price: string) => `Pay ${price}`,
  leaving: 'Opening the payment page…',
  oncePaid:
    'You pay once; nothing renews by itself. The plan is yours as soon as the payment is confirmed.',
  subscribedToast: 'Subscription plan subscribed successfully.',
  planGone: 'This plan is no longer offered',
  choosePlanAgain: 'Please choose another one.',
  close: 'Close',
  priceChanged: (price: string) => `The price has changed: the plan now costs ${price}.`,
  payNow: (price: string) => `Pay ${price} now`,

  // What became of a payment.
  paymentTitle: 'Payment',
  askingTitle: 'Confirming your payment',
  asking: 'We are asking the payment gateway about it. This takes a few seconds.',
  paidTitle: 'Your plan is active',
  declinedTitle: 'The payment was declined',
  declined:
    'Your bank or card issuer refused it, and no plan was given. Try again, or use another card.',
  closedTitle: 'The payment was cancelled',
  closed: 'The payment page was closed before anything was paid.',
  pendingTitle: 'The payment is not completed yet',
  pending:
    'Some banks take a few minutes. You need not wait here: as soon as the money arrives, the plan is yours and a receipt is sent by email.',
  mismatchedTitle: 'We are looking at this payment',
  mismatched:
    'The amount paid is not what the plan costs, so no plan has been given yet. Nothing is lost: we can see it too. If you write to us, quote the reference.',
  disputedTitle: 'This payment is disputed',
  disputed: 'Your bank has asked for the money back. The plan is on hold until that is decided.',
  refundedTitle: 'This payment was refunded',
  refunded: 'The money was returned to you, and the plan it paid for has ended.',
  unknownTitle: 'We do not know this payment here',
  unknown:
    'It was begun on another device or by another account. A plan that is paid for becomes active by itself within minutes: check My Subscriptions.',
  askFailedTitle: 'The payment could not be confirmed',
  askFailed:
    'Nothing is lost: a plan that is paid for becomes active by itself, even if you leave this page.',
  sandboxNote: 'This was a payment in the sandbox: no money moved.',
  reference: 'Reference',
  askAgain: 'Check again',
  backToPlans: 'Choose a plan',

  // Payments that are not completed.
  openPayment: (plan: string, exam: string) => `You began to pay for ${plan}, ${exam}`,
  begunAt: (price: string, time: string) => `${price}, begun on ${time}.`,
  havePaid: 'I have paid',
  gatewaySays: (message: string) => `We have just asked. ${message}`,
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
