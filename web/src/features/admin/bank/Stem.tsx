// The stem of a question in a list: its text with rendered maths, and an icon for pictures.
import { Image as ImageIcon } from 'lucide-react'
import { RichText } from '@/shared/ui/RichText'
import styles from './bank.module.css'
import { bankListTexts } from './messages'
import { hasPicture, stemHtml } from './stemText'

export function Stem({ html, logo = null, title = '', most }: StemProps) {
  const text = stemHtml(html, most)
  return (
    <>
      {(hasPicture(html) || logo) && (
        <ImageIcon
          size={15}
          role="img"
          aria-label={bankListTexts.picture}
          className={styles.pictured}
        />
      )}
      {text ? <RichText html={text} inline /> : title}
    </>
  )
}

interface StemProps {
  /** HTML. */
  html: string
  /** The picture of the question. */
  logo?: string | null
  /** Shown if the stem has no text. */
  title?: string
  /** Maximum length in characters. */
  most?: number
}
