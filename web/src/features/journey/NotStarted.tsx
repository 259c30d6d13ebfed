// Why no test was started, with the way on where there is one.
import { Alert } from '@mantine/core'
import { toApiError } from '@/api/errors'
import { formatMinutes } from '@/i18n/format'
import { attemptsInTheWay, InTheWay } from './InTheWay'
import { start as texts } from './startMessages'

export function NotStarted({ thrown, onCleared }: NotStartedProps) {
  const error = toApiError(thrown)
  const attempts = attemptsInTheWay(error)
  if (attempts.length > 0) {
    return <InTheWay why={error.errMessage} attempts={attempts} onCleared={onCleared} />
  }
  const { status, retryAfter } = error
  const wait = status === 429 && retryAfter !== null && waitFor(retryAfter)
  const all = [error.errMessage, ...Object.values(error.fields), wait || '']
  return (
    <Alert color="red" role="alert">
      {all.filter(unique).join(' ')}
    </Alert>
  )
}

interface NotStartedProps {
  thrown: Error
  /** A test that was in the way has ended. */
  onCleared: () => void
}

const waitFor = (seconds: number) => texts.startAgainIn(formatMinutes(Math.ceil(seconds / 60)))

const unique = (text: string, i: number, all: string[]) => all.indexOf(text) === i
