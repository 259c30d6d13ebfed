export const english = {
  keptTitle: 'Answers kept on this device',
  keptText:
    'They have not reached Sabi yet. Open the test to send them, or to see what became of them.',
  notSent: { one: '{n} answer not sent', other: '{n} answers not sent' },
  open: 'Open',
  openOf: (test: string) => `Open ${test}`,

  lastTests: 'Your last tests',
  allResults: 'All results',
  sameAgain: 'Same again',
  sameAgainOf: (test: string) => `Same again: ${test}`,
  grade: 'Grade your answers',
  notGraded: 'Not graded',
  weakest: (exam: string) => `Work on these in ${exam}`,
  weakestFailed: 'Your weakest topics could not be loaded.',
  noneWeak:
    'Nothing from the last 90 days is left to put right. Take another test to find what to work on next.',
  rightOf: (subject: string, right: string, all: string) => `${subject}: ${right} of ${all} right`,
  study: 'Study',

  firstTest: 'Your first test',
  firstTestText: (exam: string) =>
    `Your subjects of ${exam} are registered. A first test shows what to work on.`,
  begin: 'Choose a test',

  examDays: 'Days to your exam',
  noDay: 'When do you sit it?',
  on: (date: string) => `On ${date}`,
  today: 'It is today. Good luck!',
  over: 'That day is over.',
  daysLeft: { one: '{n} day', other: '{n} days' },
  giveDay: 'Set the day',
  giveDayOf: (exam: string) => `Set the day of ${exam}`,
  changeDay: 'Change',
  changeDayOf: (exam: string) => `Change the day of ${exam}`,
  dayOf: (exam: string) => `Day of ${exam}`,
  chooseDay: 'Please choose a day.',
  keepDay: 'Save',
  takeAwayDay: 'Remove',
  cancel: 'Cancel',
  studyTopic: (topic: string) => `Study what you got wrong in ${topic}`,
}
