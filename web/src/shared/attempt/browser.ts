// What the browser tells a running test: the connection is back, the window is looked at
// again, or it is left and may never come back.

export interface BrowserTold {
  /** The connection or the attention is back: a good moment to send. */
  awake: () => void
  /** The window is hidden; on phones this is the last word. */
  hidden: () => void
  /** The window is shown again; the argument is how long it was hidden, in milliseconds. */
  shown: (away: number) => void
}

/** Returns the way to stop. */
export function watchBrowser({ awake, hidden, shown }: BrowserTold): () => void {
  let hiddenAt = Date.now()
  const turned = () => {
    if (document.visibilityState !== 'hidden') return shown(Date.now() - hiddenAt)
    hiddenAt = Date.now()
    hidden()
  }
  window.addEventListener('online', awake)
  window.addEventListener('focus', awake)
  document.addEventListener('visibilitychange', turned)
  // Safari 14 does not say that a page is hidden when it is left.
  window.addEventListener('pagehide', hidden)
  return () => {
    window.removeEventListener('online', awake)
    window.removeEventListener('focus', awake)
    document.removeEventListener('visibilitychange', turned)
    window.removeEventListener('pagehide', hidden)
  }
}
