// /admin/bank/export/…: a year of a subject as a file; what its format cannot hold is told first.

import {
  Alert,
  Anchor,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { subjectYearQuery } from '@/api/queries/bank'
import { type BankKind, type ExportAsk, exportUrl, lossesQuery } from '@/api/queries/bankFiles'
import type { BankFormat, ExportReport, SubjectYear } from '@/api/types'
import { postUtme } from '@/exams'
import { formatNumber, plural } from '@/i18n/format'
import { QueryView } from '@/shell/QueryView'
import { type Column, DataTable } from '@/ui/DataTable'
import { Facts } from '@/ui/Facts'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { trailTo } from '../bank/trail'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import { formatNames } from './formats'
import { formatHints, formats, words as importWords, exportWords as words } from './messages'

export function ExportYear() {
  const { subjectId = '', yearId = '' } = useParams()
  const year = useQuery(subjectYearQuery(yearId))
  return (
    <Page
      title={words.title}
      description={words.hint}
      crumbs={
        <Crumbs trail={trailTo.questions(year.data, { subjectId, yearId })} here={words.title} />
      }
    >
      <QueryView query={year}>{(found) => <Exporter key={yearId} year={found} />}</QueryView>
    </Page>
  )
}

function Exporter({ year }: { year: SubjectYear }) {
  const [params] = useSearchParams()
  const [kind, setKind] = useState<BankKind>(
    params.get('kind') === 'theories' ? 'theories' : 'questions',
  )
  const [format, setFormat] = useState<BankFormat>('xlsx')
  const { exam, subject, university } = year
  const [whose, setWhose] = useState(university[0]?.title ?? '')
  const ask: ExportAsk = {
    kind,
    exam: exam.slug,
    subject: subject.title,
    year: year.year,
    university: exam.slug === postUtme ? whose : '',
    format,
  }
  return (
    <Stack gap="lg">
      <Panel>
        <Stack>
          <Facts
            facts={[
              [importWords.exam, exam.title],
              [importWords.subject, subject.title],
              [importWords.year, String(year.year)],
            ]}
          />
          <SegmentedControl
            w={{ base: '100%', xs: 'max-content' }}
            aria-label={importWords.kind}
            data={[
              { value: 'questions', label: importWords.questions },
              { value: 'theories', label: importWords.theories },
            ]}
            value={kind}
            onChange={(next) => {
              setKind(next as BankKind)
              if (next === 'theories' && format === 'aiken') setFormat('xlsx')
            }}
          />
          {exam.slug === postUtme && (
            <NativeSelect
              label={importWords.university}
              data={university.map(({ title }) => title)}
              value={whose}
              onChange={(event) => setWhose(event.currentTarget.value)}
            />
          )}
          <NativeSelect
            label={importWords.format}
            description={formatHints[format]}
            data={formatNames(kind).map(([value, label]) => ({ value, label }))}
            value={format}
            onChange={(event) => setFormat(event.currentTarget.value as BankFormat)}
          />
        </Stack>
      </Panel>
      <Losses ask={ask} year={year} />
    </Stack>
  )
}

/** What the file will hold and what not, and the way to it. */
function Losses({ ask, year }: { ask: ExportAsk; year: SubjectYear }) {
  const query = useQuery(lossesQuery(ask))
  return (
    <Panel component="section" aria-label={words.file}>
      <QueryView query={query}>
        {(report) => (
          <Stack>
            <Text fw={600}>
              {plural(ask.kind === 'questions' ? words.questions : words.theories, report.rows)}
            </Text>
            {report.rows === 0 ? (
              <Text c="dimmed">{words.nothing}</Text>
            ) : report.losses.length === 0 ? (
              <Alert color="brand">{words.lossless(formats[ask.format])}</Alert>
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
                  {report.losses.length > 0 ? words.downloadAnyway : words.download}
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </QueryView>
    </Panel>
  )
}

type Loss = ExportReport['losses'][number]

const SHOWN = 10

function LossTable({ report, year, kind }: LossTableProps) {
  const [page, setPage] = useState(1)
  const { losses } = report
  const columns: Column<[Loss, number]>[] = [
    {
      key: 'row',
      title: importWords.row,
      render: ([{ row, id }]) =>
        row === null ? (
          importWords.sheet
        ) : id ? (
          <Anchor
            component={Link}
            to={
              kind === 'questions'
                ? adminPaths.question(id)
                : adminPaths.theoryEdit(year.subject._id, year._id, id)
            }
          >
            {formatNumber(row)}
          </Anchor>
        ) : (
          formatNumber(row)
        ),
    },
    { key: 'column', title: importWords.column, render: ([{ column }]) => column || '' },
    {
      key: 'message',
      title: importWords.message,
      main: true,
      render: ([{ message }]) => message,
    },
  ]
  return (
    <>
      <Alert color="sun" role="status">
        {plural(words.losses, losses.length)}
      </Alert>
      <DataTable
        label={words.lossesTitle}
        columns={columns}
        rows={losses
          .map((loss, i): [Loss, number] => [loss, i])
          .slice((page - 1) * SHOWN, page * SHOWN)}
        rowKey={([, i]) => String(i)}
        paging={{ page, limit: SHOWN, total: losses.length, onPage: setPage }}
      />
    </>
  )
}

interface LossTableProps {
  report: ExportReport
  year: SubjectYear
  kind: BankKind
}
