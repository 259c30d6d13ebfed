// The texts of the account settings.

export const accountSettingTexts = {
  title: 'Account Setting',
  changePassword: 'Password',
  changePasswordText: 'This logs out all your other devices.',
  oldPassword: 'Old password',
  update: 'Update Password',
  yourData: 'Your data',
  yourDataText:
    'A file with everything Sabi has about you: your profile, subscriptions, tests and answers.',
  export: 'Download my data',
  exported: 'Your data has been downloaded.',
  eraseTitle: 'Delete account',
  eraseText: 'Permanently deletes your personal details.',
  erase: 'Delete my account',
}
