// The plans as cards: price first, then what it gives, and how it stands to the present one.
import { Badge } from '@mantine/core'
import type { PlanOffer } from '@/api/types'
import { formatNaira, plural } from '@/i18n/format'
import { Bones } from '@/ui/Bones'
import { ChoiceCards } from '@/ui/ChoiceCards'
import { plainText } from '@/ui/plainText'
import { messages } from './messages'
import styles from './PlanCards.module.css'

const words = messages.plans

const CARD_WIDTH = 230

export const PlanBones = () => <Bones count={3} height={190} width={CARD_WIDTH} />

export function PlanCards({ plans, value, onChange, error, disabled }: PlanCardsProps) {
  return (
    <ChoiceCards
      legend={words.plans}
      hideLegend
      minWidth={CARD_WIDTH}
      disabled={disabled}
      choices={plans.map((plan) => ({
        value: plan._id,
        title: plan.title,
        badge: <Standing of={plan} />,
        details: <Offer plan={plan} />,
      }))}
      value={value === null ? [] : [value]}
      onChange={([id]) => id !== undefined && onChange(id)}
      error={error}
    />
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

function Offer({ plan }: { plan: PlanOffer }) {
  return (
    <>
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
    </>
  )
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
