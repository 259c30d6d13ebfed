// The first element that Tab reaches: a link past the header and menu to the content.
import type { MouseEvent } from 'react'
import { uiTexts } from './messages'
import styles from './SkipLink.module.css'

/** The id of the main region in every layout. */
export const mainId = 'main'

/**
 * The router does not notice the history entry of a plain link and loses count, so we focus by
 * script.
 */
function skip(event: MouseEvent) {
  event.preventDefault()
  document.getElementById(mainId)?.focus()
}

export function SkipLink() {
  return (
    <a className={styles.skip} href={`#${mainId}`} onClick={skip}>
      {uiTexts.skip}
    </a>
  )
}
