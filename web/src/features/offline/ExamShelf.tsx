// The questions of one exam: what can be downloaded, what is on the device, and the download that runs.
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import type { User } from '@/shared/api/types'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { formatDate, formatNumber, plural } from '@/shared/i18n/format'
import type { PackEntry, StoredList } from '@/shared/offline/database'
import {
  lastList,
  refreshList,
  remove,
  type ShelfEntry,
  type Source,
  sum,
} from '@/shared/offline/shelf'
import { Bar } from '@/shared/ui/Bar'
import { Checkbox } from '@/shared/ui/Checkbox'
import { Disclosure } from '@/shared/ui/Disclosure'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { ErrorState, Skeleton } from '@/shared/ui/states'
import { type Ended, run, shelfKey, useDownloads } from './downloads'
import { FetchMock } from './Mocks'
import { offlineTexts } from './messages'
import styles from './offline.module.css'
import {
  costText,
  isThere,
  type Row,
  rowsOf,
  type SubjectRows,
  sizeText,
  toFetch,
  within,
} from './rows'

export function ExamShelf({ user, title, source, entries }: ExamShelfProps) {
  const id = useId()
  const list = useQuery({
    queryKey: ['offline-list', user._id, source?.examId, source?.university?._id],
    queryFn: ({ signal }) => (source ? readList(user._id, source, signal) : null),
    staleTime: 0,
    retry: false,
  })
  return (
    <Panel component="section" aria-labelledby={id}>
      <Stack gap="md">
        <Title order={2} id={id}>
          {title}
        </Title>
        {list.isPending && <Skeleton count={2} />}
        {list.isError && (
          <ErrorState message={toApiError(list.error).errMessage} onRetry={() => list.refetch()} />
        )}
        {!list.isPending && (
          <ExamContents user={user} source={source} found={list.data ?? null} entries={entries} />
        )}
      </Stack>
    </Panel>
  )
}

interface ExamShelfProps {
  user: User
  title: string
  /** Null for an exam of which the student has no plan any more. */
  source: Source | null
  /** What is on the device. */
  entries: ShelfEntry[]
}

/** The list of what there is: from the server, or as it was read last. */
interface LoadedPackList extends StoredList {
  isOld: boolean
}

async function readList(
  account: string,
  source: Source,
  signal: AbortSignal,
): Promise<LoadedPackList> {
  try {
    return { ...(await refreshList(account, source, signal)), isOld: false }
  } catch (thrown) {
    if (!toApiError(thrown).offline) throw thrown
    const last = await lastList(account, source)
    if (!last) throw thrown
    return { ...last, isOld: true }
  }
}

