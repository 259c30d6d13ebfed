// The one sentence below a score: where the student gained most since the last test of the topic, or
// else what cost most marks.
import type { SubjectResult } from '@/shared/api/types'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { resultsTexts } from './messages'

/** Questions of a topic that say something about it. */
const ENOUGH = 3
/** Percentage points from which a gain is more than luck. */
const LARGE = 20

interface Part {
  name: string
  all: number
  right: number
  /** Percent of the test before that asked it. */
  before: number | null
}

const share = (right: number, all: number) => Math.round((right / Math.max(1, all)) * 100)
const gainOf = ({ right, all, before }: Part) => (before === null ? 0 : share(right, all) - before)
const missedOf = ({ right, all }: Part) => all - right

/** Null where nothing was missed and nothing gained, or there is only one subject and no topic. */
export function insightOf(results: SubjectResult[]): string | null {
  const topics = topicsOf(results)
  const [gained] = topics
    .filter((topic) => topic.all >= ENOUGH && gainOf(topic) >= LARGE)
    .sort((a, b) => gainOf(b) - gainOf(a) || b.all - a.all)
  if (gained) {
    const now = share(gained.right, gained.all)
    return resultsTexts.biggestGain(
      gained.name,
      formatPercent(gained.before ?? 0),
      formatPercent(now),
    )
  }
  const parts = topics.length > 1 ? topics : subjectsOf(results)
  const [worst] = parts
    .filter((part) => missedOf(part) > 0)
    .sort((a, b) => missedOf(b) - missedOf(a) || a.right / a.all - b.right / b.all)
  if (!worst || parts.length < 2) return null
  return resultsTexts.costMost(worst.name, formatNumber(missedOf(worst)), formatNumber(worst.all))
}

const topicsOf = (results: SubjectResult[]): Part[] =>
  results.flatMap(({ subject, topics }) =>
    topics.map(({ topic, quesLength, rightAnswer, before }) => ({
      name: results.length > 1 ? resultsTexts.topicOf(topic.title, subject.title) : topic.title,
      all: quesLength,
      right: rightAnswer,
      before:
        before && before.quesLength >= ENOUGH ? share(before.rightAnswer, before.quesLength) : null,
    })),
  )

const subjectsOf = (results: SubjectResult[]): Part[] =>
  results.map(({ subject, quesLength, rightAnswer }) => ({
    name: subject.title,
    all: quesLength,
    right: rightAnswer,
    before: null,
  }))
