// The questions that the student has reported, and what came of it.
import { Badge, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Flag } from 'lucide-react'
import { Link } from 'react-router'
import { myReportsQuery } from '@/shared/api/queries/reports'
import type { OwnReport } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { formatDate } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { useListAddress } from '@/shared/lists/useListAddress'
import { paths } from '@/shared/paths'
import { reportTexts } from '@/shared/report/reportMessages'
import { type Column, DataTable, TableSkeleton } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState } from '@/shared/ui/states'
import { listParamsOf, pageSizes } from '../listParams'

export const myReportsTexts = {
  title: 'Questions you reported',
  about: 'The questions you reported, and our answers.',
  question: 'Question',
  of: (subject: string, year: string) => `${subject}, ${year}`,
  reason: 'What is wrong',
  sent: 'Sent',
  outcome: 'Outcome',
  open: 'Under review',
  accepted: 'Accepted',
  rejected: 'No mistake found',
  none: 'You can report a question wherever its answer is shown: in study, practice and corrections.',
}

const columns = (): Column<OwnReport>[] => [
  {
    key: 'question',
    title: myReportsTexts.question,
    main: true,
    render: ({ question }) => (
      <Stack gap={2}>
        <span dir="auto">{question.stem}</span>
        <Text fz="sm" c="dimmed" fw={400}>
          {myReportsTexts.of(question.subject.title, String(question.year))}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'reason',
    title: myReportsTexts.reason,
    render: (report) => (
      <Stack gap={2}>
        <span>{reportTexts[report.reason]}</span>
        {report.words && (
          <Text fz="sm" c="dimmed" dir="auto">
            {report.words}
          </Text>
        )}
      </Stack>
    ),
  },
  { key: 'sent', title: myReportsTexts.sent, render: ({ createdAt }) => formatDate(createdAt) },
  {
    key: 'state',
    title: myReportsTexts.outcome,
    render: ({ state, answer }) => (
      <Stack gap={4} align="flex-start">
        <Badge variant="light" tt="none" color={colours[state]}>
          {myReportsTexts[state]}
        </Badge>
        {answer && (
          <Text fz="sm" dir="auto">
            {answer}
          </Text>
        )}
      </Stack>
    ),
  },
]

const colours = { open: 'gray', accepted: 'brand', rejected: 'gray' } as const

export function MyReports() {
  const { asked, paging } = useListAddress(listParamsOf)
  const query = useQuery(myReportsQuery(asked.page, asked.limit))
  return (
    <Page
      title={myReportsTexts.title}
      description={myReportsTexts.about}
      actions={
        <Button
          component={Link}
          to={paths.results}
          variant="default"
          leftSection={<ArrowLeft size={16} aria-hidden />}
        >
          {common.back}
        </Button>
      }
    >
      <Panel>
        <QueryView query={query} waiting={<TableSkeleton />}>
          {({ data, total }) => (
            <DataTable
              label={myReportsTexts.title}
              columns={columns()}
              rows={data}
              rowKey={(report) => report._id}
              busy={query.isPlaceholderData}
              paging={paging(total, pageSizes)}
              empty={
                <EmptyState icon={Flag} title={common.noRecords}>
                  {myReportsTexts.none}
                </EmptyState>
              }
            />
          )}
        </QueryView>
      </Panel>
    </Page>
  )
}
