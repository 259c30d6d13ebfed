// Actions on the selected rows of a bank list, and their progress.
import { Button, Group, List, Modal, Progress, Stack, Text } from '@mantine/core'
import { CirclePause, CirclePlay } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber, plural } from '@/shared/i18n/format'
import { bulkTexts } from './messages'
import { type Bulk, useBulk } from './useBulk'

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

export interface StatusRow {
  _id: string
  status: boolean
  version: number
}

interface StatusBulkProps<Row> {
  rows: Row[]
  nameOf: (row: Row) => string
  update: (id: string, changes: { status: boolean; version: number }) => Promise<unknown>
  onDone: () => void
  children?: ReactNode
}

export function BulkDialog<Row>({ bulk, nameOf, onStop, onClose }: BulkDialogProps<Row>) {
  if (bulk === null) return null
  const { title, total, done, failed, state } = bulk
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
