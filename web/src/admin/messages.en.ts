// Quoted texts stand to the letter, odd spellings included.
export const adminEnglish = {
  confirmTitle: 'Confirm to submit',
  confirmText: 'Are you sure to do this.',
  notDeleted: 'No data deleted',
  yes: 'Yes',
  no: 'No',
  more: (n: string) => `and ${n} more`,
  crumbs: 'Breadcrumb',
  dashboard: 'Dashboard',
  dashboardHint: 'What there is, who came, and what waits.',
  questions: 'Questions',
  questionBank: 'Question bank',
  importQuestions: 'Import questions',
  statistics: 'Question statistics',
  bankCheck: 'Check the bank',
  bankStats: 'Bank in numbers',
  home: 'Home page',
  theory: 'Theory submissions',
  reports: 'Question reports',
  held: 'Student subscriptions',
  registered: 'Registered subjects',
  contact: 'Contact messages',
  newsletter: 'Newsletter subscribers',
  mails: 'Sent mails',
  payments: 'Payments',
  theoryGroup: 'Theory and reports',
  notYours: 'This page is not open to you',
  superOnly: 'Only a super admin may open it.',
  moderatorsOnly: 'Moderators grade theory submissions and answer reports of questions.',
  record: 'Record',
  audit: 'Audit',
  active: 'Active',
  inactive: 'InActive',
  showPassword: 'Show the password',
}

/** How much there is of something. */
export const amountEnglish = {
  questions: { one: '{n} question', other: '{n} questions' },
  subjects: { one: '{n} subject', other: '{n} subjects' },
  withTheories: (questions: string, theories: string) => `${questions}, ${theories} theory`,
}

export const bankEnglish = {
  questionDeleted: 'Question deleted successfully',
  imported: 'Question imported successfully',
  notExcel: 'Invalid file type. Please upload an Excel file.',
  chooseFile: 'Choose a workbook',
  chooseUniversity: 'Please select a university to proceed.',
  nothingNew: 'Nothing to import: the bank already holds every good row as it is.',
  noRows: 'The first sheet has no rows below its headings.',
  refusedAll: 'Nothing is imported while rows are rejected. Put them right, or import the rest.',
  notWritten: 'Nothing was imported.',
  mayHaveFinished:
    'The import may have finished all the same. Trying again is safe: a question is never stored twice.',
}
