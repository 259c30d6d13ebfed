/** Leaves the app for the payment page. */
export const leaveTo = (url: string) => window.location.assign(url)

/** Calls back when the browser's Back button restores the page from its cache. */
export function onReturn(shown: () => void): () => void {
  const listen = (event: PageTransitionEvent) => {
    if (event.persisted) shown()
  }
  window.addEventListener('pageshow', listen)
  return () => window.removeEventListener('pageshow', listen)
}
