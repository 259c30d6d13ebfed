// The texts about the quality of questions.

export const insightTexts = {
  tabs: 'About this question',
  question: 'Question',
  answers: 'Answers and use',
  history: 'History',
  uses: 'Use',
  results: 'In results',
  running: 'In running tests',
  lastUsed: 'Last drawn',
  never: 'Never',
  figures: 'What students answered',
  attempts: 'Answered',
  right: 'Right',
  facility: 'Facility',
  facilityHint: 'The share of right answers. Easy questions are near 100%.',
  difficulty: 'Difficulty',
  difficultyHint:
    'How hard the question is, allowing for the ability of the students who answered it. 0 is average.',
  difficultyOf: (words: string, value: string) => `${words} (${value})`,
  veryEasy: 'Very easy',
  easy: 'Easy',
  average: 'Average',
  hard: 'Hard',
  veryHard: 'Very hard',
  discrimination: 'Discrimination',
  discriminationHint:
    'How well it separates strong students from weak ones, from -1 to 1. Below 0.2 it says little. Below 0, its answer key may be wrong.',
  unknown: 'Too few answers',
  options: 'Options chosen',
  option: 'Option',
  chosen: 'Chosen',
  noAnswers: 'Nobody has answered this question yet.',
  flagged: 'Its answer key is probably wrong',
  flaggedBy: (letter: string) =>
    `Students who do well elsewhere choose option ${letter} instead of the key.`,
  rightOne: 'Correct answer',
}

export const historyTexts = {
  title: 'History',
  when: 'When',
  who: 'Who',
  what: 'What',
  changed: 'Changes',
  noChanges: 'No details to show.',
  nothing: 'No changes recorded.',
}

export const keyTexts = {
  open: 'Correct the answer key',
  hint: 'Re-marks every result with this question. Saving another correct answer in the form does the same.',
  saveFirst: 'Save or undo your changes first.',
  title: 'Correct the answer key',
  which: 'Which option is correct?',
  now: 'Current key',
  look: 'Preview the changes',
  affected: { one: '{n} result has this question.', other: '{n} results have this question.' },
  moved: {
    one: 'The score of {n} result would change:',
    other: 'The scores of {n} results would change:',
  },
  noneMoved: 'No score would change.',
  student: 'Student',
  before: 'Score now',
  after: 'New score',
  names: (first: string, last: string) => `${first} ${last}`,
  shown: (n: string) => `The first ${n} are listed.`,
  cancel: 'Cancel',
  back: 'Choose another',
  confirm: 'Correct the key',
  moves: 'This changes the answer key',
  movesHint:
    'Another option becomes the correct answer. Every result with this question is re-marked when you save.',
  save: 'Save and re-mark',
  done: {
    one: 'Key corrected. {n} result was re-marked.',
    other: 'Key corrected. {n} results were re-marked.',
  },
}

export const withdrawTexts = {
  withdrawn: 'Withdrawn from results',
  open: 'Withdraw from results',
  hint: 'For a broken question. It no longer counts in anyone’s score, and becomes inactive.',
  isWithdrawn: 'This question is withdrawn. It does not count in any result.',
  putBack: 'Put back into results',
  putBackHint:
    'It counts again in every result that has it. It stays inactive until you activate it.',
  confirm: 'Withdraw and re-mark',
  confirmPutBack: 'Put back and re-mark',
  done: {
    one: 'Question withdrawn. {n} result was re-marked.',
    other: 'Question withdrawn. {n} results were re-marked.',
  },
  donePutBack: {
    one: 'Question put back. {n} result was re-marked.',
    other: 'Question put back. {n} results were re-marked.',
  },
}

