// What a window's own files are kept for, that no two versions are mixed, and when they are forgotten.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Paper } from '@/shared/api/types'
import { dropKept, openAttemptStore, writeOfflineCopy } from '@/shared/attempt/storage'
import { attemptOf, paper } from '@/shared/attempt/testing/fixtures'
import { dropShell, fillShell, keepShell } from './shell'

const registered: string[] = []
/** What the cache holds, by path. */
let kept: Map<string, string>
/** What the server has; a path that it does not have answers 404. */
let served: Record<string, string>
/** The scripts that this window has loaded. */
let loaded: string[]
let asked: { path: string; priority?: string | undefined }[]
let under = 0
let most = 0
let deleted: boolean

const pathOf = (of: string | { url: string }) => {
  const { pathname, search } = new URL(typeof of === 'string' ? of : of.url, 'https://x')
  return pathname + search
}
const cache = {
  match: async (path: string) => (kept.has(path) ? new Response(kept.get(path)) : undefined),
  put: async (path: string, response: Response) => void kept.set(path, await response.text()),
  keys: async () => [...kept.keys()].map((path) => ({ url: `https://x${path}` })),
  delete: async (request: { url: string }) => kept.delete(pathOf(request)),
}
const pageOf = (version: string) => `<script src="/assets/initial-${version}.js"></script>`

