// The texts of the back office, which students never load: of its frame, of the lists and forms of
// declared entities, and of the screens without a file of texts of their own.

export const adminTexts = {
  confirmTitle: 'Confirm to submit',
  confirmText: 'Are you sure to do this.',
  notDeleted: 'No data deleted',
  yes: 'Yes',
  no: 'No',
  more: (n: string) => `and ${n} more`,
  deletedSome: { one: '{n} was deleted.', other: '{n} were deleted.' },
  notDeletedFor: (name: string, why: string) => `${name}: ${why}`,
  crumbs: 'Breadcrumb',
  dashboard: 'Dashboard',
  dashboardHint: 'Overview',
  questions: 'Questions',
  questionBank: 'Question bank',
  importQuestions: 'Import questions',
  statistics: 'Question statistics',
  needsLook: 'Needs a look',
  bankCheck: 'Check the bank',
  bankStats: 'Bank in numbers',
  home: 'Home page',
  theory: 'Theory submissions',
  reports: 'Question reports',
  held: 'Student subscriptions',
  registered: 'Registered subjects',
  contact: 'Contact messages',
  newsletter: 'Newsletter subscribers',
  mails: 'Mails',
  payments: 'Payments',
  theoryGroup: 'Theory and reports',
  notYours: 'You do not have access to this page',
  superOnly: 'Only a super admin can open it.',
  moderatorsOnly: 'Moderators grade theory submissions and answer question reports.',
  record: 'Record',
  audit: 'Audit log',
  active: 'Active',
  inactive: 'InActive',
  statusOf: (name: string) => `Status: ${name}`,
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
}

/** The texts of the ruler with the bands of advice. */
export const adviceTexts = {
  title: 'From 0% to 100%',
  band: (title: string, from: number, to: number) => `${title}: ${from}% to ${to}%`,
  inactive: (band: string) => `${band}, InActive`,
  whole: 'Every percentage is covered once.',
  gap: (from: number, to: number) =>
    from === to ? `No advice at ${from}%` : `No advice from ${from}% to ${to}%`,
  overlap: (one: string, other: string, from: number, to: number) =>
    `“${one}” and “${other}” overlap from ${from}% to ${to}%`,
  this: 'This advice',
}

/** The texts beside the form of a mail template. */
export const mailTexts = {
  placeholders: 'Placeholders',
  placeholdersHint: 'Each one is replaced by a value in the subject and text. Press to copy.',
  needed: 'required',
  stands: (what: string, sample: string) => `${what}, such as “${sample}”`,
  preview: 'Preview',
  previewHint: 'With sample values, as you type.',
  subject: 'Subject',
  frame: 'How the mail looks',
  asText: 'As plain text',
  unshown: 'This mail cannot be sent:',
  test: 'Test mail',
  testHint: 'Sends the saved template with sample values.',
  testUnsaved: 'Save first. A test mail uses the saved template.',
  testTo: 'Send to',
  send: 'Send a test mail',
  owners: 'Only a super admin can change this mail, because its link gives access to an account.',
}

/** The texts of the public site's screens that are not declared entities. */
export const siteTexts = {
  about: 'Headings and texts of the home page.',
  saved: 'Home content updated successfully',
  whyChooseUs: 'Why Choose Us',
  examCategories: 'Exam Categories',
  achieveYourGoal: 'Achieve Your Goal',
  testimonials: 'Testimonials',
  latestNews: 'Latest News',
  footerLinks: 'Links in the footer',
  facebook: 'Facebook',
  instagram: 'Instagram',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  whatsapp: 'WhatsApp',
  app: 'App in a store',
  linksAbout: 'Full addresses, starting with https://. Empty ones are not shown.',
  heading: 'Heading',
  subheading: 'Subheading',
  title: (n: number) => `Title ${n}`,
  description: (n: number) => `Description ${n}`,
  /** A field outside its section of the form. */
  of: (part: string, field: string) => `${part}: ${field}`,
}

