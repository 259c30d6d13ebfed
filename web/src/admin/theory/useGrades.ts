// The grades of a submission that is held: what is given is sent at once, again when the line was away,
// and never lost when the claim is.
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, toApiError } from '@/api/errors'
import { type Grading, type ModeratorGrade, saveGrades } from '@/api/queries/grading'
import { gradingQuery } from './queries'

/** So long after the last key of a remark it is sent, in milliseconds. */
const REST = 800
/** So long after a try that found no server the next one follows. */
const AGAIN = 5000

export type Grades = Record<string, ModeratorGrade>

/** What was saved before. */
export const gradesOf = ({ answers }: Grading): Grades =>
  Object.fromEntries(
    answers.map(({ answerId, ansGrade, remark }) => [answerId, { answerId, ansGrade, remark }]),
  )

export type Saving =
  | { is: 'saved'; at: number | null }
  | { is: 'saving' }
  /** No server: it is tried again. */
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

  /** Sends what is not saved yet, once at a time; whether all of it is saved then. */
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
          if (shown.current) timer.current = setTimeout(() => void flush(), AGAIN)
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
    timer.current = setTimeout(() => void flush(), 'remark' in part ? REST : 0)
  }

  /** Goes on from what the server holds: with what is here over it, or without. */
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
