// What needs the student's hand: a session that has ended during the test.
import { Alert, Anchor } from '@mantine/core'
import { LogIn } from 'lucide-react'
import { paths } from '@/paths'
import { saveStatus } from '@/stores/testState'
import { useTest } from './sitting'
import styles from './test.module.css'

export function Notice() {
  const signedOut = useTest((state) => saveStatus(state).is === 'signed-out')
  if (!signedOut) return null
  return (
    <Alert className={styles.notice} color="sun" icon={<LogIn aria-hidden />} role="alert">
      You have been signed out. Go on with your test: your answers are kept on this device.{' '}
      <Anchor href={paths.login} target="_blank" fz="inherit" c="inherit" underline="always">
        Log in again in another tab
      </Anchor>{' '}
      and come back here to save them.
    </Alert>
  )
}
