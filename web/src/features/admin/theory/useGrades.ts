// The grades of a claimed submission. They are sent immediately, retried when the network was down,
// and kept if the claim is lost.
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { type Grading, type ModeratorGrade, saveGrades } from '@/shared/api/queries/grading'
import { type Step, steps } from '@/shared/exams/gradeSteps'
import { isFree } from '../shortcuts/listKeys'
import { useSingleKeysSetting } from '../shortcuts/useSingleKeys'
import { GRADES_RETRY_WAIT, REMARK_PAUSE } from '../timing'
import { gradingQuery } from './queries'

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

/** The keys 1 to 5 grade the current answer and move to the next ungraded one. */
export function useGradeKeys(props: GradeKeys) {
  const [single] = useSingleKeysSetting()
  const latest = useRef(props)
  latest.current = props
  const on = props.enabled && single
  useEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      const step = steps[Number(event.key) - 1]
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
