// /admin/student-registered-subjects: what students have registered, and the changes that they ask for
// (spec 3 §2 and §4).
import { ActionIcon, Anchor, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { allRegistrations, deleteRegistration } from '@/api/queries/backOffice'
import type { Registration } from '@/api/types'
import { formatDate } from '@/i18n/format'
import type { Column } from '@/ui/DataTable'
import { Page } from '@/ui/Page'
import { Panel } from '@/ui/Panel'
import { ServerList } from '../lists/ServerList'
import { messages as app } from '../messages'
import { adminPaths } from '../paths'
import { messages as kit } from '../resource/messages'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'
import { words } from './messages'
import { nameOf } from './nameOf'
import { PersonLink, personQuery } from './PersonLink'
import { RequestState } from './RequestState'

const updatePath = ({ user, exam }: Registration) =>
  adminPaths.registeredSubjectsUpdate(user, exam._id)

export function RegisteredSubjects() {
  const client = useQueryClient()
  const nameIn = ({ user, exam }: Registration) => {
    const person = client.getQueryData(personQuery(user).queryKey)
    return words.registrationOf(exam.title, person ? nameOf(person) : '…')
  }
  const deletion = useDeletion<Registration>({
    deleteOne: ({ _id }) => deleteRegistration(_id),
    nameOf: nameIn,
    deleted: words.registrationDeleted,
    onDeleted: () => void client.invalidateQueries(),
  })
  const actions: Column<Registration> = {
    key: 'action',
    title: kit.action,
    align: 'right',
    actions: true,
    render: (row) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <ActionIcon
          component={Link}
          to={updatePath(row)}
          variant="subtle"
          size="lg"
          aria-label={words.updateOf(nameIn(row))}
        >
          <Pencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={words.deleteRegistration(nameIn(row))}
          onClick={() => deletion.ask([row])}
        >
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  }
  return (
    <Page
      title={app.admin.registered}
      description={words.registeredAbout}
      crumbs={<Crumbs here={app.admin.registered} />}
      width={1240}
    >
      <Panel>
        <ServerList
          name="registrations"
          label={app.admin.registered}
          columns={[...columnsNow(), actions]}
          read={allRegistrations}
          sort="course"
          limits={[50, 10, 20, 30, 40]}
        />
      </Panel>
      {deletion.dialog}
    </Page>
  )
}

const columnsNow = (): Column<Registration>[] => [
  {
    key: 'user',
    title: words.student,
    main: true,
    render: ({ user }) => <PersonLink id={user} />,
  },
  { key: 'exam', title: words.exam, sort: 'exam', render: (row) => row.exam.title },
  {
    key: 'category',
    title: words.category,
    sort: 'category',
    render: (row) => row.category?.title ?? '',
  },
  { key: 'course', title: words.course, sort: 'course', render: (row) => row.course?.title ?? '' },
  {
    key: 'university',
    title: words.university,
    sort: 'university',
    render: (row) => row.university?.title ?? '',
  },
  {
    key: 'subjects',
    title: words.subjects,
    sort: 'subjects',
    render: (row) => row.subjects.map(({ title }) => title).join(', '),
  },
  {
    key: 'request',
    title: words.request,
    sort: 'updateRequest',
    render: (row) =>
      row.subjectsUpdate.length > 0 ? (
        <Anchor component={Link} to={updatePath(row)} inherit>
          <RequestState of={row} />
        </Anchor>
      ) : (
        <RequestState of={row} />
      ),
  },
  {
    key: 'created',
    title: words.registeredOn,
    sort: 'createdAt',
    render: (row) => formatDate(row.createdAt),
  },
]
