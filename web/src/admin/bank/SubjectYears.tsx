// /admin/subject-years/{subjectId}: the years of a subject, for POST UTME by university.

import { Anchor, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { subjectQuery, subjectYearsQuery } from '@/api/queries/bank'
import type { SubjectYear } from '@/api/types'
import { QueryView } from '@/shell/QueryView'
import { type Column, DataTable } from '@/ui/DataTable'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import { Status } from '../ui/Status'
import { messages } from './messages'
import { trailTo } from './trail'

const words = messages.list

const columnsNow = (): Column<SubjectYear>[] => [
  { key: 'sr', title: words.serial, render: (_, index) => index + 1 },
  { key: 'year', title: words.year, render: ({ year }) => year },
  { key: 'status', title: words.status, render: ({ status }) => <Status active={status} /> },
  {
    key: 'total',
    title: words.totalQuestions,
    align: 'right',
    render: (row) => row.totalQuestionsByYear,
  },
  {
    key: 'sections',
    title: words.topicsColumn,
    align: 'right',
    render: ({ _id, subject, year }) => (
      <Anchor
        component={Link}
        to={adminPaths.topicSections(subject._id, _id)}
        aria-label={words.topicsOfYear(String(year))}
      >
        {words.view}
      </Anchor>
    ),
  },
]

export function SubjectYears() {
  const { subjectId = '' } = useParams()
  const subject = useQuery(subjectQuery(subjectId))
  const years = useQuery(subjectYearsQuery(subjectId))
  const title = subject.data?.title ?? words.years
  return (
    <Page
      title={title}
      description={subject.data?.exam.slug}
      crumbs={<Crumbs trail={trailTo.subject()} here={title} />}
    >
      <QueryView query={subject}>
        {({ exam }) => (
          <QueryView query={years}>
            {(rows) =>
              exam.slug === 'post-utme' ? <ByUniversity rows={rows} /> : <Flat rows={rows} />
            }
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

function Flat({ rows }: { rows: SubjectYear[] }) {
  return (
    <Panel>
      <Years label={words.years} rows={rows} />
    </Panel>
  )
}

function ByUniversity({ rows }: { rows: SubjectYear[] }) {
  const groups = universitiesOf(rows)
  if (groups.length === 0) return <Flat rows={[]} />
  return (
    <Stack gap="lg">
      {groups.map(({ _id, title, rows }) => (
        <Panel key={_id} component="section" aria-label={title}>
          <Title order={2} mb="md">
            {title}
          </Title>
          <Years label={words.yearsOf(title)} rows={rows} />
        </Panel>
      ))}
    </Stack>
  )
}

const Years = ({ label, rows }: { label: string; rows: SubjectYear[] }) => (
  <DataTable label={label} columns={columnsNow()} rows={rows} rowKey={({ _id }) => _id} />
)

/** The years under each of their universities, by name; those of none come last. */
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
    : [...groups, { _id: '', title: words.noUniversity, rows: rest }]
}
