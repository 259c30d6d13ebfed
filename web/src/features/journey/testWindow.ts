// The test's own full-screen window. Browsers allow it only in the very turn of a click,
// so it is opened empty there and filled once the attempt exists.
import { messages } from './messages'

export interface TestPopup {
  /** Brings the window to the front, on the page of this test: loaded unless it is there. */
  show: (path: string) => void
  /** Gives up: nothing will be shown. */
  close: () => void
  /** Ties the window to an attempt, so that resuming it finds this window again. */
  name: (attemptId: string) => void
}

const nameOf = (attemptId: string) => `sabi-test-${attemptId}`

/** Shows a test in the window that is its own, or in this one where there is no other. */
export function openAttemptWindow(
  attemptId: string,
  path: string,
  navigate: (path: string) => unknown,
): void {
  const popup = openTestWindow(attemptId)
  if (popup) popup.show(path)
  else navigate(path)
}

/** Call it in the click itself. Null when the browser refuses: go on in the same tab. */
export function openTestWindow(attemptId?: string): TestPopup | null {
  const { availWidth, availHeight } = window.screen
  const features = `popup=yes,left=0,top=0,width=${availWidth},height=${availHeight}`
  const popup = window.open('', attemptId ? nameOf(attemptId) : '_blank', features)
  // The test's own window may be this very one, gone on to another page.
  if (!popup || popup.closed || popup === window) return null
  if (locationOf(popup)?.href === 'about:blank') {
    popup.document.body.textContent = messages.common.loading
  }
  return {
    show: (path) => {
      if (!shows(popup, path)) popup.location.replace(path)
      popup.focus()
    },
    close: () => popup.close(),
    name: (id) => {
      popup.name = nameOf(id)
    },
  }
}

/** Whether the window has this test open, at whichever of its addresses: the attempt tells. */
const shows = (popup: Window, path: string) =>
  locationOf(popup)?.search === new URL(path, window.location.origin).search

/** Where a window is; nothing of one that has left our pages. */
function locationOf(popup: Window): { href: string; search: string } | null {
  try {
    const { href, search } = popup.location
    return { href, search }
  } catch {
    return null
  }
}
