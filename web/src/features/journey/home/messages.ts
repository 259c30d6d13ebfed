// The texts of a returning student's dashboard.

const home = {
  keptTitle: 'Answers kept on this device',
  keptText: 'Sabi has not received them yet. Open the test to send or check them.',
  notSent: { one: '{n} answer not sent', other: '{n} answers not sent' },
  open: 'Open',
  openOf: (test: string) => `Open ${test}`,

  lastTests: 'Your last tests',
  allResults: 'All results',
  sameAgain: 'Same again',
  sameAgainOf: (test: string) => `Same again: ${test}`,
  grade: 'Grade your answers',
  notGraded: 'Not graded',
  weakest: (exam: string) => `Weak topics in ${exam}`,
  weakestFailed: 'Your weak topics could not be loaded.',
  noneWeak: 'None right now. Take a test to find your next ones.',
  practiseMissed: { one: 'Practise the one you missed', other: 'Practise the {n} you missed' },
  of400: (score: string) => `${score} of 400`,
  rightOf: (subject: string, right: string, all: string) => `${subject}: ${right} of ${all} right`,
  study: 'Study',

  nextTest: 'Your next test',
  start: 'Start',
  change: 'Change',
  changeTest: 'Change your next test',
  chooseTest: 'Choose a test',
  wholePaper: 'whole paper',
  questionsEach: (questions: string) => `${questions} per subject`,

  upFrom: (score: string) => `Up from ${score} last time`,
  downFrom: (score: string) => `Down from ${score} last time`,
  sameScore: 'Same as last time',

  dataUsed: (megabytes: string, day: string) =>
    `Tests on this device have used ${megabytes} MB of data since ${day}.`,

  examDays: 'Days to your exam',
  noDay: 'When is your exam?',
  on: (date: string) => `On ${date}`,
  today: 'It is today. Good luck!',
  over: 'That day has passed.',
  daysLeft: { one: '{n} day', other: '{n} days' },
  giveDay: 'Set exam date',
  giveDayOf: (exam: string) => `Set exam date for ${exam}`,
  changeDay: 'Change',
  changeDayOf: (exam: string) => `Change exam date for ${exam}`,
  dayOf: (exam: string) => `Exam date for ${exam}`,
  chooseDay: 'Please choose a date.',
  keepDay: 'Save',
  takeAwayDay: 'Remove',
  cancel: 'Cancel',
  studyTopic: (topic: string) => `Study what you got wrong in ${topic}`,
}

export const messages = { home }
