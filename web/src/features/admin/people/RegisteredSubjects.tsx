// /admin/student-registered-subjects: students' registered subjects and change requests (spec 3 §2
// and §4).
import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { allRegistrations, deleteRegistration } from '@/shared/api/queries/backOffice'
import type { Registration } from '@/shared/api/types'
import { formatDate } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { Page, Panel } from '@/shared/ui/Page'
import { ServerList } from '../lists/ServerList'
import { adminTexts, resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { RowActions } from '../resource/ListParts'
import { Crumbs } from '../ui/Crumbs'
import { RequestState } from '../ui/StateBadges'
import { useDeletion } from '../ui/useDeletion'
import { peopleTexts } from './messages'
import { nameOf, PersonLink } from './person'

const updatePath = ({ user, exam }: Registration) =>
  adminPaths.registeredSubjectsUpdate(user, exam._id)

const nameIn = ({ student, exam }: Registration) =>
  peopleTexts.registrationOf(exam.title, nameOf(student))

export function RegisteredSubjects() {
  const client = useQueryClient()
  const deletion = useDeletion<Registration>({
    deleteOne: ({ _id }) => deleteRegistration(_id),
    nameOf: nameIn,
    deleted: peopleTexts.registrationDeleted,
    onDeleted: () => void client.invalidateQueries(),
  })
  const actions: Column<Registration> = {
    key: 'action',
    title: resourceTexts.action,
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
      title={adminTexts.registered}
      description={peopleTexts.registeredAbout}
      crumbs={<Crumbs here={adminTexts.registered} />}
      width={1240}
    >
      <Panel>
        <ServerList
          name="registrations"
          label={adminTexts.registered}
          columns={[...columnsNow(), actions]}
          read={allRegistrations}
          filters={[
            { name: 'exam', label: peopleTexts.exam, of: '/api/v1/admin/exams' },
            {
              name: 'changeRequested',
              label: peopleTexts.request,
              options: [
                { value: 'true', label: peopleTexts.requestOpen },
                { value: 'false', label: peopleTexts.noRequest },
              ],
            },
          ]}
          sort="course"
        />
      </Panel>
      {deletion.dialog}
    </Page>
  )
}

const columnsNow = (): Column<Registration>[] => [
  {
    key: 'student',
    title: peopleTexts.student,
    sort: 'student',
    main: true,
    render: ({ student }) => <PersonLink of={student} />,
  },
  { key: 'exam', title: peopleTexts.exam, sort: 'exam', render: (row) => row.exam.title },
  {
    key: 'category',
    title: peopleTexts.category,
    sort: 'category',
    render: (row) => row.category?.title ?? '',
  },
  {
    key: 'course',
    title: peopleTexts.course,
    sort: 'course',
    render: (row) => row.course?.title ?? '',
  },
  {
    key: 'university',
    title: peopleTexts.university,
    sort: 'university',
    render: (row) => row.university?.title ?? '',
  },
  {
    key: 'subjects',
    title: peopleTexts.subjects,
    sort: 'subjects',
    render: (row) => row.subjects.map(({ title }) => title).join(', '),
  },
  {
    key: 'request',
    title: peopleTexts.request,
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
    title: peopleTexts.registeredOn,
    sort: 'createdAt',
    render: (row) => formatDate(row.createdAt),
  },
]
