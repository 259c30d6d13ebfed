// Which questions of the student's subjects are on this device, and what more can be downloaded.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { assessmentsQuery, examChoicesQuery } from '@/shared/api/queries/enrolment'
import type { ExamChoice, Ref, User } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { appState, canStoreApp } from '@/shared/offline/app'
import { DeviceTests } from '@/shared/offline/DeviceTests'
import { listShelf, type ShelfEntry, type Source } from '@/shared/offline/shelf'
import { paths } from '@/shared/paths'
import { Panel } from '@/shared/ui/Page'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { appKey, shelfKey, storeAppFor, turnOn, useDownloads } from './downloads'
import { ExamShelf } from './ExamShelf'
import { FetchedMocks } from './Mocks'
import { offlineTexts } from './messages'
import { costText, sizeText } from './rows'

export function Shelf({ user }: ShelfProps) {
  const exams = useQuery(examChoicesQuery)
  // Known from then on, without which no test starts offline.
  useQuery(assessmentsQuery)
  const shelf = useQuery({
    queryKey: shelfKey(user._id),
    queryFn: () => listShelf(user._id),
    // Packs come and go without the server.
    staleTime: 0,
    retry: false,
  })
  // The device was set up before, and another student has logged out here since.
  const isSetUp = (shelf.data ?? []).length > 0
  useEffect(() => {
    if (isSetUp) turnOn(user)
  }, [isSetUp, user])
  return (
    <Stack gap="lg">
      <QueryView query={shelf} message={offlineTexts.shelfFailed} waiting={<Skeleton count={2} />}>
        {(entries) => (
          <>
            {entries.some(({ evicted }) => !evicted) && (
              <div>
                <Button component={Link} to={paths.practise}>
                  {offlineTexts.start}
                </Button>
              </div>
            )}
            <FetchedMocks user={user} />
            <DeviceTests account={user._id} />
            <AppOnDevice user={user} />
            <QueryView query={exams} waiting={<Skeleton count={2} height={160} />}>
              {(list) => <Exams user={user} exams={list} entries={entries} />}
            </QueryView>
            {/* The student's plans are not known, but what is on the device is. */}
            {exams.isError && !exams.data && entries.length > 0 && (
              <Exams user={user} exams={[]} entries={entries} />
            )}
          </>
        )}
      </QueryView>
      <Text fz="sm" c="dimmed">
        {offlineTexts.sealed}
      </Text>
    </Stack>
  )
}

export interface ShelfProps {
  user: User
}

interface ExamsProps {
  user: User
  exams: ExamChoice[]
  entries: ShelfEntry[]
}

function Exams({ user, exams, entries }: ExamsProps) {
  const shelves = shelvesOf(exams, entries)
  if (shelves.length === 0) {
    return (
      <EmptyState
        title={offlineTexts.noPlan}
        action={
          <Button component={Link} to={paths.practise}>
            {offlineTexts.choosePlan}
          </Button>
        }
      >
        {offlineTexts.noPlanText}
      </EmptyState>
    )
  }
  return shelves.map(({ key, ...one }) => <ExamShelf key={key} user={user} {...one} />)
}

interface OneShelf {
  key: string
  title: string
  /** Null for an exam of which the student has no plan any more. */
  source: Source | null
  entries: ShelfEntry[]
}

/** One for each plan of the student, and for each other exam of which questions are on the device. */
function shelvesOf(exams: ExamChoice[], entries: ShelfEntry[]): OneShelf[] {
  const shelves = new Map<string, OneShelf>()
  for (const exam of exams) {
    const plans = exam.slug === postUtme ? exam.subscriptions : exam.subscriptions.slice(0, 1)
    for (const plan of plans) {
      const university = exam.slug === postUtme ? (plan.university ?? null) : null
      const shelf = shelfOf(exam, university, { examId: exam._id, university })
      shelves.set(shelf.key, shelf)
    }
  }
  for (const entry of entries) {
    const own = shelfOf(entry.exam, entry.university ?? null, null)
    const shelf = shelves.get(own.key) ?? own
    shelf.entries.push(entry)
    shelves.set(shelf.key, shelf)
  }
  return [...shelves.values()]
}

const shelfOf = ({ _id, title }: Ref, university: Ref | null, source: Source | null): OneShelf => ({
  key: `${_id} ${university?._id}`,
  title: university ? common.examAt(title, university.title) : title,
  source,
  entries: [],
})

/** The app itself: whether it is on this device, so that it opens without internet. */
function AppOnDevice({ user }: { user: User }) {
  const state = useQuery({ queryKey: appKey, queryFn: appState, staleTime: 0 })
  const { app: progress, appError } = useDownloads()
  // About as high as the panel, so that the buttons below hardly move under a finger.
  if (state.isPending) return <Skeleton count={1} height={90} />
  const app = state.data
  return (
    <Panel component="section" aria-label={offlineTexts.app}>
      {app?.whole ? (
        <Text>{offlineTexts.appThere}</Text>
      ) : (
        <Group justify="space-between" gap="sm">
          <Text maw={520}>
            {app
              ? offlineTexts.appOnce(sizeText(app.bytes), costText(app.bytes))
              : offlineTexts.appUnknown}
          </Text>
          {canStoreApp() && (
            <Button
              variant="default"
              loading={progress !== null}
              onClick={() => void storeAppFor(user)}
            >
              {offlineTexts.storeApp}
            </Button>
          )}
        </Group>
      )}
      <div role="status">
        {progress &&
          progress.of > 0 &&
          offlineTexts.storingApp(formatNumber(progress.there), formatNumber(progress.of))}
      </div>
      {appError && (
        <Alert color="red" role="alert" mt="sm">
          {appError.isFull ? offlineTexts.full(sizeText(app?.bytes ?? 0)) : offlineTexts.appFailed}
        </Alert>
      )}
    </Panel>
  )
}
