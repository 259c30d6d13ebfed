// The test's own full-screen window. Browsers allow it only in the very turn of a click. On a phone a
// window would be another tab, which loads the app again: there the test takes this one.
import { handOver, isStarting, startingPath } from '@/shared/attempt/handOver'
import { common } from '@/shared/i18n/common'

/** The window of a test that is being started. */
export interface StartWindow {
  /** Gives it the test, which from then on is found there again, and brings it to the front. */
  show: (attemptId: string, path: string) => void
  /** Gives up: nothing will be shown. */
  close: () => void
}

const nameOf = (attemptId: string) => `sabi-test-${attemptId}`

/** Whether windows are more than tabs here: not on phones and tablets. */
const hasWindows = () => !window.matchMedia('(hover: none) and (pointer: coarse)').matches

/** Shows a test in the window that is its own, or in this one where there is no other. */
export function openAttemptWindow(
  attemptId: string,
  path: string,
  navigate: (path: string) => unknown,
): void {
  const popup = openWindow(nameOf(attemptId))
  if (!popup) return void navigate(path)
  if (!shows(popup, path)) popup.location.replace(path)
  popup.focus()
}

/**
 * Opens the window in which such a test would run and lets it load while the test is created. Call
 * it in the click itself. Null on a phone, and when the browser refuses: go on in the same tab.
 */
export function openStartWindow(path: string): StartWindow | null {
  // Nothing starts without a network, and the browser's own error would cover the page that says so.
  if (!navigator.onLine) return null
  const popup = openWindow('_blank')
  if (!popup) return null
  const { tell, stop } = handOver(popup)
  popup.location.replace(startingPath(path))
  return {
    show: (attemptId, path) => {
      const address = locationOf(popup)
      if (address) popup.name = nameOf(attemptId)
      if (address && (isBlank(address) || isStarting(address.search))) tell(path)
      // It went elsewhere meanwhile, or its page could not be had.
      else {
        stop()
        if (!shows(popup, path)) popup.location.replace(path)
      }
      popup.focus()
    },
    close: () => {
      stop()
      popup.close()
    },
  }
}

/**
 * A window without an address, which it is given once it is known to be another one: a WebView with a
 * single window gives that window, and would leave the page under the call that starts the test.
 */
function openWindow(name: string): Window | null {
  if (!hasWindows()) return null
  const { availWidth, availHeight } = window.screen
  const features = `popup=yes,left=0,top=0,width=${availWidth},height=${availHeight}`
  const popup = window.open('', name, features)
  // The test's own window may be this very one, gone on to another page.
  if (!popup || popup.closed || popup === window) return null
  if (isBlank(locationOf(popup))) popup.document.body.textContent = common.loading
  return popup
}

/** Whether the window has this test open, at whichever of its addresses: the attempt tells. */
const shows = (popup: Window, path: string) =>
  locationOf(popup)?.search === new URL(path, window.location.origin).search

const isBlank = (address: Address | null) => address?.href === 'about:blank'

type Address = Pick<Location, 'href' | 'search'>

/** Where a window is; nothing of one that has left our pages. */
function locationOf(popup: Window): Address | null {
  try {
    const { href, search } = popup.location
    return { href, search }
  } catch {
    return null
  }
}
