// The test's own full-screen window. Browsers allow it only in the very turn of a click,
// so it is opened empty there and filled once the attempt exists.
import { messages } from './messages'

export interface TestPopup {
  /** Shows a page of ours, or brings to the front the window that already shows this test. */
  show: (path: string) => void
  /** Gives up: nothing will be shown. */
  close: () => void
  /** Ties the window to an attempt, so that resuming it finds this window again. */
  name: (attemptId: string) => void
}

const nameOf = (attemptId: string) => `sabi-test-${attemptId}`

/** Call it in the click itself. Null when the browser refuses: go on in the same tab. */
export function openTestWindow(attemptId?: string): TestPopup | null {
  const { availWidth, availHeight } = window.screen
  const features = `popup=yes,left=0,top=0,width=${availWidth},height=${availHeight}`
  const popup = window.open('', attemptId ? nameOf(attemptId) : '_blank', features)
  if (!popup || popup.closed) return null
  const blank = isBlank(popup)
  if (blank) popup.document.body.textContent = messages.common.loading
  return {
    show: (path) => {
      if (blank) popup.location.replace(path)
      popup.focus()
    },
    close: () => popup.close(),
    name: (id) => {
      popup.name = nameOf(id)
    },
  }
}

/** Whether the window is new; one that shows a test already must not be loaded again. */
function isBlank(popup: Window): boolean {
  try {
    return popup.location.href === 'about:blank'
  } catch {
    return false
  }
}
