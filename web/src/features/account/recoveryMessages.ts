// The texts of password recovery.

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
