// The texts of practice with the questions on this device.

const offline = {
  text: 'You are offline. Practise with the questions on this device.',
  textOnline: 'With the questions on this device, without internet.',
  toOnline: 'Practise online instead',
  toShelf: 'Questions on this device',
  failed: 'The questions on this device could not be read.',
  none: 'There are no questions on this device',
  noneText: 'You need internet once to download questions. Then you can practise anywhere.',
  noModes:
    'Study and practice were not known on this device yet. Open this page once with internet.',
  exam: 'Exam',
  university: 'University',
  from: 'Questions from',
  fromYear: 'A year',
  fromMistakes: (n: string) => `Your mistakes (${n})`,
  noMistakes: 'none on this device',
  year: 'Year',
  allYears: 'All years',
  lacks: (subjects: string) => `not for ${subjects}`,
  notDownloaded: 'not downloaded',
  locked: 'closed until your mock is over',
  evicted: 'deleted by your browser',
  questions: { one: '{n} question.', other: '{n} questions.' },
  noQuestions: 'The questions on this device do not cover that. Change your choices.',
  start: 'Start offline',

  todaysQuestions: 'Today, offline',
  toRepeat: { one: '{n} question to repeat', other: '{n} questions to repeat' },
  doneForToday: 'Done for today. Well done!',
  nothingDue: 'Nothing to repeat is on this device.',
  startToday: (exam: string) => `Start today’s questions for ${exam} offline`,
  practiseMistakes: { one: 'Practise the one you missed', other: 'Practise the {n} you missed' },
  practise: 'Practise something else',
}

export const messages = { offline }
