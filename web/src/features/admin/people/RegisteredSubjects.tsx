// /admin/student-registered-subjects: students' registered subjects and change requests (spec 3 §2
// and §4).
import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { allRegistrations, deleteRegistration } from '@/shared/api/queries/backOffice'
import type { Registration } from '@/shared/api/types'
import { formatDate } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { ServerList } from '../lists/ServerList'
import { messages as app } from '../messages'
import { adminPaths } from '../paths'
import { messages as kit } from '../resource/messages'
import { RowActions } from '../resource/RowActions'
import { Crumbs } from '../ui/Crumbs'
import { useDeletion } from '../ui/useDeletion'
import { words } from './messages'
import { nameOf, PersonLink } from './person'
import { RequestState } from './RequestState'

const updatePath = ({ user, exam }: Registration) =>
  adminPaths.registeredSubjectsUpdate(user, exam._id)

const nameIn = ({ student, exam }: Registration) =>
  words.registrationOf(exam.title, nameOf(student))

export function RegisteredSubjects() {
  const client = useQueryClient()
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
      <RowActions
        name={nameIn(row)}
        edit={updatePath(row)}
        onDelete={() => deletion.ask([row])}
        disabled={false}
      />
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
          filters={[
            { name: 'exam', label: words.exam, of: '/api/v1/admin/exams' },
            {
              name: 'changeRequested',
              label: words.request,
              options: [
                { value: 'true', label: words.requestOpen },
                { value: 'false', label: words.noRequest },
              ],
            },
          ]}
          sort="course"
          limits={[10, 20, 30, 40, 50]}
        />
      </Panel>
      {deletion.dialog}
    </Page>
  )
}

const columnsNow = (): Column<Registration>[] => [
  {
    key: 'student',
    title: words.student,
    sort: 'student',
    main: true,
    render: ({ student }) => <PersonLink of={student} />,
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
