// The texts about tests that were taken without internet.

export const offlineResultTexts = {
  label: 'Practised offline',
  taken: 'Taken offline',
  waiting: 'Waiting to be sent. That happens by itself when you have internet.',
  waitingForMock: 'Waiting for the end of your mock, which has one of these questions.',
  refused: (why: string) => `Sabi could not accept this test. ${why}`,
  submitted: 'Sabi has received this test.',
  submitNow: 'Send now',
  toOffline: 'What you can do',
  marks: (device: string, server: string, all: string) =>
    `Marked on your device: ${device} of ${all} right. Marked by Sabi: ${server} of ${all} right.`,
  corrected: {
    one: 'The answer key of {n} question was corrected since you downloaded it.',
    other: 'The answer keys of {n} questions were corrected since you downloaded them.',
  },
  leftOut: {
    one: '{n} question is no longer in use. It does not count.',
    other: '{n} questions are no longer in use. They do not count.',
  },
  practiseMissed: 'Practise your mistakes',
  practiseMore: 'Practise something else',
}
