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
  changeAll: { one: 'Change the only one', other: 'Change all {n}' },
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
