// Where somebody is signed in.
export const english = {
  showMore: { one: 'Show {n} more', other: 'Show {n} more' },
  title: 'Where you are logged in',
  text: 'End any session you do not recognise, then change your password.',
  current: 'This device',
  began: (when: string) => `Logged in ${when}`,
  used: (day: string) => `last used ${day}`,
  end: 'End',
  endOf: (device: string, when: string) => `End: ${device}, logged in ${when}`,
  ended: 'The session was ended.',
  endHere: 'Log out on this device?',
  endHereText: 'You will have to log in again here. Your other devices stay logged in.',
  endOthers: 'End all others',
  othersEnded: 'All other sessions were ended.',
  everywhere: 'Log out everywhere',
  cancel: 'Cancel',
  logOut: 'Log out here',
}
