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

/** Which version was loaded last because its page named other files. */
const LOADED = 'sabi.loaded'

/**
 * Loads the page anew where the server has another version of the app than this page, whose files are
 * gone: once for each version. Resolves where the page stays.
 */
export async function loadNewVersion(own = import.meta.url): Promise<void> {
  const served = await scriptServed()
  if (served === null || own.endsWith(served)) return
  try {
    if (sessionStorage.getItem(LOADED) === served) return
    sessionStorage.setItem(LOADED, served)
  } catch {
    // Storage is refused, and nothing would keep it from going round and round.
    return
  }
  await loadPageAnew()
}

/** The first script that the server's page names. */
async function scriptServed(): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(PATIENCE)
    const page = await (await fetch('/', { cache: 'no-store', signal })).text()
    return /\/assets\/initial-[\w-]+\.js/.exec(page)?.[0] ?? null
  } catch {
    return null
  }
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
