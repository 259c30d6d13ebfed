// How a screen is looked at: on a computer and on a phone, light and dark, nothing serious or
// critical for axe, at 200 % zoom nothing cut off or wider than the window, and, the first time that
// an address is looked at, by the keyboard (tabWalk.ts). What was looked at is noted for the
// check that no route was left out (routesSeen.ts).

import { errors, expect, type Locator, type Page, test } from '@playwright/test'
import axe, { type ElementContext, type RunOptions } from 'axe-core'
import { desktop, phone } from './browser.ts'
import { PATIENCE } from './patience.ts'
import { noteSeen } from './routesSeen.ts'
import { keyboardFaults } from './tabWalk.ts'

declare global {
  interface Window {
    axe: typeof axe
    /** The texts whose contrast was measured, by their colours, while `faults` looks at a screen. */
    sabiContrast?: Set<string>
    /** For how many frames the page has not changed, while `settled` waits. */
    sabiStill?: { frames: number; observer: MutationObserver }
  }
}

/** The widths that 1280 px become at 200 % and at 400 % (WCAG 1.4.10). */
const zoomed = { '200 %': { width: 640, height: 400 }, '400 %': { width: 320, height: 400 } }
const grave = ['serious', 'critical']
/**
 * Only moderate for axe: two landmarks with the same role and name, which cannot be distinguished
 * in a list.
 */
const alsoGrave = ['landmark-unique']

/** Checks the present screen as a step of its own, after whose failure the test goes on; `when` names what must be on it. */
export async function look(name: string, page: Page, when?: Locator) {
  await test.step(name, async () => {
    expect.soft(await faults(page, when), name).toEqual([])
    await page.setViewportSize(desktop)
  })
}

/** The problems of the present screen, in all ways of looking at it. */
export async function faults(page: Page, when?: Locator) {
  const found: string[] = []
  const viewport = page.viewportSize() ?? desktop
  await when?.first().waitFor()
  // Behind a dialog a screen is not seen, and not to be reached.
  const covered = (await page.locator('[role=dialog]:visible').count()) > 0
  const first = !covered && noteSeen(page)
  await page.evaluate(() => {
    window.sabiContrast = new Set()
  })
  for (const [device, size] of Object.entries({ desktop, phone })) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await showScheme(page, colorScheme)
      await when?.first().waitFor()
      await settled(page)
      for (const one of await axeFaults(page, colorScheme)) {
        found.push(`${device}, ${colorScheme}: ${one}`)
      }
      if (first) await keep(page, `${device}, ${colorScheme}`)
    }
    for (const one of await cut(page)) found.push(`${device}: ${one}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  for (const [zoom, size] of Object.entries(zoomed)) {
    await page.setViewportSize(size)
    await settled(page)
    const inPlace = first ? await page.evaluate(staysInPlace) : []
    for (const one of [...(await cut(page)), ...inPlace]) {
      found.push(`zoomed to ${zoom}: ${one}`)
    }
  }
  await page.setViewportSize(desktop)
  if (first) {
    await settled(page)
    found.push(...(await keyboardFaults(page)))
  }
  await page.setViewportSize(viewport)
  await page.evaluate(() => {
    delete window.sabiContrast
  })
  return found
}

/** What axe finds on the present screen, in its present size, in light and dark colours. */
export async function faultsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await showScheme(page, colorScheme)
    await settled(page)
    for (const one of await axeFaults(page, colorScheme)) found.push(`${colorScheme}: ${one}`)
  }
  return found
}

async function showScheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  // The colours of the app change after the device has, and fade then. The page for no connection has its own.
  const app = 'data-mantine-color-scheme'
  await page.locator(`html:not([${app}]), html[${app}=${colorScheme}]`).waitFor()
}

/** Keeps a picture of the screen for people to look at, where SABI_PICTURES names a folder for them. */
async function keep(page: Page, how: string) {
  const folder = process.env.SABI_PICTURES
  if (!folder) return
  // Sticky elements are at their normal place.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  const place = new URL(page.url()).pathname.slice(1).replaceAll('/', '.') || 'home'
  await page.screenshot({ path: `${folder}/${place}, ${how}.png`, fullPage: true })
}

/**
 * The serious and critical findings of axe. Another scheme changes only colours. On long pages axe
 * spends most of its time on contrast, so `faults` has it measure texts of the same class and the
 * same colours only once.
 */
async function axeFaults(page: Page, colorScheme = 'light') {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ({ options, colorsOnly }) => {
      /** A text's class, size and colour, and what is behind it. */
      const look = (one: Element) => {
        const { color, fontSize, fontWeight } = getComputedStyle(one)
        const told = [one.tagName, one.className, color, fontSize, fontWeight]
        for (let box: Element | null = one; box; box = box.parentElement) {
          const { backgroundColor, backgroundImage, opacity } = getComputedStyle(box)
          told.push(backgroundColor, backgroundImage, opacity)
        }
        return told.join()
      }
      const measured = window.sabiContrast
      const texts = new Set<Element>(document.querySelectorAll('input, select, textarea'))
      for (const words = document.createTreeWalker(document.body, 4); words.nextNode(); ) {
        const { parentElement, textContent } = words.currentNode
        if (parentElement && textContent?.trim()) texts.add(parentElement)
      }
      const fresh: Element[] = []
      for (const one of measured ? texts : []) {
        if (!one.checkVisibility()) continue
        const own = look(one)
        if (!measured?.has(own)) fresh.push(one)
        measured?.add(own)
      }
      const run = async (context: ElementContext, more: RunOptions) =>
        (await window.axe.run(context, { ...options, ...more })).violations
      const contrast = { runOnly: ['color-contrast'] }
      const found = measured
        ? [
            ...(fresh.length > 0 ? await run(fresh, contrast) : []),
            ...(colorsOnly
              ? []
              : await run(document, { rules: { 'color-contrast': { enabled: false } } })),
          ]
        : await run(document, colorsOnly ? contrast : {})
      // axe takes the header of a dialog for a second banner of the page.
      const isDialog = document.querySelector('[role=dialog] header') !== null
      const known = found.filter(({ id }) => !(isDialog && id === 'landmark-unique'))
      return known.map(({ id, impact, nodes }) => ({
        id,
        impact,
        where: nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`),
      }))
    },
    {
      // The content of frames belongs to other sites.
      options: { resultTypes: ['violations' as const], iframes: false },
      colorsOnly: colorScheme === 'dark',
    },
  )
  return violations
    .filter(({ id, impact }) => grave.includes(impact ?? '') || alsoGrave.includes(id))
    .map(({ id, impact, where }) => `${id} (${impact})\n${where.join('\n')}`)
}

