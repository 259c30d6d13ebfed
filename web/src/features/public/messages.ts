// The texts of the public site.

export const publicTexts = {
  siteTitle: 'Be ready before exam day: JAMB UTME, WAEC, BECE and POST UTME',
  crumbs: 'Breadcrumb',

  // News.
  news: 'News',
  newsLead: 'News from Sabi and the exam boards.',
  author: 'admin',
  readMore: 'Read More',
  readMoreOf: (title: string) => ` about ${title}`,
  loadMore: 'Load More',
  noNews: 'No news yet.',
  noNewsText: 'Please check back soon.',
  allNews: 'All news',

  // FAQs.
  faqs: 'FAQs',
  faqsTitle: 'Frequently Asked Questions',
  noFaqs: 'No FAQs available at the moment.',
  faqsFailed: 'Error fetching FAQs',
  stillAsking: 'Still have a question?',
  askUs: 'Contact us',
}

/** The words of the questions to try without an account. */
export const tryTexts = {
  title: (exam: string) => `Try ${exam}`,
  lead: 'No account needed. Each answer is marked and explained at once.',
  of: (subject: string, year: string) => `${subject}, ${year}`,
  questionOf: (n: string, all: string) => `Question ${n} of ${all}`,
  passage: 'Read the passage',
  picture: 'Picture of the question',
  tap: 'Tap your answer.',
  right: 'Correct!',
  wrong: (letter: string) => `Not quite. The correct answer is ${letter}.`,
  rightAnswer: 'Correct answer',
  yourAnswer: 'Your answer',
  next: 'Next question',
  seeScore: 'See your score',
  score: (right: string, all: string) => `You got ${right} of ${all} right.`,
  keep: 'Keep this score: create a free account',
  haveAccount: 'I have an account',
  toDashboard: 'Go to your dashboard',
  aboutExam: (exam: string) => `${exam}: subjects, years and prices`,
  start: 'Start free',
  none: 'There are no questions to try here yet.',
}

/** The words of an exam's public page. */
export const examTexts = {
  crumb: 'Exams',
  lead: (exam: string) => `Practise for ${exam} with past questions, and every answer explained.`,
  start: 'Start free',
  startFor: (exam: string) => `Start ${exam}`,
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
