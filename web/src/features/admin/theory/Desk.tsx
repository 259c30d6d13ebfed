// The page for grading a submission: claim it, grade its answers, declare it.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import {
  claimGrading,
  declareGrading,
  type Grading,
  type GradingAnswer,
  gradingQueue,
  releaseGrading,
} from '@/shared/api/queries/grading'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { formatNumber, formatPercent, formatTime, plural } from '@/shared/i18n/format'
import { ConfirmModal } from '@/shared/ui/ConfirmModal'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { notify } from '@/shared/ui/notify'
import { useMay } from '../access'
import { leaveTexts } from '../messages'
import { adminPaths } from '../paths'
import { atInstants } from '../resource/calls'
import { isAlone, useSingleKeys } from '../shortcuts/listKeys'
import { listOf } from '../ui/AppLink'
import { AnswerCard, Rubric } from './AnswerCard'
import { theoryTexts } from './messages'
import styles from './theory.module.css'
import {
  claimEnd,
  type Grades,
  gradingKey,
  gradingQuery,
  type Saving,
  useClaim,
  useGradeKeys,
  useGrades,
} from './useGrades'

/** Seconds before its end at which an expiring claim is announced. */
const SOON = 120
/** Refusal reasons that mean the claim is lost. */
const claimGone = ['not-claimed', 'claim-expired']