function ExamContents({ user, source, found, entries }: ExamContentsProps) {
  const downloads = useDownloads()
  const [withPictures, setWithPictures] = useState(false)
  const list = found?.list ?? null
  const subjects = rowsOf(list?.packs ?? null, entries, source?.university)
  const rows = subjects.flatMap((one) => one.rows)
  const there = rows.filter(isThere)
  const missing = toFetch(rows, ['missing', 'evicted'])
  const outdated = toFetch(rows, ['outdated'])
  const gone = rows.filter(({ state }) => state === 'evicted')
  const pictures = rows.reduce((all, row) => all + row.pictures, 0)
  const pictured = toFetch(rows, ['there']).filter((one) => one.pictures > 0)
  const largest = Math.max(0, ...rows.map(({ questions }) => questions))
  const isBusy = downloads.progress !== null
  const isOurs =
    source !== null &&
    downloads.source?.examId === source.examId &&
    downloads.source.university?._id === source.university?._id
  const left = list?.leftToday ?? null
  const fits = within(missing, left)
  /** What is said of the download: all of it, where nothing more may be downloaded today. */
  const next = fits.length > 0 ? fits : missing
  const fetch = (wanted: PackEntry[]) => {
    if (source && list) void run(user, { source, list, entries: wanted, withPictures })
  }
  if (rows.length === 0) {
    if (!list) return null
    return <Text c="dimmed">{list.allowed ? offlineTexts.noPacks : offlineTexts.off}</Text>
  }
  const canFetch = list?.allowed === true && !isBusy
  return (
    <>
      <Text>
        {there.length > 0
          ? offlineTexts.there(
              formatNumber(there.length),
              formatNumber(rows.length),
              sizeText(sum(there)),
            )
          : offlineTexts.nothingThere(formatNumber(rows.length))}
      </Text>
      {list?.trial && <Text>{plural(offlineTexts.trial, largest)}</Text>}
      {list && !list.allowed && <Text c="dimmed">{offlineTexts.off}</Text>}
      {found?.isOld && <Text c="dimmed">{offlineTexts.offlineList(formatDate(found.readAt))}</Text>}
      {gone.length > 0 && (
        <Alert color="sun">
          {offlineTexts.evictedOf(
            plural(offlineTexts.evicted, gone.length),
            gone
              .map(({ subject, year }) => offlineTexts.pack(subject.title, String(year)))
              .join(', '),
          )}
          {canFetch && toFetch(gone, ['evicted']).length > 0 && (
            <div>
              <Button
                variant="default"
                size="xs"
                mt="xs"
                onClick={() => fetch(toFetch(gone, ['evicted']))}
              >
                {offlineTexts.downloadAgain}
              </Button>
            </div>
          )}
        </Alert>
      )}
      {list?.allowed && (
        <Stack gap="xs">
          {pictures > 0 && (
            <div>
              <Checkbox
                label={plural(offlineTexts.withPictures, pictures)}
                checked={withPictures}
                onChange={(event) => setWithPictures(event.currentTarget.checked)}
              />
              <Text fz="sm" c="dimmed">
                {offlineTexts.withPicturesText}
              </Text>
            </div>
          )}
          <Group gap="sm">
            {missing.length > 0 && (
              <Button
                // What it costs takes a second line on a phone.
                h="auto"
                mih="var(--button-height)"
                py={6}
                styles={{ label: { whiteSpace: 'normal' } }}
                disabled={isBusy || fits.length === 0}
                onClick={() => fetch(fits)}
              >
                {offlineTexts.downloadAll(sizeText(sum(next)), costText(sum(next)))}
              </Button>
            )}
            {outdated.length > 0 && (
              <Button variant="default" disabled={isBusy} onClick={() => fetch(outdated)}>
                {offlineTexts.updateAll(sizeText(sum(outdated)))}
              </Button>
            )}
            {withPictures && pictured.length > 0 && (
              <Button variant="default" disabled={isBusy} onClick={() => fetch(pictured)}>
                {offlineTexts.fetchPictures}
              </Button>
            )}
          </Group>
          {left !== null && (
            <Text fz="sm" c="dimmed">
              {plural(offlineTexts.leftToday, left)}
            </Text>
          )}
          {left !== null && fits.length < missing.length && (
            <Text fz="sm">{offlineTexts.limitReached}</Text>
          )}
        </Stack>
      )}
      {isOurs && <DownloadState />}
      {source && list && <FetchMock user={user} source={source} list={list} />}
      {subjects.map((subject) => (
        <SubjectShelf
          key={subject._id}
          user={user}
          subject={subject}
          fetch={canFetch ? fetch : null}
          left={left}
        />
      ))}
      {there.length > 0 && list?.keepUntil && (
        <Text fz="sm" c="dimmed">
          {offlineTexts.keepUntil(formatDate(list.keepUntil))}
        </Text>
      )}
    </>
  )
}

interface ExamContentsProps {
  user: User
  source: Source | null
  /** Null where it is not known what there is. */
  found: LoadedPackList | null
  entries: ShelfEntry[]
}

/** The years of a subject: each with its size and age, and what can be done with it. */
function SubjectShelf({ user, subject, fetch, left }: SubjectShelfProps) {
  const [open, setOpen] = useState(false)
  const client = useQueryClient()
  const away = useMutationOnce({
    mutationFn: (ids: string[]) => remove(user._id, ids),
    onSuccess: () => client.invalidateQueries({ queryKey: shelfKey(user._id) }),
    onError: () => notify.error(offlineTexts.refused),
  })
  const { title, rows } = subject
  const there = rows.filter(isThere)
  const missing = toFetch(rows, ['missing', 'evicted'])
  const name = offlineTexts.subject(title, formatNumber(there.length), formatNumber(rows.length))
  const fits = within(missing, left)
  const next = fits.length > 0 ? fits : missing
  return (
    <Disclosure name={name} open={open} onToggle={() => setOpen(!open)}>
      {open && (
        <>
          <Group gap="xs" mb="xs">
            {fetch && missing.length > 1 && (
              <Button
                size="xs"
                variant="light"
                disabled={fits.length === 0}
                aria-label={offlineTexts.downloadSubjectOf(title, sizeText(sum(next)))}
                onClick={() => fetch(fits)}
              >
                {offlineTexts.downloadSubject(sizeText(sum(next)))}
              </Button>
            )}
            {there.length > 1 && (
              <Button
                size="xs"
                variant="default"
                loading={away.isPending}
                aria-label={offlineTexts.removeSubjectOf(title)}
                onClick={() => away.mutate(there.map(({ id }) => id))}
              >
                {offlineTexts.removeSubject}
              </Button>
            )}
          </Group>
          <ul className={styles.list}>
            {rows.map((row) => (
              <Year
                key={row.id}
                row={row}
                fetch={fetch}
                onRemove={away.isPending ? null : () => away.mutate([row.id])}
              />
            ))}
          </ul>
        </>
      )}
    </Disclosure>
  )
}

