// The texts of account activation.

export const activationTexts = {
  title: 'Account Activation',
  waiting: 'Please wait while your account is being activated.',
  failed: 'An error occurred while activating your account.',
  used: 'You can use this link once, within 7 days. If you have already used it, your account is active. Just log in.',
  send: 'Send a new link',
}
