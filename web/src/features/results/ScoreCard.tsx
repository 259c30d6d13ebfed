// What a result begins with: the score by exam (JAMB's 400, WAEC's grade, else percent), its headline,
// one sentence about it, and what to do next.
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { Share2 } from 'lucide-react'
import { useState } from 'react'
import type { Quiz, SubjectResult } from '@/shared/api/types'
import { kindOf } from '@/shared/exams/kind'
import { formatNumber, formatPercent, plural } from '@/shared/i18n/format'
import { isOfDevice } from '@/shared/offline/inUse'
import type { Verdict } from '@/shared/ui/Bar'
import { lazyPart } from '@/shared/ui/lazyPart'
import { Panel } from '@/shared/ui/Page'
import { useFoot } from '@/shared/ui/StepActions'
import { ErrorState } from '@/shared/ui/states'
import { resultsTexts } from './messages'
import { PractiseMissed } from './parts'
import styles from './results.module.css'
import scoreRingStyles from './ScoreRing.module.css'
import {
  gradedSoFar,
  headlineOf,
  isPartlyGraded,
  isPending,
  isUngraded,
  jambRange,
  labelledScoreOf,
  pointsOf,
  verdictOf,
} from './score'

/** Half a paper of JAMB, and of WAEC: fewer questions, as in a trial, say little on the scale of the exam. */
const FEW = { jamb: 90, waec: 25 }

export function ScoreCard({ quiz, results, isAdvised }: ScoreCardProps) {
  useFoot('result')
  const shown = labelledScoreOf(quiz)
  const verdict = verdictOf(quiz)
  const isTheory = kindOf(quiz) === 'theory'
  const isPartly = isPartlyGraded(quiz)
  // A mock of theories alone has no score by keys.
  const outOf400 = isTheory ? null : quiz.score.outOf400
  const few = outOf400 != null ? FEW.jamb : quiz.score.grade && !isTheory ? FEW.waec : 0
  const insight = isTheory ? null : insightOf(results)
  return (
    <Panel component="section" aria-label={resultsTexts.score}>
      {shown.value && (
        <Group gap="md" mb="sm">
          <ScoreRing
            value={shown.value}
            percent={(pointsOf(quiz) ?? 0) / 4}
            verdict={isPartly ? 'open' : verdict}
          />
          {shown.beside && (
            <Text c="dimmed" fz="lg">
              {shown.beside}
            </Text>
          )}
          {outOf400 != null && (
            <Badge className={styles.range} data-verdict={verdict} size="lg" tt="none">
              {jambRange(outOf400)}
            </Badge>
          )}
        </Group>
      )}
      <Title order={2}>{headlineOf(quiz, isAdvised)}</Title>
      {quiz.questionCount <= few && (
        <Text mt={4}>{plural(resultsTexts.fewQuestions, quiz.questionCount)}</Text>
      )}
      {(isTheory || isPartly) && (
        <Text c="dimmed" fz="sm" mt={4}>
          {shown.label}
        </Text>
      )}
      {isPartly && (
        <Text mt="md">
          {isUngraded(quiz) && gradedSoFar(quiz) === null
            ? resultsTexts.theoryOpen
            : resultsTexts.theoryOwn}
        </Text>
      )}
      {insight && <Text mt={4}>{insight}</Text>}
      <Group gap="sm" mt="md" className={styles.ways}>
        <PractiseMissed quiz={quiz} size="md" px="sm" />
        {shown.value && !isPending(quiz) && !isOfDevice(quiz._id) && <ShareButton quiz={quiz} />}
      </Group>
    </Panel>
  )
}

interface ScoreCardProps {
  quiz: Quiz
  results: SubjectResult[]
  /** Whether an advice below judges the result. */
  isAdvised: boolean
}

/** Where the sparks of a very good score fly, in degrees. */
const directions = [0, 36, 72, 108, 144, 180, 216, 252, 288, 324]

/**
 * The score inside of a ring that is filled as far as it is good, and greeted where it is very good.
 */
function ScoreRing({ value, percent, verdict }: ScoreRingProps) {
  const filled = Math.min(100, Math.max(0, percent))
  return (
    <div className={scoreRingStyles.ring} data-verdict={verdict}>
      <svg viewBox="0 0 120 120" aria-hidden="true">
        <circle cx="60" cy="60" r="52" className={scoreRingStyles.track} />
        <circle
          cx="60"
          cy="60"
          r="52"
          pathLength="100"
          strokeDasharray={`${filled} 100`}
          className={scoreRingStyles.arc}
        />
        {verdict === 'good' &&
          directions.map((degrees) => (
            <g key={degrees} transform={`rotate(${degrees} 60 60)`}>
              <circle cx="60" cy="0" r="4" className={scoreRingStyles.spark} />
            </g>
          ))}
      </svg>
      <span className={scoreRingStyles.value}>{value}</span>
    </div>
  )
}

interface ScoreRingProps {
  /** The score as text. */
  value: string
  /** How far the ring is filled. */
  percent: number
  verdict: Verdict
}

// The one sentence below a score: where the student gained most since the last test of the topic, or
// else what cost most marks.

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

export interface ShareDialogProps {
  quiz: Quiz
  onClose: () => void
}

const ShareDialog = lazyPart<ShareDialogProps>(
  () => import('./share/ShareDialog').then((m) => m.ShareDialog),
  ({ again }) => <ErrorState onRetry={again} />,
)

/** Shares a result; the dialog is loaded when it is pressed. */
export const scoreCardTexts = { share: 'Share' }

function ShareButton({ quiz }: { quiz: Quiz }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="md"
        variant="default"
        aria-haspopup="dialog"
        leftSection={<Share2 size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {scoreCardTexts.share}
      </Button>
      {open && <ShareDialog quiz={quiz} onClose={() => setOpen(false)} />}
    </>
  )
}
