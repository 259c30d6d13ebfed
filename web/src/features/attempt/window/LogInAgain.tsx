// The way to sign in again, and back to this very test.
import { Button, type ButtonProps } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { paths } from '@/shared/paths'
import { useAttemptParts, useIntruder, useTest } from '../attemptContext'
import { testTexts } from '../messages'

export function LogInAgain(look: ButtonProps) {
  const { pathname, search } = useLocation()
  const inWindow = useTest((state) => state.keeping === 'memory')
  const { owner } = useAttemptParts()
  const isOther = useIntruder() !== null
  const { logInAgain, logInAgainAs } = testTexts
  const label = isOther && owner ? logInAgainAs(owner) : logInAgain
  if (inWindow) {
    // Where the browser keeps nothing the answers live in this window, which must stay.
    return (
      <Button component="a" href={paths.login} target="_blank" {...look}>
        {testTexts.newTab(label)}
      </Button>
    )
  }
  return (
    <Button component={Link} to={paths.login} replace state={{ from: pathname + search }} {...look}>
      {label}
    </Button>
  )
}
