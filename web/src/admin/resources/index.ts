// The entities of the back-office that are declared, in the order of the menu.
import type { Resource } from '../resource/defineResource'
import { advice } from './advice'
import { banners } from './banners'
import { categories } from './categories'
import { emailTemplates } from './emailTemplates'
import { faqs } from './faqs'
import { instructions } from './instructions'
import { news } from './news'
import { pages } from './pages'
import { subjects } from './subjects'
import { testimonials } from './testimonials'
import { topics } from './topics'

export const resources: Resource[] = [
  categories,
  subjects,
  topics,
  advice,
  banners,
  pages,
  emailTemplates,
  news,
  faqs,
  testimonials,
  instructions,
]
