// The service worker of every page, with cache, line and time in the test's hands.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { stamped, studentFiles } from '../../offline'
import source from '../../public/sw.js?raw'

const APP = {
  version: 'initial-B',
  bytes: 400_000,
  files: ['/assets/initial-B.js', '/assets/same.js', '/assets/home-B.js'],
}
const listeners: Record<string, (event: unknown) => void> = {}
const kept = { refused: false, full: false }
/** The caches by name, the oldest first: addresses with texts. */
let stored: Map<string, Map<string, string>>
/** The locks that tabs hold; null where the browser has none. */
let held: string[] | null
let userAgent: string
/** The calls of navigation preload. */
let preloads: string[]
let worker: Record<string, unknown>

const pathOf = (what: string | { url: string }) =>
  typeof what === 'string' ? what : new URL(what.url).pathname
const found = (text: string | undefined) => (text === undefined ? undefined : new Response(text))
const caches = {
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  match: async (what: string | { url: string }, { cacheName }: { cacheName?: string } = {}) => {
    if (kept.refused) throw new Error('Storage is refused')
    const names = cacheName === undefined ? [...stored.keys()] : [cacheName]
    return found(
      names.map((name) => stored.get(name)?.get(pathOf(what))).find((one) => one !== undefined),
    )
  },
  open: async (name: string) => {
    const files = stored.get(name) ?? new Map<string, string>()
    stored.set(name, files)
    return {
      match: async (what: string) => found(files.get(what)),
      put: async (what: string, response: Response) => {
        if (kept.full) throw new DOMException('no room', 'QuotaExceededError')
        files.set(what, await response.text())
      },
      addAll: async (all: string[]) => {
        for (const path of all) files.set(path, `kept ${path}`)
      },
    }
  },
}
let line: (path: string) => Promise<Response>
let fetched: string[]

/** Starts the worker, of the build that is in `source`. */
function start(built = source) {
  worker = {
    location: { origin: 'https://sabi.test' },
    addEventListener: (name: string, listener: (event: unknown) => void) => {
      listeners[name] = listener
    },
    skipWaiting: () => undefined,
    clients: { claim: async () => undefined },
    registration: {
      installing: null,
      navigationPreload: {
        enable: async () => void preloads.push('enabled'),
        disable: async () => void preloads.push('disabled'),
      },
    },
    navigator: {
      userAgent,
      ...(held && { locks: { query: async () => ({ held: held?.map((name) => ({ name })) }) } }),
    },
  }
  const ask = (what: string | { url: string }) => {
    fetched.push(pathOf(what))
    return line(pathOf(what))
  }
  new Function('self', 'caches', 'fetch', built)(worker, caches, ask)
}
const builtApp = () => start(stamped(source, [], APP))

/** Runs a step of the worker's life to its end. */
async function live(name: 'install' | 'activate') {
  const work: Promise<unknown>[] = []
  listeners[name]?.({ waitUntil: (one: Promise<unknown>) => work.push(one) })
  await Promise.all(work)
}

/** What the worker answers to a message, one after the other. */
async function tell(what: string): Promise<unknown[]> {
  const said: unknown[] = []
  const work: Promise<unknown>[] = []
  const port = { postMessage: (message: unknown) => said.push(message) }
  listeners.message?.({
    data: what,
    ports: [port],
    waitUntil: (one: Promise<unknown>) => work.push(one),
  })
  await Promise.all(work)
  return said
}

function ask(path: string, more: object = {}, event: object = {}) {
  let answer: Promise<Response> | null = null
  listeners.fetch?.({
    request: { url: `https://sabi.test${path}`, method: 'GET', mode: 'navigate', ...more },
    respondWith: (with_: Promise<Response>) => {
      answer = with_
    },
    waitUntil: () => undefined,
    ...event,
  })
  return answer as Promise<Response> | null
}
const text = async (answer: Promise<Response> | null) => (await answer)?.text()
const cut = async () => Promise.reject(new TypeError('Failed to fetch'))
/** The server with the files of a version. */
const serves = (version: string) => async (path: string) =>
  new Response(
    path === '/offline' ? `<script src="/assets/${version}.js">` : `${path} of the server`,
  )

beforeEach(() => {
  vi.useFakeTimers()
  kept.refused = false
  kept.full = false
  held = []
  fetched = []
  userAgent = 'Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 Chrome/109.0.0.0 Mobile'
  preloads = []
  const page = new Map(['/offline.html', '/offline.js'].map((path) => [path, `kept ${path}`]))
  stored = new Map([['sabi-offline', page]])
  start()
})
afterEach(() => void vi.useRealTimers())

it('switches navigation preload on, and off in Firefox', async () => {
  await live('activate')
  expect(preloads).toEqual(['enabled'])
  preloads = []
  userAgent = 'Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
  start()
  await live('activate')
  // An earlier version of the worker had switched it on.
  expect(preloads).toEqual(['disabled'])
})

