// Methods missing in the oldest supported browsers are added before the app starts, and work like
// the real ones.
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'acorn'
import { IDBFactory } from 'fake-indexeddb'
import { createStore, set } from 'idb-keyval'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { floor } from '../../../ahead'
import { forOldBrowsers, shortNames } from '../../../oldBrowsers'
import { addMethods, addStyles, withoutWhere } from './'

type Owner = Record<string, unknown>
const owners: [Owner, string[]][] = [
  [Object as never, ['hasOwn']],
  [Array.prototype as never, ['at']],
  [String.prototype as never, ['at']],
  [Uint8Array.prototype as never, ['at']],
  [AbortSignal as never, ['timeout']],
  [AbortSignal.prototype as never, ['throwIfAborted', 'reason']],
  [AbortController.prototype as never, ['abort']],
  [window as never, ['CSSLayerBlockRule']],
]
let real: [Owner, string, PropertyDescriptor][]
const realFetch = window.fetch

// A browser that has none of them.
beforeEach(() => {
  real = owners.flatMap(([owner, names]) =>
    names.flatMap((name): [Owner, string, PropertyDescriptor][] => {
      const found = Object.getOwnPropertyDescriptor(owner, name)
      return found ? [[owner, name, found]] : []
    }),
  )
  const { abort } = AbortController.prototype
  for (const [owner, name] of real) delete owner[name]
  // It aborts, and knows of no reason.
  AbortController.prototype.abort = function () {
    abort.call(this)
  }
  window.fetch = (_input, init) =>
    new Promise((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))
    })
  addMethods()
})

afterEach(() => {
  for (const [owner, name, descriptor] of real) Object.defineProperty(owner, name, descriptor)
  window.fetch = realFetch
})

it('finds own properties, and entries from the end', () => {
  expect([Object.hasOwn({ a: 1 }, 'a'), Object.hasOwn({ a: 1 }, 'toString')]).toEqual([true, false])
  expect([[1, 2, 3].at(-1), [1, 2, 3].at(1), [].at(0), 'abc'.at(-3)]).toEqual([
    3,
    2,
    undefined,
    'a',
  ])
  expect(Object.keys([7])).toEqual(['0'])
})

it('aborts with a reason, which a call rejects with', async () => {
  const controller = new AbortController()
  const seen: unknown[] = []
  controller.signal.addEventListener('abort', () => seen.push(controller.signal.reason))
  expect(() => controller.signal.throwIfAborted()).not.toThrow()
  const call = fetch('/', { signal: controller.signal }).catch((thrown) => thrown)
  const why = new Error('enough')
  controller.abort(why)
  controller.abort(new Error('later'))
  expect(seen).toEqual([why])
  expect(await call).toBe(why)
  expect(() => controller.signal.throwIfAborted()).toThrow(why)
})

it('aborts without one as browsers do, and after a time', async () => {
  const controller = new AbortController()
  controller.abort()
  expect(controller.signal.reason).toMatchObject({ name: 'AbortError' })
  const signal = AbortSignal.timeout(5)
  await new Promise((aborted) => signal.addEventListener('abort', aborted))
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})

const read = (path: string) => readFileSync(path, 'utf8')

it("brings Mantine's styles of every screen of students, in the order of those with layers", () => {
  const own = new Set(
    [...read('src/app/oldBrowsers/mantine.css').matchAll(/@import "([^"]+)"/g)].map(
      ([, name]) => name,
    ),
  )
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /\.tsx?$/.test(name) && !/^features\/admin|test\.|RichTextEditor|DatePicker/.test(name),
  )
  const layered = files.flatMap((name) => [
    ...readFileSync(`src/${name}`, 'utf8').matchAll(/^import '(@mantine\/.*)\.layer\.css'/gm),
  ])
  const missing = layered.map(([, name]) => `${name}.css`).filter((name) => !own.has(name))
  expect(layered.length).toBeGreaterThan(25)
  expect(missing).toEqual([])
})

it('has styles of ours in words of theirs, and leaves layers alone', () => {
  const layer = '@layer mantine{.a{inset:0}.b:is(.c,.d){content:"}"}}'
  const css = forOldBrowsers(
    `.x{inset:0;height:100dvh}${layer}.y:is(.p,.q) .z{margin-inline:1px 2px}`,
  )
  expect(css).toContain(layer)
  const [before = '', after = ''] = css.split(layer)
  expect(before).not.toContain('inset')
  expect(before).toMatch(/height:100vh;height:100dvh/)
  expect(after).toMatch(/:-webkit-any\(.p,.q\) .z/)
  expect(after).not.toContain('margin-inline:')
  expect(forOldBrowsers('.x{inset-inline-end:1px;color:red}')).toBe('.x{color:red;right:1px}')
})

