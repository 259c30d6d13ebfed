// The forms of an exam's day: the day itself, and the real score once it is over.
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { registrationsQuery } from '@/shared/api/queries/account'
import { setExamDate, setRealScore } from '@/shared/api/queries/results'
import type { User } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { formatDay } from '@/shared/i18n/format'
import { DateField } from '@/shared/ui/DateField'
import { dayError } from '@/shared/ui/day'
import { focusNow } from '@/shared/ui/focus'
import { today } from './ExamDays'
import styles from './home.module.css'
import { studentHomeTexts } from './messages'

/** The server takes a day within two years. */
const FARTHEST = 2 * 365 * 86_400_000

export function DayForm({ examId, title, given, user, onDone }: DayFormProps) {
  const client = useQueryClient()
  const limits = {
    min: today(),
    max: formatDay(new Date(Date.now() + FARTHEST).toISOString()),
  }
  const { form, props, submit, sending, failure, unplaced } = useApiForm({
    initialValues: { date: given ?? '' },
    validate: { date: (date) => (date ? dayError(date, limits) : studentHomeTexts.chooseDay) },
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
      <DateField
        label={studentHomeTexts.dayOf(title)}
        {...limits}
        aria-required
        ref={focusNow}
        value={form.values.date}
        onChange={(date) => form.setFieldValue('date', date)}
        error={form.errors.date}
      />
      <Actions
        sending={sending}
        failure={shown}
        onTakeAway={given === null ? undefined : takeAway}
        onCancel={onDone}
      />
    </form>
  )
}

export interface DayFormProps {
  examId: string
  title: string
  /** `YYYY-MM-DD`. */
  given: string | null
  user: User
  onDone: () => void
}

/** The highest score of a real exam. */
const maximum = 400

/** Where the score in the real exam is given, changed and taken away. */
export function RealScoreForm({ examId, title, given, user, onDone }: RealScoreFormProps) {
  const client = useQueryClient()
  const { form, props, submit, sending, failure, unplaced } = useApiForm({
    initialValues: { score: given === null ? '' : String(given) },
    validate: { score: (score) => (isScore(score) ? null : studentHomeTexts.wrongScore) },
    send: ({ score }) => setRealScore(examId, score === '' ? null : Number(score)),
    onDone: async () => {
      await client.invalidateQueries(registrationsQuery(user._id))
      onDone()
    },
  })
  const takeAway = () => {
    form.setFieldValue('score', '')
    submit()
  }
  const shown = form.errors.score ? null : (unplaced[0] ?? failure?.errMessage)
  return (
    <form {...props} className={styles.dayForm}>
      <TextInput
        label={studentHomeTexts.realScoreOf(title)}
        description={studentHomeTexts.realScoreHint}
        aria-required
        inputMode="numeric"
        ref={focusNow}
        value={form.values.score}
        onChange={(event) => form.setFieldValue('score', event.currentTarget.value)}
        error={form.errors.score}
      />
      <Actions
        sending={sending}
        failure={shown}
        onTakeAway={given === null ? undefined : takeAway}
        onCancel={onDone}
      />
    </form>
  )
}

const isScore = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= maximum

export interface RealScoreFormProps {
  examId: string
  title: string
  /** Out of 400. */
  given: number | null
  user: User
  onDone: () => void
}

/** The buttons of both forms, and what the server says of the form as a whole. */
function Actions({ sending, failure, onTakeAway, onCancel }: ActionsProps) {
  return (
    <>
      <Group gap="xs">
        <Button type="submit" size="xs" loading={sending}>
          {studentHomeTexts.keepDay}
        </Button>
        {onTakeAway && (
          <Button size="xs" variant="default" disabled={sending} onClick={onTakeAway}>
            {studentHomeTexts.takeAwayDay}
          </Button>
        )}
        <Button size="xs" variant="subtle" disabled={sending} onClick={onCancel}>
          {studentHomeTexts.cancel}
        </Button>
      </Group>
      {failure && (
        <Text c="var(--sabi-bad)" fz="sm" role="alert">
          {failure}
        </Text>
      )}
    </>
  )
}

interface ActionsProps {
  sending: boolean
  failure: string | null | undefined
  /** Undefined if there is nothing to take away. */
  onTakeAway: (() => void) | undefined
  onCancel: () => void
}
