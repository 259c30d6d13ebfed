// The findings of an import by row: problems reject a row, warnings do not. Each row is listed once
// with all its findings.

import { Button, Group, Text, Title } from '@mantine/core'
import { Download, FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import type { ImportReport } from '@/shared/api/types'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Panel } from '@/shared/ui/Panel'
import { saveFile } from '@/shared/ui/saveFile'
import { usePages } from '@/shared/ui/usePages'
import styles from './import.module.css'
import { importTexts } from './messages'

export function Findings({ report, onSaveRows }: FindingsProps) {
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

export interface Finding {
  row: number | null
  column: string | null
  message: string
}

/** All findings of one row; `row` is null for the whole sheet. */
export interface RowFindings {
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