/** The texts of the dashboard. */
export const dashboardTexts = {
  exams: 'Active exams',
  subjects: 'Active subjects',
  students: 'Active students',
  chart: 'Students registered per month',
  chartHint: (n: string) => `The last ${n} months, by registration date.`,
  range: 'Months of the chart',
  months: (n: string) => `${n} months`,
  counter: (label: string, value: string) => `${label}: ${value}`,
  money: 'Money',
  moneyHint: (month: string) => `Paid in ${month}. Refunded and disputed payments do not count.`,
  paid: { one: '{n} payment', other: '{n} payments' },
  lastMonth: (amount: string) => `${amount} last month`,
  coverage: 'How well the bank covers each exam',
  coverageHint: 'Active subjects with enough active questions for a mock.',
  ready: (ready: string, subjects: string) => `${ready} of ${subjects} subjects ready for a mock`,
  empty: { one: '{n} subject has no questions', other: '{n} subjects have no questions' },
  size: (questions: string, theories: string) => `${questions} questions, ${theories} theory`,
  noExams: 'No exam has an active subject.',
  none: 'No registrations in these months.',
  month: 'Month',
  registered: 'Students registered',
  asTable: 'Show as a table',
  waiting: 'Needs attention',
  waitingHint: 'Work waiting for you.',
  nothing: 'Nothing is waiting. Well done.',
  theories: { one: 'theory submission to grade', other: 'theory submissions to grade' },
  changeRequests: { one: 'request to change subjects', other: 'requests to change subjects' },
  reports: { one: 'question report', other: 'question reports' },
  needsLook: { one: 'question needs a look', other: 'questions need a look' },
  messages: { one: 'message without a reply', other: 'messages without a reply' },
  payments: {
    one: 'payment that does not match or is disputed',
    other: 'payments that do not match or are disputed',
  },
  failedMails: { one: 'mail could not be sent', other: 'mails could not be sent' },
}

// The texts of the lists and forms of declared entities.

/** A name inside a sentence: "category", but "FAQ". */
const inside = (name: string) => (/^\p{Lu}\p{Lu}/u.test(name) ? name : name.toLowerCase())

export const resourceTexts = {
  add: (one: string) => `Add ${inside(one)}`,
  edit: (one: string) => `Edit ${inside(one)}`,
  action: 'Action',
  save: 'Save',
  unsaved: (fields: string) => `Unsaved: ${fields}`,
  saveNew: (one: string) => `Add ${inside(one)}`,
  cancel: 'Cancel',
  back: 'Back to the list',
  required: (label: string) => `${label} is required`,
  search: (many: string) => `Search ${inside(many)}`,
  allOf: (label: string) => `${label}: all`,
  clearFilters: 'Clear search and filters',
  nothingFits: 'Nothing matches the search and filters.',
  editRow: (name: string) => `Edit: ${name}`,
  deleteRow: (name: string) => `Delete: ${name}`,
  view: 'View',
  viewOf: (many: string, name: string) => `View ${inside(many)} of ${name}`,
  chosen: (n: number) => `${n} selected`,
  clearChosen: 'Clear selection',
  deleteSelected: 'Delete selected',
  selectRow: (name: string) => `Select ${name}`,
  selectAll: 'Select All',
  clearAll: 'Clear all',
  editorNotLoaded: 'The editor could not be loaded. Check your connection and try again.',
  leaveEmpty: 'Leave empty to keep the current one.',
  noChoices: 'Nothing found',
  notListed: 'No longer in the list',
  none: '–',
  active: 'Active',
  inactive: 'InActive',
  yes: 'Yes',
  no: 'No',
}

export const pictureTexts = {
  choose: 'Choose a picture',
  replace: 'Replace',
  clear: 'Clear',
  keep: 'Keep the current one',
  hint: 'JPG, JPEG, PNG, GIF or WEBP, at most 5 MiB.',
  invalid: 'Please select valid image.',
  tooLarge: 'The picture is larger than 5 MiB.',
  unreadable: 'The picture could not be read. Please choose it again.',
  chosen: (name: string) => `New picture: ${name}`,
  cleared: 'The picture is removed when you save.',
}

/** A pasted picture that is not stored yet, by reason. */
export const pastedTexts = {
  uploading: 'A picture is still being uploaded. Wait a moment, then save again.',
  missing: 'A picture is missing. Choose it below the text, or remove it.',
}

export const leaveTexts = {
  title: 'Leave without saving?',
  text: 'Your changes on this page are not saved yet.',
  stay: 'Stay',
  go: 'Leave',
  ended: 'Your changes are still on this page.',
  logInAgain: 'Log in again (opens a new tab)',
}

