// /admin/topicsection/{subjectId}/{yearId}: the topics of a year with their sections.

import { Anchor, Button, Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ListChecks, NotebookPen } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { all, subjectYearQuery, topicSectionsQuery } from '@/shared/api/queries/bank'
import type { SectionCounts, TopicCounts } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { adminPaths } from '../paths'
import { Crumbs } from '../ui/Crumbs'
import { Status } from '../ui/Status'
import { bankListTexts } from './messages'
import { trailTo } from './trail'

export function TopicSections() {
  const { subjectId = '', yearId = '' } = useParams()
  const year = useQuery(subjectYearQuery(yearId))
  const topics = useQuery(topicSectionsQuery(subjectId, yearId))
  return (
    <Page
      title={bankListTexts.topicsTitle}
      description={
        year.data && `${year.data.exam.title}, ${year.data.subject.title}, ${year.data.year}`
      }
      crumbs={
        <Crumbs
          trail={trailTo.year(year.data, subjectId)}
          here={String(year.data?.year ?? bankListTexts.topicsTitle)}
        />
      }
      actions={
        <>
          <Button
            component={Link}
            to={adminPaths.theories(all, subjectId, yearId)}
            variant="default"
            leftSection={<NotebookPen size={18} aria-hidden />}
          >
            {bankListTexts.allTheories}
          </Button>
          <Button
            component={Link}
            to={adminPaths.questions(all, subjectId, yearId, all)}
            leftSection={<ListChecks size={18} aria-hidden />}
          >
            {bankListTexts.allQuestions}
          </Button>
        </>
      }
    >
      <QueryView query={year}>
        {() => (
          <QueryView query={topics}>
            {(list) => (
              <Stack gap="lg">
                {list.map((topic) => (
                  <Topic key={topic._id} topic={topic} subjectId={subjectId} yearId={yearId} />
                ))}
                {list.length === 0 && (
                  <Panel>
                    <EmptyState title={common.noRecords} />
                  </Panel>
                )}
              </Stack>
            )}
          </QueryView>
        )}
      </QueryView>
    </Page>
  )
}

function Topic({ topic, subjectId, yearId }: TopicProps) {
  const columns: Column<SectionCounts>[] = [
    { key: 'section', title: bankListTexts.section, render: (section) => section.section_name },
    {
      key: 'status',
      title: bankListTexts.status,
      render: ({ status }) => <Status active={status} />,
    },
    {
      key: 'total',
      title: bankListTexts.totalQuestions,
      align: 'right',
      render: (section) => formatNumber(section.totalQuestions),
    },
    {
      key: 'questions',
      title: bankListTexts.questions,
      align: 'right',
      render: (section) => (
        <Anchor
          component={Link}
          to={adminPaths.questions(section._id, subjectId, yearId, topic._id)}
          aria-label={bankListTexts.questionsOf(section.section_name)}
        >
          {bankListTexts.view}
        </Anchor>
      ),
    },
    {
      key: 'theories',
      title: bankListTexts.theories,
      align: 'right',
      render: (section) => (
        <Anchor
          component={Link}
          to={adminPaths.theories(section._id, subjectId, yearId)}
          aria-label={bankListTexts.theoriesOf(section.section_name)}
        >
          {bankListTexts.view}
        </Anchor>
      ),
    },
  ]
  return (
    <Panel component="section" aria-label={topic.title}>
      <Group justify="space-between" mb="md">
        <Title order={2}>{topic.title}</Title>
        <Anchor
          component={Link}
          fz="sm"
          to={adminPaths.questions(all, subjectId, yearId, topic._id)}
          aria-label={bankListTexts.allQuestionsOf(topic.title)}
        >
          {bankListTexts.viewAll}
        </Anchor>
      </Group>
      <DataTable
        label={bankListTexts.sectionsOf(topic.title)}
        columns={columns}
        rows={topic.topicSections}
        rowKey={(section) => section._id}
      />
    </Panel>
  )
}

interface TopicProps {
  topic: TopicCounts
  subjectId: string
  yearId: string
}
