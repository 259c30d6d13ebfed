// The declared entities of the back office, in the order of the menu.
import type { Resource } from '../resource/defineResource'
import { advice } from './advice'
import { assessments, categories, courses, exams, plans, universities } from './catalogue'
import { admins, moderators, students } from './people'
import { banners, emailTemplates, faqs, instructions, news, pages, testimonials } from './site'
import { subjects, topics } from './subjects'

export const resources: Resource[] = [
  exams,
  universities,
  plans,
  assessments,
  categories,
  courses,
  subjects,
  topics,
  students,
  moderators,
  admins,
  advice,
  banners,
  pages,
  emailTemplates,
  news,
  faqs,
  testimonials,
  instructions,
]