interface SubjectShelfProps {
  user: User
  subject: SubjectRows
  /** Null where nothing can be downloaded now. */
  fetch: ((entries: PackEntry[]) => void) | null
  /** The questions that may still be downloaded today; null without a limit. */
  left: number | null
}

function Year({ row, fetch, onRemove }: YearProps) {
  const { subject, state, entry, locked, held } = row
  const year = String(row.year)
  const canFetch = fetch && entry && !locked && state !== 'there'
  const isUpdate = state === 'outdated'
  return (
    <li>
      <div className={styles.what}>
        {offlineTexts.year(
          year,
          plural(offlineTexts.questions, row.questions),
          sizeText(row.bytes),
        )}
        {stateTexts(row).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      {canFetch && (
        <Button
          size="xs"
          variant="light"
          aria-label={(isUpdate ? offlineTexts.updateOf : offlineTexts.downloadOf)(
            subject.title,
            year,
          )}
          onClick={() => fetch([entry])}
        >
          {isUpdate ? offlineTexts.update : offlineTexts.download}
        </Button>
      )}
      {held && (
        <Button
          size="xs"
          variant="default"
          disabled={!onRemove}
          aria-label={offlineTexts.removeOf(subject.title, year)}
          onClick={onRemove ?? undefined}
        >
          {offlineTexts.remove}
        </Button>
      )}
    </li>
  )
}

interface YearProps {
  row: Row
  fetch: ((entries: PackEntry[]) => void) | null
  /** Null while something is being removed. */
  onRemove: (() => void) | null
}

function stateTexts({ state, held, locked }: Row): string[] {
  const texts: string[] = []
  if (state === 'evicted') texts.push(offlineTexts.gone)
  if (held && state === 'there') texts.push(offlineTexts.since(formatDate(held.downloadedAt)))
  if (held && state === 'outdated') texts.push(offlineTexts.outdated(formatDate(held.downloadedAt)))
  if (locked) texts.push(offlineTexts.locked)
  return texts
}

/** How far the download is, and how the last one ended. */
function DownloadState() {
  const { progress, ended, missed, done, isPersisted, stop } = useDownloads()
  return (
    <div>
      <div role="status">
        {progress && (
          <>
            <Text>
              {progress.current
                ? offlineTexts.downloading(
                    progress.current.subject.title,
                    String(progress.current.year),
                  )
                : common.loading}
            </Text>
            <Bar percent={(progress.bytes / Math.max(1, progress.ofBytes)) * 100} verdict="good" />
          </>
        )}
        {done !== null && done > 0 && <Text>{plural(offlineTexts.done, done)}</Text>}
      </div>
      {progress && (
        <Group justify="space-between">
          <Text fz="sm" c="dimmed">
            {offlineTexts.progress(formatNumber(progress.done), formatNumber(progress.of))}
          </Text>
          <Button variant="default" size="xs" onClick={stop}>
            {offlineTexts.stop}
          </Button>
        </Group>
      )}
      {missed.length > 0 && (
        <Alert color="sun" role="alert" mt="sm">
          {offlineTexts.missed(
            missed
              .map(({ entry }) => offlineTexts.pack(entry.subject.title, String(entry.year)))
              .join(', '),
          )}{' '}
          {missed[0]?.error.errMessage}
        </Alert>
      )}
      {ended && (
        <Alert color="red" role="alert" mt="sm">
          {textOf(ended)}
        </Alert>
      )}
      {done !== null && done > 0 && isPersisted === false && (
        <Text fz="sm" c="dimmed" mt="xs">
          {offlineTexts.notPersisted}
        </Text>
      )}
    </div>
  )
}

function textOf(ended: Ended): string {
  if (ended.why === 'no-room') return offlineTexts.full(sizeText(ended.bytes))
  if (ended.why === 'full') return offlineTexts.fullMeanwhile
  if (ended.why !== 'server') return offlineTexts.refused
  const { error } = ended
  if (error.reason === 'daily-limit') return offlineTexts.dailyLimit
  if (error.reason === 'offline-off') return offlineTexts.off
  return error.offline && error.reason !== 'incomplete' ? offlineTexts.cut : error.errMessage
}
