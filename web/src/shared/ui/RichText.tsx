// Shows HTML that the server has cleaned (ruling 25), and sets its maths: `\(…\)` in the
// line, `$$…$$` on its own. KaTeX is loaded only when a text holds maths. The text decides in which
// direction it is read, each block by itself.
import '@mantine/core/styles/Typography.layer.css'
import { Typography } from '@mantine/core'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { type Enlarge, enlargeNamed, sized, withPlaces } from './pictures'
import styles from './RichText.module.css'

export function RichText(props: RichTextProps) {
  const { html, inline = false, enlarge = inline ? false : 'whole', className } = props
  const ref = useRef<HTMLDivElement>(null)
  const source = withPlaces(html, enlarge)
  // Not again when its formulas have been rendered: React would replace the nodes.
  const shown = useMemo(() => typesetBefore.get(source) ?? source, [source])

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null || !mayBeWide(source)) return
    if (shown === source && hasMaths(source)) void typeset(element, source)
    return keepFitted(element)
  }, [shown, source])

  const Tag = inline ? 'span' : 'div'
  const text = (
    <Tag
      // A new element for a new text, since KaTeX has changed the old one's nodes.
      key={source}
      ref={ref}
      // Reads from right to left where its text does.
      dir="auto"
      className={[styles.text, className].filter(Boolean).join(' ')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server on the way in
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  )
  return inline ? text : <Typography className={styles.block}>{text}</Typography>
}

interface RichTextProps {
  /** Only HTML that came from the API. */
  html: string
  /** Shown within a line of text: not a block. */
  inline?: boolean
  /** Whether its pictures are buttons that show them large, or have such a button in a corner. */
  enlarge?: Enlarge
  className?: string | undefined
}

/** Whether KaTeX has to be loaded for this text. */
export const hasMaths = (html: string) => html.includes('\\(') || html.includes('$$')

const mayBeWide = (html: string) => html.includes('<table') || hasMaths(html)

/** The picture of a question: always the same height, so that nothing moves when it loads. */
export function QuestionPicture({ src, alt = '' }: { src: string; alt?: string }) {
  return (
    <button type="button" data-enlarge aria-label={enlargeNamed(alt)} className={styles.around}>
      <img
        className={styles.picture}
        loading="lazy"
        decoding="async"
        src={sized(src, 'small')}
        alt={alt}
      />
    </button>
  )
}

// Renders the formulas of many texts at once and makes wide content scroll. A list has dozens of
// questions, and treating each alone would cost a layout for each.

/** Milliseconds of rendering before the browser may do other work. */
const SLICE = 10

const waiting: [element: HTMLElement, source: string][] = []
/** Texts with their formulas rendered, for when they are shown again: the last ones. */
const typesetBefore = new Map<string, string>()
const MOST = 200
let spent = 0
let resting = false

type Render = (element: HTMLElement) => void
let render: Render | undefined

/** Whether formulas can be rendered at once. */
export const isMathsLoaded = () => render !== undefined

/** Loads KaTeX, once. Returns whether it is there. */
export async function loadMaths(): Promise<boolean> {
  try {
    render ??= (await import('./maths')).render
  } catch {
    // The source stays visible and the next text tries again. Some browsers refuse that until the
    // page is reloaded.
  }
  return isMathsLoaded()
}

/** Renders the formulas in an element; does nothing until KaTeX is loaded. */
export const renderMaths = (element: HTMLElement) => render?.(element)

/** Renders the formulas in a text. */
async function typeset(element: HTMLElement, source: string): Promise<void> {
  if (!isMathsLoaded() && !(await loadMaths())) return
  waiting.push([element, source])
  if (spent < SLICE) setWaiting()
}

/**
 * Once KaTeX is loaded, the first texts are rendered before the next paint, so that nothing jumps.
 */
function setWaiting(): void {
  while (spent < SLICE) {
    const next = waiting.shift()
    if (next === undefined) break
    const [element, source] = next
    const begun = performance.now()
    if (element.isConnected) {
      renderMaths(element)
      if (typesetBefore.size >= MOST) typesetBefore.clear()
      typesetBefore.set(source, element.innerHTML)
    }
    spent += performance.now() - begun
    fitLater(element)
  }
  if (resting) return
  resting = true
  setTimeout(() => {
    resting = false
    spent = 0
    if (waiting.length > 0) setWaiting()
  })
}

const changed = new Set<HTMLElement>()

/**
 * Before the next paint, makes what is too wide scroll by itself, by keyboard too: a table, a block
 * formula, or else the text with an unbreakable part.
 */
function fitLater(text: HTMLElement): void {
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
function keepFitted(text: HTMLElement): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) changed.add(target as HTMLElement)
    fitChanged()
  })
  observer.observe(text)
  return () => observer?.unobserve(text)
}
let observer: ResizeObserver | undefined
