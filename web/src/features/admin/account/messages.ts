// The texts of the account page.

export const ownAccountTexts = {
  title: 'Your account',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  superAdmin: 'Super admin',
  administrator: 'Administrator',
  moderator: 'Moderator',
  password: 'Change password',
}

export const secondFactorTexts = {
  title: 'Second factor',
  off: 'Off',
  on: 'On',
  text: 'With a second factor, your password alone is not enough: at each login you also enter a code from an app on your phone.',
  required: 'Your role needs a second factor.',
  recommended: 'Not required for your role, but recommended.',
  since: 'On since',
  left: 'Recovery codes left',
  few: 'Make new ones before you run out. Without your phone, they are the only way in.',
  setUp: 'Set it up',
  renew: 'New recovery codes',
  renewText:
    'You get ten new codes. The old ones stop working at once, and your other devices are logged out.',
  renewNow: 'Make new codes',
  remove: 'Remove',
  removeTitle: 'Remove the second factor',
  removeText:
    'After this, your password alone is enough to log in. Your other devices are logged out.',
  removeRequired:
    'Your role needs a second factor. You cannot use the back office until you set up another one.',
  removeNow: 'Remove it',
  cancel: 'Cancel',

  setUpTitle: 'Set up the second factor',
  install:
    'Install an authenticator app on your phone, such as Aegis, Google Authenticator or Microsoft Authenticator.',
  scan: 'Scan this QR code with the app.',
  qr: 'QR code for the authenticator app. It contains the same key as below',
  byHand: 'Or type this key into the app:',
  key: 'Key',
  copyKey: 'Copy the key',
  first: 'Enter the code that the app shows now. This logs out your other devices.',
  turnOn: 'Turn on',
  copied: 'Copied.',
  notCopied: 'Could not copy. The text is selected now: copy it yourself.',

  codesTitle: 'Keep your recovery codes',
  codesText:
    'If you lose your phone, each of these codes lets you in once. Keep them somewhere other than your phone. They are not shown again.',
  codes: 'Recovery codes',
  copy: 'Copy',
  download: 'Download',
  print: 'Print',
  file: (email: string) => `Sabi recovery codes for ${email}. Each works once.`,
  kept: 'I have saved them',
  keepFirst: 'Please save the codes first. They are not shown again.',
  done: 'Done',
  leave: 'Leave without the recovery codes?',
  leaveText: 'They are not shown again.',
  stay: 'Stay',
  go: 'Leave',
  ended: 'Your recovery codes are still shown here.',
  logInAgain: 'Log in',

  firstTitle: 'Set up your second factor',
  firstText: 'Your role needs a second factor. Set it up now to continue.',
  goOn: 'Continue',
}

export const proofTexts = {
  title: 'Confirm that it is you',
  password: 'Enter your password to continue. You last entered it more than 15 minutes ago.',
  code: 'Enter a code from your authenticator app to continue. You last entered one more than 15 minutes ago.',
  label: 'Your password',
  required: 'Password is required',
  goOn: 'Continue',
  cancel: 'Cancel',
  later: (time: string) => `Too many attempts. Try again in ${time}.`,
}

/** Why the password or a code is asked for, by the action. */
export const proofReasonTexts = {
  key: 'You are changing the correct answer. All results with this question will be re-marked.',
  withdrawn: 'You are withdrawing a question. It will no longer count in anyone’s score.',
  import:
    'This import changes correct answers. All results with these questions will be re-marked.',
  erase: 'You are erasing a person. Their personal details will be permanently deleted.',
  personalData: 'You are downloading personal details.',
  password: "You are setting another person's password.",
  role: 'You are changing what another person may do.',
  staff: 'You are giving somebody access to the back office.',
  account: 'You are deleting an account.',
  signIn: 'You are changing how another person logs in.',
  sessions: 'You are logging another person out.',
  factor: 'You are changing a second factor.',
  plan: 'You are giving a student a plan without a payment.',
  days: "You are adding days to a student's plan without a payment.",
  template: 'You are changing a mail whose link gives access to an account.',
  other: 'This action needs confirmation.',
}
