// What needs the student's hand: a session that has ended, or become somebody else's.
import { Alert } from '@mantine/core'
import { LogIn } from 'lucide-react'
import { useSession } from '@/stores/session'
import { LogInAgain } from './LogInAgain'
import { useTest } from './sitting'
import styles from './test.module.css'

export function Notice() {
  const signedOut = useTest((state) => state.link.is === 'signed-out')
  const other = useSession((session) => session.other)
  if (!signedOut) return null
  return (
    <Alert className={styles.notice} color="sun" icon={<LogIn aria-hidden />} role="alert">
      <div className={styles.noticeText}>
        <span>
          {other
            ? `${other.first_name} ${other.last_name} has signed in in another tab, so that nothing of your test is sent.`
            : 'You have been signed out.'}{' '}
          Go on with your test: your answers are kept on this device. Log in again to save them.
        </span>
        <LogInAgain size="xs" />
      </div>
    </Alert>
  )
}
