// Texts shared by lists: exports and filters.
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
