// Starts a test: creates the attempt and shows it in its own window, or in this tab where the browser
// refuses a window.

import { Alert, Anchor } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { type ApiError, toApiError } from '@/shared/api/errors'
import {
  availabilityQuery,
  createAttempt,
  type NamedAttempt,
  runningAttemptsQuery,
} from '@/shared/api/queries/attempts'
import type { Attempt, Availability, ExamType, StartAttempt } from '@/shared/api/types'
import { keepPaper } from '@/shared/attempt/keptAnswers'
import { useFlow } from '@/shared/flow/useFlow'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatMinutes } from '@/shared/i18n/format'
import { isInUse } from '@/shared/offline/inUse'
import { paths, testWindowPath } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { intoView } from '@/shared/ui/focus'
import { lazyPart } from '@/shared/ui/lazyPart'
import { notify } from '@/shared/ui/notify'
import { ErrorState } from '@/shared/ui/states'
import type { InTheWayProps } from './InTheWay'
import { journeyTexts } from './messages'
import { openStartWindow } from './testWindow'

export function useStart() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const user = useUser()
  const start = useMutationOnce({
    mutationFn: async ({ popup, ask }: Begun) => {
      try {
        const body = await ask()
        const sent = Date.now()
        const started = await createAttempt(body)
        // Its window opens with what came with it, and does not ask for it again.
        if (user) await keepPaper(user._id, started, { sent, got: Date.now() })
        if (user && isInUse()) await shutPacks(user._id, started.attempt)
        return started
      } catch (thrown) {
        popup?.close()
        throw thrown
      }
    },
    onSuccess: ({ attempt, message }, { popup }) => {
      if (message) notify.info(message)
      const path = testWindowPath(attempt)
      client.setQueryData(runningAttemptsQuery.queryKey, (known) => known && [attempt, ...known])
      // The next mock asks for the terms again.
      useFlow.getState().forget('agreedExam')
      if (!popup) return navigate(path)
      popup.show(attempt._id, path)
      navigate(paths.dashboard)
    },
  })
  return {
    error: start.error,
    isPending: start.isPending,
    reset: start.reset,
    /**
     * Call it in the click itself, or the browser refuses the window. `kind` says which window that is;
     * `ask` gives the call's body, and may find out what is missing first.
     */
    begin: (kind: Kind, ask: () => StartAttempt | Promise<StartAttempt>) =>
      start.begin(() => ({ popup: openStartWindow(testWindowPath(kind)), ask })),
  }
}

/** The questions on this device stay shut while a mock of their subject runs. */
const shutPacks = (user: string, { _id, assessment, subjects }: Attempt) =>
  assessment.slug === 'mock' &&
  import('@/shared/offline/shelf')
    .then((m) =>
      m.lockSubjects(
        user,
        _id,
        subjects.map((one) => one._id),
      ),
    )
    .catch(() => undefined)

type Kind = Parameters<typeof testWindowPath>[0]

interface Begun {
  popup: ReturnType<typeof openStartWindow>
  ask: () => StartAttempt | Promise<StartAttempt>
}

// How many questions a mock has and how long it takes, as the server would start it now.

export type MockLength = NonNullable<Availability['mock']>

interface MockAsk {
  examId: string
  examType: ExamType
  universityId?: string | null | undefined
}

/** Undefined until it is known; null where it cannot be told. The same call as the setup's own check. */
export function useMockLength(
  { examId, examType, universityId }: MockAsk,
  subjects: string[] | null,
): MockLength | null | undefined {
  const { data, isError } = useQuery({
    ...availabilityQuery({
      mock: true,
      body: {
        ...{ examId, examType, year: null, university: universityId ?? null },
        subjects: subjects ?? [],
      },
    }),
    enabled: subjects !== null && subjects.length > 0,
  })
  return isError ? null : data?.mock
}

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
