// The texts of a returning student's dashboard.

export const studentHomeTexts = {
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
  noneWeak: 'No weak topics right now. Take a test to see what to work on.',
  practiseMissed: { one: 'Practise the one you missed', other: 'Practise the {n} you missed' },
  of400: (score: string) => `${score} of 400`,
  rightOf: (subject: string, right: string, all: string) => `${subject}: ${right} of ${all} right`,
  study: 'Study',

  todaysQuestions: 'Today',
  todayFailed: 'Your questions for today could not be loaded.',
  toRepeat: { one: '{n} question to repeat', other: '{n} questions to repeat' },
  alsoNew: (questions: string) => `${questions} new`,
  onlyNew: { one: '{n} new question', other: '{n} new questions' },
  aboutMinutes: { one: 'about {n} minute', other: 'about {n} minutes' },
  kilobytes: (kilobytes: string) => `${kilobytes} KB`,
  doneForToday: 'Done for today. Well done! What you missed comes back soon.',
  nothingToday: 'Nothing to repeat today. Questions you miss in a test come back here.',
  startToday: (exam: string) => `Start today’s questions for ${exam}`,
  toLearn: {
    one: 'Learn the one you keep missing',
    other: 'Learn the {n} you keep missing',
  },

  nextTest: 'Your next test',
  start: 'Start',
  change: 'Change',
  changeTest: 'Change your next test',
  chooseTest: 'Choose a test',
  wholePaper: 'whole paper',
  questionsEach: (questions: string) => `${questions} per subject`,
  trialLeft: { one: 'Trial: {n} day left', other: 'Trial: {n} days left' },

  upFrom: (score: string) => `Up from ${score} last time`,
  downFrom: (score: string) => `Down from ${score} last time`,
  sameScore: 'Same as last time',

  dataUsed: (megabytes: string, day: string) =>
    `Tests on this device have used ${megabytes} MB of data since ${day}.`,

  examDays: 'Days to your exam',
  noDay: 'When is your exam?',
  on: (date: string) => `On ${date}`,
  today: 'It is today. Good luck!',
  over: 'Your exam date has passed.',
  daysLeft: { one: '{n} day', other: '{n} days' },
  giveDay: 'Set exam date',
  giveDayOf: (exam: string) => `Set exam date for ${exam}`,
  changeDay: 'Change',
  changeDayOf: (exam: string) => `Change exam date for ${exam}`,
  dayOf: (exam: string) => `Exam date for ${exam}`,
  chooseDay: 'Please choose a date.',
  keepDay: 'Save',
  takeAwayDay: 'Remove',

  giveScore: 'Enter your score',
  giveScoreOf: (exam: string) => `Enter your score in ${exam}`,
  changeScore: 'Change score',
  changeScoreOf: (exam: string) => `Change your score in ${exam}`,
  realScore: (score: string) => `You scored ${score} of 400.`,
  realScoreOf: (exam: string) => `Your score in ${exam}`,
  realScoreHint: 'Out of 400. It helps us check our forecasts.',
  wrongScore: 'Please enter a score from 0 to 400.',

  cancel: 'Cancel',
  studyTopic: (topic: string) => `Study ${topic} at your level`,
}

export const forecastTexts = {
  title: (exam: string) => `If ${exam} were today`,
  failed: 'Your forecast could not be loaded.',
  about: (score: string) => `About ${score}`,
  between: (from: number, to: number, outOf: number) => `Between ${from} and ${to} of ${outOf}`,
  subject: (about: number, from: number, to: number, outOf: number) =>
    `About ${about}, between ${from} and ${to} of ${outOf}`,
  grade: (about: string, best: string, worst: string) =>
    best === worst ? `About ${about}` : `About ${about}, between ${worst} and ${best}`,
  needs: (mocks: string, questions: string) =>
    `For a forecast, take ${mocks} or answer ${questions}`,
  mocks: { one: '{n} more mock', other: '{n} more mocks' },
  questions: { one: '{n} new question', other: '{n} new questions' },
  next: (topic: string, subject: string) => `To move up, work on ${topic} in ${subject}.`,
  howSure: 'Nine out of ten scores fall in this range. More tests make it narrower.',
}
