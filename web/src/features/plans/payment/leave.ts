/** Leaves the app for the gateway's page. */
export const leaveTo = (url: string) => window.location.assign(url)

/** Calls back when the page is shown again as it was left, by the browser's way back. */
export function onReturn(shown: () => void): () => void {
  const listen = (event: PageTransitionEvent) => {
    if (event.persisted) shown()
  }
  window.addEventListener('pageshow', listen)
  return () => window.removeEventListener('pageshow', listen)
}
