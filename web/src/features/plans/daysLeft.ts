import type { UserSubscription } from '@/api/types'

const DAY = 24 * 60 * 60 * 1000

/** The days that a subscription still runs; one that was begun counts. */
export const daysLeft = ({ expireAt }: Pick<UserSubscription, 'expireAt'>) =>
  Math.max(0, Math.ceil((Date.parse(expireAt) - Date.now()) / DAY))
