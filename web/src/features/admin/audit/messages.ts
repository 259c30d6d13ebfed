// The texts of the audit log.

export const auditTexts = {
  title: 'Audit log',
  about: 'Who changed what, and when. Entries cannot be edited or deleted.',
  search: 'Search changes',
  when: 'When',
  who: 'Who',
  what: 'What',
  changes: 'Changes',
  operator: 'The operator',
  record: 'Record',
  openRecord: 'Open the record',
  ofRecord: 'Everything about this record',
  byPerson: 'Everything by this person',
  person: (name: string, email: string) => `${name} (${email})`,
  oneRecord: (entity: string) => `One record: ${entity}`,
  request: 'Request',
  user: 'Changed by',
  entity: 'Type of record',
  action: 'Action',
  from: 'From',
  to: 'To',
  export: 'Export as CSV',
  close: 'Close',
  details: (what: string, when: string) => `${what}, ${when}`,
  field: 'Field',
  before: 'Before',
  after: 'After',
  nothing: 'No further details.',
  more: { one: 'and {n} more field', other: 'and {n} more fields' },
  changed: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  set: (field: string, value: string) => `${field}: ${value}`,
  did: (action: string, entity: string) => `${action}: ${entity}`,
  yes: 'Yes',
  no: 'No',
  none: '–',
}

/** Actions, by the server's name. */
export const actions: Record<string, string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  import: 'Imported',
  seed: 'Seeded',
  'seed-countries': 'Countries seeded',
  backup: 'Backed up',
  restore: 'Restored from a backup',
  recount: 'Recounted',

  status: 'Status changed',
  'change-all': 'Changed together',
  'delete-all': 'Deleted together',
  move: 'Moved',
  'resend-mail': 'Mail sent again',
  'make-admin': 'Made an administrator',
  'reset-password': 'Password set',
  erase: 'Erased',
  'second-factor': 'Second factor set up',
  'recovery-codes': 'New recovery codes made',
  'no-second-factor': 'Second factor removed',
  'reset-second-factor': 'Second factor reset',
  'end-session': 'Logged out of one device',
  'end-sessions': 'Logged out everywhere',

  'correct-key': 'Key corrected',
  'found-fine': 'Marked as fine',
  comment: 'Comment written',
  'delete-comment': 'Comment deleted',
  withdraw: 'Withdrawn from results',
  'put-back': 'Put back into results',
  remark: 'Re-marked',
  'drop-import': 'Accepted import dropped',
  'missing-picture': 'Picture missing in an import',
  decide: 'Report answered',
  grade: 'Graded',
  declare: 'Declared',
  'correct-grades': 'Grades corrected',
  refuse: 'Declined',
  release: 'Released',
  reply: 'Replied',

  subscribe: 'Subscribed',
  give: 'Plan given',
  'add-days': 'Days added',
  reconcile: 'Payments checked',
  honour: 'Payment accepted',
  resume: 'Subscription resumed',
  disputed: 'Disputed',
  refunded: 'Refunded',
  reversed: 'Reversed',
}

/** Types of record, by the server's table name. */
const entities: Record<string, string> = {
  user: 'Account',
  category: 'Category',
  exam: 'Exam',
  university: 'University',
  plan: 'Subscription plan',
  assessment: 'Assessment',
  course: 'Course',
  subject: 'Subject',
  topic: 'Topic',
  section: 'Topic section',
  subject_year: 'Subject year',
  question: 'Question',
  theory: 'Theory',
  quiz: 'Result',
  grading: 'Grading',
  grading_case: 'Theory submission',
  report: 'Question report',
  registration: 'Registered subjects',
  subscription: 'Student subscription',
  payment: 'Payment',
  banner: 'Banner',
  page: 'Page',
  email_template: 'Email template',
  home_setting: 'Home page',
  news: 'News',
  faq: 'FAQ',
  testimonial: 'Testimonial',
  instruction: 'Instruction',
  advice: 'Advice',
  contact: 'Message',
  subscriber: 'Newsletter subscriber',
  store: 'Data folder',
}

/** A readable form of a server name without a text: "num_of_questions" as "Num of questions". */
const plain = (name: string) => {
  const spaced = name
    .replace(/[_-]/g, ' ')
    .replace(/\B([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

export const actionOf = (action: string) => actions[action] ?? plain(action)
export const entityOf = (entity: string) => entities[entity] ?? plain(entity)
export const fieldOf = plain

const choices = (names: Record<string, string>) =>
  Object.entries(names)
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label))

/** The choices of the filters. */
export const actionChoices = () => choices(actions)
export const entityChoices = () => choices(entities)
