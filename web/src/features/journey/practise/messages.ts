// The texts of the start screen.

export const practiseTexts = {
  title: 'Practise',
  exam: 'Exam',
  university: 'University',
  chooseExam: 'Which exam are you preparing for?',
  chooseUniversity: 'Which university?',
  noUniversities: 'No university has questions yet. Choose another exam.',
  modesFailed: 'The modes could not be loaded.',
  noModes: 'No mode is available yet. Please check back later.',

  // The choices.
  mode: 'Mode',
  subjects: { one: 'Subject', other: 'Subjects' },
  subjectsUpTo: (n: string) => `Subjects (up to ${n})`,
  kind: 'Question type',
  kinds: { objective: 'Objective', theory: 'Theory', both: 'Both' },
  count: 'Number of questions',
  countEach: 'Number of questions per subject',
  whole: 'Whole paper',
  allSubjects: (subjects: string) => `All your registered subjects: ${subjects}`,
  mockLength: (questions: string, time: string) => `${questions} in ${time}.`,
  mockRules: 'You will see the instructions first.',
  more: 'More options',
  moreOf: (options: string) => `More options: ${options}`,
  latestYear: 'newest year',
  allTopics: 'all topics',
  topicsOf: { one: '{n} topic', other: '{n} topics' },
  optionsFailed: 'These options could not be loaded. Check your connection and try again.',
  start: 'Start',
  topicsTitle: 'Topics',
}
