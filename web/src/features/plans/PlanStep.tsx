// The plans of an exam: choosing one and paying for it, and the return from the payment page (spec
// 2 §2.4, §4.4).
import { Alert, Badge, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CreditCard, Tags } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { examChoicesQuery, plansQuery } from '@/shared/api/queries/enrolment'
import type { PlanOffer, UserSubscription } from '@/shared/api/types'
import { bankSize, postUtme } from '@/shared/exams/exams'
import { type ExamState, ExamStep, PrevLink, StepTrail } from '@/shared/flow/ExamStep'
import { daysLeft, isTrial } from '@/shared/flow/subscription'
import { common } from '@/shared/i18n/common'
import { formatDate, formatNaira, plural } from '@/shared/i18n/format'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { ChoiceCards } from '@/shared/ui/ChoiceCards'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { Page } from '@/shared/ui/Page'
import { plainText } from '@/shared/ui/plainText'
import { StepActions } from '@/shared/ui/StepActions'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { paymentOf } from './listParams'
import { plansTexts } from './messages'
import { OpenPayments } from './OpenPayments'
import { type Origin, usePlan } from './usePlan'

// Most visitors choose a plan and do not need this part.
const PaymentReturn = lazyPartOfScreen<{ reference: string }>(() =>
  import('./PaymentReturn').then((m) => m.PaymentReturn),
)

/** /subscription: a step to a test, and the return address of the payment page. */
export function PlanStep() {
  const [params] = useSearchParams()
  const reference = paymentOf(params)
  if (reference) return <PaymentReturn key={reference} reference={reference} />
  return <Plans origin="subscription" />
}

/** /subscription-plans: the same, from My Subscriptions. */
export const SubscriptionPlans = () => <Plans origin="plans" />

function Plans({ origin }: { origin: Origin }) {
  return (
    <ExamStep has="exam">
      {(state) => {
        const { exam, universityId } = state
        if (exam.slug === postUtme && universityId === null) {
          return <Navigate to={paths.university} replace />
        }
        return (
          <Page
            title={plansTexts.planTitle}
            description={exam.title}
            crumbs={origin === 'subscription' && <StepTrail {...state} here={paths.subscription} />}
          >
            <Load {...state} origin={origin} />
          </Page>
        )
      }}
    </ExamStep>
  )
}

function Load({
  exam,
  universityId,
  subscription,
  origin,
}: ExamState<'exam'> & { origin: Origin }) {
  const plans = useQuery(plansQuery(exam._id, universityId))
  const { data: exams = [] } = useQuery(examChoicesQuery)
  const hasNone = exams.every(({ subscriptions }) => subscriptions.length === 0)
  return (
    <Stack gap="md">
      {hasNone && <Text c="dimmed">{common.notSubscribed}</Text>}
      <OpenPayments examId={exam._id} />
      <QueryView query={plans} waiting={<PlanSkeleton />}>
        {(offers) =>
          offers.length === 0 ? (
            <>
              <EmptyState
                icon={Tags}
                title={plansTexts.noPlans}
                action={
                  <Button component={Link} to={paths.exams} mt="xs">
                    {common.chooseExam}
                  </Button>
                }
              />
              <StepActions back={<PrevLink to={paths.mySubscriptions} />}>{null}</StepActions>
            </>
          ) : (
            <Form
              offers={offers}
              subscription={subscription}
              place={{ examId: exam._id, universityId }}
              origin={origin}
              onGone={() => void plans.refetch()}
            />
          )
        }
      </QueryView>
    </Stack>
  )
}

