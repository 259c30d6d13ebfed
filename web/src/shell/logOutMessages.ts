// The words of the question before a logout, which come with it.

export const messages = {
  notSent: { one: '{n} answer not sent', other: '{n} answers not sent' },
  stillRunning: { one: 'A test is still running', other: '{n} tests are still running' },
  runsUntil: (test: string, time: string) => `${test}: its time goes on until ${time}.`,
  noClock: (test: string) => `${test} stays open.`,
  comeBack: 'Your answers are saved. Log in again to continue where you left off.',
  logOut: 'Log out',
  stayLoggedIn: 'Stay logged in',
  keptAlone: {
    one: 'one answer is kept on this device alone and has not reached Sabi.',
    other: 'answers are kept on this device alone and have not reached Sabi.',
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
    one: 'They wait for you on this device for {n} day. Others who use it do not see them in Sabi.',
    other:
      'They wait for you on this device for {n} days. Others who use it do not see them in Sabi.',
  },
  erase: 'Erase and log out',
}
