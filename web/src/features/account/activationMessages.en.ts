// Activation. Quoted texts stand to the letter.
export const english = {
  title: 'Account Activation',
  waiting: 'Please wait while your account is being activated.',
  failed: 'An error occurred while activating your account.',
  used: 'A link works once, within 7 days. If you have already used it, your account is active and you can log in.',
  send: 'Send a new link',
}
