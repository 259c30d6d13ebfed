// Quoted texts stand to the letter, odd spellings included.
export const english = {
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
  someRegistered: (n: string, most: string) => `${n} of ${most} subjects are registered.`,
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
  selectSubject: 'Please select at least one subject to proceed.',
  allRegistered: 'Subjects Registered',
  allRegisteredText: 'All your subjects of this exam are registered.',
  confirmTitle: 'Register these subjects?',
  confirmText:
    'Registered subjects stay: you can add others up to the maximum, and ask once for a change after that.',
  yes: 'Yes',
  no: 'No',
  registeredToast: 'Subject registered successfully.',

  // Saved subjects.
  savedText: 'What you have registered, by subscription.',
  category: 'Category',
  course: 'Course',
  noneRegistered: 'None yet',
  countOf: (n: string, most: string) => `${n} of ${most}`,
  registerSubjects: 'Register Subjects',
  changeSubjects: 'Change Subjects',
  alreadyChanged: 'Subjects Already Changed',
  askedFor: (subjects: string) => `Change asked for: ${subjects}`,
  renew: 'Renew',
  of: (action: string, exam: string) => `${action}: ${exam}`,
  savedExams: 'Saved Exams',

  // Asking for other subjects.
  updateTitle: 'Change Subjects',
  updateText: 'You can ask once for other subjects. An administrator makes the change.',
  replaceBy: (subject: string) => `Instead of ${subject}`,
  keep: 'Keep it',
  mandatoryStay: 'Mandatory subjects stay.',
  allMandatory:
    'All your subjects are mandatory. Mandatory subjects stay, so there is nothing to change.',
  selectNew: 'Please select at least one new subject to proceed.',
  alreadyHeld: 'Subject already exists',
  registerAllFirst: (n: string, most: string) =>
    `A change can be asked for once all ${most} subjects are registered. You have ${n}.`,
  ask: 'Ask for the change',
  askTitle: 'Ask for this change?',
  askText: 'You can ask for a change only once.',
  insteadOf: (now: string, then: string) => `${then} instead of ${now}`,
  askedToast: 'Your request has been sent. An administrator will make the change.',
  requestWaits:
    'Your request is waiting for an administrator. Until then your subjects stay as they are.',

  // Saved exams.
  savedExamsText: 'Your exams with the subjects you sit. Tick what the next test should cover.',
  mode: 'Mode',
  proceed: 'Proceed for Test',
  customize: 'Customize Test',
  selectBefore: 'Please select subject(s) before proceeding!',
}
