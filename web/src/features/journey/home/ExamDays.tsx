// How many days there are to each exam whose day the student has given, and where to give it.
import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { registrationsQuery } from '@/api/queries/account'
import { setExamDate } from '@/api/queries/progress'
import type { Registration, User } from '@/api/types'
import { formatDate, formatDay, plural } from '@/i18n/format'
import { useApiForm } from '@/shell/useApiForm'
import { Panel } from '@/ui/Panel'
import styles from './home.module.css'
import { messages } from './messages'

const words = messages.home

const DAY = 86_400_000
/** The server takes a day within two years. */
const FARTHEST = 2 * 365 * DAY

const today = () => formatDay(new Date().toISOString())

/** Whole days from today to a day, both where the student is. */
const daysTo = (date: string) => (Date.parse(date) - Date.parse(today())) / DAY

export function ExamDays({ user }: { user: User }) {
  const { data = [] } = useQuery(registrationsQuery(user._id))
  if (data.length === 0) return null
  return (
    <Panel component="section" aria-labelledby="exam-days">
      <Title order={2} id="exam-days" mb="xs">
        {words.examDays}
      </Title>
      <ul className={styles.list}>
        {data.map((registration) => (
          <ExamDay key={registration._id} registration={registration} user={user} />
        ))}
      </ul>
    </Panel>
  )
}

function ExamDay({ registration: { exam, examDate }, user }: ExamDayProps) {
  const [open, setOpen] = useState(false)
  const left = examDate === null ? null : daysTo(examDate)
  return (
    <li>
      <div className={styles.what}>
        <Text fw={650}>{exam.title}</Text>
        <Text fz="sm" c="dimmed">
          {left === null && words.noDay}
          {left !== null && left > 0 && words.on(formatDate(`${examDate}T12:00`))}
          {left === 0 && words.today}
          {left !== null && left < 0 && words.over}
        </Text>
      </div>
      {left !== null && left > 0 && (
        <Text className={styles.days}>{plural(words.daysLeft, left)}</Text>
      )}
      {!open && (
        <Button
          size="xs"
          variant="light"
          aria-label={(left === null ? words.giveDayOf : words.changeDayOf)(exam.title)}
          onClick={() => setOpen(true)}
        >
          {left === null ? words.giveDay : words.changeDay}
        </Button>
      )}
      {open && (
        <DayForm
          examId={exam._id}
          title={exam.title}
          given={examDate}
          user={user}
          onDone={() => setOpen(false)}
        />
      )}
    </li>
  )
}

interface ExamDayProps {
  registration: Registration
  user: User
}

function DayForm({ examId, title, given, user, onDone }: DayFormProps) {
  const client = useQueryClient()
  const { form, props, submit, sending, failure, unplaced } = useApiForm({
    initialValues: { date: given ?? '' },
    validate: { date: (date) => (date ? null : words.chooseDay) },
    send: ({ date }) => setExamDate(examId, date || null),
    onDone: async () => {
      await client.invalidateQueries(registrationsQuery(user._id))
      onDone()
    },
  })
  const takeAway = () => {
    form.setFieldValue('date', '')
    submit()
  }
  const shown = form.errors.date ? null : (unplaced[0] ?? failure?.errMessage)
  return (
    <form {...props} className={styles.dayForm}>
      <TextInput
        type="date"
        label={words.dayOf(title)}
        min={today()}
        max={formatDay(new Date(Date.now() + FARTHEST).toISOString())}
        data-autofocus
        {...form.getInputProps('date')}
      />
      <Group gap="xs">
        <Button type="submit" size="xs" loading={sending}>
          {words.keepDay}
        </Button>
        {given !== null && (
          <Button size="xs" variant="default" disabled={sending} onClick={takeAway}>
            {words.takeAwayDay}
          </Button>
        )}
        <Button size="xs" variant="subtle" disabled={sending} onClick={onDone}>
          {words.cancel}
        </Button>
      </Group>
      {shown && (
        <Text c="var(--sabi-bad)" fz="sm" role="alert">
          {shown}
        </Text>
      )}
    </form>
  )
}

interface DayFormProps {
  examId: string
  title: string
  /** `YYYY-MM-DD`. */
  given: string | null
  user: User
  onDone: () => void
}
