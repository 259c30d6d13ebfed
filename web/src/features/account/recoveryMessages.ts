// The texts of password recovery and of activation.

export const recoveryTexts = {
  forgotTitle: 'Forgot Password',
  forgotIntro: 'Enter your email and we will send you a link to choose a new password.',
  sendEmail: 'Send Email',
  sentMore:
    'It works for 30 minutes. If it does not arrive in a few minutes, check your spam folder.',
  resetTitle: 'Reset Password',
  resetIntro: 'Choose a new password. All your devices will be logged out.',
  checking: 'Checking your link…',
  deadIntro: 'A link works once, for 30 minutes. Only the newest one we sent you works.',
  update: 'Update Password',
  newLink: 'Ask for a new link',
}

/** The texts of account activation. */
export const activationTexts = {
  title: 'Account Activation',
  waiting: 'Please wait while your account is being activated.',
  failed: 'An error occurred while activating your account.',
  used: 'You can use this link once, within 7 days. If you have already used it, your account is active. Just log in.',
  send: 'Send a new link',
}
