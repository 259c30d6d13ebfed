// The texts of the home page.

import type { HomeBlock, HomeSetting } from '@/shared/api/types'
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
  goal4Text: 'A full paper, one timer, and a score as in the real exam.',
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

// The texts of the home page: those that administrators wrote, and the built-in ones wherever
// theirs are absent (spec 1 §2).

interface HomeTexts {
  why: HomeBlock
  exams: { heading: string; subheading: string }
  goal: HomeBlock
  testimonial: string
  news: { heading: string; subheading: string }
}

/** Five of "Why Choose Us", six of "Achieve Your Goal" (spec 1 §9). */
const builtIn = (): HomeTexts => ({
  why: {
    heading: homePageTexts.whyHeading,
    subheading: homePageTexts.whySubheading,
    sections: [
      { title: homePageTexts.why1, description: homePageTexts.why1Text },
      { title: homePageTexts.why2, description: homePageTexts.why2Text },
      { title: homePageTexts.why3, description: homePageTexts.why3Text },
      { title: homePageTexts.why4, description: homePageTexts.why4Text },
      { title: homePageTexts.why5, description: homePageTexts.why5Text },
    ],
  },
  exams: { heading: homePageTexts.examsHeading, subheading: homePageTexts.examsSubheading },
  goal: {
    heading: homePageTexts.goalHeading,
    subheading: homePageTexts.goalSubheading,
    sections: [
      { title: homePageTexts.goal1, description: homePageTexts.goal1Text },
      { title: homePageTexts.goal2, description: homePageTexts.goal2Text },
      { title: homePageTexts.goal3, description: homePageTexts.goal3Text },
      { title: homePageTexts.goal4, description: homePageTexts.goal4Text },
      { title: homePageTexts.goal5, description: homePageTexts.goal5Text },
      { title: homePageTexts.goal6, description: homePageTexts.goal6Text },
    ],
  },
  testimonial: homePageTexts.testimonialHeading,
  news: { heading: homePageTexts.newsHeading, subheading: homePageTexts.newsSubheading },
})

export function homeTexts(setting: HomeSetting | undefined): HomeTexts {
  const own = builtIn()
  if (!setting) return own
  return {
    why: block(setting.whyChooseUs, own.why),
    exams: lines(setting.examCategories, own.exams),
    goal: block(setting.achieveYourGoal, own.goal),
    testimonial: setting.testimonial.trim() || own.testimonial,
    news: lines(setting.latestNews, own.news),
  }
}

/** A heading of one's own may well have no line below it: only without either is it ours. */
function lines<Lines extends { heading: string; subheading: string }>(given: Lines, own: Lines) {
  return given.heading.trim() || given.subheading.trim()
    ? { ...given, heading: given.heading.trim() || own.heading }
    : own
}

function block(given: HomeBlock, own: HomeBlock): HomeBlock {
  const sections = own.sections.map((section, i) => {
    const written = given.sections[i]
    return written && (written.title.trim() || written.description.trim()) ? written : section
  })
  return { ...lines(given, own), sections }
}
