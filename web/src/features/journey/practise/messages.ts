// The words of the start screen.
import { common } from '@/i18n/common'

const practise = {
  title: 'Practise',
  exam: 'Exam',
  university: 'University',
  chooseExam: 'Which exam are you preparing for?',
  chooseUniversity: 'Which university?',
  noUniversities: 'No university has questions yet. Choose another exam.',
  modesFailed: 'The modes could not be loaded.',
  noModes: 'No mode of assessment is switched on. Please check back later.',

  // The choices.
  mode: 'Mode',
  subjects: { one: 'Subject', other: 'Subjects' },
  subjectsUpTo: (n: string) => `Subjects (up to ${n})`,
  kind: 'Questions with',
  kinds: { objective: 'Options', theory: 'Written answers', both: 'Both' },
  count: 'Number of questions',
  countEach: 'Number of questions per subject',
  whole: 'Whole paper',
  allSubjects: (subjects: string) => `All your registered subjects: ${subjects}`,
  mockLength: (questions: string, time: string) => `${questions} in ${time}.`,
  mockRules: 'The instructions come first.',
  more: 'More options',
  moreOf: (options: string) => `More options: ${options}`,
  latestYear: 'newest year',
  allTopics: 'all topics',
  topicsOf: { one: '{n} topic', other: '{n} topics' },
  optionsFailed: 'These options could not be loaded. Check your connection and try again.',
  start: 'Start',
  topicsTitle: 'Topics',

  // The first time.
  chooseCategory: 'What do you want to study?',
  chooseCourse: 'Which course?',
  findCourse: 'Find a course',
  manyCourses: (n: string) => `${n} more. Type a part of the name to find yours.`,
  noCourse: (text: string) => `No course matches “${text}”.`,
  noCourses: 'This category has no courses yet. Choose another one.',
  requires: (subjects: string) => `Subjects: ${subjects}`,
  noneRequired: 'No subjects for this exam yet',
  courseSoon: 'No questions yet',
  subjectsFor: (course: string) => `Subjects for ${course}`,
  subjectsOf: (exam: string) => `Subjects of ${exam}`,
  required: 'required',
  upTo: (n: string, most: string) => `${n} of ${most} chosen.`,
  forGood:
    'You cannot remove a registered subject later. You can add more up to the maximum, and ask for one change.',
  trial: (days: string, questions: string) =>
    `Your free trial runs for ${days}, with ${questions}. You pay nothing.`,
  days: { one: '{n} day', other: '{n} days' },
  perTest: { one: 'up to {n} question per test', other: 'up to {n} questions per test' },
  noLimit: 'no limit on questions',
  startTrial: {
    one: 'Start free and register {n} subject',
    other: 'Start free and register {n} subjects',
  },
  startFree: 'Start free',
  register: { one: 'Register {n} subject', other: 'Register {n} subjects' },
  needsPlan: (exam: string) => `You need a plan to practise for ${exam}.`,
  trialUsed: 'You have already used the free trial for this exam.',
  seePlans: 'See plans',
  otherPlans: 'See all plans',
}

export const messages = { common, practise }
