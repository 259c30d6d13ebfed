// The phases of an import after its form: running, preview, and result.
import { Progress as Bar, Button, Group, Stack, Switch, Text, Title } from '@mantine/core'
import { Download, FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ApiError } from '@/shared/api/errors'
import type { Progress } from '@/shared/api/lines'
import type { ImportPreview, ImportReport } from '@/shared/api/types'
import { formatNumber, formatPercent, plural } from '@/shared/i18n/format'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Page'
import { usePages } from '@/shared/ui/Pager'
import { useFoot } from '@/shared/ui/StepActions'
import { saveFile } from '@/shared/ui/share'
import { ErrorState } from '@/shared/ui/states'
import styles from './import.module.css'
import { importedTexts, importTexts } from './messages'
import { PreviewedQuestions, partsInWords } from './PreviewedQuestions'
import type { Position, Previewed, Stopped } from './useImport'

const stages = {
  reading: 'readingStage',
  checking: 'checkingStage',
  writing: 'writingStage',
  keeping: 'keepingStage',
} as const

export function Running({ title, progress, position, cancelling = false, onCancel }: RunningProps) {
  const { stage, done, total } = progress ?? { stage: null, done: 0, total: 0 }
  const { at, of } = position ?? { at: 1, of: 1 }
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
            {of > 1 && `${importTexts.position(formatNumber(at), formatNumber(of))}: `}
            {importTexts.running(what)}
            {stage &&
              total > 1 &&
              ` ${importTexts.progress(formatNumber(done), formatNumber(total))}`}
          </Text>
          {(stage !== 'keeping' || at < of) && (
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
  /** The part that is running; null for a whole file. */
  position: Position | null
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

export function Done({ report, stopped, link, onAgain, onSaveRows }: DoneProps) {
  useFoot('result')
  return (
    <>
      <Panel>
        <Stack>
          <PhaseTitle>
            {stopped
              ? importTexts.stopped
              : report.written
                ? importTexts.done
                : importedTexts.notWritten}
          </PhaseTitle>
          {stopped && <Text>{importedBefore(stopped)}</Text>}
          {!stopped && !report.written && (
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

/** The parts that were imported before the import was cancelled. */
function importedBefore({ imported, of }: Stopped) {
  const said = importTexts.importedOf(formatNumber(imported.length), formatNumber(of))
  const parts = imported.map(({ subject, year }) => importTexts.namedPart(subject, year))
  return parts.length === 0 ? `${said}.` : importTexts.importedParts(said, parts.join(', '))
}

interface DoneProps {
  report: ImportReport
  /** If it was cancelled between its parts. */
  stopped: Stopped | null
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

/**
 * The findings of an import by row: problems reject a row, warnings do not. Each row is listed once
 * with all its findings.
 */
function Findings({ report, onSaveRows }: FindingsProps) {
  const unit = report.unit === 'line' ? lineNow() : rowNow()
  return (
    <>
      <FindingTable
        title={importTexts.problems}
        meaning={importTexts.problemsHint}
        unit={unit}
        findings={report.problems}
        onSaveRows={() => onSaveRows(report)}
      />
      <FindingTable
        title={importTexts.warnings}
        meaning={importTexts.warningsHint}
        unit={unit}
        findings={report.warnings}
      />
    </>
  )
}

interface FindingsProps {
  report: ImportReport
  /** Saves the rows with problems or warnings as a workbook. */
  onSaveRows: (report: ImportReport) => Promise<void>
}

interface Finding {
  row: number | null
  column: string | null
  message: string
}

/** All findings of one row; `row` is null for the whole sheet. */
interface RowFindings {
  row: number | null
  said: Omit<Finding, 'row'>[]
}

/** Groups findings by row in sheet order, those of the whole sheet first, without duplicates. */
export function byRow(findings: Finding[]): RowFindings[] {
  const rows = new Map<number | null, RowFindings>()
  for (const { row, column, message } of findings) {
    const found = rows.get(row) ?? { row, said: [] }
    const known = found.said.some((one) => one.column === column && one.message === message)
    if (!known) found.said.push({ column, message })
    rows.set(row, found)
  }
  return [...rows.values()].sort((a, b) => (a.row ?? 0) - (b.row ?? 0))
}

/** The name of a unit, and the text for a whole unit. */
interface Unit {
  name: string
  whole: string
}

const rowNow = (): Unit => ({ name: importTexts.row, whole: importTexts.wholeRow })
/** For a file without rows and headers. */
const lineNow = (): Unit => ({ name: importTexts.line, whole: importTexts.wholeLine })

const columnsNow = (unit: Unit): Column<RowFindings>[] => [
  { key: 'row', title: unit.name, render: ({ row }) => row ?? importTexts.sheet },
  {
    key: 'message',
    title: importTexts.message,
    main: true,
    render: ({ said }) => (
      <ul className={styles.said}>
        {said.map(({ column, message }) => (
          <li key={`${column} ${message}`}>
            <strong>{column || unit.whole}</strong> {message}
          </li>
        ))}
      </ul>
    ),
  },
]

function FindingTable({ title, meaning, unit, findings, onSaveRows }: FindingTableProps) {
  const rows = byRow(findings)
  const [saving, setSaving] = useState(false)
  const { shown, paging } = usePages(rows)
  if (findings.length === 0) return null
  return (
    <Panel component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Title order={2}>{title}</Title>
          <Text c="dimmed" fz="sm">
            {meaning}
          </Text>
        </div>
        <Group gap="xs">
          {onSaveRows && (
            <Button
              size="xs"
              variant="default"
              leftSection={<FileSpreadsheet size={16} aria-hidden />}
              loading={saving}
              onClick={() => {
                setSaving(true)
                void onSaveRows().finally(() => setSaving(false))
              }}
            >
              {importTexts.saveRows}
            </Button>
          )}
          <Button
            size="xs"
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            onClick={() => saveFile(`${title}.txt`, new Blob([listOf(rows, unit)]))}
          >
            {importTexts.saveProblems}
          </Button>
        </Group>
      </Group>
      <DataTable
        label={title}
        columns={columnsNow(unit)}
        rows={shown}
        rowKey={({ row }) => String(row)}
        paging={paging}
      />
    </Panel>
  )
}

/** A text list of all findings, to work through beside the sheet. */
const listOf = (rows: RowFindings[], unit: Unit) =>
  rows
    .flatMap(({ row, said }) =>
      said.map(({ column, message }) =>
        [
          row === null ? importTexts.sheet : `${unit.name} ${row}`,
          column || unit.whole,
          message,
        ].join('\t'),
      ),
    )
    .join('\n')

interface FindingTableProps {
  title: string
  meaning: string
  unit: Unit
  findings: Finding[]
  /** Saves the rows as a workbook to correct. */
  onSaveRows?: () => Promise<void>
}
