// Lets the test window itself come up again without a connection: a small service worker,
// for the window's own addresses only, serves page, scripts and pictures from a cache that
// is filled while the test runs.
import type { Paper } from '@/api/types'
import { paths } from '@/paths'
import { sized } from '@/ui/pictures'
import { copiesOver } from './attempt/storage'

const CACHE = 'sabi-test'

/** Fills the cache once the window is at rest. Returns the way to call it off. */
export function keepShell(paper: Paper): () => void {
  const timer = setTimeout(() => void fill(paper).catch(() => undefined), 1_500)
  return () => clearTimeout(timer)
}

async function fill(paper: Paper): Promise<void> {
  // What the window loads only when asked for must be there when asked without a connection.
  // One that does not come must not keep the others from being kept.
  await Promise.allSettled([
    import('@/ui/toastCode'),
    import('@/ui/CalculatorDialog'),
    import('@/ui/calculate'),
    pictures(paper).length > 0 && import('@/ui/EnlargedDialog'),
    fetchMaths(paper),
  ])
  // Plain http and old browsers have neither: there a reload needs the connection.
  if (!import.meta.env.PROD || !('caches' in window) || !navigator.serviceWorker) return
  const [, first] = window.location.pathname.split('/')
  const scope = window.location.pathname === `/${first}` ? `/${first}` : `/${first}/`
  for (const covered of new Set([scope, paths.listQuestions()]))
    await navigator.serviceWorker.register('/test-sw.js', { scope: covered })
  const cache = await caches.open(CACHE)
  const files = [...new Set(['/', ...loaded(), ...pictures(paper)])]
  await Promise.all(files.map((file) => cache.add(file).catch(() => undefined)))
}

/** What sets formulas, with the fonts of those of this paper. */
async function fetchMaths(paper: Paper): Promise<void> {
  const texts = JSON.stringify(paper).replaceAll('\\\\', '\\')
  const formulas = new Set(texts.match(/\\\(.+?\\\)|\$\$.+?\$\$/g))
  if (formulas.size > 0) await (await import('@/ui/maths')).fetchFonts(formulas)
}

/** Every file of ours that this page has loaded so far. */
const loaded = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${window.location.origin}/assets/`))

function pictures(paper: Paper): string[] {
  const found: string[] = []
  for (const { questions, theories } of paper.subjects) {
    for (const question of [...questions, ...theories]) {
      if (question.logo) found.push(sized(question.logo, 'small'))
    }
  }
  const inText = JSON.stringify(paper).matchAll(/<img[^>]+src=\\"([^"\\]+)\\"/g)
  for (const [, src] of inText) if (src) found.push(sized(src, 'small'))
  return found.filter((src) => new URL(src, window.location.href).origin === window.location.origin)
}

/** Forgets page and pictures when the test `id` is over, unless others that are kept need them. */
export async function dropShell(id: string): Promise<void> {
  const others = await copiesOver(({ _id }) => _id !== id)
  if ('caches' in window && others.size === 0) await caches.delete(CACHE).catch(() => false)
}