beforeEach(async () => {
  await dropKept(
    () => true,
    () => true,
  )
  registered.length = 0
  asked = []
  kept = new Map()
  deleted = false
  most = 0
  deploy('A')
  loaded = ['/assets/initial-A.js', '/assets/window-A.js']
  vi.stubEnv('PROD', true)
  vi.stubGlobal('caches', {
    open: async () => cache,
    delete: async () => {
      kept.clear()
      deleted = true
      return true
    },
  })
  vi.stubGlobal('fetch', async (path: string, { priority }: { priority?: string } = {}) => {
    asked.push({ path, priority })
    most = Math.max(most, ++under)
    await new Promise((done) => setTimeout(done))
    under -= 1
    return path in served
      ? new Response(served[path])
      : new Response('', { status: 404, statusText: 'Not Found' })
  })
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(
    () => loaded.map((path) => ({ name: `${window.location.origin}${path}` })) as never,
  )
  stubNavigator()
  window.history.replaceState(null, '', '/mock-exam/x1?attempt=a1')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

function stubNavigator(more: object = {}) {
  const register = async (_: string, { scope }: { scope: string }) => registered.push(scope)
  vi.stubGlobal('navigator', { serviceWorker: { register }, ...more })
}

function deploy(version: string) {
  served = {
    '/': pageOf(version),
    [`/assets/initial-${version}.js`]: version,
    [`/assets/window-${version}.js`]: version,
  }
}

/** Runs the window of a test until all that it keeps is kept. */
async function keep(id: string, of: Paper = paper, place: string | null = 'e1') {
  let changed: () => void = () => undefined
  const shown = { place }
  await writeOfflineCopy({ user: 'u1', attempt: attemptOf({ _id: id }), paper: of })
  const places = {
    now: () => shown.place,
    watch: (tell: () => void) => {
      changed = tell
      return () => undefined
    },
  }
  await fillShell(id, of, places, new AbortController().signal)
  const show = (id: string) => {
    shown.place = id
    changed()
  }
  return { show }
}

it('covers the list of all questions too, where the window can be read anew', async () => {
  await keep('a1')
  expect(registered).toEqual(['/mock-exam/', '/list-questions'])
})

it('asks the browser not to clear what is kept', () => {
  const persist = vi.fn(async () => true)
  stubNavigator({ storage: { persist } })
  keepShell('a1', paper, { now: () => 'e1', watch: () => () => undefined })()
  expect(persist).toHaveBeenCalledOnce()
})

it('keeps page and files of one version, and after a deployment the previous pair', async () => {
  await keep('a1')
  expect(kept.get('/?attempt=a1')).toBe(pageOf('A'))
  expect(kept.get('/assets/window-A.js')).toBe('A')
  deploy('B')
  // The same window, still of version A.
  await keep('a1')
  expect(kept.get('/?attempt=a1')).toBe(pageOf('A'))
  expect([...kept.keys()].some((path) => path.includes('-B'))).toBe(false)
  // Opened anew.
  loaded = ['/assets/initial-B.js', '/assets/window-B.js']
  await keep('a1')
  expect(kept.get('/?attempt=a1')).toBe(pageOf('B'))
  // No test needs the old version any more.
  expect([...kept.keys()].filter((path) => path.includes('-A'))).toEqual([])
})

it('keeps the rest where a part of the window cannot be loaded', async () => {
  const lost = '@/shared/ui/CalculatorDialog'
  vi.doMock(lost, () => {
    throw new Error('lost')
  })
  try {
    await keep('a1')
  } finally {
    vi.doUnmock(lost)
  }
  expect(kept.get('/?attempt=a1')).toBe(pageOf('A'))
})

it('keeps no page whose files cannot all be had', async () => {
  delete served['/assets/window-A.js']
  await keep('a1')
  expect(kept.has('/?attempt=a1')).toBe(false)
})

it('keeps an older version for as long as another test runs with it', async () => {
  await keep('a1')
  deploy('B')
  loaded = ['/assets/initial-B.js', '/assets/window-B.js']
  await keep('a2')
  expect(kept.get('/?attempt=a1')).toBe(pageOf('A'))
  expect(kept.get('/assets/window-A.js')).toBe('A')
  await openAttemptStore('a1', 'u1').erase()
  await dropShell('a1')
  expect([...kept.keys()].filter((path) => /-A|a1/.test(path))).toEqual([])
  expect(kept.get('/?attempt=a2')).toBe(pageOf('B'))
  await openAttemptStore('a2', 'u1').erase()
  await dropShell('a2')
  expect(deleted).toBe(true)
})

/** Eight pictures in Physics, whose questions come after those of English with two. */
const pictured = (): Paper => {
  const [english, physics] = structuredClone(paper.subjects)
  if (!english?.questions[0] || !physics?.questions[0]) throw new Error('another paper')
  english.questions.forEach((question, n) => {
    question.logo = `/uploads/eng${n}.webp`
  })
  const [first] = physics.questions
  physics.questions = Array.from({ length: 8 }, (_, n) => ({
    ...first,
    _id: `p${n}`,
    logo: `/uploads/phy${n}.webp`,
  })) as never
  for (const one of [...english.questions, ...physics.questions])
    served[`${one.logo}?size=small`] = 'a picture'
  return { ...paper, subjects: [english, physics] }
}
const pictures = () => asked.filter(({ path }) => path.startsWith('/uploads/'))

it('fetches pictures four at a time at low priority, those of the section on screen first', async () => {
  await keep('a1', pictured(), 'p3')
  const paths = pictures().map(({ path }) => path)
  expect(paths).toHaveLength(10)
  expect(paths.slice(0, 8).every((path) => path.includes('/phy'))).toBe(true)
  expect(pictures().every(({ priority }) => priority === 'low')).toBe(true)
  expect(most).toBeLessThanOrEqual(4)
  expect(kept.has('/uploads/eng1.webp?size=small')).toBe(true)
})

it('fetches only what is on screen where data is to be saved', async () => {
  stubNavigator({ connection: { saveData: true } })
  const { show } = await keep('a1', pictured(), 'p3')
  const paths = () => pictures().map(({ path }) => path)
  await vi.waitFor(() => expect(paths()).toEqual(['/uploads/phy3.webp?size=small']))
  show('p5')
  await vi.waitFor(() =>
    expect(paths()).toEqual(['/uploads/phy3.webp?size=small', '/uploads/phy5.webp?size=small']),
  )
})
