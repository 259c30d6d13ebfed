// Renders the formulas of many texts at once and makes wide content scroll. A list has dozens of
// questions, and treating each alone would cost a layout for each.
import styles from './RichText.module.css'

/** Milliseconds of rendering before the browser may do other work. */
const SLICE = 10

const waiting: HTMLElement[] = []
let spent = 0
let resting = false

type Render = (element: HTMLElement) => void
let render: Render | undefined

/** Whether formulas can be rendered at once. */
export const isMathsLoaded = () => render !== undefined

/** Loads KaTeX; resolves also if that fails. */
export async function loadMaths(): Promise<void> {
  try {
    render ??= (await import('./maths')).render
  } catch {
    // The source stays visible and the next text tries again. Some browsers refuse that until the
    // page is reloaded.
  }
}

/** Renders the formulas in a text. */
export async function typeset(element: HTMLElement): Promise<void> {
  if (!render) await loadMaths()
  if (!render) return
  waiting.push(element)
  if (spent < SLICE) setWaiting(render)
}

/**
 * Once KaTeX is loaded, the first texts are rendered before the next paint, so that nothing jumps.
 */
function setWaiting(render: Render): void {
  while (spent < SLICE) {
    const element = waiting.shift()
    if (element === undefined) break
    const begun = performance.now()
    if (element.isConnected) render(element)
    spent += performance.now() - begun
    fitLater(element)
  }
  if (resting) return
  resting = true
  setTimeout(() => {
    resting = false
    spent = 0
    if (waiting.length > 0) setWaiting(render)
  })
}

const changed = new Set<HTMLElement>()

/**
 * Before the next paint, makes what is too wide scroll by itself, by keyboard too: a table, a block
 * formula, or else the text with an unbreakable part.
 */
export function fitLater(text: HTMLElement): void {
  if (changed.size === 0) requestAnimationFrame(fitChanged)
  changed.add(text)
}

/** Measures all before changing any, so that they need one layout together. */
function fitChanged(): void {
  const texts = [...changed].filter(({ isConnected }) => isConnected)
  changed.clear()
  const parts = texts.flatMap((text) => [
    ...text.querySelectorAll<HTMLElement>('table, .katex-display'),
  ])
  const measured = (elements: HTMLElement[]) =>
    elements.map((element) => ({ element, wide: element.scrollWidth > element.clientWidth }))
  const all = { texts: measured(texts), parts: measured(parts) }
  for (const { element, wide } of all.texts) element.classList.toggle(styles.wide ?? '', wide)
  for (const { element, wide } of [...all.parts, ...all.texts]) {
    if (wide) element.tabIndex = 0
    else element.removeAttribute('tabindex')
  }
}

/** Checks a text again whenever its width changes. Returns a function that stops it. */
export function keepFitted(text: HTMLElement): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) changed.add(target as HTMLElement)
    fitChanged()
  })
  observer.observe(text)
  return () => observer?.unobserve(text)
}
let observer: ResizeObserver | undefined
