// The phases of an import after its form: running, preview, and result.
import { Progress as Bar, Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiError } from '@/shared/api/errors'
import type { Progress } from '@/shared/api/lines'
import type { ImportPreview, ImportReport } from '@/shared/api/types'
import { formatNumber, formatPercent, plural } from '@/shared/i18n/format'
import { ErrorState } from '@/shared/ui/ErrorState'
import { Panel } from '@/shared/ui/Panel'
import { useFoot } from '@/shared/ui/useFoot'
import { importedTexts } from '../messages'
import { Findings } from './Findings'
import styles from './import.module.css'
import { importTexts } from './messages'
import { PreviewedQuestions, partsInWords } from './PreviewedQuestions'
import type { Previewed } from './useImport'

const stages = {
  reading: 'readingStage',
  checking: 'checkingStage',
  writing: 'writingStage',
  keeping: 'keepingStage',
} as const

export function Running({ title, progress, cancelling = false, onCancel }: RunningProps) {
  const { stage, done, total } = progress ?? { stage: null, done: 0, total: 0 }
  const percent = total > 0 ? Math.round((done / total) * 100) : 100
  const what = cancelling
    ? importTexts.cancelling
    : stage
      ? importTexts[stages[stage]]
      : importTexts.uploading
  return (
    <Panel>
      <Stack>
        <PhaseTitle>{title}</PhaseTitle>
        <Bar.Root size="lg">
          <Bar.Section
            value={stage ? percent : 100}
            animated={!stage}
            striped={!stage}
            aria-label={title}
            aria-valuetext={stage ? importTexts.stageAt(what, formatPercent(percent)) : what}
          />
        </Bar.Root>
        <Group justify="space-between">
          <Text role="status" c="dimmed" fz="sm">
            {importTexts.running(what)}
            {stage &&
              total > 1 &&
              ` ${importTexts.progress(formatNumber(done), formatNumber(total))}`}
          </Text>
          {stage !== 'keeping' && (
            <Button variant="default" loading={cancelling} onClick={onCancel}>
              {importTexts.cancel}
            </Button>
          )}
        </Group>
      </Stack>
    </Panel>
  )
}

interface RunningProps {
  title: string
  /** Null while the file is being uploaded. */
  progress: Progress | null
  /** Cancellation was requested and not confirmed yet. */
  cancelling?: boolean
  /** Undefined once the rows are being saved. */
  onCancel: () => void
}

export function Preview({
  report,
  previewed,
  error,
  onConfirm,
  onCancel,
  onSaveRows,
  load,
}: PreviewProps) {
  const [allOrNothing, setAllOrNothing] = useState(false)
  const good = report.new + report.changed
  const problem = hindrance(report, allOrNothing)
  const confirm = () => onConfirm(report, allOrNothing)
  return (
    <>
      <Panel>
        <Stack>
          <PhaseTitle>{importTexts.preview}</PhaseTitle>
          <Text c="dimmed">
            {plural(report.unit === 'line' ? importTexts.entries : importTexts.rows, report.rows)}
          </Text>
          {previewed.length > 1 && <Text>{partsInWords(previewed.length)}</Text>}
          <Counts report={report} />
          {report.rejected > 0 && good > 0 && (
            <Switch
              label={importTexts.allOrNothing}
              description={importTexts.allOrNothingHint}
              checked={allOrNothing}
              onChange={(event) => setAllOrNothing(event.currentTarget.checked)}
            />
          )}
          {error && <ErrorState message={failureWords(error)} onRetry={confirm} />}
          {problem && <Text role="status">{problem}</Text>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {importTexts.cancel}
            </Button>
            <Button disabled={problem !== null} onClick={confirm}>
              {importTexts.confirm}
            </Button>
          </Group>
        </Stack>
      </Panel>
      <Findings report={report} onSaveRows={onSaveRows} />
      <PreviewedQuestions previewed={previewed} unit={report.unit} load={load} />
    </>
  )
}

interface PreviewProps {
  report: ImportReport
  previewed: Previewed[]
  /** Saves the rows with problems or warnings as a workbook. */
  onSaveRows: (report: ImportReport) => Promise<void>
  /** Loads further questions of the preview. */
  load: (part: Previewed['part'], from: number) => Promise<ImportPreview>
  /** The error of the last attempt to import. */
  error: ApiError | null
  onConfirm: (report: ImportReport, allOrNothing: boolean) => void
  onCancel: () => void
}

/** Why there is nothing to confirm. */
function hindrance(report: ImportReport, allOrNothing: boolean): string | null {
  if (report.rows === 0) return importedTexts.noRows
  if (report.new + report.changed === 0) return importedTexts.nothingNew
  return allOrNothing && report.rejected > 0 ? importedTexts.refusedAll : null
}

const failureWords = ({ offline, errMessage }: ApiError) =>
  offline ? `${errMessage} ${importedTexts.mayHaveFinished}` : errMessage

export function Done({ report, link, onAgain, onSaveRows }: DoneProps) {
  useFoot('result')
  return (
    <>
      <Panel>
        <Stack>
          <PhaseTitle>{report.written ? importTexts.done : importedTexts.notWritten}</PhaseTitle>
          {!report.written && (
            <Text>{report.rejected > 0 ? importedTexts.refusedAll : importedTexts.nothingNew}</Text>
          )}
          <Counts report={report} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onAgain}>
              {importTexts.another}
            </Button>
            {link}
          </Group>
        </Stack>
      </Panel>
      <Findings report={report} onSaveRows={onSaveRows} />
    </>
  )
}

interface DoneProps {
  report: ImportReport
  /** The link to the questions. */
  link: ReactNode
  onAgain: () => void
  onSaveRows: (report: ImportReport) => Promise<void>
}

/** The heading of a phase. It takes the focus, because the focused element was removed. */
function PhaseTitle({ children }: { children: string }) {
  const ref = useRef<HTMLHeadingElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <Title order={2} ref={ref} tabIndex={-1} className={styles.heading}>
      {children}
    </Title>
  )
}

/** The numbers of new, changed, unchanged and rejected rows. */
function Counts({ report }: { report: ImportReport }) {
  const counts = [
    ['added', report.new],
    ['changed', report.changed],
    ['unchanged', report.unchanged],
    ['rejected', report.rejected],
  ] as const
  return (
    <dl className={styles.counts}>
      {counts.map(([name, n]) => (
        <div key={name} data-bad={(name === 'rejected' && n > 0) || undefined}>
          <dt>{importTexts[name]}</dt>
          <dd>{formatNumber(n)}</dd>
        </div>
      ))}
    </dl>
  )
}
