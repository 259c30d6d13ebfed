// The words of the question bank's screens. Quoted texts stand to the letter.
export const formEnglish = {
  question: 'Question',
  questions: 'Questions',
  theory: 'Theory question',
  theories: 'Theory questions',
  title: 'Title',
  section: 'Section',
  sectionOf: (topic: string, section: string) => `${topic}: ${section}`,
  linked: 'Linked by a passage',
  linkedHint: 'Up to five questions share one passage.',
  passage: 'Passage',
  passageHint: 'All questions of the group show it.',
  group: 'Group',
  groupHint:
    'A known group lends its passage; without a name, a new one is named after its passage.',
  questionNumber: (n: number) => `Question ${n}`,
  option: (letter: string) => `Option ${letter}`,
  rightAnswer: 'Right answer',
  noRightAnswer: 'Please select atleast one correct answer.',
  explanation: 'Explanation',
  answer: 'Answer',
  detailedAnswer: 'Detailed Answer',
  universities: 'Universities',
  universitiesHint: 'Of all universities unless some are chosen.',
  picture: 'Picture',
  status: 'Status',
  addOption: 'Add an option',
  removeOption: (letter: string) => `Remove option ${letter}`,
  theoryMissing: (names: string) => `Please enter required fields: ${names}`,
  another: 'Add another question',
  remove: (n: number) => `Remove question ${n}`,
  added: 'Question successfully added.',
  updated: 'Question updated successfully',
  theoryAdded: 'Theory successfully added.',
  theoryUpdated: 'Theory updated successfully',
  theoryDeleted: 'Theory deleted successfully',
}

/** The years of a subject. */
export const yearEnglish = {
  one: 'Question Subject',
  edited: 'Subject year',
  exam: 'Exam',
  subject: 'Subject',
  examFirst: 'Choose an exam first',
  year: 'Year',
  universities: 'Universities',
  status: 'Status',
  added: 'Question Subject successfully added.',
  updated: 'Subject year successfully update.',
  deleted: 'Subject year deleted successfully',
  name: (subject: string, year: string) => `${subject}, ${year}`,
}

/** The sections of a topic. */
export const sectionEnglish = {
  one: 'Topic section',
  many: 'Topic sections',
  name: 'Section name',
  planned: 'Topic count',
  plannedHint: 'How many questions the section is meant to hold.',
  held: 'Total Questions',
  status: 'Status',
  added: 'Topic section successfully added.',
  updated: 'Topic section updated successfully',
  deleted: 'Topic section deleted successfully',
}

export const listEnglish = {
  bank: 'Question bank',
  bankHint: 'Subjects with questions, by exam.',
  number: 'Sr',
  serial: 'Sr No',
  questions: 'Questions',
  question: 'Question',
  addQuestion: 'Add Question',
  importQuestions: 'Import Questions',
  importTheories: 'Import Theories',
  exportYear: 'Export',
  placed: (subject: string, topic: string, section: string) => `${subject} · ${topic} · ${section}`,
  linked: 'Linked',
  linkedTo: (group: string) => `Yes - ${group}`,
  notLinked: 'No',
  status: 'Status',
  section: 'Section',
  subject: 'Subject',
  year: 'Year',
  years: 'Years',
  yearsOf: (university: string) => `Years of ${university}`,
  noUniversity: 'No university',
  picture: 'Picture',
  totalQuestions: 'Total Questions',
  totalTheories: 'Total Theories',
  theories: 'Theories',
  view: 'View',
  viewOf: (name: string) => `View ${name}`,
  topicsColumn: 'Topic and Sections',
  topicsOfYear: (year: string) => `View topics and sections of ${year}`,
  topicsTitle: 'Topics and sections',
  allQuestions: 'View all questions',
  allTheories: 'View all theories',
  viewAll: 'View all',
  allQuestionsOf: (topic: string) => `View all questions of ${topic}`,
  questionsOf: (section: string) => `View questions of ${section}`,
  theoriesOf: (section: string) => `View theories of ${section}`,
  sectionsOf: (topic: string) => `Sections of ${topic}`,
  subjectsOf: (exam: string) => `Subjects of ${exam}`,
}

/** What the student will see. */
export const previewEnglish = {
  title: 'As the student sees it',
  showKey: 'Show the key',
  showAnswer: 'Show the answers',
  questionOf: (n: string, of: string) => `Question ${n} of ${of}`,
  empty: 'The question appears here while you write it.',
}

/** Questions that ask the same. */
export const similarEnglish = {
  title: 'Is this question in the bank already?',
  of: (likeness: string, year: string) => `${likeness} in ${year}:`,
  same: 'The same',
  almost: 'Almost the same',
}

/** From question to question. */
export const walkEnglish = {
  label: 'Questions of the list',
  position: (n: string, of: string) => `Question ${n} of ${of} in the list`,
  before: 'Previous',
  after: 'Next',
  saveAndNext: 'Save and next',
}

/** What is done with several rows at once. */
export const bulkEnglish = {
  activate: 'Activate',
  retire: 'Retire',
  move: 'Move to a topic',
  moveTitle: 'Move to a topic',
  moveHint: { one: 'Moves {n} question.', other: 'Moves {n} questions.' },
  moveTo: 'Topic and section',
  moveNow: 'Move',
  chooseSection: 'Choose a topic and section',
  cancel: 'Cancel',
  close: 'Close',
  stop: 'Stop',
  running: (done: string, total: string) => `${done} of ${total}`,
  activating: 'Activating',
  retiring: 'Retiring',
  moving: 'Moving',
  finished: { one: '{n} row changed.', other: '{n} rows changed.' },
  stopped: (done: string, total: string) => `Stopped after ${done} of ${total}.`,
  failed: { one: '{n} row was not changed:', other: '{n} rows were not changed:' },
}

export const drawerEnglish = {
  edit: 'Edit',
  question: 'Question',
  close: 'Close',
  linkedTo: (group: string) => `Linked: ${group}`,
  passage: 'Passage',
  rightAnswer: 'Correct answer',
  explanation: 'Explanation',
}