export const conflictTexts = {
  title: 'Someone else changed this record',
  by: (who: string, when: string) => `${who} changed this on ${when}, after you opened it.`,
  bySomebody: 'Someone else changed this after you opened it.',
  nothingLost: 'Your changes are not saved yet, and nothing is lost.',
  retry: 'Try again',
  merge: 'Add my changes to theirs',
  mergeHint: 'The form will then show the merged record. Nothing is saved until you press Save.',
  takeTheirs: 'Discard my changes',
  field: 'Field',
  theirs: 'Theirs',
  yours: 'Yours',
  merged: 'Merged',
  same: 'Both versions are the same.',
  mergedTitle: 'Merged, not saved yet',
  mergedFields: (labels: string) => `Taken from the other editor: ${labels}.`,
  mergedNothing: 'The other editor changed nothing else.',
  mergedNext: 'Check the form, then press Save.',
}

/** A record that was deleted while it was edited. */
export const goneTexts = {
  title: 'This record has been deleted',
  text: 'Someone deleted it while you were editing. Your changes are still in the form.',
  addAsNew: 'Add as new',
}

/** The add form of assessments if all modes exist. */
export const allModesTexts = {
  title: 'All three modes of assessment already exist',
  text: 'Study, practice and mock exist once each. Edit one of them instead.',
}

// Texts shared by lists: exports and filters.
export const listToolTexts = {
  exportList: 'Export',
  csv: 'As CSV',
  xlsx: 'As Excel workbook',
  jsonl: 'As JSON lines',
  subject: 'Subject',
  subjectOf: (subject: string, exam: string) => `${subject} (${exam})`,
  period: 'Period',
  anyTime: 'Any time',
  periods: { today: 'Today', week: '7 days', days30: '30 days', month: 'This month' },
  changeAll: { one: 'Change {n} row', other: 'Change all {n}' },
  tooMany: (most: string) => `At most ${most} at once. Narrow the list first.`,
  allThatMatch: {
    one: 'The only row that matches the search and filters.',
    other: 'All {n} rows that match the search and filters, on every page.',
  },
  allOfList: {
    one: 'The only row of this list.',
    other: 'All {n} rows of this list, on every page.',
  },
  change: 'Change',
  chooseChange: 'Choose a change',
  changeNow: { one: 'Change {n} row', other: 'Change {n} rows' },
  changedAll: { one: '{n} row changed.', other: '{n} rows changed.' },
  refusedOfAll: {
    one: '{n} withdrawn question stays as it is.',
    other: '{n} withdrawn questions stay as they are.',
  },
  from: 'From date',
  to: 'To date',
}

/** The texts of the command palette and of the list of shortcuts. */
export const shortcutsTexts = {
  open: 'Search or go to',
  openKeys: (keys: string) => `Search or go to (${keys})`,
  placeholder: 'A screen, a subject, a question, a name …',
  results: 'Results',
  screens: 'Go to',
  adding: 'Add',
  questions: 'Questions',
  theories: 'Theory questions',
  by: (what: string, who: string) => `${what} · ${who}`,
  nothing: 'Nothing found',
  failed: 'Some results could not be loaded. Check your connection and try again.',
  found: { one: '{n} result', other: '{n} results' },
  hint: 'Choose with the arrow keys, open with Enter.',
  keys: 'Keyboard shortcuts',
  close: 'Close',
  anywhere: 'Anywhere',
  inLists: 'In a list',
  inForms: 'In a form',
  inGrading: 'While grading',
  inQueue: 'In Needs a look',
  fine: 'No problem',
  correct: 'Correct the key',
  withdraw: 'Withdraw the question',
  retire: 'Retire the question',
  palette: 'Search screens and records',
  help: 'Show keyboard shortcuts',
  next: 'Next row',
  previous: 'Previous row',
  openRow: 'Open the row',
  edit: 'Edit the row',
  choose: 'Select the row',
  delete: 'Delete the row (asks first)',
  search: 'Search the list',
  nextPage: 'Next page',
  previousPage: 'Previous page',
  add: 'Add a new one',
  save: 'Save, also from inside a field',
  another: 'Save, and go on to the next one',
  toolbar: 'From a text to its toolbar, and back',
  before: 'Previous question, outside the fields',
  after: 'Next question, outside the fields',
  grade: 'Grade this answer, lowest to highest',
  declare: 'Declare the result (asks first)',
  yes: 'Yes, declare',
  or: 'or',
  single: 'Single keys',
  singleHint:
    'Turn them off if speech input or another tool types letters. Shortcuts with Ctrl stay on.',
}

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** The name of the modifier key on this keyboard. */
export const mod = isApple ? '⌘' : 'Ctrl'
