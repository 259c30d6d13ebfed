// The texts of the question bank's screens.

const form = {
  question: 'Question',
  questions: 'Questions',
  theory: 'Theory question',
  theories: 'Theory questions',
  title: 'Title',
  titleHint: 'Left empty, it is the beginning of the question.',
  section: 'Section',
  sectionOf: (topic: string, section: string) => `${topic}: ${section}`,
  linked: 'Linked by a passage',
  linkedHint: 'Up to five questions share one passage.',
  forVisitors: 'For visitors',
  forVisitorsHint:
    'Anybody can try this question without an account and see its answer and explanation. Mocks leave it out.',
  passage: 'Passage',
  passageHint: 'Shown with every question of the group.',
  group: 'Group',
  groupHint:
    'Choose an existing group to use its passage. Left empty, the new group is named after its passage.',
  questionNumber: (n: number) => `Question ${n}`,
  options: 'Options',
  option: (letter: string) => `Option ${letter}`,
  rightAnswer: 'Correct answer',
  noRightAnswer: 'Please select atleast one correct answer.',
  explanation: 'Explanation',
  answer: 'Answer',
  detailedAnswer: 'Detailed Answer',
  universities: 'Universities',
  universitiesHint: 'Leave empty for all universities.',
  picture: 'Picture',
  status: 'Status',
  addOption: 'Add an option',
  removeOption: (letter: string) => `Remove option ${letter}`,
  theoryMissing: (names: string) => `Please enter required fields: ${names}`,
  another: 'Add another question',
  addAndAnother: 'Add and write another',
  remove: (n: number) => `Remove question ${n}`,
  added: 'Question successfully added.',
  updated: 'Question updated successfully',
  theoryAdded: 'Theory successfully added.',
  theoryUpdated: 'Theory updated successfully',
  theoryDeleted: 'Theory deleted successfully',
}

/** The years of a subject. */
const years = {
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
  deleted: 'Subject year deleted successfully.',
  name: (subject: string, year: string) => `${subject}, ${year}`,
}

/** The sections of a topic. */
const sections = {
  one: 'Topic section',
  many: 'Topic sections',
  name: 'Section name',
  planned: 'Topic count',
  plannedHint: 'How many questions you plan for this section.',
  held: 'Total Questions',
  status: 'Status',
  added: 'Topic section successfully added.',
  updated: 'Topic section updated successfully.',
  deleted: 'Topic section deleted successfully',
}

const list = {
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
  explanation: 'Explanation',
  activeOnly: 'Active',
  inactiveOnly: 'InActive',
  linkedOnly: 'Linked',
  unlinkedOnly: 'Not linked',
  picturedOnly: 'With a picture',
  unpicturedOnly: 'Without a picture',
  explainedOnly: 'Explained',
  unexplainedOnly: 'Unexplained',
  visitors: 'Visitors',
  visitorsOnly: 'For visitors',
  notForVisitors: 'Not for visitors',
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

/** The preview of a question. */
const preview = {
  title: 'As the student sees it',
  showKey: 'Show the right answer',
  showAnswer: 'Show the answers',
  questionOf: (n: string, of: string) => `Question ${n} of ${of}`,
  empty: 'The question appears here as you write it.',
}

/** Similar questions. */
const similar = {
  title: 'Is this question already in the bank?',
  of: (likeness: string, year: string) => `${likeness} in ${year}:`,
  same: 'The same',
  almost: 'Almost the same',
}

/** Navigation between questions. */
const walk = {
  label: 'Questions of the list',
  position: (n: string, of: string) => `Question ${n} of ${of} in the list`,
  before: 'Previous',
  after: 'Next',
  saveAndNext: 'Save and next',
}

/** Actions on several rows at once. */
const bulk = {
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

const drawer = {
  edit: 'Edit',
  question: 'Question',
  close: 'Close',
  linkedTo: (group: string) => `Linked: ${group}`,
  passage: 'Passage',
  rightAnswer: 'Correct answer',
  explanation: 'Explanation',
}

export const messages = {
  form,
  years,
  sections,
  list,
  bulk,
  preview,
  similar,
  walk,
  drawer,
}
