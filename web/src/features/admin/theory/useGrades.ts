// The grades and remarks of a claimed submission, and the claim. Grades are sent immediately, remarks when
// the writer pauses; both are retried when the network was down, and kept if the claim is lost.
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '@/shared/api/errors'
import {
  claimGrading,
  type Grading,
  type ModeratorGrade,
  readGrading,
  saveGrades,
} from '@/shared/api/queries/grading'
import { type Step, steps } from '@/shared/exams/theory'
import { formatDateTime, formatTime } from '@/shared/i18n/format'
import { notify } from '@/shared/ui/notify'
import { listKey } from '../lists/ServerList'
import { isFree, useSingleKeysSetting } from '../shortcuts/listKeys'
import {
  CLAIM_CLOCK_INTERVAL,
  CLAIM_DURATION,
  CLAIM_RENEWAL_INTERVAL,
  GRADES_RETRY_WAIT,
  REMARK_PAUSE,
} from '../timing'

export type Grades = Record<string, ModeratorGrade>

/** The saved grades. */
export const gradesOf = ({ answers }: Grading): Grades =>
  Object.fromEntries(
    answers.map(({ answerId, ansGrade, remark }) => [answerId, { answerId, ansGrade, remark }]),
  )

export type Saving =
  | { is: 'saved'; at: number | null }
  | { is: 'saving' }
  /** The server cannot be reached; it is retried. */
  | { is: 'waiting' }
  | { is: 'refused'; error: ApiError }

export function useGrades(grading: Grading, onSaved: () => void) {
  const { _id } = grading
  const client = useQueryClient()
  const [grades, setGrades] = useState(() => gradesOf(grading))
  const [saving, setSaving] = useState<Saving>({ is: 'saved', at: null })
  const unsent = useRef(new Map<string, ModeratorGrade>())
  const revision = useRef(grading.revision)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const running = useRef<Promise<boolean> | null>(null)
  const shown = useRef(true)

  /** Sends unsaved grades, one request at a time; returns whether all are saved. */
  const flush = useCallback((): Promise<boolean> => {
    clearTimeout(timer.current)
    if (running.current) return running.current.then((fine) => (fine ? flush() : false))
    if (unsent.current.size === 0) return Promise.resolve(true)
    const sent = new Map(unsent.current)
    setSaving({ is: 'saving' })
    const call = saveGrades(_id, revision.current, [...sent.values()]).then(
      ({ data }) => {
        revision.current = data.revision
        for (const [id, grade] of sent) {
          if (unsent.current.get(id) === grade) unsent.current.delete(id)
        }
        client.setQueryData(gradingQuery(_id).queryKey, data)
        setSaving({ is: 'saved', at: Date.now() })
        onSaved()
        return true
      },
      (thrown) => {
        const error = toApiError(thrown)
        if (error.offline || error.status >= 500) {
          setSaving({ is: 'waiting' })
          if (shown.current) timer.current = setTimeout(() => void flush(), GRADES_RETRY_WAIT)
        } else {
          setSaving({ is: 'refused', error })
        }
        return false
      },
    )
    running.current = call.finally(() => {
      running.current = null
    })
    return running.current.then((fine) => (fine ? flush() : false))
  }, [_id, client, onSaved])

  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
      clearTimeout(timer.current)
    }
  }, [])

  const change = (answerId: string, part: Partial<ModeratorGrade>) => {
    const before = unsent.current.get(answerId) ?? grades[answerId]
    const next: ModeratorGrade = { ansGrade: null, remark: null, ...before, ...part, answerId }
    unsent.current.set(answerId, next)
    setGrades((all) => ({ ...all, [answerId]: next }))
    setSaving((now) => (now.is === 'saved' ? { is: 'saving' } : now))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void flush(), 'remark' in part ? REMARK_PAUSE : 0)
  }

  /** Continues with the server's grades, with or without the unsaved ones on top. */
  const startFrom = (stored: Grading, keepMine: boolean) => {
    revision.current = stored.revision
    if (!keepMine) unsent.current.clear()
    setGrades({ ...gradesOf(stored), ...Object.fromEntries(unsent.current) })
    client.setQueryData(gradingQuery(_id).queryKey, stored)
    setSaving({ is: 'saved', at: null })
    return flush()
  }

  return { grades, saving, change, flush, startFrom }
}

