// The stem of a question in a list: its text with its maths set, and a sign where there is a picture.
import { Image as ImageIcon } from 'lucide-react'
import { RichText } from '@/ui/RichText'
import styles from './bank.module.css'
import { messages } from './messages'
import { hasPicture, stemHtml } from './stemText'

export function Stem({ html, logo = null, title = '', most }: StemProps) {
  const text = stemHtml(html, most)
  return (
    <>
      {(hasPicture(html) || logo) && (
        <ImageIcon
          size={15}
          role="img"
          aria-label={messages.list.picture}
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
  /** Stands for a stem without any words. */
  title?: string
  /** The most characters that are shown. */
  most?: number
}
