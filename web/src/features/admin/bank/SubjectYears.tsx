// /admin/subject-years/{subjectId}: the years of a subject, for POST UTME by university.
import { Anchor, Button, Stack, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link, useParams } from 'react-router'
import {
  bankKey,
  deleteSubjectYear,
  subjectQuery,
  subjectYearsQuery,
} from '@/shared/api/queries/bank'
import type { SubjectYear } from '@/shared/api/types'
import { postUtme } from '@/shared/exams/exams'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { Status } from '../resource/cells'
import { RowActions } from '../resource/ListParts'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'
import { bankListTexts, yearTexts } from './messages'
import { trailTo } from './trail'

const columnsNow = (): Column<SubjectYear>[] => [
  { key: 'sr', title: bankListTexts.serial, render: (_, index) => index + 1 },
  { key: 'year', title: bankListTexts.year, main: true, render: ({ year }) => year },
  {
    key: 'status',
    title: bankListTexts.status,
    render: ({ status }) => <Status active={status} />,
  },
  {
    key: 'total',
    title: bankListTexts.totalQuestions,
    align: 'right',
    render: (row) => formatNumber(row.totalQuestionsByYear),
  },
  {
    key: 'sections',
    title: bankListTexts.topicsColumn,
    align: 'right',
    render: ({ _id, subject, year }) => (
      <Anchor
        component={Link}
        to={adminPaths.topicSections(subject._id, _id)}
        aria-label={bankListTexts.topicsOfYear(String(year))}
      >
        {bankListTexts.view}
      </Anchor>
    ),
  },
]

export function SubjectYears() {
  const { subjectId = '' } = useParams()
  const subject = useQuery(subjectQuery(subjectId))
  const years = useQuery(subjectYearsQuery(subjectId))
  const title = subject.data?.title ?? bankListTexts.years
  return (
    <Page
      title={title}
      description={subject.data?.exam.slug}
      crumbs={<Crumbs trail={trailTo.subject()} here={title} />}
      actions={
        <Button
          component={Link}
          to={adminPaths.questionSubjectAdd}
          data-do="add"
          leftSection={<Plus size={18} aria-hidden />}
        >
          {resourceTexts.add(yearTexts.one)}
        </Button>
      }
    >
      <QueryView query={subject}>
        {({ exam }) => (
          <QueryView query={years}>
            {(rows) => <Years rows={rows} grouped={exam.slug === postUtme} />}
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

/** All years in one table, or one table per university. */
function Years({ rows, grouped }: { rows: SubjectYear[]; grouped: boolean }) {
  const client = useQueryClient()
  const deletion = useDeletion<SubjectYear>({
    deleteOne: ({ _id }) => deleteSubjectYear(_id),
    nameOf,
    deleted: yearTexts.deleted,
    onDeleted: () => void client.invalidateQueries({ queryKey: bankKey }),
  })
  const columns: Column<SubjectYear>[] = [
    ...columnsNow(),
    {
      key: 'actions',
      title: resourceTexts.action,
      align: 'right',
      actions: true,
      render: (row) => (
        <RowActions
          name={nameOf(row)}
          edit={adminPaths.subjectYearEdit(row.exam._id, row._id, row.subject._id)}
          onDelete={() => deletion.ask([row])}
          disabled={false}
        />
      ),
    },
  ]
  const table = (label: string, rows: SubjectYear[]) => (
    <DataTable label={label} columns={columns} rows={rows} rowKey={({ _id }) => _id} />
  )
  const groups = grouped ? universitiesOf(rows) : []
  return (
    <>
      {groups.length === 0 ? (
        <Panel>{table(bankListTexts.years, rows)}</Panel>
      ) : (
        <Stack gap="lg">
          {groups.map(({ _id, title, rows }) => (
            <Panel key={_id} component="section" aria-label={title}>
              <Title order={2} mb="md">
                {title}
              </Title>
              {table(bankListTexts.yearsOf(title), rows)}
            </Panel>
          ))}
        </Stack>
      )}
      {deletion.dialog}
    </>
  )
}

const nameOf = ({ subject, year }: SubjectYear) => yearTexts.name(subject.title, String(year))

/** The years grouped by university, sorted by name; those without one come last. */
export function universitiesOf(years: SubjectYear[]) {
  const named = new Map(years.flatMap(({ university }) => university.map((one) => [one._id, one])))
  const groups = [...named.values()]
    .sort((a, b) => a.title.localeCompare(b.title))
    .map(({ _id, title }) => ({
      _id,
      title,
      rows: years.filter(({ university }) => university.some((one) => one._id === _id)),
    }))
  const rest = years.filter(({ university }) => university.length === 0)
  return rest.length === 0
    ? groups
    : [...groups, { _id: '', title: bankListTexts.noUniversity, rows: rest }]
}
