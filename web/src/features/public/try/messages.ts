// The words of the questions to try without an account.

export const tryTexts = {
  title: (exam: string) => `Try ${exam}`,
  lead: 'No account needed. Each answer is marked and explained at once.',
  of: (subject: string, year: string) => `${subject}, ${year}`,
  questionOf: (n: string, all: string) => `Question ${n} of ${all}`,
  passage: 'Read the passage',
  picture: 'Picture of the question',
  tap: 'Tap your answer.',
  right: 'Correct!',
  wrong: (letter: string) => `Not quite. The correct answer is ${letter}.`,
  rightAnswer: 'Correct answer',
  yourAnswer: 'Your answer',
  next: 'Next question',
  seeScore: 'See your score',
  score: (right: string, all: string) => `You got ${right} of ${all} right.`,
  keep: 'Keep this score: create a free account',
  haveAccount: 'I have an account',
  toDashboard: 'Go to your dashboard',
  aboutExam: (exam: string) => `${exam}: subjects, years and prices`,
  start: 'Start free',
  none: 'There are no questions to try here yet.',
}
