// Sends errors of the app to the server's log, because nobody else would see them.

/** Reports a thrown value if it is an error of the app. */
export function reportError(thrown: unknown): void {
  if (!import.meta.env.PROD && import.meta.env.MODE !== 'test') return
  const script = import.meta.url
  import('./clientErrorReport').then(
    ({ report }) => report(thrown, script),
    // Offline: the report is lost.
    () => undefined,
  )
}

/** Reports uncaught errors. Returns a function that stops it. */
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
