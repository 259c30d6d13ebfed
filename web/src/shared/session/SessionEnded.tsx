// Shown over a form whose session has ended: the form can be saved after signing in again in
// another tab.
import { Button, Portal } from '@mantine/core'
import { useLocation } from 'react-router'
import { common } from '@/shared/i18n/common'
import { isAdminPath, paths } from '@/shared/paths'
import { focusNow } from '@/shared/ui/focus'
import styles from './SessionEnded.module.css'

export function SessionEnded({ words }: EndedProps) {
  const door = isAdminPath(useLocation().pathname) ? paths.adminLogin : paths.login
  return (
    // Outside of the page, which cannot be used now.
    <Portal>
      <div className={styles.ended} role="alert">
        {common.expired} {words.ended}
        <Button component="a" href={door} target="_blank" ref={focusNow}>
          {words.logInAgain}
        </Button>
      </div>
    </Portal>
  )
}

export interface EndedWords {
  /** Message that says where the typed text is kept. */
  ended: string
  logInAgain: string
}

export interface EndedProps {
  words: EndedWords
}
