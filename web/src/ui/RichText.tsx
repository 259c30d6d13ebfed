// Shows HTML that the server has cleaned (ruling 25), and sets its maths: `\(…\)` in the
// line, `$$…$$` on its own. KaTeX is loaded only when a text holds maths.
import '@mantine/core/styles/Typography.layer.css'
import { Typography } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import styles from './RichText.module.css'

export function RichText({ html, inline = false, className }: RichTextProps) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null || !mayBeWide(html)) return
    const fit = () => scrollWhatIsWide(element)
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    if (hasMaths(html)) void typeset(element).then(fit)
    return () => observer.disconnect()
  }, [html])

  const Tag = inline ? 'span' : 'div'
  const text = (
    <Tag
      // A new element for a new text, since KaTeX has changed the old one's nodes.
      key={html}
      ref={ref}
      className={[styles.text, className].filter(Boolean).join(' ')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server on the way in
      dangerouslySetInnerHTML={{ __html: withLazyPictures(html) }}
    />
  )
  return inline ? text : <Typography className={styles.block}>{text}</Typography>
}

interface RichTextProps {
  /** Only HTML that came from the API. */
  html: string
  /** Flows in a line of text: no block of its own. */
  inline?: boolean
  className?: string | undefined
}

/** Pictures come when they are looked at, and hold nothing else up. */
const withLazyPictures = (html: string) =>
  html.replace(/<img(?=[\s>])/gi, '<img loading="lazy" decoding="async"')

/** Whether KaTeX is worth loading for this text. */
export const hasMaths = (html: string) => html.includes('\\(') || html.includes('$$')

const mayBeWide = (html: string) => html.includes('<table') || hasMaths(html)

/**
 * What is too wide to be seen whole scrolls in its own box, by keyboard as well: a table, a
 * formula on its own, or else the text that holds what cannot be broken.
 */
function scrollWhatIsWide(text: HTMLElement): void {
  for (const one of text.querySelectorAll<HTMLElement>('table, .katex-display')) {
    reachable(one, isWide(one))
  }
  const wide = isWide(text)
  text.classList.toggle(styles.wide ?? '', wide)
  reachable(text, wide)
}

const isWide = ({ scrollWidth, clientWidth }: HTMLElement) => scrollWidth > clientWidth

function reachable(element: HTMLElement, isScrolled: boolean): void {
  if (isScrolled) element.tabIndex = 0
  else element.removeAttribute('tabindex')
}

type Render = (element: HTMLElement) => void
let render: Render | undefined

async function typeset(element: HTMLElement): Promise<void> {
  // Set before the first paint once loaded, so that nothing jumps.
  if (render) return render(element)
  try {
    render = (await import('./maths')).render
  } catch {
    // Offline before KaTeX ever came: the source stays readable, the next text tries again.
    return
  }
  if (element.isConnected) render(element)
}
