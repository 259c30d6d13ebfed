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
  const onError = ({ error, message }: ErrorEvent) => reportError(error ?? message)
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportError(reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}
