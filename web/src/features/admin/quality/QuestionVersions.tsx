// The earlier versions of a question. If one has another key, the results that would change are
// shown before it is restored.
import { useQuery } from '@tanstack/react-query'
import { readQuestion, updateQuestion } from '@/shared/api/queries/bank'
import { versionsQuery } from '@/shared/api/queries/bankQuality'
import type { AdminQuestion, QuestionVersion } from '@/shared/api/types'
import { letterOf } from '@/shared/i18n/format'
import { KeyMove } from './KeyMove'
import { versionsTexts } from './messages'
import { type VersionPart, Versions } from './Versions'

type Content = Omit<QuestionVersion, 'version' | 'replacedAt' | 'replacedBy'>

export function QuestionVersions({ question, onRestored }: QuestionVersionsProps) {
  const { _id: id, subject, year } = question
  return (
    <Versions<Content>
      query={useQuery(versionsQuery(id))}
      hint={versionsTexts.hint}
      now={contentOf(question)}
      partsOf={partsOf}
      restore={(version) => updateQuestion(id, { ...formOf(version), version: question.version })}
      first={async ({ options, correct }) => {
        // An option that the question still has becomes its key: results are marked again.
        const present = await readQuestion(subject._id, year._id, id)
        const key = options[correct - 1]
        const moved = present.options.find(({ option }) => option === key)
        if (!moved || moved._id === present.correctAns) return null
        return (ways) => <KeyMove question={id} option={moved._id} {...ways} />
      }}
      onRestored={onRestored}
    />
  )
}

interface QuestionVersionsProps {
  /** The present question. */
  question: AdminQuestion
  onRestored: () => void
}

/** The text of option `n`, from 0. */
const option = (options: string[], n: number) => options[n] ?? ''

const contentOf = (question: AdminQuestion): Content => ({
  title: question.title,
  passage: question.passage,
  group: question.group,
  question: question.question,
  options: question.options.map((one) => one.option),
  correct: question.options.findIndex(({ _id }) => _id === question.correctAns) + 1,
  description: question.description,
  logo: question.logo,
})

/** Five options always, so that the rows of two versions match. */
const partsOf = (content: Content): VersionPart[] => [
  { name: versionsTexts.passage, value: content.passage ?? '' },
  { name: versionsTexts.question, value: content.question },
  { name: versionsTexts.picture, value: content.logo ?? '', picture: true },
  ...[0, 1, 2, 3, 4].map((n) => ({
    name: versionsTexts.option(letterOf(n)),
    value: option(content.options, n),
  })),
  { name: versionsTexts.key, value: content.correct > 0 ? letterOf(content.correct - 1) : '' },
  { name: versionsTexts.explanation, value: content.description },
]

/** A version as the changes of a form. */
const formOf = (version: Content) => ({
  title: version.title,
  passage_check: version.group !== null,
  ...(version.group !== null && { group: version.group, passage: version.passage ?? '' }),
  question: version.question,
  option_1: option(version.options, 0),
  option_2: option(version.options, 1),
  option_3: option(version.options, 2),
  option_4: option(version.options, 3),
  option_5: option(version.options, 4),
  correct_answer: version.correct,
  description: version.description,
  logo: version.logo,
})
