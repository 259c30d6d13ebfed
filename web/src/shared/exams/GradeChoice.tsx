// The five grades of a written answer as radio buttons, for students and moderators.
import { useId } from 'react'
import { formatPercent } from '@/shared/i18n/format'
import styles from './gradeChoice.module.css'
import { meaningOf, type Step, steps } from './gradeSteps'

export function GradeChoice({ legend, value, disabled, short, onChange }: GradeChoiceProps) {
  const name = useId()
  return (
    <fieldset className={styles.steps} data-short={short || undefined} disabled={disabled}>
      <legend>{legend}</legend>
      {steps.map((step) => (
        <label key={step} className={styles.step} data-chosen={value === step || undefined}>
          <input
            type="radio"
            name={name}
            value={step}
            checked={value === step}
            onChange={() => onChange(step)}
          />
          <b>{formatPercent(step)}</b> <span className={styles.meaning}>{meaningOf(step)}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface GradeChoiceProps {
  legend: string
  /** Null or undefined while it is undecided. */
  value: number | null | undefined
  disabled: boolean
  /** Shows only the percentages, on one line; their meanings are elsewhere on the page. */
  short?: boolean
  onChange: (step: Step) => void
}
