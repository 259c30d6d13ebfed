// The texts of the profile, its form, and the settings of the account.
import { offlinePractice } from '@/shared/paths'

export const profileTexts = {
  offline: offlinePractice,
  profile: 'Profile',
  edit: 'Edit Profile',
  nationality: 'Nationality',
  phone: 'Phone',
  email: 'Email',
  gender: 'Gender',
  male: 'Male',
  female: 'Female',
  birth: 'Date of birth',
  joined: 'Joined',
  extraTime: 'Extra time',
  extraTimeText: (share: string) => `${share} more in timed tests`,
  none: '--',
}

/** The texts of the profile form. */
export const profileEditTexts = {
  title: 'Edit Profile',
  email: 'Email',
  emailStays: 'You log in with this email. It cannot be changed.',
  save: 'Update Profile',
  cancel: 'Cancel',
}

/** The warning before leaving a form with unsaved changes. */
export const leaveProfileTexts = {
  title: 'Leave without saving?',
  text: 'Your changes on this page are not saved yet.',
  stay: 'Stay',
  go: 'Leave',
  ended: 'Your changes are still on this page.',
  logInAgain: 'Log in again (opens a new tab)',
}

/** The texts of the account settings. */
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

/** The texts of account deletion. */
export const eraseTexts = {
  eraseSure: 'Do you really want to delete your account?',
  goes: 'What is deleted',
  goesYou: 'Your name, email, phone number, date of birth, country and password.',
  goesWords: 'Your written answers, messages, reports and charts.',
  goesPlans: 'Your registered subjects, running tests and access to your subscriptions.',
  stays: 'What we keep, without your name',
  staysResults: 'Marks and the options you chose, for question statistics.',
  staysPayments: 'Payments and their dates, for our accounts.',
  forEver: 'Nobody can bring your account back, not even us.',
  yourPassword: 'Your password',
  eraseNow: 'Delete for good',
  keepAccount: 'Keep my account',
}
