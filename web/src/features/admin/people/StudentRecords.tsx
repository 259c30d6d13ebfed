// A student's records: tests, plans, registered subjects. Each is a list of 10 per page. The
// subscriptions of all students have a screen of their own.
import { Anchor, Button, NumberInput, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useFormKey } from '@/shared/api/ids'
import {
  addDays,
  registrationsOf,
  resultsOf,
  subscriptionsOf,
} from '@/shared/api/queries/backOffice'
import type { Quiz, Registration, UserSubscription } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { formatDate, formatNaira, formatPercent } from '@/shared/i18n/format'
import type { Column } from '@/shared/ui/DataTable'
import { notify } from '@/shared/ui/notify'
import { PartList } from '../lists/ServerList'
import { resourceTexts } from '../messages'
import { adminPaths } from '../paths'
import { resourceKey } from '../resource/calls'
import { required } from '../resource/formContext'
import { FormDialog } from '../ui/FormDialog'
import { RequestState, SubscriptionState } from '../ui/StateBadges'
import { GivePlan } from './GivePlan'
import { peopleTexts } from './messages'

export function StudentTests({ id }: { id: string }) {
  return (
    <PartList
      title={peopleTexts.results}
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
        title={peopleTexts.subscriptions}
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
            {peopleTexts.givePlan}
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
      title={peopleTexts.subjects}
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
  { key: 'exam', title: peopleTexts.exam, main: true, render: (row) => row.exam.title },
  {
    key: 'university',
    title: peopleTexts.university,
    render: (row) => row.university?.title ?? '',
  },
  { key: 'plan', title: peopleTexts.plan, render: (row) => row.planName },
  {
    key: 'price',
    title: peopleTexts.price,
    align: 'right',
    render: (row) => formatNaira(row.price),
  },
  { key: 'from', title: peopleTexts.from, render: (row) => formatDate(row.subscribedAt) },
  { key: 'until', title: peopleTexts.until, render: (row) => formatDate(row.expireAt) },
  {
    key: 'status',
    title: peopleTexts.status,
    render: (row) => <SubscriptionState active={row.status} />,
  },
  {
    key: 'action',
    title: resourceTexts.action,
    actions: true,
    align: 'right',
    render: (row) => (
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={peopleTexts.addDaysTo(row.planName, row.exam.title)}
        onClick={() => onExtend(row)}
      >
        {peopleTexts.addDays}
      </Button>
    ),
  },
]

const registrationColumns = (userId: string): Column<Registration>[] => [
  { key: 'exam', title: peopleTexts.exam, main: true, render: (row) => row.exam.title },
  { key: 'course', title: peopleTexts.course, render: (row) => row.course?.title ?? '' },
  {
    key: 'subjects',
    title: peopleTexts.subjects,
    render: (row) => row.subjects.map(({ title }) => title).join(', '),
  },
  { key: 'request', title: peopleTexts.request, render: (row) => <RequestState of={row} /> },
  {
    key: 'action',
    title: resourceTexts.action,
    actions: true,
    align: 'right',
    render: ({ exam }) => (
      <Anchor
        component={Link}
        to={adminPaths.registeredSubjectsUpdate(userId, exam._id)}
        aria-label={peopleTexts.updateOf(exam.title)}
        inherit
      >
        {peopleTexts.update}
      </Anchor>
    ),
  },
]

const resultColumns = (): Column<Quiz>[] => [
  { key: 'on', title: peopleTexts.takenOn, main: true, render: (row) => formatDate(row.createdAt) },
  { key: 'exam', title: peopleTexts.exam, render: (row) => row.exam.title },
  { key: 'mode', title: peopleTexts.mode, render: (row) => row.assessment.title },
  { key: 'kind', title: peopleTexts.kind, render: (row) => peopleTexts[row.examType] },
  {
    key: 'score',
    title: peopleTexts.score,
    align: 'right',
    render: ({ examType, score, totalAvgGrade }) =>
      examType === 'theory'
        ? totalAvgGrade === null
          ? peopleTexts.none
          : formatPercent(totalAvgGrade)
        : `${formatPercent(score.overall ?? score.percent)}${score.grade ? ` ${score.grade}` : ''}`,
  },
  {
    key: 'theory',
    title: peopleTexts.theory,
    actions: true,
    align: 'right',
    render: ({ _id, examResult, createdAt }) =>
      examResult === null ? (
        ''
      ) : (
        <Anchor
          component={Link}
          to={adminPaths.userTheory(_id)}
          aria-label={peopleTexts.openTheory(formatDate(createdAt))}
          inherit
        >
          {examResult === 'declared' ? peopleTexts.declared : peopleTexts.pending}
        </Anchor>
      ),
  },
]

/** The most days that the server adds at once. */
const MOST = 366

/** Adds days to a student's plan, with a reason for the audit log. */
function AddDays({ subscription, onClose }: AddDaysProps) {
  const client = useQueryClient()
  const key = useFormKey()
  const { _id, planName, exam, expireAt } = subscription
  const { form, failure, ...sent } = useApiForm({
    initialValues: { days: 7 as number | string, reason: '' },
    validate: {
      days: (days) =>
        typeof days === 'number' && days >= 1 && days <= MOST ? null : peopleTexts.daysLimits,
      reason: (reason) => (reason.trim() ? null : peopleTexts.giveReason),
    },
    send: ({ days, reason }) => addDays(_id, { days: Number(days), reason }, key.current()),
    onDone: () => {
      notify.success(peopleTexts.daysAdded)
      void client.invalidateQueries({ queryKey: resourceKey })
      onClose()
    },
  })
  return (
    <FormDialog
      title={peopleTexts.addDays}
      submit={peopleTexts.addDays}
      form={sent}
      error={failure !== null && Object.keys(failure.fields).length === 0 && failure.errMessage}
      onClose={onClose}
    >
      <Text fz="sm">{peopleTexts.addDaysHint(planName, exam.title, formatDate(expireAt))}</Text>
      <NumberInput
        label={peopleTexts.daysToAdd}
        min={1}
        max={MOST}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        data-autofocus
        {...required()}
        {...form.getInputProps('days')}
      />
      <Textarea
        label={peopleTexts.reason}
        description={peopleTexts.reasonHint}
        maxLength={500}
        {...required()}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

interface AddDaysProps {
  subscription: UserSubscription
  onClose: () => void
}
