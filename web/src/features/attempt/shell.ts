// Lets the test window itself come up again without a connection: a small service worker (test-sw.js),
// for the window's own addresses only, serves page, scripts and pictures from a cache that is filled
// while the test runs. Each test keeps the page of the version that it runs with, beside the files that
// belong to it: a deployment cannot mix two versions.
import type { Paper } from '@/shared/api/types'
import { copiesOver } from '@/shared/attempt/storage'
import { paths } from '@/shared/paths'
import { sized } from '@/shared/ui/pictures'

const CACHE = 'sabi-test'
/** Where the cache holds the page of a test, as test-sw.js looks it up, and the list of its files. */
const pageOf = (id: string) => `/?attempt=${encodeURIComponent(id)}`
const listOf = (id: string) => `/files?attempt=${encodeURIComponent(id)}`
/** Pictures that are fetched at the same time: answers need the network too. */
const AT_ONCE = 4

/** What the browser says of the connection; most do not. */
type Connected = Navigator & { connection?: { saveData?: boolean } }

/** Which question is on screen. */
interface Places {
  now: () => string | null
  /** Calls back when another one is. Returns a function that stops it. */
  watch: (changed: () => void) => () => void
}

/** Fills the cache once the window is at rest. Returns the way to call it off. */
export function keepShell(id: string, paper: Paper, places: Places): () => void {
  const over = new AbortController()
  // Asks that the browser does not clear what is kept of the test when it needs room.
  void navigator.storage?.persist?.().catch(() => false)
  const timer = setTimeout(
    () => void fillShell(id, paper, places, over.signal).catch(() => undefined),
    1_500,
  )
  return () => {
    clearTimeout(timer)
    over.abort()
  }
}

/** The same at once; resolves when all is kept. */
export async function fillShell(
  id: string,
  paper: Paper,
  places: Places,
  over: AbortSignal,
): Promise<void> {
  const all = picturesOf(paper)
  // What the window loads only when asked for must be there when asked without a connection.
  // One that does not come must not keep the others from being kept.
  await Promise.allSettled([
    import('@/shared/ui/toastCode'),
    import('@/shared/ui/CalculatorDialog'),
    import('@/shared/ui/calculate'),
    all.length > 0 && import('@/shared/ui/EnlargedDialog'),
    paper.subjects.some(({ theories }) => theories.length > 0) && loadEssay(),
    fetchMaths(paper),
  ])
  // Plain http and old browsers have neither: there a reload needs the connection.
  if (!import.meta.env.PROD || !('caches' in window) || !navigator.serviceWorker) return
  const [, first] = window.location.pathname.split('/')
  const scope = window.location.pathname === `/${first}` ? `/${first}` : `/${first}/`
  for (const covered of new Set([scope, paths.listQuestions()]))
    await navigator.serviceWorker.register('/test-sw.js', { scope: covered })
  const cache = await caches.open(CACHE)
  const sources = all.flatMap((one) => one.sources)
  // Without it the pictures are of use all the same.
  await keepPage(cache, id, sources).catch(() => undefined)
  await dropUnused(cache, await copiesOver(() => true))
  await keepPictures(cache, all, places, over)
}

/** Keeps page and files of one version together, or leaves those that are kept already. */
async function keepPage(cache: Cache, id: string, pictures: string[]): Promise<void> {
  const page = await fetch('/', { cache: 'no-cache' })
  const named = (await page.clone().text()).match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []
  const files = [...new Set(loaded())]
  // After a deployment the server's page names files of another version than this window runs with.
  if (!page.ok || named.length === 0 || !named.every((file) => files.includes(file))) return
  await Promise.all(files.map((file) => keepOne(cache, file)))
  await cache.put(listOf(id), new Response(JSON.stringify([...files, ...pictures])))
  await cache.put(pageOf(id), page)
}

async function keepOne(cache: Cache, file: string, priority: RequestPriority = 'auto') {
  // The name of a file changes with its content.
  if (await cache.match(file)) return
  const answer = await fetch(file, { priority })
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
  await cache.put(file, answer)
}

