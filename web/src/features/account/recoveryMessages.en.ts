// A forgotten password. Quoted texts stand to the letter.
export const english = {
  forgotTitle: 'Forgot Password',
  forgotIntro: 'Tell us your email, and we send you a link to choose a new password.',
  sendEmail: 'Send Email',
  sentMore:
    'It works for 30 minutes. If it does not come within some minutes, look into the spam folder too.',
  resetTitle: 'Reset Password',
  resetIntro: 'Choose a new password. Every device that is logged in is logged out then.',
  update: 'Update Password',
  newLink: 'Ask for a new link',
}
