// The states of mails, payments, subscriptions and change requests as coloured badges, and the amount of a
// payment, for lists and for the page about a student.
import { Badge } from '@mantine/core'
import type { readPayment } from '@/shared/api/queries/backOffice'
import type { Registration } from '@/shared/api/types'
import { formatNaira, formatNumber } from '@/shared/i18n/format'
import { peopleTexts } from '../people/messages'

/** The states of a mail. */
export const mailStateTexts = {
  mailFailed: 'Could not be sent',
  mailQueued: 'Waiting',
  mailSent: 'Sent',
}

/** The states of a payment. */
export const paymentStateTexts = {
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  abandoned: 'Abandoned',
  mismatched: 'Mismatched',
  disputed: 'Disputed',
  refunded: 'Refunded',
  reversed: 'Reversed',
}

export const mailStates = [
  { value: 'failed', word: 'mailFailed', color: 'red' },
  { value: 'queued', word: 'mailQueued', color: 'sun' },
  { value: 'sent', word: 'mailSent', color: 'brand' },
] as const

export function MailState({ state }: { state: string }) {
  const known = mailStates.find(({ value }) => value === state)
  return (
    <Badge variant="light" color={known?.color ?? 'gray'}>
      {known ? mailStateTexts[known.word] : state}
    </Badge>
  )
}

type State = Awaited<ReturnType<typeof readPayment>>['state']

const paymentColours: Record<State, string> = {
  pending: 'sun',
  paid: 'brand',
  failed: 'red',
  abandoned: 'gray',
  mismatched: 'red',
  disputed: 'red',
  refunded: 'gray',
  reversed: 'gray',
}

export const paymentStates = Object.keys(paymentColours) as State[]

export const PaymentState = ({ state }: { state: State }) => (
  <Badge variant="light" tt="none" miw="max-content" color={paymentColours[state]}>
    {paymentStateTexts[state]}
  </Badge>
)

/** Whether a subscription is active. */
export const SubscriptionState = ({ active }: { active: boolean }) => (
  <Badge variant="light" tt="none" miw="max-content" color={active ? 'brand' : 'gray'}>
    {active ? peopleTexts.active : peopleTexts.expired}
  </Badge>
)

// The state of a student's change request.

type SubjectsRequest = Pick<Registration, 'subjectsUpdate' | 'updateRequest'>

export function RequestState({ of: { subjectsUpdate, updateRequest } }: { of: SubjectsRequest }) {
  if (subjectsUpdate.length > 0) {
    return (
      <Badge variant="light" tt="none" miw="max-content" color="sun">
        {peopleTexts.requestOpen}
      </Badge>
    )
  }
  return updateRequest ? (
    <Badge variant="light" tt="none" miw="max-content" color="gray">
      {peopleTexts.requestDone}
    </Badge>
  ) : (
    peopleTexts.none
  )
}

/**
 * Formats an amount in the smallest unit of its currency: kobo, except for some mismatched
 * payments.
 */
export const formatAmount = (smallest: number, currency: string) =>
  currency === 'NGN' ? formatNaira(smallest / 100) : `${formatNumber(smallest / 100)} ${currency}`