const cut = (page: Page) => page.evaluate(cutOff)

/** In the page: what is wider than the window, or cut off in its box. */
function cutOff() {
  const found: string[] = []
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) found.push(`${scrollWidth} px wide in ${clientWidth} px`)
  // Pages of one layout begin at one left edge, and no row of a list is wider than its card.
  const column = document.querySelector('[data-column]')
  const heading = column?.querySelector('h1')
  const from = (element: Element) => element.getBoundingClientRect().left
  const isCentred = heading && getComputedStyle(heading).textAlign === 'center'
  if (column && heading && !isCentred && Math.abs(from(heading) - from(column)) > 1) {
    found.push(`begins at ${from(heading)} px instead of ${from(column)}`)
  }
  for (const row of document.querySelectorAll('tbody tr')) {
    if (getComputedStyle(row).display === 'grid' && row.scrollWidth > row.clientWidth) {
      const { right } = row.getBoundingClientRect()
      const beyond = [...row.querySelectorAll('*')].filter(
        (element) => element.getBoundingClientRect().right > right,
      )
      found.push(`wider than its card: ${(beyond.at(-1) ?? row).outerHTML.slice(0, 200)}`)
    }
  }
  const boxes = new Set<Element>()
  for (const words = document.createTreeWalker(document.body, 4); words.nextNode(); ) {
    const { parentElement, textContent } = words.currentNode
    if (parentElement && textContent?.trim()) boxes.add(parentElement)
  }
  for (const box of boxes) {
    const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(box)
    if (!['hidden', 'clip'].includes(overflowX) || !box.checkVisibility()) continue
    const { width, height } = box.getBoundingClientRect()
    // For screen readers alone; what ends in dots, or after some lines, means to.
    if (width <= 1 || height <= 1 || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') {
      continue
    }
    if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 2) {
      found.push(`cut off: ${box.outerHTML.slice(0, 200)}`)
    }
  }
  return found
}

/** In the page: what stays where it is when all else scrolls, if it takes more than half of the height. */
function staysInPlace() {
  const { clientWidth, clientHeight } = document.documentElement
  const staying: HTMLElement[] = []
  for (const one of document.body.querySelectorAll<HTMLElement>('*')) {
    const { position, visibility } = getComputedStyle(one)
    if (!['fixed', 'sticky'].includes(position) || visibility === 'hidden') continue
    // The content under an open menu only closes the menu.
    if (one.closest('[aria-hidden=true]')) continue
    const { width, top, bottom } = one.getBoundingClientRect()
    const seen = width > clientWidth / 2 && top < clientHeight && bottom > 0
    // A box in one that stays is no second one.
    if (seen && !staying.some((other) => other.contains(one))) staying.push(one)
  }
  const height = staying.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0)
  if (height <= clientHeight / 2) return []
  const told = staying.map(({ outerHTML }) => outerHTML.slice(0, 120)).join(', ')
  return [`${height} of ${clientHeight} px stay in place: ${told}`]
}

/**
 * Waits until nothing moves, nothing is loading, and nothing has changed for some frames. Now and then
 * Chromium paints no frame after it was resized, for as long as one waits. Another resize wakes it.
 */
export async function settled(page: Page) {
  const size = page.viewportSize()
  try {
    await still(page, STALLED)
  } catch (error) {
    if (!(error instanceof errors.TimeoutError) || size === null) throw error
    await page.setViewportSize({ ...size, height: size.height + 1 })
    await page.setViewportSize(size)
    await still(page, PATIENCE)
  }
}

/** After this time without rest a page is resized, in milliseconds. */
const STALLED = 20_000

const still = (page: Page, timeout: number) => page.waitForFunction(isStill, undefined, { timeout })

/** In the page, in each frame: whether it is at rest. */
function isStill() {
  if (!window.sabiStill) {
    const observer = new MutationObserver(() => {
      still.frames = 0
    })
    const still = { frames: 0, observer }
    observer.observe(document, { attributes: true, childList: true, subtree: true })
    window.sabiStill = still
  }
  const still = window.sabiStill
  const rests =
    document.fonts.status === 'loaded' &&
    document.querySelector('[aria-busy=true], [data-loader]') === null &&
    document.getAnimations().every(({ playState, effect, timeline }) => {
      const endless = effect?.getTiming().iterations === Number.POSITIVE_INFINITY
      // Elements that follow the scrolling stop with it.
      return playState !== 'running' || endless || timeline !== document.timeline
    })
  still.frames = rests ? still.frames + 1 : 0
  if (still.frames <= 3) return false
  still.observer.disconnect()
  delete window.sabiStill
  return true
}

export const title = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 })
export const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