it('passes on what the line answers, by what was asked ahead where it was', async () => {
  line = async () => new Response('asked')
  expect(await text(ask('/dashboard'))).toBe('asked')
  const preloadResponse = Promise.resolve(new Response('asked ahead'))
  expect(await text(ask('/dashboard', {}, { preloadResponse }))).toBe('asked ahead')
  line = async () => new Response('no such page', { status: 404 })
  expect(await text(ask('/nowhere'))).toBe('no such page')
})

it('says what can be done where the line is cut, or a gateway has nobody behind it', async () => {
  line = cut
  expect(await text(ask('/dashboard'))).toBe('kept /offline.html')
  line = async () => new Response('Bad gateway', { status: 502 })
  expect(await text(ask('/dashboard'))).toBe('kept /offline.html')
})

it('does not wait for ever on a line that says nothing', async () => {
  line = () => new Promise(() => undefined)
  const answer = text(ask('/dashboard'))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await answer).toBe('kept /offline.html')
})

it('gives what there is where storage is refused', async () => {
  kept.refused = true
  line = async () => new Response('Bad gateway', { status: 502 })
  expect(await text(ask('/dashboard'))).toBe('Bad gateway')
  line = cut
  expect((await ask('/dashboard'))?.type).toBe('error')
})

it('steps in for pages alone, and for the script of its own, where no app is stored', async () => {
  const script = { mode: 'no-cors' }
  line = async () => new Response('asked')
  // What is stored is looked up once.
  expect(await text(ask('/assets/a.js', script))).toBe('asked')
  expect(ask('/assets/a.js', script)).toBeNull()
  expect(ask('/uploads/a.png', script)).toBeNull()
  expect(ask('/api/v1/me/export')).toBeNull()
  expect(ask('/dashboard', { method: 'POST' })).toBeNull()
  expect(await text(ask('/offline.js', script))).toBe('kept /offline.js')
})

it('keeps a page that needs nothing else', () => {
  const page = new DOMParser().parseFromString(
    readFileSync(`${process.cwd()}/public/offline.html`, 'utf8'),
    'text/html',
  )
  const asked = [...page.querySelectorAll('[src], link[href], img')]
  expect(asked.map((one) => one.getAttribute('src'))).toEqual(['/offline.js'])
  expect(page.querySelectorAll('h1')).toHaveLength(1)
})

it('changes with the page or its script, so that browsers fetch both again', () => {
  const files = (...texts: string[]) => texts.map((text) => new TextEncoder().encode(text))
  const first = stamped(source, files('page', 'script'))
  expect(first.startsWith(source)).toBe(true)
  expect(stamped(source, files('page', 'script'))).toBe(first)
  expect(stamped(source, files('page', 'another script'))).not.toBe(first)
  expect(stamped(source, files('another page', 'script'))).not.toBe(first)
})

