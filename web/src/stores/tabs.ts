// Tells the other tabs of this browser who is signed in, since they share one cookie.

import { tryStorage } from './tryStorage'

const KEY = 'sabi.session'

/** `user` is the id of who has signed in; null when nobody is any more. */
export function tellTabs(user: string | null): void {
  // With the time, so that the same person signing in again is news too. Where storage is
  // refused the other tabs find out when they are looked at.
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify({ user, at: Date.now() })))
}

/** Calls back with what another tab has told. Returns the way to stop. */
export function watchTabs(told: (user: string | null) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY || newValue === null) return
    const user = userOf(newValue)
    if (user !== undefined) told(user)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

function userOf(text: string): string | null | undefined {
  try {
    const { user } = JSON.parse(text) as { user?: unknown }
    return user === null || typeof user === 'string' ? user : undefined
  } catch {
    return undefined
  }
}