/** The keys 0 to 4, as in the console, grade the current answer and move to the next ungraded one. */
export function useGradeKeys(props: GradeKeys) {
  const [single] = useSingleKeysSetting()
  const latest = useRef(props)
  latest.current = props
  const on = props.enabled && single
  // From the first paint on, as the other keys.
  useLayoutEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      const step = /^\d$/.test(event.key) ? steps[Number(event.key)] : undefined
      const { cards, open, isGraded, onGrade } = latest.current
      if (step === undefined || event.shiftKey || !isFree(event)) return
      const focused = document.activeElement?.closest<HTMLElement>('[data-answer]')
      const id =
        open.find((one) => one === focused?.dataset.answer) ?? open.find((one) => !isGraded(one))
      if (id === undefined) return
      event.preventDefault()
      onGrade(id, step)
      const from = open.indexOf(id)
      const rest = [...open.slice(from + 1), ...open.slice(0, from)]
      const next = rest.find((one) => !isGraded(one))
      const card = cards.current?.querySelector<HTMLElement>(`[data-answer="${next}"]`)
      card?.focus({ preventScroll: true })
      card?.scrollIntoView({ block: 'start' })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [on])
}

interface GradeKeys {
  /** Contains the elements of the answers, marked by `data-answer`. */
  cards: RefObject<HTMLElement | null>
  enabled: boolean
  /** The ids of the answers that can be graded, in order. */
  open: string[]
  isGraded: (id: string) => boolean
  onGrade: (id: string, step: Step) => void
}

const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** The claim of a submission: its remaining time, and its renewal while the grader works. */
export function useClaim(grading: Grading, working: boolean) {
  const { _id } = grading
  const client = useQueryClient()
  const [until, setUntil] = useState<number | null>(null)
  const [lost, setLost] = useState<ApiError | 'ran-out' | null>(null)
  const [claiming, setClaiming] = useState(false)
  const used = useRef(0)
  const wasHeld = useRef(grading.claim?.isMine === true)

  /** A claim or a save has just renewed it. */
  const renewed = useCallback(() => {
    used.current = Date.now()
    wasHeld.current = true
    setUntil(Date.now() + CLAIM_DURATION)
    setLost(null)
  }, [])

  const claim = useCallback(async (): Promise<Grading | null> => {
    used.current = Date.now()
    setClaiming(true)
    try {
      const held = await claimGrading(_id)
      client.setQueryData(gradingQuery(_id).queryKey, held)
      renewed()
      return held
    } catch (thrown) {
      const error = toApiError(thrown)
      if (!wasHeld.current) {
        notify.error(error.errMessage)
        void client.invalidateQueries({ queryKey: gradingQuery(_id).queryKey })
      } else if (!error.offline) {
        // Without a response the state is unknown; the next sign of work asks again.
        setLost(error)
      }
      return null
    } finally {
      setClaiming(false)
    }
  }, [_id, client, renewed])

  // Opening and working renew it.
  const isMine = grading.claim?.isMine === true && lost === null
  useEffect(() => {
    if (!isMine || !working) return
    if (used.current === 0) void claim()
    const seen = () => {
      if (Date.now() - used.current > CLAIM_RENEWAL_INTERVAL) void claim()
    }
    for (const sign of signs) window.addEventListener(sign, seen, { passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, seen)
    }
  }, [isMine, working, claim])

  const left = useSecondsUntil(isMine ? until : null)
  useEffect(() => {
    if (left === 0) setLost('ran-out')
  }, [left])

  return { claim, claiming, renewed, lost, setLost, left, held: isMine }
}

/** Whole seconds, counting down. */
function useSecondsUntil(until: number | null): number | null {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until === null) return
    setNow(Date.now())
    const tick = setInterval(() => setNow(Date.now()), CLAIM_CLOCK_INTERVAL)
    return () => clearInterval(tick)
  }, [until])
  return until === null ? null : Math.max(0, Math.ceil((until - now) / 1000))
}

// Queries of submissions, and their cache keys.

/** The end of a claim: the time, and for a reservation, which lasts for days, also the day. */
export const claimEnd = (claim: { until: string; isReserved: boolean }): string =>
  claim.isReserved ? formatDateTime(claim.until) : formatTime(claim.until)

export const gradingKey = listKey('grading')

export const gradingQuery = (quizId: string) =>
  queryOptions({
    queryKey: [...gradingKey, 'one', quizId],
    queryFn: () => readGrading(quizId),
    staleTime: 0,
  })
