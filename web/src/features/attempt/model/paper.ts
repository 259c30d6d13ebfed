// The paper as the window walks it: sections (subject × MCQ or SUBJECTIVE), one order over
// them all, and what each question is called and looks like in the navigator. Pure.

import type { Paper, Question, Ref, Theory } from '@/shared/api/types'

export type SectionKind = 'mcq' | 'subjective'

export interface Section {
  /** `subjectId:kind` */
  key: string
  subject: Ref
  kind: SectionKind
  /** Ids of its questions, in the order of the paper. */
  ids: readonly string[]
}

export type Item =
  | { kind: 'question'; id: string; section: Section; index: number; question: Question }
  | { kind: 'theory'; id: string; section: Section; index: number; question: Theory }

export interface PaperModel {
  subjects: readonly Ref[]
  sections: readonly Section[]
  /** Every id, section after section. */
  order: readonly string[]
  items: ReadonlyMap<string, Item>
  /** Id → place in `order`. */
  places: ReadonlyMap<string, number>
}

/** Lays the paper out; empty sections and subjects do not appear. */
export function layOut(paper: Paper): PaperModel {
  const sections: Section[] = []
  const items = new Map<string, Item>()
  for (const { subject, questions, theories } of paper.subjects) {
    if (questions.length > 0) {
      const section = sectionOf(subject, 'mcq', questions)
      sections.push(section)
      questions.forEach((question, index) => {
        items.set(question._id, { kind: 'question', id: question._id, section, index, question })
      })
    }
    if (theories.length > 0) {
      const section = sectionOf(subject, 'subjective', theories)
      sections.push(section)
      theories.forEach((question, index) => {
        items.set(question._id, { kind: 'theory', id: question._id, section, index, question })
      })
    }
  }
  const order = sections.flatMap((section) => section.ids)
  const subjects = [...new Map(sections.map((s) => [s.subject._id, s.subject])).values()]
  const places = new Map(order.map((id, place) => [id, place]))
  return { subjects, sections, order, items, places }
}

const sectionOf = (subject: Ref, kind: SectionKind, of: { _id: string }[]): Section => ({
  key: `${subject._id}:${kind}`,
  subject,
  kind,
  ids: of.map((question) => question._id),
})

/** The sections of one subject: one, or MCQ and SUBJECTIVE. */
export const sectionsOf = (paper: PaperModel, subjectId: string) =>
  paper.sections.filter((section) => section.subject._id === subjectId)

/** The question `step` places on, into the next subject where one ends; null past the ends. */
export function neighbour(paper: PaperModel, id: string, step: 1 | -1): string | null {
  const place = paper.places.get(id)
  return place === undefined ? null : (paper.order[place + step] ?? null)
}

/** Where to open: the first of these that the paper holds, else its first question. */
export function openingPlace(
  paper: PaperModel,
  candidates: readonly (string | null)[],
): string | null {
  return candidates.find((id) => id !== null && paper.items.has(id)) ?? paper.order[0] ?? null
}

export type QuestionState = 'unanswered' | 'answered' | 'review' | 'active'

/** Review wins over answered, and answered over active (spec 2 §4.6). */
export function questionStateOf(state: {
  answered: boolean
  review: boolean
  active: boolean
}): QuestionState {
  if (state.review) return 'review'
  if (state.answered) return 'answered'
  return state.active ? 'active' : 'unanswered'
}

/** The ids of the linked group that this question belongs to, itself included. */
export function groupOf(paper: PaperModel, item: Item): readonly string[] {
  if (item.kind !== 'question' || item.question.group === null) return [item.id]
  const { group } = item.question
  return item.section.ids.filter((id) => {
    const other = paper.items.get(id)
    return other?.kind === 'question' && other.question.group === group
  })
}

/** The passage to show beside the question: its own, else the one its group shares. */
export function passageOf(paper: PaperModel, item: Item): string | null {
  if (item.kind !== 'question') return null
  if (item.question.passage) return item.question.passage
  for (const id of groupOf(paper, item)) {
    const other = paper.items.get(id)
    if (other?.kind === 'question' && other.question.passage) return other.question.passage
  }
  return null
}
