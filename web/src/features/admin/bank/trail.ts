// The breadcrumbs of the question bank: subject, year, topics and sections, questions.
import type { BankPlace } from '@/shared/api/queries/bank'
import type { SubjectYear, Topic } from '@/shared/api/types'
import { adminPaths } from '../paths'
import { subjects, topics } from '../resources/subjects'
import type { Crumb } from '../ui/Crumbs'
import { bankListTexts } from './messages'

// Evaluated on render, because its text depends on the language.
const bank = (): Crumb => ({ title: bankListTexts.bank, to: adminPaths.questionSubjects })

/** The breadcrumbs above each screen; names appear once they have loaded. */
export const trailTo = {
  subject: (): Crumb[] => [bank()],
  year: (year: SubjectYear | undefined, subjectId: string): Crumb[] => [
    bank(),
    { title: year?.subject.title ?? bankListTexts.subject, to: adminPaths.subjectYears(subjectId) },
  ],
  questions: (
    year: SubjectYear | undefined,
    { subjectId, yearId }: Pick<BankPlace, 'subjectId' | 'yearId'>,
  ): Crumb[] => [
    ...trailTo.year(year, subjectId),
    {
      title: String(year?.year ?? bankListTexts.year),
      to: adminPaths.topicSections(subjectId, yearId),
    },
  ],
  /** The sections of a topic belong to the catalogue, not to a year. */
  topic: (topic: Topic | undefined): Crumb[] => [
    { title: subjects.texts.many, to: subjects.screens.list },
    ...(topic
      ? [
          {
            title: topic.subject.title,
            to: topics.screens.list.replace(':subject', encodeURIComponent(topic.subject._id)),
          },
        ]
      : []),
  ],
  importing: (year: SubjectYear | undefined, place: BankPlace): Crumb[] => {
    const { sectionId, subjectId, yearId, topicId } = place
    const to = adminPaths.questions(sectionId, subjectId, yearId, topicId)
    return [...trailTo.questions(year, place), { title: bankListTexts.questions, to }]
  },
}

// The questions on a screen, remembered by the links to each of them.

export interface QuestionTrail {
  ids: string[]
}

/** Each id once; missing ids are left out. */
export const shown = (ids: (string | null | undefined)[]): QuestionTrail => ({
  ids: [...new Set(ids.filter((id) => typeof id === 'string'))],
})

/** The questions remembered in a location's state. */
export const shownIn = (state: unknown): QuestionTrail | null =>
  typeof state === 'object' && state !== null && 'ids' in state && Array.isArray(state.ids)
    ? shown(state.ids)
    : null
