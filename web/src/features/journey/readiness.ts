// Whether a student may sit an exam: an active subscription, and registered subjects.
import type { Exam, Registration, UserSubscription } from '@/api/types'

export type Readiness =
  | { state: 'ready'; subscription: UserSubscription; registration: Registration }
  | { state: 'not-subscribed' }
  | { state: 'not-registered'; subscription: UserSubscription }

export function readiness(
  exam: Pick<Exam, '_id'>,
  subscriptions: UserSubscription[],
  registrations: Registration[],
): Readiness {
  const registration = registrations.find((one) => one.exam._id === exam._id)
  const active = subscriptions.filter((one) => one.status && one.exam._id === exam._id)
  // POST UTME is subscribed by university; the registration says which one is meant.
  const subscription =
    active.find((one) => one.university?._id === registration?.university?._id) ?? active[0]
  if (!subscription) return { state: 'not-subscribed' }
  if (!registration || registeredSubjects(registration).length === 0) {
    return { state: 'not-registered', subscription }
  }
  return { state: 'ready', subscription, registration }
}

/** The subjects a student has registered, which are the ones that may be sat. */
export function registeredSubjects(registration: Registration) {
  return registration.subjects.filter((one) => registration.subjectsProcessed.includes(one._id))
}
