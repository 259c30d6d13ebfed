// The words of the dashboard.
export const dashboardEnglish = {
  exams: 'Active exams',
  subjects: 'Active subjects',
  students: 'Active students',
  chart: 'Students registered per month',
  chartHint: 'The last 12 months, by the day on which the account was made.',
  none: 'Nobody has registered in these months.',
  month: 'Month',
  registered: 'Students registered',
  asTable: 'Show as a table',
  waiting: 'Waiting for you',
  waitingHint: 'What somebody has to see to.',
  nothing: 'Nothing waits. Well done.',
  theories: { one: 'theory submission to grade', other: 'theory submissions to grade' },
  changeRequests: { one: 'change of subjects asked for', other: 'changes of subjects asked for' },
  reports: { one: 'report of a question', other: 'reports of questions' },
  messages: { one: 'message without a reply', other: 'messages without a reply' },
  payments: {
    one: 'payment that does not match or is disputed',
    other: 'payments that do not match or are disputed',
  },
  failedMails: { one: 'mail could not be sent', other: 'mails could not be sent' },
}
