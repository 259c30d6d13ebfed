// What needs the student's hand: a session that has ended, or become somebody else's.
import { Alert } from '@mantine/core'
import { LogIn } from 'lucide-react'
import { useAttemptParts, useIntruder, useTest } from '../attemptContext'
import { testTexts } from '../messages'
import { LogInAgain } from './LogInAgain'
import styles from './test.module.css'

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
            ? testTexts.otherSignedIn(`${other.first_name} ${other.last_name}`, owner)
            : testTexts.youAreSignedOut}{' '}
          {other ? testTexts.goOnAsOwner(owner) : testTexts.goOnSignedOut}
        </span>
        <LogInAgain size="xs" />
      </div>
    </Alert>
  )
}
