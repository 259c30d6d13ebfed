// Tells the other tabs of this browser who is signed in, since they share one cookie.

import { tryStorage } from '@/shared/device/tryStorage'

const KEY = 'sabi.session'

/** `user` is the id of the user who signed in; null after a logout. */
export function tellTabs(user: string | null): void {
  // The time makes the same user's next sign-in a change too. Where storage is blocked, other tabs
  // find out when they are shown again.
  tryStorage(() => localStorage.setItem(KEY, JSON.stringify({ user, at: Date.now() })))
}

/** Calls `told` with what another tab has sent. Returns a function that stops watching. */
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
