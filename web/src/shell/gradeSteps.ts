// The grades that a written answer can have, and what each means: to the student who grades their own,
// and to the moderator after them.
import { catalogue } from '@/i18n/catalogue'
import { english } from './gradeSteps.en'

const messages = catalogue(english, {})

/** In percent (spec 2 §9). */
export const steps = [0, 25, 50, 75, 100] as const
export type Step = (typeof steps)[number]

/** What a grade means. */
export const meaningOf = (step: Step) => messages[`step${step}`]
