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

/** Amounts. */
export const amountTexts = {
  questions: { one: '{n} question', other: '{n} questions' },
  subjects: { one: '{n} subject', other: '{n} subjects' },
  withTheories: (questions: string, theories: string) => `${questions}, ${theories} theory`,
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
