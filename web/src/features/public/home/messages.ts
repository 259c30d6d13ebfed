// The texts of the home page.
import { common } from '@/shared/i18n/common'

export const homePageTexts = {
  // Home: banners.
  banners: 'Highlights',
  headline: common.slogan,
  lead: 'Past questions for JAMB, WAEC, BECE and Post-UTME, with every answer explained.',
  start: 'Start free',
  toDashboard: 'Go to your dashboard',

  // Home: defaults until an administrator edits the home page's texts.
  whyHeading: 'Why Choose Us',
  whySubheading: 'Made for your exam and your phone.',
  why1: 'Nothing is lost',
  why1Text: 'Every answer is saved as you go. If the light goes, you continue where you stopped.',
  why2: 'Little data',
  why2Text: 'Pages are small, pictures are few, and your test continues even without network.',
  why3: 'Real practice',
  why3Text:
    'Study at your own pace, practise with a timer, or take a full mock like the real exam.',
  why4: 'Every answer explained',
  why4Text: 'After each test, see the right answers and why they are right.',
  why5: 'Real people mark your essays',
  why5Text: 'Moderators mark your theory answers and tell you what is missing.',
  examsHeading: 'Exam Categories',
  examsSubheading: 'Choose the exam you are preparing for.',
  goalHeading: 'Achieve Your Goal',
  goalSubheading: 'Six steps from your first question to exam day.',
  goal1: 'Choose',
  goal1Text: 'Pick your exam and the subjects for the course you want to study.',
  goal2: 'Study',
  goal2Text: 'Take one topic at a time and read each explanation.',
  goal3: 'Practise',
  goal3Text: 'Answer past questions from one year with a timer you set.',
  goal4: 'Take a mock',
  goal4Text: 'A full paper, one timer, and a score like that of the real exam.',
  goal5: 'Look back',
  goal5Text: 'Your corrections show where you lost marks.',
  goal6: 'Go again',
  goal6Text: 'Come back to the same topics after two days. That is how they stick.',
  testimonialHeading: 'What Students Say',
  newsHeading: 'Latest News',
  newsSubheading: 'News from Sabi and the exam boards.',

  // Home: exams.
  comingSoon: 'Coming Soon',
  goToExam: ': go to this exam',
  videoGuide: 'Show Video Guide',
  videoGuideFor: (exam: string) => ` for ${exam}, in a new tab`,
  objective: 'Objective',
  theory: 'Theory',
  both: 'Objective and theory',
  subjects: { one: 'You take {n} subject', other: 'You take up to {n} subjects' },
  from: (price: string) => `Plans from ${price}`,
  noExams: 'No exam types available',
  noExamsText: 'Exams are on their way. Write to us if yours is missing.',

  closing: 'Your next exam is coming. Start today.',
  closingText: 'Creating an account is free, and so are your first tests.',
  whatsapp: 'Ask us on WhatsApp',
}
