// The texts of a first visit to the start screen: course, subjects, free trial. Loaded with it.

export const enrolTexts = {
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
  chooseMore: (n: string) => `Choose ${n} more: the real exam tests all of them.`,
  canChooseMore: (n: string) => `You can choose ${n} more.`,
  // Where all places are taken, and where there is room for more.
  forGoodAll: 'Check your subjects: later you can only ask for one change.',
  forGood: 'You cannot remove a subject later, but you can add more and ask for one change.',
  trial: (days: string, questions: string) =>
    `Your free trial runs for ${days}, with ${questions}. You pay nothing.`,
  days: { one: '{n} day', other: '{n} days' },
  perTest: { one: 'up to {n} question per test', other: 'up to {n} questions per test' },
  noLimit: 'no limit on questions',
  startTrial: {
    one: 'Start free with {n} subject',
    other: 'Start free with {n} subjects',
  },
  startFree: 'Start free',
  register: { one: 'Register {n} subject', other: 'Register {n} subjects' },
  needsPlan: (exam: string) => `You need a plan to practise for ${exam}.`,
  trialUsed: 'You have already used the free trial for this exam.',
  seePlans: 'See plans',
  otherPlans: 'See all plans',
}
