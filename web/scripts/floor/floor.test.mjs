// The check of built files finds what a floor lacks, and leaves alone what is asked for first or has a
// fallback.
import { describe, expect, it } from 'vitest'
import { floorOf } from './data.mjs'
import { faultsOfScript } from './script.mjs'
import { faultsOfStyle } from './style.mjs'

const students = floorOf('students')
const backOffice = floorOf('back-office')

it('reads the floors from package.json', () => {
  expect(students).toMatchObject({ chrome: 87, webview_android: 87, firefox: 91, safari: 14 })
  expect(backOffice).toMatchObject({ chrome: 105, firefox: 121, safari_ios: 15.4 })
})

describe('scripts', () => {
  it.each([
    ['structuredClone(a)', 'structuredClone', 'Firefox 91'],
    ['window.structuredClone(a)', 'window.structuredClone', 'Chrome 87'],
    ['Object.hasOwn(a, b)', 'Object.hasOwn', 'Safari 14'],
    ['AbortSignal.timeout(5)', 'AbortSignal.timeout', 'Android WebView 87'],
    ['signal.throwIfAborted()', '.throwIfAborted()', 'Safari 14'],
    ['list?.at(-1)', '.at()', 'Chrome 87'],
    ['[3].toSorted()', '.toSorted()', 'Firefox 91'],
    ['new Intl.Segmenter()', 'Intl.Segmenter', 'Firefox 91'],
    ['new WeakRef(a)', 'WeakRef', 'Safari 14'],
    ['class A { #b }', 'a private field', 'Safari 14'],
    ['class A { static b = 1 }', 'a static field', 'Safari 14'],
    ['class A { static { go() } }', 'static {', 'Chrome 87'],
    ['/(?<=a)b/.test(c)', 'lookbehind', 'Safari 14'],
    ['export * as a from "b"', 'export * as', 'Safari 14'],
  ])('%s', (code, what, browser) => {
    const faults = faultsOfScript(code, students)
    expect([...faults.keys()]).toEqual([what.replace('window.', '')])
    expect([...faults.values()].flat()).toContain(browser)
  })

  it.each([
    ['list.map(one => one?.two ?? three)'],
    ['"at" in list && list.at(0)'],
    ['typeof structuredClone == "function" ? structuredClone(a) : b'],
    ['if (window.CloseWatcher) new window.CloseWatcher()'],
    ['navigator.storage?.persist?.()'],
    ['dialog?.showModal ? dialog.showModal() : other()'],
    ['a.text.replaceAll("b", "c")'],
    // A method of its own says nothing about the browser.
    ['const router = { navigate() {} }; router.navigate()'],
  ])('%s is fine', (code) => {
    expect([...faultsOfScript(code, students)]).toEqual([])
  })

  it('holds each against the floor of those who load it', () => {
    expect([...faultsOfScript('structuredClone(list.at(0))', backOffice)]).toEqual([])
  })
})

describe('styles', () => {
  it.each([
    ['a:has(b) {}', ':has()', 'Firefox 91'],
    ['a:is(b, c) {}', ':is()', 'Chrome 87'],
    ['a:not([b][c]) {}', ':not() of a list', 'Chrome 87'],
    ['a { inset: 0 }', 'inset', 'Safari 14'],
    ['a { aspect-ratio: 1 }', 'aspect-ratio', 'Chrome 87'],
    ['a { height: 100dvh }', 'dvh', 'Chrome 87'],
    ['a { --h: calc(100dvh - 1px) }', 'dvh', 'Chrome 87'],
    ['a { color: color-mix(in srgb, red, blue) }', 'color-mix()', 'Firefox 91'],
    ['a { color: light-dark(red, blue) }', 'light-dark()', 'Safari 14'],
    ['a { display: flex; gap: 4px }', 'gap in flex', 'Safari 14'],
    ['a { overflow-wrap: anywhere }', 'overflow-wrap: anywhere', 'Safari 14'],
    ['a { b { color: red } }', 'nesting', 'Chrome 87'],
    ['@media (width >= 1px) { a { color: red } }', '@media with < or >', 'Chrome 87'],
    ['@container (min-width: 1px) { a { color: red } }', '@container', 'Safari 14'],
    // Whoever knows layers need not know this.
    ['@layer a { b { color: color-mix(in srgb, red, blue) } }', 'color-mix()', 'Chrome 99'],
  ])('%s', (css, what, browser) => {
    const faults = faultsOfStyle(css, students)
    expect([...faults.keys()]).toEqual([what])
    expect(faults.get(what).browsers).toContain(browser)
  })

  it.each([
    ['a { height: 100vh; height: 100dvh }'],
    ['@supports (height: 1dvh) { a { height: 100dvh } }'],
    ['a:-webkit-any(b,c) { color: red } a:is(b,c) { color: red }'],
    ['@layer a { b:is(c) { inset: 0 } }'],
    ['a { display: grid; gap: 4px }'],
    ['::-webkit-scrollbar { width: 1px }'],
  ])('%s is fine', (css) => {
    expect([...faultsOfStyle(css, students)]).toEqual([])
  })
})
