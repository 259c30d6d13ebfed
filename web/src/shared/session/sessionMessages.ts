// The texts of the list of sessions.

export const sessionTexts = {
  showMore: { one: 'Show {n} more', other: 'Show {n} more' },
  title: 'Where you are logged in',
  text: 'Log out any device you do not recognise, then change your password.',
  current: 'This device',
  began: (when: string) => `Logged in ${when}`,
  used: (day: string) => `last used ${day}`,
  end: 'Log out',
  endOf: (device: string, when: string) => `Log out: ${device}, logged in ${when}`,
  ended: 'That device is logged out.',
  endHere: 'Log out on this device?',
  endHereText: 'You will have to log in again here. Your other devices stay logged in.',
  endOthers: 'Log out other devices',
  othersEnded: 'Your other devices are logged out.',
  everywhere: 'Log out everywhere',
  cancel: 'Cancel',
  logOut: 'Log out here',
}
