// /admin/bank/export/…: exports a year of a subject; lists first what the format cannot contain.
import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { Fragment, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { subjectYearQuery } from '@/shared/api/queries/bank'
import {
  type BankKind,
  type ExportAsk,
  exportUrl,
  lossesQuery,
} from '@/shared/api/queries/bankFiles'
import type { ExportReport, SubjectYear } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { formatNumber, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { Page, Panel } from '@/shared/ui/Page'
import { usePages } from '@/shared/ui/Pager'
import { trailTo } from '../bank/trail'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import { type BankFile, FormatChoice, KindChoice } from './fileChoices'
import { exportTexts, formats, importTexts } from './messages'

export function ExportYear() {
  const { subjectId = '', yearId = '' } = useParams()
  const year = useQuery(subjectYearQuery(yearId))
  return (
    <Page
      title={exportTexts.title}
      description={exportTexts.hint}
      crumbs={
        <Crumbs
          trail={trailTo.questions(year.data, { subjectId, yearId })}
          here={exportTexts.title}
        />
      }
    >
      <QueryView query={year}>{(found) => <Exporter key={yearId} year={found} />}</QueryView>
    </Page>
  )
}

function Exporter({ year }: { year: SubjectYear }) {
  const [params] = useSearchParams()
  const [file, setFile] = useState<BankFile>({
    kind: params.get('kind') === 'theories' ? 'theories' : 'questions',
    format: 'xlsx',
  })
  const { exam, subject, university } = year
  const [whose, setWhose] = useState(university[0]?.title ?? '')
  const ask: ExportAsk = {
    ...file,
    exam: exam.slug,
    subject: subject.title,
    year: year.year,
    university: exam.slug === postUtme ? whose : '',
  }
  return (
    <Stack gap="lg">
      <Panel>
        <Stack>
          <DescriptionList
            items={[
              [importTexts.exam, exam.title],
              [importTexts.subject, subject.title],
              [importTexts.year, String(year.year)],
            ]}
          />
          <KindChoice value={file} onChange={setFile} />
          {exam.slug === postUtme && (
            <NativeSelect
              label={importTexts.university}
              data={university.map(({ title }) => title)}
              value={whose}
              onChange={(event) => setWhose(event.currentTarget.value)}
            />
          )}
          <FormatChoice value={file} onChange={setFile} />
        </Stack>
      </Panel>
      <Losses ask={ask} year={year} />
    </Stack>
  )
}

/** What the file will contain and what not, and the download link. */
function Losses({ ask, year }: { ask: ExportAsk; year: SubjectYear }) {
  const query = useQuery(lossesQuery(ask))
  return (
    <Panel component="section" aria-label={exportTexts.file}>
      <QueryView query={query}>
        {(report) => (
          <Stack>
            <Text fw={600}>
              {plural(
                ask.kind === 'questions' ? exportTexts.questions : exportTexts.theories,
                report.rows,
              )}
            </Text>
            {report.rows === 0 ? (
              <Text c="dimmed">{exportTexts.nothing}</Text>
            ) : report.losses.length === 0 ? (
              <Alert color="brand">{exportTexts.lossless(formats[ask.format])}</Alert>
            ) : (
              <LossTable report={report} year={year} kind={ask.kind} />
            )}
            <Group justify="flex-end">
              {report.rows > 0 && (
                <Button
                  component="a"
                  href={exportUrl(ask)}
                  download
                  leftSection={<FileDown size={18} aria-hidden />}
                >
                  {report.losses.length > 0 ? exportTexts.downloadAnyway : exportTexts.download}
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </QueryView>
    </Panel>
  )
}

/** Maximum number of questions listed per kind of loss. */
const NAMED = 5

function LossTable({ report, year, kind }: LossTableProps) {
  const kinds = lossKinds(report.losses)
  const { shown, paging } = usePages(kinds)
  const toEdit = (id: string) =>
    kind === 'questions'
      ? adminPaths.question(id)
      : adminPaths.theoryEdit(year.subject._id, year._id, id)
  const named = (of: LossPlace[]) => (
    <>
      {of.slice(0, NAMED).map(({ row, id }, i) => (
        <Fragment key={row}>
          {i > 0 && ', '}
          {id ? (
            <Anchor component={Link} to={toEdit(id)}>
              {formatNumber(row)}
            </Anchor>
          ) : (
            formatNumber(row)
          )}
        </Fragment>
      ))}
      {of.length > NAMED && ', …'}
    </>
  )
  const columns: Column<LossKind>[] = [
    { key: 'message', title: importTexts.message, main: true, render: ({ message }) => message },
    { key: 'column', title: importTexts.column, render: ({ columns }) => columns.join(', ') },
    {
      key: 'count',
      title: exportTexts.times,
      align: 'right',
      render: ({ count }) => formatNumber(count),
    },
    {
      key: 'rows',
      title: importTexts.row,
      render: ({ places }) => (places.length === 0 ? importTexts.sheet : named(places)),
    },
  ]
  return (
    <>
      <Alert color="sun" role="status">
        {plural(exportTexts.losses, report.losses.length)}
      </Alert>
      <DataTable
        label={exportTexts.lossesTitle}
        columns={columns}
        rows={shown}
        rowKey={({ message }) => message}
        paging={paging}
      />
    </>
  )
}

interface LossTableProps {
  report: ExportReport
  year: SubjectYear
  kind: BankKind
}

// Groups the losses of an export by kind, because hundreds of questions may lose the same.

type Loss = ExportReport['losses'][number]

/** A question affected by a loss: its number in the file and, if known, its id. */
interface LossPlace {
  row: number
  id: string | null
}

interface LossKind {
  /** The message; if it occurs several times, without details of a single question. */
  message: string
  columns: string[]
  count: number
  /** The questions, each once; empty for a loss of the whole file. */
  places: LossPlace[]
}

/** The losses by kind, in order of first appearance; omitted questions come first. */
export function lossKinds(losses: Loss[]): LossKind[] {
  const kinds = new Map<string, LossKind>()
  for (const { message, column, row, id } of losses) {
    const key = kindOf(message)
    const kind = kinds.get(key) ?? { message, columns: [], count: 0, places: [] }
    kinds.set(key, kind)
    kind.count += 1
    if (kind.count > 1) kind.message = key
    if (column && !kind.columns.includes(column)) kind.columns.push(column)
    if (row !== null && kind.places.at(-1)?.row !== row) kind.places.push({ row, id: id ?? null })
  }
  const isLeftOut = ({ message }: LossKind) => message.includes('was left out')
  return [...kinds.values()].sort((a, b) => Number(isLeftOut(b)) - Number(isLeftOut(a)))
}

/** A message without the names of a question's pictures and without its title. */
function kindOf(message: string): string {
  const plain = message
    .split(' ')
    .map((word) => (/^[^.]{64}\./.test(word) ? '…' : word))
    .join(' ')
  const [from, to] = [plain.indexOf('“'), plain.lastIndexOf('”')]
  return from >= 0 && from < to ? `${plain.slice(0, from + 1)}…${plain.slice(to)}` : plain
}
