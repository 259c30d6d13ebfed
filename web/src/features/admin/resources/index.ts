// The declared entities of the back office, in the order of the menu.
import type { Resource } from '../resource/defineResource'
import { admins } from './admins'
import { advice } from './advice'
import { assessments } from './assessments'
import { banners } from './banners'
import { categories } from './categories'
import { courses } from './courses'
import { emailTemplates } from './emailTemplates'
import { exams } from './exams'
import { faqs } from './faqs'
import { instructions } from './instructions'
import { moderators } from './moderators'
import { news } from './news'
import { pages } from './pages'
import { plans } from './plans'
import { students } from './studentAccounts'
import { subjects } from './subjects'
import { testimonials } from './testimonials'
import { topics } from './topics'
import { universities } from './universities'

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
