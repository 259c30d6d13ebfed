// The dashboard without internet: today's questions and the mistakes that are on this device, and the tests
// that were taken on it.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CirclePlay, RotateCcw } from 'lucide-react'
import { Link } from 'react-router'
import { assessmentsQuery } from '@/shared/api/queries/enrolment'
import { plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { DeviceTests } from '@/shared/offline/DeviceTests'
import { type ExamHere, overviewQuery } from '@/shared/offline/overview'
import { SESSION } from '@/shared/offline/paper'
import { paths } from '@/shared/paths'
import { Panel } from '@/shared/ui/Page'
import { Skeleton } from '@/shared/ui/states'
import { NotStarted } from '../useStart'
import {
  type Modes,
  offlineModes,
  startOfflineTexts,
  titleOf,
  todayOf,
  universityOf,
  useDeviceStart,
  useReady,
} from './choices'

export interface OfflineHomeProps {
  /** The id of the student. */
  user: string
  /** Otherwise only the tests that were taken are shown. */
  isOffline: boolean
}

export function OfflineHome({ user, isOffline }: OfflineHomeProps) {
  return (
    <>
      {isOffline && <Today user={user} />}
      <DeviceTests account={user} />
    </>
  )
}

function Today({ user }: { user: string }) {
  const overview = useQuery(overviewQuery(user))
  const { data: assessments = [] } = useQuery(assessmentsQuery)
  return (
    <Panel component="section" aria-labelledby="offline-today">
      <Title order={2} id="offline-today" mb="sm">
        {startOfflineTexts.todaysQuestions}
      </Title>
      <QueryView
        query={overview}
        message={startOfflineTexts.failed}
        waiting={<Skeleton count={1} />}
      >
        {(list) =>
          list.length === 0 ? (
            <Text>{startOfflineTexts.none}</Text>
          ) : (
            <Stack gap="md">
              {list.map((here) => (
                <Session
                  key={titleOf(here)}
                  user={user}
                  here={here}
                  isOnly={list.length === 1}
                  modes={offlineModes(assessments)}
                />
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Panel>
  )
}

interface SessionProps {
  user: string
  here: ExamHere
  isOnly: boolean
  modes: Modes
}

function Session({ user, here, isOnly, modes }: SessionProps) {
  const { due, mistakes, isDone, known } = here
  const start = useDeviceStart(user, known)
  const count = isDone ? 0 : Math.min(SESSION, due.length)
  const session = count > 0 ? todayOf(here, modes, universityOf(here)) : null
  useReady(user, known, session)
  return (
    <div>
      {!isOnly && <Text fw={650}>{titleOf(here)}</Text>}
      <Text mb="sm">
        {isDone
          ? startOfflineTexts.doneForToday
          : count > 0
            ? plural(startOfflineTexts.toRepeat, count)
            : startOfflineTexts.nothingDue}
      </Text>
      <Group gap="sm">
        {session && (
          <Button
            size="md"
            leftSection={<CirclePlay size={20} aria-hidden />}
            aria-label={startOfflineTexts.startToday(titleOf(here))}
            loading={start.isPending}
            onClick={() => start.mutate(session)}
          >
            {startOfflineTexts.start}
          </Button>
        )}
        {mistakes.length > 0 && (
          <Button
            component={Link}
            to={`${paths.practise}?offline=mistakes`}
            variant="light"
            leftSection={<RotateCcw size={18} aria-hidden />}
          >
            {plural(startOfflineTexts.practiseMistakes, mistakes.length)}
          </Button>
        )}
        <Button component={Link} to={`${paths.practise}?offline=bank`} variant="default">
          {startOfflineTexts.practise}
        </Button>
      </Group>
      {start.error && <NotStarted thrown={start.error} onCleared={start.reset} />}
    </div>
  )
}
