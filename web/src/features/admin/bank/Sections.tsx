// The sections of a topic, and those of all topics of a subject (spec 3 §2).
import { Group, Stack, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks, NotebookPen, Plus } from 'lucide-react'
import { useParams } from 'react-router'
import {
  all,
  deleteSection,
  sectionsQuery,
  subjectYearQuery,
  topicQuery,
  topicSectionsQuery,
} from '@/shared/api/queries/bank'
import type { Section, SectionCounts, Topic, TopicCounts } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { EmptyState } from '@/shared/ui/states'
import styles from '../admin.module.css'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { Status } from '../resource/cells'
import { RowActions } from '../resource/ListParts'
import { AppLink, LinkButton } from '../ui/AppLink'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'
import { bankListTexts, sectionTexts } from './messages'
import { trailTo } from './trail'

const columnsNow = (): Column<Section>[] => [
  {
    key: 'name',
    title: sectionTexts.name,
    main: true,
    render: ({ _id, section_name }) => (
      <AppLink className={styles.link} to={adminPaths.sectionEdit(_id)}>
        {section_name}
      </AppLink>
    ),
  },
  { key: 'status', title: sectionTexts.status, render: ({ status }) => <Status active={status} /> },
  { key: 'planned', title: sectionTexts.planned, align: 'right', render: (one) => one.topic_count },
  {
    key: 'total',
    title: sectionTexts.held,
    align: 'right',
    render: (one) => formatNumber(one.totalQuestions),
  },
]

export function Sections() {
  const { topicId = '' } = useParams()
  const topic = useQuery(topicQuery(topicId))
  return (
    <Page
      title={sectionTexts.many}
      description={topic.data && `${topic.data.subject.title}: ${topic.data.title}`}
      crumbs={
        <Crumbs trail={trailTo.topic(topic.data)} here={topic.data?.title ?? sectionTexts.many} />
      }
      actions={<AddButton topicId={topicId} />}
    >
      <QueryView query={topic}>{(found) => <List key={topicId} topic={found} />}</QueryView>
    </Page>
  )
}

const AddButton = ({ topicId }: { topicId: string }) => (
  <LinkButton to={adminPaths.sectionAdd(topicId)} data-do="add" filled icon={Plus}>
    {resourceTexts.add(sectionTexts.one)}
  </LinkButton>
)

function List({ topic }: { topic: Topic }) {
  const query = useQuery(sectionsQuery(topic._id))
  const client = useQueryClient()
  const deletion = useDeletion<Section>({
    deleteOne: ({ _id }) => deleteSection(_id),
    nameOf: ({ section_name }) => section_name,
    deleted: sectionTexts.deleted,
    // The topic shows the number of its sections.
    onDeleted: () => void client.invalidateQueries(),
  })
  const actions: Column<Section> = {
    key: 'actions',
    title: resourceTexts.action,
    align: 'right',
    actions: true,
    render: (row) => (
      <RowActions
        name={row.section_name}
        edit={adminPaths.sectionEdit(row._id)}
        onDelete={() => deletion.ask([row])}
        disabled={query.isPlaceholderData}
      />
    ),
  }
  return (
    <Panel>
      <QueryView query={query}>
        {(rows) => (
          <DataTable
            label={sectionTexts.many}
            columns={[...columnsNow(), actions]}
            rows={rows}
            rowKey={({ _id }) => _id}
            empty={
              <EmptyState title={common.noRecords} action={<AddButton topicId={topic._id} />} />
            }
          />
        )}
      </QueryView>
      {deletion.dialog}
    </Panel>
  )
}

/** /admin/topicsection/{subjectId}/{yearId}: the topics of a year with their sections. */
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
          <LinkButton to={adminPaths.theories(all, subjectId, yearId)} icon={NotebookPen}>
            {bankListTexts.allTheories}
          </LinkButton>
          <LinkButton
            to={adminPaths.questions(all, subjectId, yearId, all)}
            filled
            icon={ListChecks}
          >
            {bankListTexts.allQuestions}
          </LinkButton>
        </>
      }
    >
      <QueryView query={year}>
        {() => (
          <QueryView query={topics}>
            {(list) => (
              <Stack gap="lg">
                {list.map((topic) => (
                  <TopicRow key={topic._id} topic={topic} subjectId={subjectId} yearId={yearId} />
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

function TopicRow({ topic, subjectId, yearId }: TopicProps) {
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
        <AppLink
          className={styles.link}
          to={adminPaths.questions(section._id, subjectId, yearId, topic._id)}
          aria-label={bankListTexts.questionsOf(section.section_name)}
        >
          {bankListTexts.view}
        </AppLink>
      ),
    },
    {
      key: 'theories',
      title: bankListTexts.theories,
      align: 'right',
      render: (section) => (
        <AppLink
          className={styles.link}
          to={adminPaths.theories(section._id, subjectId, yearId)}
          aria-label={bankListTexts.theoriesOf(section.section_name)}
        >
          {bankListTexts.view}
        </AppLink>
      ),
    },
  ]
  return (
    <Panel component="section" aria-label={topic.title}>
      <Group justify="space-between" mb="md">
        <Title order={2}>{topic.title}</Title>
        <AppLink
          className={styles.link}
          to={adminPaths.questions(all, subjectId, yearId, topic._id)}
          aria-label={bankListTexts.allQuestionsOf(topic.title)}
        >
          {bankListTexts.viewAll}
        </AppLink>
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
