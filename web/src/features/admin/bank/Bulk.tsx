// Actions on the selected rows of a bank list, and their progress.
import {
  Button,
  Group,
  List,
  Modal,
  Progress,
  Select,
  type SelectProps,
  Stack,
  Text,
} from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, CirclePause, CirclePlay } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { toApiError } from '@/shared/api/errors'
import { bankKey, topicSectionsQuery } from '@/shared/api/queries/bank'
import { formatNumber, plural } from '@/shared/i18n/format'
import { sectionOptions } from '../bankForms/questionFields'
import { resourceTexts } from '../messages'
import { required } from '../resource/formContext'
import { bulkTexts, reviewTexts } from './messages'

/** Maximum number of failed rows listed. */
const NAMED = 20

export function StatusBulk<Row extends StatusRow>(props: StatusBulkProps<Row>) {
  const { rows, nameOf, update, onDone, children } = props
  const { bulk, run, stop, close } = useBulk<Row>(onDone)
  const turn = (status: boolean) =>
    run(
      status ? bulkTexts.activating : bulkTexts.retiring,
      rows.filter((row) => row.status !== status),
      ({ _id, version }) => update(_id, { status, version }),
    )
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<CirclePlay size={16} aria-hidden />}
        disabled={rows.every(({ status }) => status)}
        onClick={() => turn(true)}
      >
        {bulkTexts.activate}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<CirclePause size={16} aria-hidden />}
        disabled={rows.every(({ status }) => !status)}
        onClick={() => turn(false)}
      >
        {bulkTexts.retire}
      </Button>
      {children}
      <BulkDialog bulk={bulk} nameOf={nameOf} onStop={stop} onClose={close} />
    </>
  )
}

interface StatusRow {
  _id: string
  status: boolean
  version: number
}

interface StatusBulkProps<Row> {
  rows: Row[]
  nameOf: (row: Row) => string
  update: (id: string, changes: { status: boolean; version: number }) => Promise<unknown>
  onDone: (left: Row[]) => void
  children?: ReactNode
}

export function BulkDialog<Row>({ bulk, nameOf, onStop, onClose }: BulkDialogProps<Row>) {
  if (bulk === null) return null
  const { title, rows, done, failed, state } = bulk
  const total = rows.length
  const running = state === 'running'
  return (
    <Modal
      opened
      onClose={running ? onStop : onClose}
      title={<Text fw={650}>{title}</Text>}
      withCloseButton={false}
      closeOnClickOutside={false}
      centered
    >
      <Stack>
        <Progress value={(done / Math.max(1, total)) * 100} aria-label={title} size="lg" />
        <Text role="status">
          {running
            ? bulkTexts.running(formatNumber(done), formatNumber(total))
            : state === 'stopped'
              ? bulkTexts.stopped(formatNumber(done), formatNumber(total))
              : plural(bulkTexts.finished, done - failed.length)}
        </Text>
        {failed.length > 0 && (
          <div role="alert">
            <Text fw={600} fz="sm">
              {plural(bulkTexts.failed, failed.length)}
            </Text>
            <List fz="sm">
              {failed.slice(0, NAMED).map(({ row, why }, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their order
                <List.Item key={i}>
                  {nameOf(row)}: {why}
                </List.Item>
              ))}
            </List>
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={running ? onStop : onClose}>
            {running ? bulkTexts.stop : bulkTexts.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface BulkDialogProps<Row> {
  bulk: Bulk<Row> | null
  nameOf: (row: Row) => string
  onStop: () => void
  onClose: () => void
}

interface Bulk<Row> {
  /** "Moving" */
  title: string
  rows: Row[]
  /** How many of them were tried. */
  done: number
  failed: { row: Row; why: string }[]
  state: 'running' | 'stopped' | 'finished'
}

/**
 * Calls the server for the selected rows one after the other: progress, cancellation, and the
 * failed rows. `onDone` gets the rows that failed or were not reached.
 */
export function useBulk<Row>(onDone: (left: Row[]) => void) {
  const [bulk, setBulk] = useState<Bulk<Row> | null>(null)
  const client = useQueryClient()
  const stopped = useRef(false)
  // Leaving the list stops the work, because nobody would see its outcome.
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  const run = async (title: string, rows: Row[], change: (row: Row) => Promise<unknown>) => {
    stopped.current = false
    const now: Bulk<Row> = { title, rows, done: 0, failed: [], state: 'running' }
    setBulk(now)
    for (const row of rows) {
      if (stopped.current) break
      try {
        await change(row)
      } catch (thrown) {
        now.failed = [...now.failed, { row, why: toApiError(thrown).errMessage }]
      }
      now.done += 1
      setBulk({ ...now })
    }
    setBulk({ ...now, state: now.done < rows.length ? 'stopped' : 'finished' })
    // Refetches lists that are not shown. The one behind the dialog is refetched when it closes;
    // otherwise removed rows would take their messages with them.
    void client.invalidateQueries({ queryKey: bankKey, refetchType: 'none' })
  }
  return {
    bulk,
    run: (...ask: Parameters<typeof run>) => void run(...ask),
    stop: () => {
      stopped.current = true
    },
    close: () => {
      const { rows = [], done = 0, failed = [] } = bulk ?? {}
      setBulk(null)
      onDone([...failed.map(({ row }) => row), ...rows.slice(done)])
      void client.invalidateQueries({ queryKey: bankKey })
    },
  }
}

/** Chooses a section of a subject, which determines the topic. */
export function SectionSelect({ subjectId, yearId, ...field }: SectionSelectProps) {
  const topics = useQuery({
    ...topicSectionsQuery(subjectId ?? '', yearId),
    enabled: subjectId !== null,
  })
  return (
    <Select
      {...required()}
      disabled={subjectId === null}
      data={sectionOptions(topics.data ?? [])}
      nothingFoundMessage={resourceTexts.noChoices}
      searchable
      {...field}
    />
  )
}

interface SectionSelectProps
  extends Pick<SelectProps, 'label' | 'description' | 'value' | 'onChange' | 'error'> {
  /** None until it is chosen. */
  subjectId: string | null
  yearId: string
}

/** Actions on selected questions or theory questions: activate, retire, mark as checked. */
export function ItemBulk<Row extends StatusRow>(props: ItemBulkProps<Row>) {
  const { rows, nameOf, update, onDone, children } = props
  const { bulk, run, stop, close } = useBulk<Row>(onDone)
  return (
    <StatusBulk rows={rows} nameOf={nameOf} update={update} onDone={onDone}>
      {children}
      <Button
        size="xs"
        variant="default"
        leftSection={<BadgeCheck size={16} aria-hidden />}
        onClick={() =>
          run(reviewTexts.checking, rows, ({ _id, version }) =>
            update(_id, { review: 'checked', version }),
          )
        }
      >
        {reviewTexts.check}
      </Button>
      <BulkDialog bulk={bulk} nameOf={nameOf} onStop={stop} onClose={close} />
    </StatusBulk>
  )
}

interface ItemBulkProps<Row> {
  rows: Row[]
  nameOf: (row: Row) => string
  update: (
    id: string,
    changes: { version: number; status?: boolean; review?: 'checked' },
  ) => Promise<unknown>
  onDone: (left: Row[]) => void
  /** Further actions, before the last one. */
  children?: ReactNode
}
