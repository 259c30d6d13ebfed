// Where the score in the real exam is given, changed and taken away.
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { registrationsQuery } from '@/shared/api/queries/account'
import { setRealScore } from '@/shared/api/queries/results'
import type { User } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { focusNow } from '@/shared/ui/focus'
import styles from './home.module.css'
import { studentHomeTexts } from './messages'

const maximum = 400

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
      <Group gap="xs">
        <Button type="submit" size="xs" loading={sending}>
          {studentHomeTexts.keepDay}
        </Button>
        {given !== null && (
          <Button size="xs" variant="default" disabled={sending} onClick={takeAway}>
            {studentHomeTexts.takeAwayDay}
          </Button>
        )}
        <Button size="xs" variant="subtle" disabled={sending} onClick={onDone}>
          {studentHomeTexts.cancel}
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

const isScore = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= maximum

export interface RealScoreFormProps {
  examId: string
  title: string
  /** Out of 400. */
  given: number | null
  user: User
  onDone: () => void
}
