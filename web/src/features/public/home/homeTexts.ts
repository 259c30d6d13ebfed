// The texts of the home page: those that administrators wrote, and the built-in ones wherever
// theirs are absent (spec 1 §2).
import type { HomeBlock, HomeSetting } from '@/shared/api/types'
import { homePageTexts } from './messages'

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
