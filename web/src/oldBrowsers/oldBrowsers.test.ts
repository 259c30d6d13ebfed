// Methods missing in the oldest supported browsers are added before the app starts, and work like
// the real ones.
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forOldBrowsers } from '../../oldBrowsers'
import { addMethods } from './methods'
import { addStyles, withoutWhere } from './styles'

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
    [...read('src/oldBrowsers/mantine.css').matchAll(/@import "([^"]+)"/g)].map(([, name]) => name),
  )
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/^admin|test\.|RichTextEditor|DatePicker/.test(name),
  )
  const layered = files.flatMap((name) => [
    ...readFileSync(`src/${name}`, 'utf8').matchAll(/^import '(@mantine\/.*)\.layer\.css'/gm),
  ])
  const missing = layered.map(([, name]) => `${name}.css`).filter((name) => !own.has(name))
  expect(layered.length).toBeGreaterThan(25)
  expect(missing).toEqual([])
})

it('has styles of ours in words of theirs, and leaves layers alone', () => {
  const layer = '@layer mantine{.a{inset:0}.b:is(.c,.d){content:"}";height:1dvh}}'
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
    'src/ui/DataTable.module.css',
    'src/ui/ImageField.module.css',
    'src/ui/RichTextEditor.module.css',
    'src/ui/layouts/layouts.module.css',
    'src/features/public/site.module.css',
    'src/features/public/home/home.module.css',
  ]
  const found = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.css') && !/^admin|AdminShell/.test(name))
    .filter((name) => readFileSync(`src/${name}`, 'utf8').includes(':has('))
  expect(found.map((name) => `src/${name}`).filter((name) => !decorative.includes(name))).toEqual(
    [],
  )
})
