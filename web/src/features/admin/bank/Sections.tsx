// /admin/topic-sections/{topicId}: the sections of a topic (spec 3 §2).

import { Anchor, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { deleteSection, sectionsQuery, topicQuery } from '@/shared/api/queries/bankPlaces'
import type { Section, Topic } from '@/shared/api/types'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { type Column, DataTable } from '@/shared/ui/DataTable'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { adminPaths } from '../paths'
import { resourceTexts } from '../resource/messages'
import { RowActions } from '../resource/RowActions'
import { Crumbs } from '../ui/Crumbs'
import { Status } from '../ui/Status'
import { useDeletion } from '../ui/useDeletion'
import { sectionTexts } from './messages'
import { trailTo } from './trail'

const columnsNow = (): Column<Section>[] => [
  {
    key: 'name',
    title: sectionTexts.name,
    main: true,
    render: ({ _id, section_name }) => (
      <Anchor component={Link} to={adminPaths.sectionEdit(_id)} fw={600} inherit>
        {section_name}
      </Anchor>
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
  <Button
    component={Link}
    to={adminPaths.sectionAdd(topicId)}
    data-do="add"
    leftSection={<Plus size={18} aria-hidden />}
  >
    {resourceTexts.add(sectionTexts.one)}
  </Button>
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
