// The topics of a subject's syllabus (spec 3 §2 and §3).
import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { adminPaths } from '../paths'
import { status, statusText } from '../resource/cells'
import { defineResource } from '../resource/defineResource'
import { resourceTexts } from '../resource/messages'
import { subjects } from './subjects'

export const topics = defineResource({
  name: 'topic',
  parent: { of: subjects, field: 'subjectId' },
  calls: {
    list: '/api/v1/admin/topics/{id}',
    one: '/api/v1/admin/topics/{id}/{item}',
    add: '/api/v1/admin/topics/add',
    update: '/api/v1/admin/topics/update/{id}',
    delete: '/api/v1/admin/topics/{id}',
  },
  screen: { list: '/admin/topics/:subject' },
  texts: {
    one: 'Topic',
    many: 'Topics',
    added: 'Topic successfully added.',
    updated: 'Topic updated successfully',
    deleted: 'Topic deleted successfully',
  },
  title: ({ title }) => title,
  // A syllabus is short: read whole, so that every column can be sorted and filtered immediately.
  whole: true,
  columns: [
    { name: 'title', title: 'Title', sort: true },
    { name: 'status', title: 'Status', sort: true, cell: status, text: statusText },
    {
      name: 'topicSections',
      title: 'Sections',
      cell: (_, { _id, title }) => <SectionsLink id={_id} title={title} />,
      text: (sections) => String(sections.length),
    },
  ],
  fields: {
    title: { kind: 'text', label: 'Title', required: true },
    status: { kind: 'status', label: 'Status', initial: false },
  },
})

/** The link to the sections of a topic. */
const SectionsLink = ({ id, title }: { id: string; title: string }) => (
  <Anchor
    component={Link}
    to={adminPaths.sections(id)}
    inherit
    aria-label={resourceTexts.viewOf('Sections', title)}
  >
    {resourceTexts.view}
  </Anchor>
)
