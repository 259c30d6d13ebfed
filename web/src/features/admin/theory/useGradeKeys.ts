// The keys 1 to 5 grade the current answer and move to the next ungraded one.
import { useLocalStorage } from '@mantine/hooks'
import { type RefObject, useEffect, useRef } from 'react'
import { type Step, steps } from '@/shared/exams/gradeSteps'
import { isFree } from '../shortcuts/listKeys'

export function useGradeKeys(props: GradeKeys) {
  const [single] = useLocalStorage({ key: 'sabi.single-keys', defaultValue: true })
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
