// The texts of the instructions and of the start screen.

export const start = {
  instructions: 'Instruction for Candidates',
  instructionsTitle: 'Instructions',
  noInstructions: 'The timer starts when you start the test, and it does not pause.',
  candidate: 'Candidate',
  exam: 'Exam',
  duration: 'Duration',
  durationMinutes: { one: '{n} minute', other: '{n} minutes' },
  agree: 'I have read the instructions and agree to the {terms}',
  terms: 'terms and conditions',
  newTab: (label: string) => `${label} (opens in a new tab)`,
  agreeTerms: 'Please agree to the terms.',
  startMock: 'Start Mock',
  warmUpTitle: 'Your first mock here?',
  warmUpText:
    'Warm up with five easy questions. In two minutes you know the keys, how to mark a question for review, and how to submit.',
  warmUp: 'Try five questions',
  warmUpSkip: 'Skip',
  warmUpAgain: 'How the test window works',
  startExam: 'Start Exam',
  startText:
    'The test opens in its own window and saves your answers as you go. If the window closes, find the test on your dashboard.',
  modeFact: 'Mode',
  upTo: (n: string) => `up to ${n}`,
  noClock: 'No timer',
  topics: 'Topics',
  topicsChosen: { one: '{n} chosen', other: '{n} chosen' },

  number: 'Number of questions',
  clock: 'Timer',
  powerSafeFact: 'Power-safe: it stops while your device is off or offline',
  extraTime: 'Extra time',
  extraTimeFact: (percent: string) => `${percent} more than the usual time`,
  from: 'Questions',
  fromMistakes: 'The ones you missed',
  allYears: 'All years',
}
