// A student's records: tests, plans, registered subjects. Each is a list of 10 per page.
import { Anchor, Badge, Button } from '@mantine/core'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { registrationsOf, resultsOf, subscriptionsOf } from '@/shared/api/queries/backOffice'
import type { Quiz, Registration, UserSubscription } from '@/shared/api/types'
import { formatDate, formatNaira, formatPercent } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { PartList } from '../lists/PartList'
import { adminPaths } from '../paths'
import { messages as kit } from '../resource/messages'
import { AddDays } from './AddDays'
import { GivePlan } from './GivePlan'
import { words } from './messages'
import { RequestState } from './RequestState'

export function StudentTests({ id }: { id: string }) {
  return (
    <PartList
      title={words.results}
      name="student-results"
      id={id}
      columns={resultColumns()}
      read={async (ask) => {
        const { quizes, total } = await resultsOf(id, ask)
        return { rows: quizes, total }
      }}
    />
  )
}

export function StudentPlans({ id }: { id: string }) {
  const [giving, setGiving] = useState(false)
  const [extended, setExtended] = useState<UserSubscription | null>(null)
  return (
    <>
      <PartList
        title={words.subscriptions}
        name="student-subscriptions"
        id={id}
        columns={subscriptionColumns(setExtended)}
        read={async (ask) => {
          const { data, total } = await subscriptionsOf(id, ask)
          return { rows: data, total }
        }}
        action={
          <Button
            size="xs"
            variant="default"
            leftSection={<Gift size={14} aria-hidden />}
            onClick={() => setGiving(true)}
          >
            {words.givePlan}
          </Button>
        }
      />
      {giving && <GivePlan userId={id} onClose={() => setGiving(false)} />}
      {extended && <AddDays subscription={extended} onClose={() => setExtended(null)} />}
    </>
  )
}

export function StudentSubjects({ id }: { id: string }) {
  return (
    <PartList
      title={words.subjects}
      name="student-registrations"
      id={id}
      columns={registrationColumns(id)}
      read={async (ask) => {
        const { data, total } = await registrationsOf(id, ask)
        return { rows: data, total }
      }}
    />
  )
}

const subscriptionColumns = (
  onExtend: (subscription: UserSubscription) => void,
): Column<UserSubscription>[] => [
  { key: 'exam', title: words.exam, main: true, render: (row) => row.exam.title },
  { key: 'university', title: words.university, render: (row) => row.university?.title ?? '' },
  { key: 'plan', title: words.plan, render: (row) => row.planName },
  { key: 'price', title: words.price, align: 'right', render: (row) => formatNaira(row.price) },
  { key: 'from', title: words.from, render: (row) => formatDate(row.subscribedAt) },
  { key: 'until', title: words.until, render: (row) => formatDate(row.expireAt) },
  { key: 'status', title: words.status, render: (row) => <Running active={row.status} /> },
  {
    key: 'action',
    title: kit.action,
    actions: true,
    align: 'right',
    render: (row) => (
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={words.addDaysTo(row.planName, row.exam.title)}
        onClick={() => onExtend(row)}
      >
        {words.addDays}
      </Button>
    ),
  },
]

/** Whether a subscription is active. */
export const Running = ({ active }: { active: boolean }) => (
  <Badge variant="light" tt="none" miw="max-content" color={active ? 'brand' : 'gray'}>
    {active ? words.active : words.expired}
  </Badge>
)

const registrationColumns = (userId: string): Column<Registration>[] => [
  { key: 'exam', title: words.exam, main: true, render: (row) => row.exam.title },
  { key: 'course', title: words.course, render: (row) => row.course?.title ?? '' },
  {
    key: 'subjects',
    title: words.subjects,
    render: (row) => row.subjects.map(({ title }) => title).join(', '),
  },
  { key: 'request', title: words.request, render: (row) => <RequestState of={row} /> },
  {
    key: 'action',
    title: kit.action,
    actions: true,
    align: 'right',
    render: ({ exam }) => (
      <Anchor
        component={Link}
        to={adminPaths.registeredSubjectsUpdate(userId, exam._id)}
        aria-label={words.updateOf(exam.title)}
        inherit
      >
        {words.update}
      </Anchor>
    ),
  },
]

const resultColumns = (): Column<Quiz>[] => [
  { key: 'on', title: words.takenOn, main: true, render: (row) => formatDate(row.createdAt) },
  { key: 'exam', title: words.exam, render: (row) => row.exam.title },
  { key: 'mode', title: words.mode, render: (row) => row.assessment.title },
  { key: 'kind', title: words.kind, render: (row) => words[row.examType] },
  {
    key: 'score',
    title: words.score,
    align: 'right',
    render: ({ examType, score, totalAvgGrade }) =>
      examType === 'theory'
        ? totalAvgGrade === null
          ? words.none
          : formatPercent(totalAvgGrade)
        : `${formatPercent(score.overall ?? score.percent)}${score.grade ? ` ${score.grade}` : ''}`,
  },
  {
    key: 'theory',
    title: words.theory,
    actions: true,
    align: 'right',
    render: ({ _id, examResult, createdAt }) =>
      examResult === null ? (
        ''
      ) : (
        <Anchor
          component={Link}
          to={adminPaths.userTheory(_id)}
          aria-label={words.openTheory(formatDate(createdAt))}
          inherit
        >
          {examResult === 'declared' ? words.declared : words.pending}
        </Anchor>
      ),
  },
]
