// The entities of the back-office that are declared, in the order of the menu.
import type { Resource } from '../resource/defineResource'
import { advice } from './advice'
import { categories } from './categories'
import { subjects } from './subjects'
import { topics } from './topics'

export const resources: Resource[] = [categories, subjects, topics, advice]
