// Shows HTML that the server has cleaned (ruling 25), and sets its maths: `\(…\)` in the
// line, `$$…$$` on its own. KaTeX is loaded only when a text holds maths. The text decides in which
// direction it is read, each block by itself.
import '@mantine/core/styles/Typography.layer.css'
import { Typography } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { type Enlarge, enlargeNamed, sized, withPlaces } from './pictures'
import styles from './RichText.module.css'
import { keepFitted, typeset } from './typeset'

export function RichText(props: RichTextProps) {
  const { html, inline = false, enlarge = inline ? false : 'whole', className } = props
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = ref.current
    if (element === null || !mayBeWide(html)) return
    if (hasMaths(html)) void typeset(element)
    return keepFitted(element)
  }, [html])

  const Tag = inline ? 'span' : 'div'
  const text = (
    <Tag
      // A new element for a new text, since KaTeX has changed the old one's nodes.
      key={html}
      ref={ref}
      // Reads from right to left where its text does.
      dir="auto"
      className={[styles.text, className].filter(Boolean).join(' ')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server on the way in
      dangerouslySetInnerHTML={{ __html: withPlaces(html, enlarge) }}
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
