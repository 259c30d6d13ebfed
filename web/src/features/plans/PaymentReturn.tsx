// The return from the payment page, or the entry into Paystack's window: the server checks the
// payment with the gateway, and every outcome has a text and a next step. Checking again or
// reloading the page is harmless.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  CreditCard,
  type LucideIcon,
  RotateCcw,
  Search,
  Undo2,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import { checkPayment, subscribePlan } from '@/shared/api/queries/subscribe'
import type { PaymentFound, UserSubscription } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { Page, Panel } from '@/shared/ui/Page'
import { Loader } from '@/shared/ui/states'
import { plansTexts } from './messages'
import { leaveTo } from './payment/leave'
import { payInWindow } from './payment/paystack'
import { type Begun, begunPayment, type Origin, rememberPayment, useSubscribed } from './usePlan'

// Maps the server's outcome of a payment to the states of the screen.

type Unpaid = 'declined' | 'closed' | 'pending' | 'mismatched' | 'disputed' | 'refunded' | 'unknown'

/** Why a payment that was just confirmed is refused, by the server's reason. */
const unpaidByReason: Record<string, Unpaid> = {
  'payment-failed': 'declined',
  'payment-cancelled': 'closed',
  'payment-pending': 'pending',
  'payment-mismatched': 'mismatched',
  'payment-disputed': 'disputed',
  'payment-refunded': 'refunded',
  'payment-missing': 'unknown',
}

/** The outcome of a payment that was found by its reference; null once it is paid. */
const outcomeOf = ({ state }: PaymentFound): Unpaid | null =>
  state === 'paid' ? null : unpaidByState[state]

const unpaidByState: Record<Exclude<PaymentFound['state'], 'paid'>, Unpaid> = {
  pending: 'pending',
  failed: 'declined',
  abandoned: 'closed',
  mismatched: 'mismatched',
  disputed: 'disputed',
  refunded: 'refunded',
  reversed: 'refunded',
}

/** Null if the outcome is unknown: no network, or no response from the gateway. */
const unpaidFor = ({ status, reason }: ApiError): Unpaid | null =>
  status === 402 ? (unpaidByReason[reason] ?? null) : null

/** From one check to the next, in milliseconds: the server asks the gateway at most every five seconds. */
const CHECK_INTERVAL = 6_000
/** The number of automatic checks; after that, on demand. */
const MOST_CHECKS = 20

export function PaymentReturn({ reference }: { reference: string }) {
  const user = useUserId() ?? ''
  const begun = begunPayment(reference, user)
  return (
    <Page title={plansTexts.paymentTitle} width={640}>
      <Panel>{begun ? <Pay begun={begun} /> : <Confirm reference={reference} />}</Panel>
    </Page>
  )
}

/** Opens Paystack's window first, if the previous document could not show it. */
function Pay({ begun }: { begun: Begun }) {
  const { window: url, ...rest } = begun
  const [paying, setPaying] = useState(url !== undefined)
  const shown = useRef(false)
  useEffect(() => {
    if (url === undefined || shown.current) return
    shown.current = true
    void payInWindow(url).then((left) => {
      // Only once: if the window does not open, Paystack's page returns here.
      rememberPayment(rest)
      if (left === 'done') setPaying(false)
      else leaveTo(url)
    })
  })
  if (!paying) return <Confirm reference={begun.reference} begun={begun} />
  return (
    <Notice icon={CreditCard} title={plansTexts.leaving}>
      <Loader tall={false} />
    </Notice>
  )
}

/**
 * Without `begun`, the payment was started in another browser; the server only needs its reference.
 */
function Confirm({ reference, begun }: { reference: string; begun?: Begun }) {
  const origin = begun?.origin ?? 'subscription'
  const paid = useQuery({
    queryKey: ['payment', reference],
    queryFn: () => (begun ? ask(begun) : check(reference)),
    // Each visit checks again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: ({ state }) => state.data?.unpaid === 'pending',
    refetchInterval: ({ state }) =>
      state.data?.unpaid === 'pending' &&
      state.dataUpdateCount + state.errorUpdateCount < MOST_CHECKS
        ? CHECK_INTERVAL
        : false,
  })
  const [pressed, setPressed] = useState(false)
  if (paid.data?.subscription) return <Paid subscription={paid.data.subscription} origin={origin} />
  const again = async () => {
    setPressed(true)
    await paid.refetch({ cancelRefetch: false })
    setPressed(false)
  }
  const note = begun?.gateway === 'sandbox' ? plansTexts.sandboxNote : null
  if (paid.isPending) {
    return (
      <Notice icon={Search} title={plansTexts.askingTitle}>
        <Loader tall={false} />
        <Text>{plansTexts.asking}</Text>
      </Notice>
    )
  }
  const state = paid.error ? null : (paid.data?.unpaid ?? null)
  return (
    <Outcome
      state={state ?? 'unanswered'}
      message={paid.error ? toApiError(paid.error).errMessage : (paid.data?.message ?? '')}
      reference={reference}
      note={state && note}
      origin={origin}
      busy={pressed}
      {...((state === null || state === 'pending') && { again })}
    />
  )
}

