// The texts of the question before a logout, loaded with it.

export const logOutTexts = {
  notSent: { one: '{n} answer not sent', other: '{n} answers not sent' },
  stillRunning: { one: 'A test is still running', other: '{n} tests are still running' },
  runsUntil: (test: string, time: string) => `${test}: the timer runs until ${time}.`,
  noClock: (test: string) => `${test} stays open.`,
  comeBack: 'Your answers are saved. Log in again to continue where you left off.',
  logOut: 'Log out',
  stayLoggedIn: 'Stay logged in',
  keptAlone: {
    one: 'one answer is only on this device and has not reached Sabi.',
    other: 'answers are only on this device and have not reached Sabi.',
  },
  ofTests: (titles: string, what: string) => `${titles}: ${what}`,
  tooLate: {
    one: '{n} answer was not accepted: the test has ended, or Sabi refused it. Open the test from your dashboard to see which, or log out below.',
    other:
      '{n} answers were not accepted: the test has ended, or Sabi refused them. Open the test from your dashboard to see which, or log out below.',
  },
  sendNow: 'Send now and log out',
  keepHere: 'Keep here and log out',
  keptDays: {
    one: 'They stay on this device for {n} day. Other people who log in here cannot see them.',
    other: 'They stay on this device for {n} days. Other people who log in here cannot see them.',
  },
  erase: 'Erase and log out',
  logOutHere: 'Log out of this device?',
  packsDeleted: {
    one: 'Logging out deletes the {n} year of questions for practice without internet from this device. You can download it again later.',
    other:
      'Logging out deletes the {n} years of questions for practice without internet from this device. You can download them again later.',
  },
  unsentTests: {
    one: '{n} test that you took without internet has not reached Sabi. If you log out now, it is lost.',
    other:
      '{n} tests that you took without internet have not reached Sabi. If you log out now, they are lost.',
  },
  handInFirst: 'Send them first',
}
