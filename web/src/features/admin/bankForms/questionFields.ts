// The fields of a question. The add and edit forms use different names.
import type { SubjectYear, TopicCounts } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { letterOf } from '@/shared/i18n/format'
import { bankFormTexts, reviewTexts } from '../bank/messages'
import { pictureTexts } from '../messages'
import type { Fields } from '../resource/values'

/** The names of a question's parts in a form. */
export interface EntryNames {
  question: string
  /** The name of option `n`, from 1. */
  option: (n: number) => string
  right: string
  explanation: string
}

export const FEWEST_OPTIONS = 2
/** The number of options in a new question. */
export const USUAL_OPTIONS = 4
export const MOST_OPTIONS = 5
export const MOST_LINKED = 5

export const numbers = Array.from({ length: MOST_OPTIONS }, (_, i) => i + 1)

/** Stem, options, key and explanation. */
export function entryFields({ question, option, right, explanation }: EntryNames): Fields {
  const words = bankFormTexts
  const options = numbers.map((n) => [
    option(n),
    {
      kind: 'rich',
      label: words.option(letterOf(n - 1)),
      required: n <= 2,
      height: 40,
      short: true,
    },
  ])
  return {
    [question]: { kind: 'rich', label: words.question, required: true },
    ...(Object.fromEntries(options) as Fields),
    [right]: {
      kind: 'select',
      label: words.rightAnswer,
      required: true,
      missing: words.noRightAnswer,
      options: numbers.map((value) => ({ value, label: letterOf(value - 1) })),
    },
    [explanation]: { kind: 'rich', label: words.explanation },
  }
}

/** The fields that link a question with others by a passage. */
export function passageFields(linked: string): Fields {
  const words = bankFormTexts
  return {
    [linked]: { kind: 'switch', label: words.linked, description: words.linkedHint },
    group: { kind: 'text', label: words.group, description: words.groupHint },
    passage: { kind: 'rich', label: words.passage, description: words.passageHint },
  }
}

/** The sections of a subject, grouped by topic. */
export const sectionOptions = (topics: TopicCounts[]) =>
  topics.flatMap((topic) =>
    topic.topicSections.map(({ _id, section_name }) => ({
      value: _id,
      label: bankFormTexts.sectionOf(topic.title, section_name),
    })),
  )

/** The section of a question, chosen from those of its subject. */
export function sectionField(topics: TopicCounts[], chosen?: string): Fields {
  const words = bankFormTexts
  const options = sectionOptions(topics)
  const known = options.find(({ value }) => value === chosen)
  return {
    sectionId: {
      kind: 'select',
      label: words.section,
      required: true,
      options,
      from: 'section',
      ...(known && { initial: known.value }),
    },
  }
}

/** The universities that use it; only POST UTME has universities. */
export function universityField({ exam }: SubjectYear): Fields {
  if (exam.slug !== postUtme) return {}
  const words = bankFormTexts
  return {
    universities: {
      kind: 'references',
      label: words.universities,
      description: words.universitiesHint,
      of: '/api/v1/admin/university/list',
    },
  }
}

/** Without a title, a question gets the beginning of its text. */
export const titleField = (required: boolean): Fields => ({
  title: {
    kind: 'text',
    label: bankFormTexts.title,
    ...(required ? { required } : { description: bankFormTexts.titleHint }),
  },
})

/** Whether visitors see the question, with its key, and whether it is kept for mocks. */
export const audienceFields = (): Fields => ({
  forVisitors: {
    kind: 'switch',
    label: bankFormTexts.forVisitors,
    description: bankFormTexts.forVisitorsHint,
  },
  heldBack: {
    kind: 'switch',
    label: bankFormTexts.heldBack,
    description: bankFormTexts.heldBackHint,
  },
})

/** The picture, under the name of its call, and the status. */
export const lastFields = (picture: 'image' | 'logo'): Fields => ({
  [picture]: { kind: 'image', label: bankFormTexts.picture, invalid: pictureTexts.invalid },
  status: { kind: 'status', label: bankFormTexts.status, initial: false },
})

/** The state of review, and the source. */
export const reviewFields = (): Fields => {
  const words = reviewTexts
  return {
    review: {
      kind: 'select',
      label: words.title,
      description: words.hint,
      options: [
        { value: 'draft', label: words.draft },
        { value: 'checked', label: words.checked },
      ],
      initial: 'draft',
    },
    sourceBoard: { kind: 'text', label: words.sourceBoard, group: words.source },
    sourceYear: { kind: 'text', label: words.sourceYear },
    sourceNumber: { kind: 'text', label: words.sourceNumber },
    sourceRights: { kind: 'text', label: words.sourceRights },
  }
}

export const reviewNames = [
  'review',
  'sourceBoard',
  'sourceYear',
  'sourceNumber',
  'sourceRights',
] as const
