// The words of an exam's public page.

export const examTexts = {
  crumb: 'Exams',
  lead: (examTexts: string) =>
    `Practise for ${examTexts} with past questions, and every answer explained.`,
  start: 'Start free',
  startFor: (examTexts: string) => `Start ${examTexts}`,
  trySome: 'Try some questions',
  comingSoon: 'Coming Soon',
  comingSoonText: 'We are collecting questions for this exam. Write to us if you need it soon.',
  subjects: 'Subjects',
  subject: 'Subject',
  theory: 'Real people mark your theory answers.',
  years: 'Years',
  questions: 'Questions',
  fromTo: (first: string, last: string) => `${first} to ${last}`,
  plans: 'Plans and prices',
  planText:
    'A plan belongs to your account and works on any phone. One payment, no automatic renewal.',
  free: 'Free',
  days: { one: '{n} day', other: '{n} days' },
  upTo: { one: 'Up to {n} question per test', other: 'Up to {n} questions per test' },
  noLimit: 'No limit on questions',
  sample: 'One of the questions',
  testimonials: 'What Students Say',
}
