// The texts of the student's own reports.

export const myReportsTexts = {
  title: 'Questions you reported',
  about: 'The questions you reported, and our answers.',
  question: 'Question',
  of: (subject: string, year: string) => `${subject}, ${year}`,
  reason: 'What is wrong',
  sent: 'Sent',
  outcome: 'Outcome',
  open: 'Under review',
  accepted: 'Accepted',
  rejected: 'No mistake found',
  none: 'You can report a question wherever its answer is shown: in study, practice and corrections.',
}
