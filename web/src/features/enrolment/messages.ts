// The texts from choosing a category to the registered subjects.

export const enrolmentTexts = {
  // Choosing one of a list.
  find: (what: string) => `Find: ${what}`,
  nothingFound: (text: string) => `Nothing matches “${text}”.`,
  universityTitle: 'University',
  universityText: 'Each university sets its own POST UTME, with its own questions and plans.',
  chooseUniversity: 'Please select a university to proceed.',
  noUniversities: 'No universities found',
  subscribed: 'Subscribed',
  comingSoon: 'Coming Soon',
  categoryTitle: 'Category',
  categoryText: 'What do you want to study?',
  chooseCategory: 'Please select a category to proceed.',
  noCategories: 'No categories available.',
  courseTitle: 'Course',
  chooseCourse: 'Please select a course type to proceed.',
  noCourses: 'This category has no courses yet.',
  otherCategory: 'Choose another category',
  someRegistered: (n: string, most: string) => `${n} of ${most} subjects registered.`,
  goToExam: 'Go To Exam',

  // Registering subjects.
  subjectsTitle: 'Course Subjects',
  noSubjectsText: 'This course has no subjects for this exam. Choose another course.',
  noSubjectsOfExam: 'This exam has no subjects yet.',
  otherCourse: 'Choose another course',
  chosenOf: (n: string, most: string) => `${n} of ${most} chosen`,
  subjects: 'Subjects',
  mandatory: 'Mandatory',
  registered: 'Registered',
  allRegistered: 'Subjects Registered',
  allRegisteredText: 'All your subjects for this exam are registered.',
  confirmTitle: 'Register these subjects?',
  confirmText:
    'You cannot remove a registered subject. You can add more up to the maximum, then request one change.',
  yes: 'Yes',
  no: 'No',

  // Saved subjects.
  savedText: 'Your registered subjects, by subscription.',
  category: 'Category',
  course: 'Course',
  noneRegistered: 'None yet',
  countOf: (n: string, most: string) => `${n} of ${most}`,
  registerSubjects: 'Register Subjects',
  changeSubjects: 'Change Subjects',
  alreadyChanged: 'Subjects Already Changed',
  askedFor: (subjects: string) => `Change requested: ${subjects}`,
  renew: 'Renew',
  of: (action: string, exam: string) => `${action}: ${exam}`,
  savedExams: 'Saved Exams',

  // Requesting a change of subjects.
  updateTitle: 'Change Subjects',
  updateText: 'You can request one change. An administrator will review it.',
  replaceBy: (subject: string) => `Replace ${subject} with`,
  keep: 'No change',
  mandatoryStay: 'Mandatory subjects cannot be changed.',
  allMandatory: 'All your subjects are mandatory, so there is nothing to change.',
  selectNew: 'Please select at least one new subject to proceed.',
  alreadyHeld: 'Subject already exists',
  registerAllFirst: (n: string, most: string) =>
    `Register all ${most} subjects before you request a change. You have ${n}.`,
  ask: 'Request change',
  askTitle: 'Request this change?',
  askText: 'You can request a change only once.',
  insteadOf: (now: string, then: string) => `${then} instead of ${now}`,
  askedToast: 'Your request has been sent. An administrator will review it.',
  requestWaits:
    'An administrator will look at your request. Until then, your subjects stay the same.',

  // Saved exams.
  savedExamsText: 'Your exams and subjects. Tick the ones for your next test.',
  mode: 'Mode',
  proceed: 'Proceed for Test',
  customize: 'Customize Test',
  selectBefore: 'Please select subject(s) before proceeding!',
}
