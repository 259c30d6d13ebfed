// The first thing that Tab reaches: over the header and menu, straight to the content.
import { messages } from './messages'
import styles from './SkipLink.module.css'

/** The id that every layout gives to its main region. */
export const mainId = 'main'

export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${mainId}`}>
      {messages.kit.skip}
    </a>
  )
}
