// What needs the student's hand: a session that has ended, or become somebody else's.
import { Alert } from '@mantine/core'
import { LogIn } from 'lucide-react'
import { useAttemptParts, useIntruder, useTest } from '../attemptContext'
import { messages } from '../messages'
import { LogInAgain } from './LogInAgain'
import styles from './test.module.css'

const words = messages.test

export function Notice() {
  const signedOut = useTest((state) => state.link.is === 'signed-out')
  const { owner } = useAttemptParts()
  const other = useIntruder()
  if (!signedOut) return null
  return (
    <Alert className={styles.notice} color="sun" icon={<LogIn aria-hidden />} role="alert">
      <div className={styles.noticeText}>
        <span>
          {other
            ? words.otherSignedIn(`${other.first_name} ${other.last_name}`, owner)
            : words.youAreSignedOut}{' '}
          {other ? words.goOnAsOwner(owner) : words.goOnSignedOut}
        </span>
        <LogInAgain size="xs" />
      </div>
    </Alert>
  )
}
