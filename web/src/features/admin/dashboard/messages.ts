// The texts of the dashboard.

export const words = {
  exams: 'Active exams',
  subjects: 'Active subjects',
  students: 'Active students',
  chart: 'Students registered per month',
  chartHint: 'The last 12 months, by registration date.',
  none: 'No registrations in these months.',
  month: 'Month',
  registered: 'Students registered',
  asTable: 'Show as a table',
  waiting: 'Waiting for you',
  waitingHint: 'Needs attention.',
  nothing: 'Nothing is waiting. Well done.',
  theories: { one: 'theory submission to grade', other: 'theory submissions to grade' },
  changeRequests: { one: 'request to change subjects', other: 'requests to change subjects' },
  reports: { one: 'question report', other: 'question reports' },
  messages: { one: 'message without a reply', other: 'messages without a reply' },
  payments: {
    one: 'payment that does not match or is disputed',
    other: 'payments that do not match or are disputed',
  },
  failedMails: { one: 'mail could not be sent', other: 'mails could not be sent' },
}
