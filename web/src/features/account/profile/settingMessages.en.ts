// Account setting. Quoted texts stand to the letter.
export const english = {
  title: 'Account Setting',
  changePassword: 'Password',
  changePasswordText: 'Every other device that is logged in will be logged out.',
  oldPassword: 'Old password',
  update: 'Update Password',
  yourData: 'Your data',
  yourDataText:
    'A file with everything that Sabi holds about you: your profile, subscriptions, tests and answers.',
  export: 'Download my data',
  exported: 'Your data has been downloaded.',
  eraseTitle: 'Delete account',
  eraseText: 'Removes for good everything that says who you are.',
  erase: 'Delete my account',
}
