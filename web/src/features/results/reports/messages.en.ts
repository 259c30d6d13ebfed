export const english = {
  title: 'Questions you reported',
  about: 'What you reported, and what came of it.',
  question: 'Question',
  of: (subject: string, year: string) => `${subject}, ${year}`,
  reason: 'What is wrong',
  sent: 'Sent',
  outcome: 'Outcome',
  open: 'Being looked at',
  accepted: 'Accepted',
  rejected: 'Nothing found',
  none: 'A question can be reported where its answer is shown: in study, in practice and in corrections.',
}
