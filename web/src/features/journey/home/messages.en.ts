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
  noneWeak: 'Nothing wrong in the last 90 days. Take another test to find what to work on next.',
  rightOf: (subject: string, right: string, all: string) => `${subject}: ${right} of ${all} right`,
  study: 'Study',
  studyTopic: (topic: string) => `Study what you got wrong in ${topic}`,
}
