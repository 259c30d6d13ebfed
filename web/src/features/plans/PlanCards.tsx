// The plans as cards: the price, the content, and how it compares with the current plan.
import { Badge } from '@mantine/core'
import type { PlanOffer, UserSubscription } from '@/shared/api/types'
import { formatNaira, plural } from '@/shared/i18n/format'
import { ChoiceCards } from '@/shared/ui/ChoiceCards'
import { plainText } from '@/shared/ui/plainText'
import { Skeleton } from '@/shared/ui/Skeleton'
import { plansTexts } from './messages'
import styles from './PlanCards.module.css'

const CARD_WIDTH = 230

export const PlanSkeleton = () => <Skeleton count={3} height={190} width={CARD_WIDTH} />

export function PlanCards({ plans, held, value, onChange, error, disabled }: PlanCardsProps) {
  return (
    <ChoiceCards
      legend={plansTexts.plans}
      hideLegend
      minWidth={CARD_WIDTH}
      disabled={disabled}
      choices={plans.map((plan) => ({
        value: plan._id,
        title: plan.title,
        disabled: plan.standing === 'used',
        badge: <Standing of={plan} held={held} />,
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
  /** The current subscription. */
  held: UserSubscription | undefined
  /** The id of the chosen plan. */
  value: string | null
  onChange: (id: string) => void
  error: string | null
  disabled: boolean
}

function Offer({ plan }: { plan: PlanOffer }) {
  return (
    <>
      <span className={styles.price}>
        {plan.price === 0 ? plansTexts.free : formatNaira(plan.price)}
      </span>
      <span className={styles.term}>
        {plural(plansTexts.days, plan.duration)}
        {plan.subscriptionType && ` · ${plan.subscriptionType}`}
      </span>
      <span>{plainText(plan.description)}</span>
      <span className={styles.term}>
        {isTrial(plan) ? plural(plansTexts.upToQuestions, plan.numOfQuestions) : plansTexts.noLimit}
      </span>
    </>
  )
}

function Standing({ of: { standing, price }, held }: StandingProps) {
  if (standing === 'current') return <Badge tt="none">{plansTexts.currentPlan}</Badge>
  if (standing === 'used') {
    return (
      <Badge tt="none" color="gray" variant="light">
        {plansTexts.used}
      </Badge>
    )
  }
  // An equal price also replaces the current plan, but is not an upgrade.
  if (standing === 'upgrade' && price > (held?.price ?? 0)) {
    return (
      <Badge tt="none" variant="light">
        {plansTexts.upgrade}
      </Badge>
    )
  }
  return null
}

interface StandingProps {
  of: PlanOffer
  held: UserSubscription | undefined
}

/** A plan named Trial limits the questions per test (spec 2 §5); others do not. */
const isTrial = ({ planName }: PlanOffer) => planName.toLowerCase() === 'trial'
