// A message that is being written, kept for this tab alone: on a shared phone it goes with it.
import { textsOf, tryStorage } from '@/shared/device/tryStorage'

const key = 'sabi.contact'

const empty = { firstName: '', lastName: '', email: '', mobileNo: '', subject: '', message: '' }

export type ContactValues = typeof empty

/** What was typed and not sent. */
export function readDraft(): ContactValues {
  const text = tryStorage(() => sessionStorage.getItem(key))
  return { ...empty, ...textsOf(text) }
}

export function keepDraft(values: ContactValues): void {
  const isEmpty = Object.values(values).every((text) => text === '')
  tryStorage(() =>
    isEmpty ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, JSON.stringify(values)),
  )
}

/** It was sent: an empty form stands there again. */
export function forgetDraft(): ContactValues {
  keepDraft(empty)
  return empty
}
