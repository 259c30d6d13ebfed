// The texts of the home page: those that administrators wrote, and the built-in ones wherever
// theirs are absent (spec 1 §2).
import type { HomeBlock, HomeSetting } from '@/shared/api/types'
import { messages } from './messages'

const words = messages.home

export interface HomeTexts {
  why: HomeBlock
  exams: { heading: string; subheading: string }
  goal: HomeBlock
  testimonial: string
  news: { heading: string; subheading: string }
}

/** Five of "Why Choose Us", six of "Achieve Your Goal" (spec 1 §9). */
const builtIn = (): HomeTexts => ({
  why: {
    heading: words.whyHeading,
    subheading: words.whySubheading,
    sections: [
      { title: words.why1, description: words.why1Text },
      { title: words.why2, description: words.why2Text },
      { title: words.why3, description: words.why3Text },
      { title: words.why4, description: words.why4Text },
      { title: words.why5, description: words.why5Text },
    ],
  },
  exams: { heading: words.examsHeading, subheading: words.examsSubheading },
  goal: {
    heading: words.goalHeading,
    subheading: words.goalSubheading,
    sections: [
      { title: words.goal1, description: words.goal1Text },
      { title: words.goal2, description: words.goal2Text },
      { title: words.goal3, description: words.goal3Text },
      { title: words.goal4, description: words.goal4Text },
      { title: words.goal5, description: words.goal5Text },
      { title: words.goal6, description: words.goal6Text },
    ],
  },
  testimonial: words.testimonialHeading,
  news: { heading: words.newsHeading, subheading: words.newsSubheading },
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
