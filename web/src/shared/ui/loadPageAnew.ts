// Reloads the page: the only way to code that could not be loaded, in browsers that cache a failed
// import for as long as the page is open (whatwg/html#6768), and to the files of a newer version.
// Nothing that is stored is lost.
import { delay, RELOAD } from '@/shared/timeouts'

let ours = false

/** Whether the page is unloading because we reload it: then the user is not asked. */
export const isLoadedAnew = () => ours

/** Returns only if the page stays: the server does not answer, or the user chose not to leave. */
export async function loadPageAnew(): Promise<void> {
  if (!(await isServed())) return
  ours = true
  window.location.reload()
  await delay(RELOAD)
  ours = false
}

/** The key of the version that this tab was last reloaded for: the address of its first script. */
export const loadedKey = 'sabi.loaded'

/**
 * Reloads the page if the server has another version of the app than this page, whose files are
 * gone: once per version. Returns if the page stays.
 */
export async function loadNewVersion(own = import.meta.url): Promise<void> {
  const served = await scriptServed()
  if (served === null || own.endsWith(served)) return
  try {
    if (sessionStorage.getItem(loadedKey) === served) return
    sessionStorage.setItem(loadedKey, served)
  } catch {
    // Storage is blocked, so nothing would stop the page from reloading for ever.
    return
  }
  await loadPageAnew()
}

/** The address of the first script in the server's page; null if that cannot be known. */
export async function scriptServed(): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(RELOAD)
    const page = await (await fetch('/', { cache: 'no-cache', signal })).text()
    return /\/assets\/initial-[\w-]+\.js/.exec(page)?.[0] ?? null
  } catch {
    return null
  }
}

/** Without a connection a reload would show no page at all, instead of one without a part. */
async function isServed(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(RELOAD)
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}
