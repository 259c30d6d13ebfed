// The words that lists share: how they are taken away, and what narrows them.
export const words = {
  exportList: 'Export',
  csv: 'As CSV',
  xlsx: 'As Excel workbook',
  jsonl: 'As JSON lines',
  subject: 'Subject',
  subjectOf: (subject: string, exam: string) => `${subject} (${exam})`,
  from: 'From date',
  to: 'To date',
}