it.each([
  [
    '.x{inset:var(--bar) 0 0}',
    /^\.x\{(?=.*top:var\(--bar\))(?=.*right:0)(?=.*bottom:0)(?=.*left:0)(?!.*inset)/,
  ],
  ['.x{padding-inline:var(--a)}', '.x{padding-left:var(--a);padding-right:var(--a)}'],
  ['.x{border-block:1px solid var(--a)}', /^.x{border-top:.*;border-bottom:.*}$/],
  ['.x{border-start-end-radius:var(--a)}', '.x{border-top-right-radius:var(--a)}'],
  ['.x{overflow-wrap:anywhere}', '.x{overflow-wrap:break-word;overflow-wrap:anywhere}'],
  ['.x{justify-content:end}', '.x{justify-content:flex-end;justify-content:end}'],
  // Browsers with layers may lack the height too, and a value with a variable has no other before it.
  ['@layer a{.x{height:1dvh}}', '@layer a{.x{height:1vh;height:1dvh}}'],
  ['.x{--h:1dvh}', '.x{--h:1vh}@supports (height:1dvh){.x{--h:1dvh}}'],
])('writes %s in words of theirs', (css, written) => {
  expect(forOldBrowsers(css)).toMatch(written)
})

it('writes :where() in the words of Chrome 87', () => {
  expect(withoutWhere('.a:where([b]):is(c){}')).toBe('.a:-webkit-any([b]):-webkit-any(c){}')
})

it('adds the styles before all others where the browser has no layers', async () => {
  const first = () => document.head.firstElementChild as HTMLElement
  window.fetch = async () => new Response('.a:where(b) {}')
  vi.stubGlobal('CSS', { supports: () => false })
  await addStyles()
  const style = first()
  expect([style.tagName, style.textContent]).toEqual(['STYLE', '.a:-webkit-any(b) {}'])

  vi.stubGlobal('CSS', { supports: () => true })
  const added = addStyles()
  const link = first() as HTMLLinkElement
  expect([link.tagName, link.rel]).toEqual(['LINK', 'stylesheet'])
  link.dispatchEvent(new Event('load'))
  await added

  vi.stubGlobal('CSSLayerBlockRule', class {})
  await addStyles()
  expect(first()).toBe(link)
  vi.unstubAllGlobals()
  style.remove()
  link.remove()
})

it('styles nothing that students see by :has() alone', () => {
  // Only a hover effect, a ring inside a card and a width are missing without it.
  const decorative = [
    'src/shared/ui/DataTable.module.css',
    'src/shared/ui/ImageField.module.css',
    'src/shared/ui/RichTextEditor.module.css',
    'src/app/layouts/auth.module.css',
    'src/features/public/site.module.css',
    'src/features/public/home/home.module.css',
  ]
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && !/^features\/admin/.test(name))
    .filter((name) => readFileSync(`src/${name}`, 'utf8').includes(':has('))
  expect(found.map((name) => `src/${name}`).filter((name) => !decorative.includes(name))).toEqual(
    [],
  )
})

describe('a browser that is too old', () => {
  const page = read('index.html')

  it('gets the sentence without scripts, by the same condition that loads the list of its tests', () => {
    expect(page).toContain(`@supports ${floor} {`)
    expect(page).toMatch(/<script nomodule defer src="\/too-old.js">/)
  })

  const source = read('public/too-old.js')

  it('understands the script that tells it', () => {
    expect(() => parse(source, { ecmaVersion: 5 })).not.toThrow()
  })

  it('lists the tests that are kept in it, and leaves an empty device alone', async () => {
    vi.stubGlobal('indexedDB', new IDBFactory())
    const { body } = new DOMParser().parseFromString(page, 'text/html')
    document.body.innerHTML = body.innerHTML
    const run = () => new Function(source)()
    run()
    const sentence = document.querySelector<HTMLElement>('.too-old')
    expect(sentence?.style.display).toBe('block')
    await new Promise((done) => setTimeout(done, 50))
    expect(document.querySelectorAll('.too-old li')).toHaveLength(0)

    const kept = createStore('sabi.attempts', 'kept')
    const named = { exam: { title: 'JAMB UTME' }, assessment: { title: 'Mock' }, year: null }
    await set('sabi.paper.1', { paper: {}, attempt: { ...named, state: 'running' } }, kept)
    await set('sabi.paper.2', { paper: {}, attempt: { ...named, state: 'submitted' } }, kept)
    await set('sabi.attempt.1', { unsent: [] }, kept)
    run()
    await vi.waitFor(() => expect(document.querySelectorAll('.too-old li')).toHaveLength(1))
    expect(document.querySelector('.too-old li')).toHaveTextContent(/^JAMB UTME, Mock$/)
    vi.unstubAllGlobals()
    document.body.innerHTML = ''
  })
})

it('names private fields alike in every build, whichever file it reads first', () => {
  const files = [
    'class A {\n  #state;\n  read() { return this.#state }\n}',
    'class B {\n  #cache\n}',
  ]
  const names = shortNames(files)
  expect([...names]).toEqual([
    ['cache', '$0'],
    ['state', '$1'],
  ])
  expect(shortNames([...files].reverse())).toEqual(names)
})
