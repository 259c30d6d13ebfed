// Sends faults of the app to the server's log: what breaks on somebody's phone is seen nowhere else.

/** Reports something thrown, where it is a fault of the app. */
export function reportError(thrown: unknown): void {
  if (!import.meta.env.PROD && import.meta.env.MODE !== 'test') return
  const script = import.meta.url
  import('./clientErrorReport').then(
    ({ report }) => report(thrown, script),
    // Offline: what cannot be reported is lost.
    () => undefined,
  )
}

/** Reports what nothing in the app catches. Returns the way to stop. */
export function watchErrors(): () => void {
  const hear = (event: Event) => {
    const { error, reason, message } = event as ErrorEvent & PromiseRejectionEvent
    reportError(error ?? reason ?? message)
  }
  const kinds = ['error', 'unhandledrejection']
  for (const kind of kinds) window.addEventListener(kind, hear)
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, hear)
  }
}