function Form({ offers, subscription, place, origin, onGone }: FormProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { take, pay, reset, busy, leaving, changed, ...plan } = usePlan(place, origin)
  const offer = offers.find(({ _id }) => _id === chosen)
  const [first] = offers
  const failure = plan.error && toApiError(plan.error)
  const missing = failure?.fields.subscriptionId

  const next = () => {
    if (!offer) return setError(plansTexts.choosePlan)
    if (offer.standing === 'blocked') return setError(plansTexts.higherPlan)
    if (offer.standing === 'used') return setError(plansTexts.trialUsed)
    take(offer)
  }
  return (
    <Stack gap="md">
      {subscription && (
        <Text c="dimmed">
          {subscription.planName}: {plansTexts.runsUntil(formatDate(subscription.expireAt))}
        </Text>
      )}
      {/* The same of every plan, so not on each card. */}
      {first && <Text>{plansTexts.all(bankSize(first.bank))}</Text>}
      <PlanCards
        plans={offers}
        subscription={subscription}
        value={offer?._id ?? null}
        disabled={busy}
        error={error}
        onChange={(id) => {
          setChosen(id)
          setError(null)
          reset()
        }}
      />
      {offer?.standing === 'current' && offer.price > 0 && subscription && (
        <Text>{plansTexts.renews(formatDate(subscription.expireAt))}</Text>
      )}
      {offer?.standing === 'upgrade' && subscription && (
        <Text>
          {plansTexts.replaces(
            subscription.planName,
            plural(plansTexts.days, daysLeft(subscription)),
          )}
        </Text>
      )}
      {changed && (
        <Alert color="sun" role="alert" title={plansTexts.priceChanged(inNaira(changed.amount))}>
          <Button mt="xs" onClick={() => pay(changed)} loading={busy}>
            {plansTexts.payNow(inNaira(changed.amount))}
          </Button>
        </Alert>
      )}
      {failure && !missing && (
        <Alert color="red" role="alert">
          {[failure.errMessage, ...Object.values(failure.fields)].join(' ')}
        </Alert>
      )}
      {missing && (
        <PlanGone
          why={missing}
          onClose={() => {
            setChosen(null)
            reset()
            onGone()
          }}
        />
      )}
      {offers.some(({ price }) => price > 0) && (
        <Text fz="sm" c="dimmed">
          {plansTexts.oncePaid}
        </Text>
      )}
      <StepActions back={<PrevLink to={paths.mySubscriptions} />}>
        <span role="status">{leaving && <Text fz="sm">{plansTexts.leaving}</Text>}</span>
        <Button
          size="md"
          loading={busy}
          leftSection={offer && offer.price > 0 && <CreditCard size={18} aria-hidden />}
          onClick={next}
        >
          {labelOf(offer)}
        </Button>
      </StepActions>
    </Stack>
  )
}

interface FormProps {
  offers: PlanOffer[]
  /** The current subscription. */
  subscription: UserSubscription | undefined
  place: { examId: string; universityId: string | null }
  origin: Origin
  /** Called if a plan no longer exists. */
  onGone: () => void
}

function labelOf(offer: PlanOffer | undefined): string {
  if (!offer) return common.next
  return offer.price === 0 ? plansTexts.startFree : plansTexts.pay(formatNaira(offer.price))
}

const inNaira = (kobo: number) => formatNaira(kobo / 100)

/** Says that a plan no longer exists. `why` is the server's message: Subscription id {id} missing. */
function PlanGone({ why, onClose }: { why: string; onClose: () => void }) {
  return (
    <ConfirmDialog
      title={plansTexts.planGone}
      onClose={onClose}
      buttons={
        <Button data-autofocus onClick={onClose}>
          {plansTexts.close}
        </Button>
      }
    >
      {why} {plansTexts.choosePlanAgain}
    </ConfirmDialog>
  )
}

const CARD_WIDTH = 230

const PlanSkeleton = () => <Skeleton count={3} height={190} width={CARD_WIDTH} />

/** The plans as cards: the price, the content, and how it compares with the current plan. */
function PlanCards({ plans, subscription, value, onChange, error, disabled }: PlanCardsProps) {
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
        badge: <Standing of={plan} subscription={subscription} />,
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
  subscription: UserSubscription | undefined
  /** The id of the chosen plan. */
  value: string | null
  onChange: (id: string) => void
  error: string | null
  disabled: boolean
}

function Offer({ plan }: { plan: PlanOffer }) {
  return (
    <>
      <Text span fz="var(--font-size-28)" fw={750} lh={1.2} lts="-0.01em">
        {plan.price === 0 ? plansTexts.free : formatNaira(plan.price)}
      </Text>
      <Text span c="dimmed" size="sm" lh="inherit">
        {plural(plansTexts.days, plan.duration)}
        {plan.subscriptionType && ` · ${plan.subscriptionType}`}
      </Text>
      <span>{plainText(plan.description)}</span>
      <Text span c="dimmed" size="sm" lh="inherit">
        {isTrial(plan) ? plural(plansTexts.upToQuestions, plan.numOfQuestions) : plansTexts.noLimit}
      </Text>
    </>
  )
}

function Standing({ of: { standing, price }, subscription }: StandingProps) {
  if (standing === 'current') return <Badge tt="none">{plansTexts.currentPlan}</Badge>
  if (standing === 'used') {
    return (
      <Badge tt="none" color="gray" variant="light">
        {plansTexts.used}
      </Badge>
    )
  }
  // An equal price also replaces the current plan, but is not an upgrade.
  if (standing === 'upgrade' && price > (subscription?.price ?? 0)) {
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
  subscription: UserSubscription | undefined
}
