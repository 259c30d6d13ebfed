// What an import would do, before it does it.
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { ApiError } from '@/api/errors'
import type { ImportReport } from '@/api/types'
import { ErrorState } from '@/ui/ErrorState'
import { Panel } from '@/ui/Panel'
import { count } from '../count'
import { messages } from '../messages'
import { Counts } from './Counts'
import { Findings } from './Findings'
import { PhaseTitle } from './PhaseTitle'

const words = messages.bank

export function Preview({ report, error, onConfirm, onCancel }: PreviewProps) {
  const [allOrNothing, setAllOrNothing] = useState(false)
  const good = report.new + report.changed
  const problem = hindrance(report, allOrNothing)
  const confirm = () => onConfirm(report, allOrNothing)
  return (
    <>
      <Panel>
        <Stack>
          <PhaseTitle>Preview</PhaseTitle>
          <Text c="dimmed">{count(report.rows, 'row')} in the sheet. Nothing is stored yet.</Text>
          <Counts report={report} />
          {report.rejected > 0 && good > 0 && (
            <Switch
              label="All or nothing"
              description="Import nothing while a row is rejected."
              checked={allOrNothing}
              onChange={(event) => setAllOrNothing(event.currentTarget.checked)}
            />
          )}
          {error && <ErrorState message={failureWords(error)} onRetry={confirm} />}
          {problem && <Text role="status">{problem}</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button disabled={problem !== null} onClick={confirm}>
              Confirm import
            </Button>
          </Group>
        </Stack>
      </Panel>
      <Findings report={report} />
    </>
  )
}

interface PreviewProps {
  report: ImportReport
  /** Why the last try to import failed. */
  error: ApiError | null
  onConfirm: (report: ImportReport, allOrNothing: boolean) => void
  onCancel: () => void
}

/** Why there is nothing to confirm. */
function hindrance(report: ImportReport, allOrNothing: boolean): string | null {
  if (report.rows === 0) return words.noRows
  if (report.new + report.changed === 0) return words.nothingNew
  return allOrNothing && report.rejected > 0 ? words.refusedAll : null
}

const failureWords = ({ offline, errMessage }: ApiError) =>
  offline ? `${errMessage} ${words.mayHaveFinished}` : errMessage
