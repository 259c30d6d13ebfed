// The form of the profile. Quoted texts stand to the letter.
export const english = {
  title: 'Edit Profile',
  email: 'Email',
  emailStays: 'You log in with this email; it cannot be changed.',
  save: 'Update Profile',
  cancel: 'Cancel',
}

/** What is asked before a changed form is left. */
export const leaving = {
  title: 'Leave without saving?',
  text: 'What you have changed on this page is not saved yet.',
  stay: 'Stay',
  go: 'Leave',
  ended: 'What you typed stays on this page.',
  logInAgain: 'Log in again (opens a new tab)',
}