/** Screens about the whole bank. */
export const qualityTexts = {
  statistics: 'Question statistics',
  statisticsHint:
    'Answered questions: first those whose key is probably wrong, then the least useful ones.',
  check: 'Check the bank',
  checkHint: 'Finds problems in active questions that an editor should fix.',
  stats: 'Bank in numbers',
  statsHint: 'How many questions each year has, and how complete they are.',
  question: 'Question',
  exam: 'Exam',
  subject: 'Subject',
  year: 'Year',
  allExams: 'All exams',
  allSubjects: 'All subjects',
  allYears: 'All years',
  allQuestions: 'All',
  flaggedOnly: 'Key probably wrong',
  show: 'Show',
  flagged: 'Key probably wrong',
  nobody: 'No question has been answered yet.',
  begin: 'Start',
  again: 'Check again',
  stop: 'Stop',
  looking: 'Checking the bank…',
  found: { one: '{n} finding', other: '{n} findings' },
  foundSoFar: { one: '{n} finding so far', other: '{n} findings so far' },
  stopped: 'Stopped before the end.',
  nothing: 'No problems found.',
  most: (n: string) => `The first ${n} are listed. Narrow the check to see the others.`,
  kind: 'Kind',
  all: 'All',
  finding: 'Finding',
  where: 'Where',
  place: (exam: string, subject: string, year: string) => `${exam}, ${subject}, ${year}`,
  kindWith: (kind: string, n: string) => `${kind} (${n})`,
  questions: 'Questions',
  active: 'In use',
  explained: 'Explained',
  pictured: 'With a picture',
  theories: 'Theories',
  total: 'Total',
  share: (n: string, percent: string) => `${n} (${percent})`,
}

export const commentsTexts = {
  title: 'Comments',
  one: 'Comment',
  write: 'Write a comment',
  hint: 'Every administrator sees it, students never do.',
  add: 'Add comment',
  none: 'No comments yet.',
  operator: 'operator',
  delete: 'Delete',
  deleteOf: (author: string, when: string) => `Delete the comment of ${author}, ${when}`,
}

/** Earlier versions of a question or theory question. */
export const versionsTexts = {
  title: 'Earlier versions',
  hint: 'The latest fifty. Restoring one saves its texts as a new edit; another key re-marks results.',
  theoryHint:
    'The latest fifty. Restoring one saves its texts as a new edit. Grades stay as they are.',
  none: 'No earlier versions.',
  replaced: (n: string, when: string, who: string) => `Version ${n}, replaced ${when} by ${who}`,
  past: 'This version',
  now: 'Now',
  same: 'Same as now.',
  empty: 'None',
  restore: 'Restore this version',
  restored: 'Version restored.',
  passage: 'Passage',
  question: 'Question',
  picture: 'Picture',
  option: (letter: string) => `Option ${letter}`,
  key: 'Correct answer',
  explanation: 'Explanation',
}

/** The questions that an editor should look at, one after the other. */
export const needsLookTexts = {
  title: 'Needs a look',
  hint: 'Questions that may repeat another one, lack a good explanation, or may have a wrong key. Each action opens the next one.',
  position: (n: string, of: string) => `${n} of ${of}`,
  previous: 'Previous',
  next: 'Next',
  why: 'Why',
  kinds: {
    'wrong-key': 'Key flagged by statistics',
    duplicate: 'Near-duplicate',
    'letter-in-explanation': 'Explanation names a letter',
    'no-explanation': 'No explanation',
  },
  other: 'The earlier question',
  otherOf: (year: string) => `The earlier question, ${year}`,
  fine: 'No problem',
  edit: 'Edit',
  correct: 'Correct the key',
  withdraw: 'Withdraw',
  retire: 'Retire',
  retireHint: 'Makes the question inactive. Results that have it stay as they are.',
  retired: 'Question retired.',
  none: 'Nothing needs a look here. Well done.',
  checking: {
    one: 'Still checking {n} subject …',
    other: 'Still checking {n} subjects …',
  },
}

/** Kinds of problems in the bank. */
export const faultTexts = {
  emptyYear: 'Empty year',
  noExplanation: 'No explanation',
  duplicateStem: 'Duplicate question',
  optionsAlike: 'Identical options',
  tornMaths: 'Broken maths',
  missingPicture: 'Picture missing',
  pictureWithoutSource: 'Picture not uploaded',
  letterInExplanation: 'Explanation names a letter',
  optionsNamed: 'Options referred to by number',
  lopsidedKeys: 'One letter correct too often',
}