export function Desk({ grading, next }: { grading: Grading; next: NextSubmission }) {
  const { _id, answers, claim: holder } = grading
  const client = useQueryClient()
  const isAdmin = useMay()
  const cards = useRef<HTMLDivElement>(null)
  const { claim, claiming, renewed, lost, setLost, left, held } = useClaim(grading, true)
  const { grades, saving, change, flush, startFrom } = useGrades(grading, renewed)
  const [saveFirst, setSaveFirst] = useState(false)
  const [asked, setAsked] = useState(false)

  const refused = saving.is === 'refused' ? saving.error : null
  useEffect(() => {
    if (refused && claimGone.includes(refused.reason)) setLost(refused)
    else if (refused && ['declared', 'already-graded'].includes(refused.reason)) {
      void client.invalidateQueries({ queryKey: gradingQuery(_id).queryKey })
    }
  }, [refused, setLost, client, _id])

  const claimNow = async () => {
    const stored = await claim()
    if (stored) await startFrom(stored, true)
  }
  const release = useMutation({
    mutationFn: async () => {
      // The line beside the button says why it was not saved.
      return (await flush()) ? await releaseGrading(_id) : null
    },
    onSuccess: (released) => {
      if (released === null) return
      notify.success(released.message)
      void client.invalidateQueries({ queryKey: gradingKey })
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  const declare = useMutation({
    mutationFn: () => declareGrading(_id),
    onSuccess: ({ data, message }) => {
      notify.success(message)
      client.setQueryData(gradingQuery(_id).queryKey, data)
      void client.invalidateQueries({ queryKey: gradingKey })
      next.mutate()
    },
    onError: (thrown) => {
      const error = toApiError(thrown)
      setAsked(false)
      if (claimGone.includes(error.reason)) setLost(error)
      else notify.error(error.errMessage)
    },
  })

  const open = answers.filter(({ theoryAnswered }) => theoryAnswered !== null)
  const isGraded = (id: string) => typeof grades[id]?.ansGrade === 'number'
  const ungraded = open.filter(({ answerId }) => !isGraded(answerId))
  const ask = async () => {
    const [first] = ungraded
    if (first) {
      notify.error(plural(theoryTexts.left, ungraded.length))
      cards.current
        ?.querySelector<HTMLInputElement>(`[data-answer="${first.answerId}"] input`)
        ?.focus()
      return
    }
    setSaveFirst(true)
    if (await flush()) setAsked(true)
    setSaveFirst(false)
  }
  useGradeKeys({
    cards,
    enabled: held,
    open: open.map(({ answerId }) => answerId),
    isGraded,
    onGrade: (id, ansGrade) => change(id, { ansGrade }),
  })
  useSingleKeys({ d: held ? () => void ask() : null })
  const guard = useLeaveGuard(saving.is !== 'saved', leaveTexts)
  const working = held || lost !== null

  return (
    <>
      {lost ? (
        <LostClaim lost={lost} claiming={claiming} onClaim={claimNow} />
      ) : (
        !held && (
          <Alert color={holder ? 'gray' : 'brand'} icon={<Hand size={20} aria-hidden />}>
            <Text mb="sm">
              {holder ? theoryTexts.heldBy(holder.by, claimEnd(holder)) : theoryTexts.freeNow}
            </Text>
            {holder === null && (
              <Button loading={claiming} onClick={claimNow}>
                {theoryTexts.claim}
              </Button>
            )}
            {holder !== null && isAdmin && (
              <Button
                variant="default"
                loading={release.isPending}
                onClick={() => release.mutate()}
              >
                {theoryTexts.releaseOther}
              </Button>
            )}
          </Alert>
        )
      )}
      {refused?.reason === 'stale-revision' && (
        <Stale quizId={_id} error={refused} onStart={startFrom} />
      )}
      <Rubric keys={held} />
      <div ref={cards} style={{ display: 'contents' }}>
        {answers.map((answer, i) => (
          <div
            key={answer.answerId}
            data-answer={answer.answerId}
            tabIndex={-1}
            className={styles.card}
          >
            <AnswerCard
              answer={answer}
              number={i + 1}
              grade={grades[answer.answerId]}
              disabled={!held}
              {...(working && { onChange: (part) => change(answer.answerId, part) })}
            />
          </div>
        ))}
      </div>
      {working && (
        <section className={styles.bar} aria-label={theoryTexts.grade}>
          <div>
            <Text fz="sm" fw={600} className={styles.left}>
              {theoryTexts.gradedOf(
                formatNumber(open.length - ungraded.length),
                formatNumber(open.length),
              )}
              {left !== null && `, ${theoryTexts.yours(clock(left))}`}
            </Text>
            <SaveLine saving={saving} />
            {left !== null && left <= SOON && (
              <Text fz="sm" c="red" role="alert">
                {theoryTexts.endsSoon}
              </Text>
            )}
          </div>
          <Group gap="xs">
            <Button
              variant="default"
              disabled={!held}
              loading={release.isPending}
              onClick={() => release.mutate()}
            >
              {theoryTexts.release}
            </Button>
            <Button disabled={!held} loading={saveFirst} aria-keyshortcuts="d" onClick={ask}>
              {theoryTexts.declare}
            </Button>
          </Group>
        </section>
      )}
      {asked && (
        <DeclareDialog
          answers={answers}
          grades={grades}
          running={declare.isPending}
          onYes={() => declare.mutate()}
          onNo={() => setAsked(false)}
        />
      )}
      {guard.dialog}
    </>
  )
}

/** Seconds as "14:05". */
const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Another window of the same grader has saved meanwhile. */
function Stale({ quizId, error, onStart }: StaleProps) {
  const client = useQueryClient()
  const go = useMutation({
    mutationFn: async (keepMine: boolean) => {
      const stored = await client.fetchQuery(gradingQuery(quizId))
      await onStart(stored, keepMine)
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
  return (
    <Alert color="sun" role="alert" title={theoryTexts.stale}>
      <Text fz="sm">{error.errMessage}</Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" loading={go.isPending} onClick={() => go.mutate(true)}>
          {theoryTexts.keepMine}
        </Button>
        <Button size="xs" variant="default" loading={go.isPending} onClick={() => go.mutate(false)}>
          {theoryTexts.takeStored}
        </Button>
      </Group>
    </Alert>
  )
}

interface StaleProps {
  quizId: string
  error: ApiError
  onStart: (stored: Grading, keepMine: boolean) => Promise<unknown>
}

/** The claim was lost: says why, and offers to claim again. Grades stay on the page. */
function LostClaim({ lost, claiming, onClaim }: LostClaimProps) {
  return (
    <Alert color="sun" role="alert" title={theoryTexts.ranOut}>
      <Text mb="sm">
        {reasonOf(lost)} {theoryTexts.nothingLost}
      </Text>
      <Button size="xs" loading={claiming} onClick={onClaim}>
        {theoryTexts.claimAgain}
      </Button>
    </Alert>
  )
}

function reasonOf(lost: ApiError | 'ran-out'): string {
  if (lost === 'ran-out') return ''
  const { claimedBy, claimedUntil, isReserved = false } = lost.body
  return typeof claimedBy === 'string' && typeof claimedUntil === 'string'
    ? theoryTexts.takenBy(claimedBy, claimEnd({ until: claimedUntil, isReserved }))
    : lost.errMessage
}

interface LostClaimProps {
  /** The server's error, or that the claim has expired. */
  lost: ApiError | 'ran-out'
  claiming: boolean
  onClaim: () => void
}

/** Whether all grades are saved. */
function SaveLine({ saving }: { saving: Saving }) {
  return (
    <Text fz="sm" c={saving.is === 'refused' ? 'red' : 'dimmed'} role="status">
      {textOf(saving)}
    </Text>
  )
}

function textOf(saving: Saving): string {
  switch (saving.is) {
    case 'saved':
      return saving.at === null ? theoryTexts.savedBefore : theoryTexts.saved(formatTime(saving.at))
    case 'saving':
      return theoryTexts.saving
    case 'waiting':
      return theoryTexts.waitingToSave
    case 'refused':
      return `${theoryTexts.notSaved} ${saving.error.errMessage}`
  }
}

// Opens the oldest unclaimed submission and claims it.

/** How many submissions are tried if others claim them first. */
const TRIED = 5

/** The parameters of the list that choose what is graded. */
const chosenBy = ['q', 'exam', 'subject', 'from', 'to'] as const

/**
 * Opens the first unclaimed submission of the list from which the user came and claims it; opens the
 * list if there is none.
 */
export function useNextSubmission() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const list = useList()
  const claimFirst = async () => {
    const { searchParams } = new URL(list, window.location.origin)
    const chosen = chosenBy.flatMap((name) => {
      const value = searchParams.get(name)
      return value ? [[name, value]] : []
    })
    const filters = { ...atInstants(Object.fromEntries(chosen)), state: 'free' }
    const { rows, total } = await gradingQueue({ page: 1, limit: TRIED, filters })
    for (const { _id } of rows) {
      try {
        const claimed = await claimGrading(_id)
        client.setQueryData(gradingQuery(_id).queryKey, claimed)
        return { id: _id, isMore: false }
      } catch (thrown) {
        if (toApiError(thrown).reason !== 'claimed') throw thrown
      }
    }
    return { id: null, isMore: total > rows.length }
  }
  return useMutation({
    mutationFn: claimFirst,
    onSuccess: ({ id, isMore }) => {
      if (id !== null) return navigate(adminPaths.userTheory(id), { state: { list } })
      notify.info(isMore ? theoryTexts.nextTaken : theoryTexts.nothingNext)
      return navigate(list)
    },
    onError: (thrown) => notify.error(toApiError(thrown).errMessage),
  })
}

/** The part of the list from which the user came. */
const useList = () => listOf(useLocation().state) ?? adminPaths.userTheories

export type NextSubmission = ReturnType<typeof useNextSubmission>

/** After a declaration the next submission opens by itself. */
export function NextButton({ next }: { next: NextSubmission }) {
  const list = useList()
  return (
    <Group gap="xs" mt="sm">
      <Button size="xs" loading={next.isPending} onClick={() => next.mutate()}>
        {theoryTexts.next}
      </Button>
      <Button size="xs" variant="default" component={Link} to={list}>
        {theoryTexts.back}
      </Button>
    </Group>
  )
}

/** Confirms that the grades become the student's result; shows them and their average. */
function DeclareDialog({ answers, grades, running, onYes, onNo }: DeclareDialogProps) {
  useSingleKeys({ y: running ? null : onYes }, isAlone)
  // Empty answers count as 0.
  const given = answers.map(({ answerId }) => grades[answerId]?.ansGrade ?? 0)
  const average = given.reduce((sum, grade) => sum + grade, 0) / Math.max(1, given.length)
  return (
    <ConfirmModal
      title={theoryTexts.declareSure}
      onClose={() => {
        if (!running) onNo()
      }}
      buttons={
        <>
          <Button variant="default" data-autofocus disabled={running} onClick={onNo}>
            {theoryTexts.notYet}
          </Button>
          <Button loading={running} aria-keyshortcuts="y" onClick={onYes}>
            {theoryTexts.yesDeclare}
          </Button>
        </>
      }
    >
      <Stack>
        <DescriptionList
          items={[
            ...answers.map(({ subject }, i): [string, string] => [
              theoryTexts.answerNumber(subject?.title ?? '', formatNumber(i + 1)),
              formatPercent(given[i] ?? 0),
            ]),
            [theoryTexts.average, formatPercent(Math.round(average * 10) / 10)],
          ]}
        />
        <Text>{theoryTexts.declareText}</Text>
      </Stack>
    </ConfirmModal>
  )
}

interface DeclareDialogProps {
  answers: GradingAnswer[]
  grades: Grades
  running: boolean
  onYes: () => void
  onNo: () => void
}
