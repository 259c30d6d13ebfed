// One's own account in the back office.
export const accountEnglish = {
  title: 'Your account',
  name: 'Name',
  email: 'Email',
  role: 'Role',
  superAdmin: 'Super admin',
  administrator: 'Administrator',
  moderator: 'Moderator',
  password: 'Change password',
}

export const factorEnglish = {
  title: 'Second factor',
  off: 'Off',
  on: 'On',
  text: 'With a second factor nobody gets in by your password alone: at each login you also give a code that an app on your phone shows.',
  required: 'Your role needs a second factor.',
  recommended: 'It is not required of you, but we recommend it.',
  since: 'On since',
  left: 'Recovery codes left',
  few: 'Make new ones before you run out: without your phone they are the only way in.',
  setUp: 'Set it up',
  renew: 'New recovery codes',
  renewText:
    'Ten new codes are made. The old ones stop working at once, and your other devices are logged out.',
  renewNow: 'Make new codes',
  remove: 'Remove',
  removeTitle: 'Remove the second factor',
  removeText:
    'From then on your password alone is enough to log in. Your other devices are logged out.',
  removeRequired:
    'Your role needs one: the back office stays shut to you until you set up another.',
  removeNow: 'Remove it',
  cancel: 'Cancel',

  setUpTitle: 'Set up the second factor',
  install:
    'Install an authenticator app on your phone, such as Aegis, Google Authenticator or Microsoft Authenticator.',
  scan: 'Scan this QR code with the app.',
  qr: 'QR code for the authenticator app; the key below says the same',
  byHand: 'Or type this key into the app:',
  key: 'Key',
  copyKey: 'Copy the key',
  first: 'Enter the code that the app shows now. This logs out your other devices.',
  turnOn: 'Turn on',
  copied: 'Copied.',
  notCopied: 'It could not be copied. It is marked now: copy it from there.',

  codesTitle: 'Keep your recovery codes',
  codesText:
    'If your phone is lost, each of these codes lets you in once. Keep them apart from your phone. They are not shown again.',
  codes: 'Recovery codes',
  copy: 'Copy',
  download: 'Download',
  print: 'Print',
  file: (email: string) => `Recovery codes of ${email} for Sabi. Each is good once.`,
  kept: 'I have kept them',
  keepFirst: 'Please keep the codes first: they are not shown again.',
  done: 'Done',
  leave: 'Leave without the recovery codes?',
  leaveText: 'They are not shown again.',
  stay: 'Stay',
  go: 'Leave',
  ended: 'Your recovery codes are still shown here.',
  logInAgain: 'Log in',

  firstTitle: 'Set up your second factor',
  firstText:
    'Sabi is set so that your role needs a second factor. Set it up now; then you go on to where you were going.',
  goOn: 'Go on',
}

export const proofEnglish = {
  title: 'Is it you?',
  password:
    'To confirm that it is you, enter your password. You last did more than 15 minutes ago.',
  code: 'To confirm that it is you, enter a code from your authenticator app. You last did more than 15 minutes ago.',
  label: 'Your password',
  required: 'Password is required',
  goOn: 'Go on',
  cancel: 'Cancel',
  later: (why: string, time: string) => `${why} You can try again in ${time}.`,
}

/** Why the password or a code is asked for, by the action. */
export const proofReasonsEnglish = {
  key: 'You are making another option the right answer. Results that hold this question are marked again.',
  import: 'This import changes right answers. Results that hold these questions are marked again.',
  erase: 'You are erasing a person. Their personal details are deleted for good.',
  personalData: 'You are downloading personal details.',
  password: 'You are setting the password of another person.',
  role: 'You are changing what another person may do.',
  staff: 'You are adding somebody who may work in the back office.',
  account: 'You are deleting an account.',
  signIn: 'You are changing how another person logs in.',
  sessions: 'You are logging another person out.',
  factor: 'You are changing a second factor.',
  plan: 'You are giving a student a plan without a payment.',
  template: 'You are changing a mail that lets people into their accounts.',
  backup: 'You are making a backup, which holds the data of everybody.',
  other: 'This action needs a confirmation.',
}
