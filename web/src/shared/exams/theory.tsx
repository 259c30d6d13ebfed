// A written answer on the screens of students and of moderators: its grade, its photographs.
import { useId } from 'react'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { QuestionPicture } from '@/shared/ui/RichText'
import styles from './theory.module.css'

/**
 * The grades of a written answer and their meanings, for students who grade their own answers and
 * for moderators.
 */
export const meaningTexts = {
  step0: 'No Attempt / Very Poor Attempt',
  step25: 'Appropriate Methodology',
  step50: 'Moderate Work Accuracy',
  step75: 'High Work Accuracy',
  step100: 'Appropriate Methodology + Excellent Work Accuracy + Correct Final Answer',
}

/** In percent (spec 2 §9). */
export const steps = [0, 25, 50, 75, 100] as const
export type Step = (typeof steps)[number]

/** The meaning of a grade. */
export const meaningOf = (step: Step) => meaningTexts[`step${step}`]

/** The five grades as radio buttons. */
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

export const photographTexts = {
  photograph: (n: string) => `Photo ${n}`,
}

/** The photographs of the working in a theory answer: for its student, and for those who grade it. */
export const PhotographList = ({ photographs }: PhotographListProps) =>
  photographs.map(({ _id, url }, place) => (
    <QuestionPicture
      key={_id}
      src={url}
      alt={photographTexts.photograph(formatNumber(place + 1))}
    />
  ))

interface PhotographListProps {
  photographs: readonly { _id: string; url: string }[]
}
