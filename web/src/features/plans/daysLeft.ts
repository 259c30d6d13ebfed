import type { UserSubscription } from '@/shared/api/types'

const DAY = 24 * 60 * 60 * 1000

/** The remaining days of a subscription; today counts. */
export const daysLeft = ({ expireAt }: Pick<UserSubscription, 'expireAt'>) =>
  Math.max(0, Math.ceil((Date.parse(expireAt) - Date.now()) / DAY))
