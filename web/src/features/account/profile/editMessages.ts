// The texts of the profile form.

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
