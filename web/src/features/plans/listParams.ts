// The list parameters of subscriptions in the address (spec 2 §2.5).
import { natural, usualSize } from '@/shared/ui/paging'

export const pageSizes = [10, 20, 30, 50]
const fields = ['exam', 'planName', 'description', 'subscribedAt', 'expireAt']

/** The reference of a payment, in the address to which the payment page returns. */
export const paymentOf = (params: URLSearchParams) =>
  params.get('reference') ?? params.get('trxref')

export function pageOf(params: URLSearchParams) {
  const sort = params.get('sort') ?? ''
  return {
    page: natural(params.get('page'), 1),
    limit: Math.min(natural(params.get('limit'), usualSize), 100),
    sort: fields.includes(sort.replace(/^-/, '')) ? sort : 'subscribedAt',
    q: params.get('q') ?? '',
  }
}
