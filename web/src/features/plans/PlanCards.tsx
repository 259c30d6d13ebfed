// The plans as cards over radios: price first, then what it gives, and how it stands to the
// present one.
import { Badge, Input } from '@mantine/core'
import { useId } from 'react'
import type { PlanOffer } from '@/api/types'
import { formatNaira, plural } from '@/i18n/format'
import { plainText } from '@/ui/plainText'
import { messages } from './messages'
import styles from './PlanCards.module.css'

const words = messages.plans

export function PlanCards({ plans, value, onChange, error, disabled }: PlanCardsProps) {
  const id = useId()
  return (
    <fieldset
      className={styles.set}
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={styles.legend}>{words.plans}</legend>
      <div className={styles.grid}>
        {plans.map((plan) => (
          <label key={plan._id} className={styles.card}>
            <input
              type="radio"
              name={id}
              value={plan._id}
              checked={plan._id === value}
              aria-invalid={error ? true : undefined}
              onChange={() => onChange(plan._id)}
            />
            <span className={styles.head}>
              <span className={styles.title}>{plan.title}</span>
              <Standing of={plan} />
            </span>
            <span className={styles.price}>
              {plan.price === 0 ? words.free : formatNaira(plan.price)}
            </span>
            <span className={styles.term}>
              {plural(words.days, plan.duration)}
              {plan.subscriptionType && ` · ${plan.subscriptionType}`}
            </span>
            <span>{plainText(plan.description)}</span>
            <span className={styles.term}>
              {isTrial(plan) ? plural(words.upToQuestions, plan.numOfQuestions) : words.noLimit}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <Input.Error id={`${id}-error`} role="alert" mt="sm" fz="sm">
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}

interface PlanCardsProps {
  plans: PlanOffer[]
  /** The id of the chosen one. */
  value: string | null
  onChange: (id: string) => void
  error: string | null
  disabled: boolean
}

function Standing({ of: { standing } }: { of: PlanOffer }) {
  if (standing === 'current') return <Badge tt="none">{words.currentPlan}</Badge>
  if (standing === 'upgrade') {
    return (
      <Badge tt="none" variant="light">
        {words.upgrade}
      </Badge>
    )
  }
  return null
}

/** A plan named Trial limits the questions of a test (spec 2 §5); others have none. */
const isTrial = ({ planName }: PlanOffer) => planName.toLowerCase() === 'trial'
