// What needs the student's hand: a session that has ended, or become somebody else's.
import { Alert } from '@mantine/core'
import { LogIn } from 'lucide-react'
import { useSession } from '@/stores/session'
import { LogInAgain } from './LogInAgain'
import { messages } from './messages'
import { useSitting, useTest } from './sitting'
import styles from './test.module.css'

const words = messages.test

export function Notice() {
  const signedOut = useTest((state) => state.link.is === 'signed-out')
  const { test } = useSitting()
  const holder = useSession((session) => session.user ?? session.other)
  if (!signedOut) return null
  const other = holder !== null && holder._id !== test.user ? holder : null
  return (
    <Alert className={styles.notice} color="sun" icon={<LogIn aria-hidden />} role="alert">
      <div className={styles.noticeText}>
        <span>
          {other
            ? words.otherSignedIn(`${other.first_name} ${other.last_name}`)
            : words.youAreSignedOut}{' '}
          {words.goOnSignedOut}
        </span>
        <LogInAgain size="xs" />
      </div>
    </Alert>
  )
}