describe('the stored app', () => {
  const script = { mode: 'cors' }
  const offlinePage = 'kept /offline.html'
  const shell = '<script src="/assets/initial-B.js">'

  /** A version that was stored by an earlier worker. */
  function storeBefore(version: string, more: [string, string][] = []) {
    const files: [string, string][] = [
      ['/', `page of ${version}`],
      [`/assets/${version}.js`, `script of ${version}`],
      ['/assets/same.js', 'the same in both'],
      ['/whole', 'whole'],
    ]
    stored.set(`sabi-app-${version}`, new Map([...files, ...more]))
  }

  it('is stored when asked, file by file, and opens without a network at once', async () => {
    builtApp()
    line = serves('initial-B')
    expect(await tell('state')).toEqual([
      { done: { version: 'initial-B', bytes: 400_000, whole: false, any: false } },
    ])
    const said = await tell('store')
    expect(said.slice(0, 3).map((one) => (one as { there: number }).there)).toEqual([1, 2, 3])
    expect(said.at(-1)).toEqual({ done: null })
    expect((await tell('state'))[0]).toMatchObject({ done: { whole: true, any: true } })
    line = cut
    expect(await text(ask('/dashboard'))).toBe(shell)
    expect(await text(ask('/objective-questions?attempt=1'))).toBe(shell)
    expect(await text(ask('/assets/home-B.js', script))).toBe('/assets/home-B.js of the server')
  })

  it('asks the network first, and waits three seconds for it', async () => {
    storeBefore('initial-B')
    builtApp()
    line = async () => new Response('asked')
    expect(await text(ask('/dashboard'))).toBe('asked')
    line = () => new Promise(() => undefined)
    const answer = text(ask('/dashboard'))
    await vi.advanceTimersByTimeAsync(2_900)
    expect(await Promise.race([answer, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(100)
    expect(await answer).toBe('page of initial-B')
    line = async () => new Response('Bad gateway', { status: 502 })
    expect(await text(ask('/dashboard'))).toBe('page of initial-B')
  })

  it('stays away from the back office and from payments', async () => {
    storeBefore('initial-B')
    builtApp()
    line = cut
    for (const path of ['/admin', '/admin/users', '/subscription', '/docs/'])
      expect(await text(ask(path))).toBe(offlinePage)
    expect(await text(ask('/administrators'))).toBe('page of initial-B')
  })

  it('takes files that never change from the device, of every stored version', async () => {
    storeBefore('initial-A')
    storeBefore('initial-B')
    builtApp()
    line = async () => new Response('asked')
    expect(await text(ask('/assets/initial-A.js', script))).toBe('script of initial-A')
    expect(await text(ask('/assets/initial-B.js', script))).toBe('script of initial-B')
    expect(await text(ask('/assets/other.js', script))).toBe('asked')
  })

  it('shows pictures that were stored with questions', async () => {
    storeBefore('initial-B')
    stored.set('sabi-pictures', new Map([['/uploads/a.png', 'a picture']]))
    builtApp()
    line = cut
    expect(await text(ask('/uploads/a.png?size=small', { mode: 'no-cors' }))).toBe('a picture')
  })

  it('fetches a new version when the worker changes: only what is new', async () => {
    storeBefore('initial-A')
    builtApp()
    line = serves('initial-B')
    await live('install')
    expect(fetched).toEqual(['/assets/initial-B.js', '/assets/home-B.js', '/offline'])
    line = cut
    expect(await text(ask('/dashboard'))).toBe(shell)
  })

  it('fetches nothing where no version was stored before', async () => {
    builtApp()
    line = serves('initial-B')
    await live('install')
    expect(fetched).toEqual([])
  })

  it('never mixes two versions: the page must be of this one', async () => {
    storeBefore('initial-A')
    builtApp()
    line = serves('initial-C')
    await expect(live('install')).rejects.toThrow('another version')
    line = cut
    expect(await text(ask('/dashboard'))).toBe('page of initial-A')
  })

  it('opens with the version before where the device is full, or a file did not come', async () => {
    storeBefore('initial-A')
    builtApp()
    line = serves('initial-B')
    kept.full = true
    await live('install')
    expect(await tell('store')).toEqual([{ failed: 'QuotaExceededError' }])
    kept.full = false
    line = async (path) => (path.includes('home') ? cut() : serves('initial-B')(path))
    expect(await tell('store')).toContainEqual({ failed: 'TypeError' })
    line = cut
    expect(await text(ask('/dashboard'))).toBe('page of initial-A')
  })

  it('keeps an earlier version as long as a tab uses it', async () => {
    storeBefore('initial-A')
    storeBefore('initial-B')
    held = ['sabi-app-initial-A']
    builtApp()
    await live('activate')
    expect([...stored.keys()]).toEqual(['sabi-offline', 'sabi-app-initial-A', 'sabi-app-initial-B'])
    held = []
    await tell('tidy')
    expect([...stored.keys()]).toEqual(['sabi-offline', 'sabi-app-initial-B'])
  })

  it('keeps the version before where the browser cannot say which tabs are open', async () => {
    for (const version of ['initial-8', 'initial-9', 'initial-A']) storeBefore(version)
    storeBefore('initial-B')
    held = null
    builtApp()
    await live('activate')
    expect([...stored.keys()].slice(1)).toEqual(['sabi-app-initial-A', 'sabi-app-initial-B'])
  })

  it('is deleted when asked', async () => {
    storeBefore('initial-B')
    builtApp()
    expect(await tell('drop')).toEqual([{ done: null }])
    line = cut
    expect(await text(ask('/dashboard'))).toBe(offlinePage)
  })
})

it('has all that students can come to load, and nothing of the back office', () => {
  const styles = (css: string[], assets: string[] = []) => ({
    importedCss: new Set(css),
    importedAssets: new Set(assets),
  })
  const chunk = (fileName: string, more: object) => ({ type: 'chunk' as const, fileName, ...more })
  const files = studentFiles(
    [
      chunk('assets/initial.js', {
        dynamicImports: ['assets/home.js', 'assets/admin.js'],
        viteMetadata: styles(['assets/initial.css']),
      }),
      chunk('assets/home.js', {
        imports: ['assets/shared.js', 'assets/initial.js'],
        viteMetadata: styles(
          [],
          [
            'assets/a.svg',
            'assets/KaTeX_Main-Regular.woff2',
            'assets/KaTeX_Main-Regular.ttf',
            'assets/KaTeX_Fraktur-Bold.woff2',
          ],
        ),
      }),
      chunk('assets/shared.js', {}),
      chunk('assets/admin.js', {
        facadeModuleId: '/x/web/src/features/admin/AdminFrame.tsx',
        imports: ['assets/editor.js'],
      }),
      chunk('assets/editor.js', {}),
      { type: 'asset', fileName: 'assets/unnamed.css' },
    ],
    'assets/initial.js',
  )
  expect(files).toEqual([
    'assets/KaTeX_Main-Regular.woff2',
    'assets/a.svg',
    'assets/home.js',
    'assets/initial.css',
    'assets/initial.js',
    'assets/shared.js',
  ])
})
