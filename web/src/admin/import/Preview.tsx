// What an import would do, before it does it.
import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { ApiError } from '@/api/errors'
import type { ImportReport } from '@/api/types'
import { plural } from '@/i18n/format'
import { ErrorState } from '@/ui/ErrorState'
import { Panel } from '@/ui/Panel'
import { messages } from '../messages'
import { Counts } from './Counts'
import { Findings } from './Findings'
import { words } from './messages'
import { PhaseTitle } from './PhaseTitle'

const bank = messages.bank

export function Preview({ report, error, onConfirm, onCancel }: PreviewProps) {
  const [allOrNothing, setAllOrNothing] = useState(false)
  const good = report.new + report.changed
  const problem = hindrance(report, allOrNothing)
  const confirm = () => onConfirm(report, allOrNothing)
  return (
    <>
      <Panel>
        <Stack>
          <PhaseTitle>{words.preview}</PhaseTitle>
          <Text c="dimmed">{plural(words.rows, report.rows)}</Text>
          <Counts report={report} />
          {report.rejected > 0 && good > 0 && (
            <Switch
              label={words.allOrNothing}
              description={words.allOrNothingHint}
              checked={allOrNothing}
              onChange={(event) => setAllOrNothing(event.currentTarget.checked)}
            />
          )}
          {error && <ErrorState message={failureWords(error)} onRetry={confirm} />}
          {problem && <Text role="status">{problem}</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {words.cancel}
            </Button>
            <Button disabled={problem !== null} onClick={confirm}>
              {words.confirm}
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
  if (report.rows === 0) return bank.noRows
  if (report.new + report.changed === 0) return bank.nothingNew
  return allOrNothing && report.rejected > 0 ? bank.refusedAll : null
}

const failureWords = ({ offline, errMessage }: ApiError) =>
  offline ? `${errMessage} ${bank.mayHaveFinished}` : errMessage
