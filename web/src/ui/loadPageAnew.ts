// Loads the page itself once more: the one way to code that could not be had before, in browsers
// that remember a failed import for as long as the page stands (whatwg/html#6768), and to the files
// of a newer version. Nothing that was kept is lost over it.
import { delay } from 'es-toolkit'

/** Milliseconds that the page is waited for: to answer, and to go once it is told to. */
const PATIENCE = 10_000

let ours = false

/** Whether the page goes because we load it anew: nobody has to be asked then. */
export const isLoadedAnew = () => ours

/** Resolves where the page stays: no answer from where it came from, or somebody who will not leave it. */
export async function loadPageAnew(): Promise<void> {
  if (!(await isServed())) return
  ours = true
  window.location.reload()
  await delay(PATIENCE)
  ours = false
}

/** Whoever is offline would have no page at all instead of one that lacks a part. */
async function isServed(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}
