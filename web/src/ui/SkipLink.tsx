// The first thing that Tab reaches: over the header and menu, straight to the content.
import type { MouseEvent } from 'react'
import { messages } from './messages'
import styles from './SkipLink.module.css'

/** The id that every layout gives to its main region. */
export const mainId = 'main'

/** The router does not know an entry of the history that a link makes by itself, and loses count. */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById(mainId)?.focus()
}

export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${mainId}`} onClick={skip}>
      {messages.kit.skip}
    </a>
  )
}