/**
 * A failure reported by the gateway is also an answer, which stays on screen during the next check.
 */
async function ask(begun: Begun): Promise<Answer> {
  try {
    return { subscription: await subscribePlan(begun, begun.reference), unpaid: null, message: '' }
  } catch (thrown) {
    const error = toApiError(thrown)
    const unpaid = unpaidFor(error)
    if (unpaid === null) throw thrown
    return { subscription: null, unpaid, message: error.errMessage }
  }
}

async function check(reference: string): Promise<Answer> {
  try {
    const found = await checkPayment(reference)
    return {
      subscription: found.userSubscription,
      unpaid: outcomeOf(found),
      message: found.message,
    }
  } catch (thrown) {
    const { status, errMessage } = toApiError(thrown)
    if (status !== 404) throw thrown
    return { subscription: null, unpaid: 'unknown', message: errMessage }
  }
}

interface Answer {
  subscription: UserSubscription | null
  unpaid: Unpaid | null
  /** The server's message. */
  message: string
}

/** The plan is active: the student continues. */
function Paid({ subscription, origin }: { subscription: UserSubscription; origin: Origin }) {
  const subscribed = useSubscribed()
  const gone = useRef(false)
  useEffect(() => {
    if (gone.current) return
    gone.current = true
    void subscribed(subscription, origin)
  })
  return (
    <Notice icon={CircleCheck} title={plansTexts.paidTitle}>
      <Loader tall={false} />
    </Notice>
  )
}

type State = Unpaid | 'unanswered'

const faces = (): Record<State, { icon: LucideIcon; title: string; text: string }> => ({
  declined: { icon: CircleX, title: plansTexts.declinedTitle, text: plansTexts.declined },
  closed: { icon: Undo2, title: plansTexts.closedTitle, text: plansTexts.closed },
  pending: { icon: Clock, title: plansTexts.pendingTitle, text: plansTexts.pending },
  mismatched: { icon: Search, title: plansTexts.mismatchedTitle, text: plansTexts.mismatched },
  disputed: { icon: CircleHelp, title: plansTexts.disputedTitle, text: plansTexts.disputed },
  refunded: { icon: RotateCcw, title: plansTexts.refundedTitle, text: plansTexts.refunded },
  unknown: { icon: CircleHelp, title: plansTexts.unknownTitle, text: plansTexts.unknown },
  unanswered: { icon: CircleHelp, title: plansTexts.askFailedTitle, text: plansTexts.askFailed },
})

/** Whether the next step is a new payment rather than waiting for this one. */
const isOver = (state: State) => ['declined', 'closed', 'refunded'].includes(state)

function Outcome({ state, message, reference, note, origin, busy, again }: OutcomeProps) {
  const { icon, title, text } = faces()[state]
  return (
    <Notice icon={icon} title={title}>
      {message && <Text fw={600}>{message}</Text>}
      <Text>{text}</Text>
      {note && <Text c="dimmed">{note}</Text>}
      <Text fz="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {plansTexts.reference}: {reference}
      </Text>
      <Group gap="sm" mt="xs">
        {again && (
          // Not `disabled`, which would lose the focus.
          <Button onClick={again} aria-disabled={busy} data-disabled={busy || undefined}>
            {plansTexts.askAgain}
          </Button>
        )}
        {isOver(state) && (
          <Button
            component={Link}
            to={origin === 'plans' ? paths.subscriptionPlans : paths.subscription}
          >
            {plansTexts.backToPlans}
          </Button>
        )}
        <Button component={Link} to={paths.mySubscriptions} variant="default">
          {common.mySubscriptions}
        </Button>
      </Group>
    </Notice>
  )
}

interface OutcomeProps {
  state: State
  /** The server's message. */
  message?: string
  reference: string
  note?: string | null
  /** The screen on which its plan was chosen. */
  origin?: Origin
  /** Whether a requested check is running. */
  busy?: boolean
  /** Checks again. */
  again?: () => void
}

function Notice({ icon: Icon, title, children }: NoticeProps) {
  return (
    <Stack gap="sm" role="status">
      <Icon size={32} strokeWidth={1.75} aria-hidden />
      <Text component="h2" fz="h2" fw={700} lh={1.3}>
        {title}
      </Text>
      {children}
    </Stack>
  )
}

interface NoticeProps {
  icon: LucideIcon
  title: string
  children: ReactNode
}
