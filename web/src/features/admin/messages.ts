// The texts of the back office, which students never load.

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
}

export const importedTexts = {
  questionDeleted: 'Question deleted successfully',
  imported: 'Question imported successfully',
  theoryImported: 'Theory imported',
  notExcel: 'Invalid file type. Please upload an Excel file.',
  chooseFile: 'Choose a workbook',
  chooseUniversity: 'Please select a university to proceed.',
  nothingNew: 'Nothing to import. The bank already has every valid row.',
  noRows: 'The first sheet has no rows below its headings.',
  refusedAll:
    'Nothing was imported because some rows were rejected. Correct them, or import the rest.',
  notWritten: 'Nothing was imported.',
  mayHaveFinished:
    'The import may have finished anyway. It is safe to try again: a question is never stored twice.',
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
