// Mocks for later: what was fetched ahead and can be opened here, and the button that fetches one.

import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { uniqBy } from 'es-toolkit'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { runningAttemptsQuery } from '@/shared/api/queries/attempts'
import { assessmentsQuery } from '@/shared/api/queries/enrolment'
import type { Attempt, User } from '@/shared/api/types'
import { jambUtme } from '@/shared/exams/exams'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatDateTime, formatMinutes } from '@/shared/i18n/format'
import { type PackList, persist } from '@/shared/offline/database'
import { listFetched } from '@/shared/offline/fetched'
import type { Source } from '@/shared/offline/shelf'
import { DEVICE_TESTS } from '@/shared/offline/testIds'
import { paths } from '@/shared/paths'
import { useOffline } from '@/shared/session/useSession'
import { Chips } from '@/shared/ui/Chips'
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog'
import { Panel } from '@/shared/ui/Page'
import { storeAppFor, turnOn } from './downloads'
import { offlineMockTexts } from './messages'

// Rarely needed, so it loads when it is.
const load = () => import('@/shared/offline/mockForLater')

const fetchedQuery = (account: string) =>
  queryOptions({
    queryKey: [DEVICE_TESTS, 'fetched', account],
    queryFn: () => listFetched(account),
    // They come and go without the server.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    retry: false,
  })

/** Screens with the mocks of this device or the running tests read them anew. */
function showChange(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [DEVICE_TESTS] })
  void client.invalidateQueries({ queryKey: runningAttemptsQuery.queryKey })
}

export interface FetchedMocksProps {
  user: User
}

/** The mocks that were fetched and not opened. */
export function FetchedMocks({ user }: FetchedMocksProps) {
  const { data = [] } = useQuery(fetchedQuery(user._id))
  if (data.length === 0) return null
  return (
    <Panel component="section" aria-labelledby="fetched-mocks">
      <Title order={2} id="fetched-mocks" mb="sm">
        {offlineMockTexts.title}
      </Title>
      <Stack gap="md">
        {data.map((attempt) => (
          <Fetched key={attempt._id} user={user} attempt={attempt} />
        ))}
      </Stack>
    </Panel>
  )
}

function Fetched({ user, attempt }: { user: User; attempt: Attempt }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const isOnline = !useOffline()
  const [asks, setAsks] = useState(false)
  const { _id, exam, assessment, subjects, ahead, timeDuration } = attempt
  const changed = () => showChange(client)
  const open = useMutationOnce({
    mutationFn: async () => {
      giveBack.reset()
      return (await load()).openMock(user._id, _id)
    },
    onSuccess: ({ id }) => navigate(paths.objectiveQuestions(id)),
    onSettled: changed,
  })
  const giveBack = useMutationOnce({
    mutationFn: async () => {
      open.reset()
      return (await load()).giveBackMock(user._id, _id)
    },
    onSettled: changed,
  })
  const name = `${exam.title}, ${assessment.title}`
  const thrown = open.error ?? giveBack.error
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="md">
        <div>
          <Text fw={650}>{name}</Text>
          <Text fz="sm" c="dimmed">
            {subjects.map(({ title }) => title).join(', ')}
          </Text>
          {ahead && <Text fz="sm">{offlineMockTexts.openBy(formatDateTime(ahead.openUntil))}</Text>}
        </div>
        <Group gap="xs">
          <Button
            aria-label={offlineMockTexts.openOf(name)}
            disabled={giveBack.isPending}
            loading={open.isPending}
            onClick={() => setAsks(true)}
          >
            {offlineMockTexts.open}
          </Button>
          {isOnline && (
            <Button
              variant="default"
              aria-label={offlineMockTexts.giveBackOf(name)}
              disabled={open.isPending}
              loading={giveBack.isPending}
              onClick={() => giveBack.mutate()}
            >
              {offlineMockTexts.giveBack}
            </Button>
          )}
        </Group>
      </Group>
      {thrown && (
        <Alert color="red" role="alert">
          {toApiError(thrown).errMessage}
        </Alert>
      )}
      {asks && (
        <ConfirmDialog
          title={offlineMockTexts.askTitle}
          onClose={() => setAsks(false)}
          buttons={
            <>
              <Button variant="default" data-autofocus onClick={() => setAsks(false)}>
                {offlineMockTexts.notNow}
              </Button>
              <Button
                onClick={() => {
                  setAsks(false)
                  open.mutate()
                }}
              >
                {offlineMockTexts.openNow}
              </Button>
            </>
          }
        >
          {offlineMockTexts.askText(formatMinutes(timeDuration ?? 0))}
        </ConfirmDialog>
      )}
    </Stack>
  )
}

export interface FetchMockProps {
  user: User
  source: Source
  list: PackList
}

/** Fetches a mock of an exam; of JAMB UTME it has all registered subjects, of any other exam one. */
export function FetchMock({ user, source, list }: FetchMockProps) {
  const client = useQueryClient()
  const isOnline = !useOffline()
  const { data: fetched } = useQuery(fetchedQuery(user._id))
  const { data: assessments = [] } = useQuery(assessmentsQuery)
  const subjects = uniqBy(
    list.packs.map(({ subject }) => subject),
    ({ _id }) => _id,
  )
  const [chosen, setChosen] = useState<string | null>(null)
  const mode = assessments.find(({ slug, status }) => slug === 'mock' && status)
  const fetch = useMutationOnce({
    mutationFn: async ({ assessmentId, ids }: { assessmentId: string; ids: string[] }) => {
      // Firefox asks the student, who need not answer.
      void persist()
      const body = {
        ...{ examId: source.examId, assessmentId, examType: 'objective' as const, subjects: ids },
        university: source.university?._id ?? null,
      }
      return (await load()).downloadMock(user._id, body, new AbortController().signal)
    },
    onSuccess: () => {
      turnOn(user)
      // Without the stored app, nobody can open it offline.
      void storeAppFor(user)
    },
    onSettled: () => showChange(client),
  })
  const isThere = fetched?.some(({ exam }) => exam._id === source.examId) ?? true
  if (!isOnline || !list.allowed || !mode || subjects.length === 0 || isThere) return null
  const all = subjects.map(({ _id }) => _id)
  const isWhole = list.exam.slug === jambUtme || all.length === 1
  const ids = isWhole ? all : all.filter((id) => id === chosen)
  return (
    <Stack gap="sm" align="flex-start">
      <Title order={3}>{offlineMockTexts.fetchTitle}</Title>
      <Text fz="sm">{offlineMockTexts.fetchText}</Text>
      {!isWhole && (
        <Chips
          legend={offlineMockTexts.subject}
          choices={subjects.map(({ _id, title }) => ({ value: _id, label: title }))}
          value={ids}
          onChange={([id]) => setChosen(id ?? null)}
        />
      )}
      <Button
        variant="default"
        loading={fetch.isPending}
        disabled={ids.length === 0}
        onClick={() => fetch.mutate({ assessmentId: mode._id, ids })}
      >
        {offlineMockTexts.fetch}
      </Button>
      {fetch.error && (
        <Alert color="red" role="alert">
          {[
            toApiError(fetch.error).errMessage,
            ...Object.values(toApiError(fetch.error).fields),
          ].join(' ')}
        </Alert>
      )}
    </Stack>
  )
}
