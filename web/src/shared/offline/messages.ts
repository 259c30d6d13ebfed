// The texts of practice without internet.

export const deviceStartTexts = {
  noPacks: 'There are no questions on this device. Download some when you have internet.',
  noQuestions: {
    bank: 'No questions on this device match your choices. Change them.',
    mistakes: 'None of the questions you missed is on this device.',
    today: 'Nothing is due today. Come back tomorrow, or practise something else.',
  },
  full: 'This device is full. Free some space, then try again.',
  refused: 'This browser does not let Sabi store anything. Leave private mode, then try again.',
  sealed:
    'Your plan has ended, so this test cannot be opened any more. Your answers will still be sent.',
  sealedResult: 'Your plan has ended, so the questions of this test cannot be shown any more.',
  gone: 'This test is not on this device. If it was sent, you will find it in your results.',
  running: 'This test is not finished. Continue it from your dashboard.',
  mockWaits: 'The result of this mock appears once your answers have been sent.',
  inMock: 'You can see this again once your mock is over.',
}

export const deviceTestsTexts = {
  title: 'Tests taken offline',
  send: 'Send now',
  sent: {
    one: 'The test you took offline has been sent.',
    other: '{n} tests you took offline have been sent.',
  },
  rightOf: (right: string, all: string) => `${right} of ${all} right`,
  running: 'Not finished yet.',
  waiting: 'Waiting to be sent. It will be sent automatically when you have internet.',
  mockEnded: 'Your answers are on this device. Open Sabi with internet to send them.',
  waitingForMock:
    'A question in this test is also in your mock. It will be sent when the mock is over.',
  refused: (why: string) => `Sabi could not accept this test. ${why}`,
  resume: 'Continue',
  resumeOf: (test: string) => `Continue ${test}`,
  result: 'View result',
  resultOf: (test: string, time: string) => `View result of ${test}, ${time}`,
  delete: 'Delete',
  deleteOf: (test: string, time: string) => `Delete ${test}, ${time}`,
  deleteTitle: 'Delete this test?',
  deleteText: 'It is only on this device. Its answers and result will be lost.',
  deleteForGood: 'Delete for good',
  keep: 'Keep it',
}

export const shelfTexts = {
  changed: 'These questions have just changed. Try again.',
}

export const aheadTexts = {
  gone: 'This mock is not on this device any more.',
  expired: 'The time to open this mock is over. You can get another one when you have internet.',
  openedHere: 'You have opened this mock on this device already. Finish it first.',
  clock:
    'The date or time of this device is wrong. Set it, or connect to the internet, then open the mock.',
  tooLate: 'Your answers arrived too late, or you had already returned this mock.',
}

/**
 * The texts of what runs in the background on a device that is set up for practice without internet.
 */
export const backgroundTexts = {
  neverRead:
    'You are offline, and you have not opened this on this device before. Open it once with internet, then you can read it here any time.',
  inMock: 'You can see this again once your mock is over.',
}