/** Fetches the paper's pictures; where data is to be saved, those of the question on screen alone. */
async function keepPictures(cache: Cache, all: Pictured[], places: Places, over: AbortSignal) {
  const keep = (sources: string[]) => {
    const rest = [...sources]
    const next = async () => {
      for (let src = rest.shift(); src && !over.aborted; src = rest.shift())
        await keepOne(cache, src, 'low').catch(() => undefined)
    }
    return Promise.all(Array.from({ length: AT_ONCE }, next))
  }
  const current = () => all.find(({ ids }) => ids.includes(places.now() ?? ''))
  if ((navigator as Connected).connection?.saveData) {
    const shown = () => void keep(current()?.sources ?? [])
    shown()
    const stop = places.watch(shown)
    over.addEventListener('abort', stop)
    return
  }
  const section = current()?.section
  const first = all.filter((one) => one.section === section)
  const later = all.filter((one) => one.section !== section)
  await keep([...first, ...later].flatMap(({ sources }) => sources))
}

/** What sets formulas, with the fonts of those of this paper. */
async function fetchMaths(paper: Paper): Promise<void> {
  const texts = JSON.stringify(paper).replaceAll('\\\\', '\\')
  const formulas = new Set(texts.match(/\\\(.+?\\\)|\$\$.+?\$\$/g))
  if (formulas.size > 0) await (await import('@/shared/ui/maths')).fetchFonts(formulas)
}

/** Every file of ours that this page has loaded so far. */
const loaded = () =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.startsWith(`${window.location.origin}/assets/`))
    .map(({ name }) => new URL(name).pathname)

/** Pictures that are on screen together: of a question, or of those that share a passage. */
interface Pictured {
  /** Of the questions. */
  ids: string[]
  section: string
  sources: string[]
}

function picturesOf(paper: Paper): Pictured[] {
  const found = new Map<string, Pictured>()
  for (const { subject, questions, theories } of paper.subjects) {
    for (const one of [...questions, ...theories]) {
      const sources = sourcesOf(one)
      const section = `${subject._id} ${'options' in one}`
      const key = 'group' in one && typeof one.group === 'string' ? one.group : one._id
      const together = found.get(key) ?? { ids: [], section, sources: [] }
      found.set(key, together)
      together.ids.push(one._id)
      together.sources.push(...sources)
    }
  }
  return [...found.values()].filter(({ sources }) => sources.length > 0)
}

function sourcesOf(question: { logo: string | null }): string[] {
  const inText = JSON.stringify(question).matchAll(/<img[^>]+src=\\"([^"\\]+)\\"/g)
  const all = [question.logo, ...[...inText].map(([, src]) => src)]
  return all
    .flatMap((src) => (src ? [sized(src, 'small')] : []))
    .filter((src) => new URL(src, window.location.href).origin === window.location.origin)
}

/** Forgets page and files of a test that is over, but for what others that are kept need. */
export async function dropShell(id: string): Promise<void> {
  if (!('caches' in window)) return
  try {
    const others = await copiesOver((_, other) => other !== id)
    if (others.size === 0) await caches.delete(CACHE)
    else await dropUnused(await caches.open(CACHE), others)
  } catch {
    // Storage is refused; the next test tries again.
  }
}

/** Removes the pages of all but these tests, and the files that none of these needs. */
async function dropUnused(cache: Cache, ids: Set<string>): Promise<void> {
  const needed = new Set<string>()
  for (const id of ids) {
    const list = await cache.match(listOf(id))
    // Kept by an earlier version of the app, which wrote no list: all of it may be needed.
    if (!list && (await cache.match('/'))) return
    for (const file of list ? ((await list.json()) as string[]) : []) needed.add(file)
    needed.add(pageOf(id)).add(listOf(id))
  }
  for (const request of await cache.keys()) {
    const { pathname, search } = new URL(request.url)
    if (!needed.has(pathname + search)) await cache.delete(request)
  }
}

/** The code of the tools of written answers, which only tests with such answers fetch. */
export const loadEssay = () => import('./essay/EssayTools')
