// The state of a payment as a coloured badge.
import { Badge } from '@mantine/core'
import type { readPayment } from '@/shared/api/queries/backOffice'
import { formatNaira, formatNumber } from '@/shared/i18n/format'
import { moneyTexts } from './messages'

/**
 * Formats an amount in the smallest unit of its currency: kobo, except for some mismatched
 * payments.
 */
export const formatAmount = (smallest: number, currency: string) =>
  currency === 'NGN' ? formatNaira(smallest / 100) : `${formatNumber(smallest / 100)} ${currency}`

export type State = Awaited<ReturnType<typeof readPayment>>['state']

const colours: Record<State, string> = {
  pending: 'sun',
  paid: 'brand',
  failed: 'red',
  abandoned: 'gray',
  mismatched: 'red',
  disputed: 'red',
  refunded: 'gray',
  reversed: 'gray',
}

export const states = Object.keys(colours) as State[]

export const PaymentState = ({ state }: { state: State }) => (
  <Badge variant="light" tt="none" miw="max-content" color={colours[state]}>
    {moneyTexts[state]}
  </Badge>
)
