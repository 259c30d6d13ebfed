// /admin/topic-sections/{topicId}/add and /admin/topic-sections/edit/{sectionId} (spec 3 §2).
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import {
  addSection,
  bankKey,
  readSection,
  topicQuery,
  updateSection,
} from '@/shared/api/queries/bank'
import type { SectionInput } from '@/shared/api/types'
import { Page } from '@/shared/ui/Page'
import { sectionTexts } from '../bank/messages'
import { trailTo } from '../bank/trail'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { FreshView } from '../resource/FormParts'
import { type FormModel, RecordForm } from '../resource/RecordForm'
import type { Fields } from '../resource/values'
import { type Crumb, Crumbs } from '../ui/Crumbs'

export function AddSection() {
  const { topicId = '' } = useParams()
  const list = adminPaths.sections(topicId)
  const model: FormModel = {
    fields: fieldsNow(),
    one: sectionTexts.one,
    saved: sectionTexts.added,
    list,
    send: (body, _, key) => addSection({ ...(body as unknown as SectionInput), topicId }, key),
  }
  return (
    <Frame title={resourceTexts.add(sectionTexts.one)} topicId={topicId}>
      <RecordForm key={topicId} model={model} record={null} />
    </Frame>
  )
}

export function EditSection() {
  const { id = '' } = useParams()
  const read = () => readSection(id)
  const query = useQuery({ queryKey: [...bankKey, 'section', id], queryFn: read, staleTime: 0 })
  const topicId = query.data?.topic._id
  const model: FormModel = {
    fields: fieldsNow(),
    one: sectionTexts.one,
    saved: sectionTexts.updated,
    list: adminPaths.sections(topicId ?? ''),
    read,
    send: (body) => updateSection(id, body),
    addAsNew: {
      send: (body, _, key) =>
        addSection({ ...(body as unknown as SectionInput), topicId: topicId ?? '' }, key),
      saved: sectionTexts.added,
    },
  }
  return (
    <Frame title={resourceTexts.edit(sectionTexts.one)} topicId={topicId}>
      <FreshView query={query}>
        {(record) => <RecordForm key={id} model={model} record={record} />}
      </FreshView>
    </Frame>
  )
}

function Frame({ title, topicId, children }: FrameProps) {
  const topic = useQuery({ ...topicQuery(topicId ?? ''), enabled: topicId !== undefined })
  const list: Crumb[] = topicId
    ? [{ title: topic.data?.title ?? sectionTexts.many, to: adminPaths.sections(topicId) }]
    : []
  return (
    <Page
      title={title}
      crumbs={<Crumbs trail={[...trailTo.topic(topic.data), ...list]} here={title} />}
      width={760}
    >
      {children}
    </Page>
  )
}

interface FrameProps {
  title: string
  /** Undefined until the section has loaded. */
  topicId: string | undefined
  children: React.ReactNode
}

const fieldsNow = (): Fields => ({
  section_name: { kind: 'text', label: sectionTexts.name, required: true },
  topic_count: {
    kind: 'number',
    label: sectionTexts.planned,
    description: sectionTexts.plannedHint,
    min: 0,
    max: 100_000,
    initial: 0,
  },
  status: { kind: 'status', label: sectionTexts.status, initial: false },
})
