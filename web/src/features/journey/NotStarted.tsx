// Why no test was started, with the way on where there is one. The button may be at the edge of a phone,
// with this out of sight.
import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import type { NamedAttempt } from '@/shared/api/queries/attempts'
import { formatMinutes } from '@/shared/i18n/format'
import { isInUse } from '@/shared/offline/inUse'
import { paths } from '@/shared/paths'
import { intoView } from '@/shared/ui/focus'
import { lazyPart } from '@/shared/ui/lazyPart'
import { ErrorState } from '@/shared/ui/states'
import type { InTheWayProps } from './InTheWay'
import { journeyTexts } from './messages'

// Rarely shown, so it loads when it is.
const InTheWay = lazyPart<InTheWayProps>(
  () => import('./InTheWay').then((m) => m.InTheWay),
  ({ again }) => <ErrorState onRetry={again} />,
)

export function NotStarted({ thrown, onCleared }: NotStartedProps) {
  const error = toApiError(thrown)
  const attempts = attemptsInTheWay(error)
  if (attempts.length > 0) {
    return (
      <Alert color="sun" role="alert" title={error.errMessage} ref={intoView}>
        <InTheWay attempts={attempts} onCleared={onCleared} />
      </Alert>
    )
  }
  const { status, retryAfter } = error
  const wait = status === 429 && retryAfter !== null && waitFor(retryAfter)
  const all = [error.errMessage, ...Object.values(error.fields), wait || '']
  return (
    <Alert color="red" role="alert" ref={intoView}>
      {all.filter(unique).join(' ')}
      {['offline', 'silent'].includes(error.reason) && isInUse() && (
        <Anchor
          component={Link}
          to={`${paths.practise}?offline=bank`}
          display="block"
          fz="sm"
          mt={4}
        >
          {journeyTexts.practiseOffline}
        </Anchor>
      )}
    </Alert>
  )
}

interface NotStartedProps {
  thrown: Error
  /** A test that was in the way has ended. */
  onCleared: () => void
}

/** The running attempts that a refused start names; none for any other error. */
function attemptsInTheWay({ status, reason, body }: ApiError): NamedAttempt[] {
  if (status !== 409 || !['running-mock', 'too-many-running'].includes(reason)) return []
  return body.attempts ?? []
}

const waitFor = (seconds: number) =>
  journeyTexts.startAgainIn(formatMinutes(Math.ceil(seconds / 60)))

const unique = (text: string, i: number, all: string[]) => all.indexOf(text) === i
