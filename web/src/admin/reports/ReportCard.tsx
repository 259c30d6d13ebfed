// A report beside its question, and the answer to it.
import { Alert, Badge, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { decideReport, type Report } from '@/api/queries/grading'
import { formatDateTime, plural } from '@/i18n/format'
import { messages as reasons } from '@/shell/reportMessages'
import { useApiForm } from '@/shell/useApiForm'
import { notify } from '@/ui/notify'
import { Panel } from '@/ui/Panel'
import { nameOf } from '../people/nameOf'
import { words } from './messages'
import { BankQuestion } from './ReportedQuestion'
import styles from './reports.module.css'
import { reportsKey } from './reportsKey'

/** The longest words that the server takes, in characters. */
const LONGEST = 1000
const colours = { open: 'sun', accepted: 'brand', rejected: 'gray' } as const

export function ReportCard({ report, onTyped }: ReportCardProps) {
  const { question, reason, user, createdAt, state, reports } = report
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id}>
      <div className={styles.sides}>
        <div>
          <Title order={2} fz="md" id={id} mb="xs">
            {question.kind === 'theory' ? words.theory : words.question}
            <Text span c="dimmed" fz="sm" fw={400} ml="xs">
              {words.place(question.subject.title, String(question.year))}
            </Text>
          </Title>
          <BankQuestion of={report} />
        </div>
        <div>
          <Group justify="space-between" mb="xs">
            <Text fw={650}>{words.report}</Text>
            <Badge variant="light" tt="none" color={colours[state]}>
              {words[state]}
            </Badge>
          </Group>
          <Text fw={600}>{reasons[reason]}</Text>
          <Text className={styles.words} c={report.words ? undefined : 'dimmed'}>
            {report.words || words.noWords}
          </Text>
          <Text fz="sm" c="dimmed" mt="xs">
            {user ? words.from(nameOf(user), formatDateTime(createdAt)) : formatDateTime(createdAt)}
          </Text>
          {reports > 1 && (
            <Text fz="sm" c="dimmed">
              {plural(words.others, reports)}
            </Text>
          )}
          {state === 'open' ? (
            <Decision report={report} onTyped={onTyped} />
          ) : (
            <Decided report={report} onTyped={onTyped} />
          )}
        </div>
      </div>
    </Panel>
  )
}

interface ReportCardProps {
  report: Report
  /** Whether words are typed here that are not sent. */
  onTyped: (id: string, has: boolean) => void
}

function useDecision({ report, onTyped }: ReportCardProps) {
  const { _id, version, answer } = report
  const client = useQueryClient()
  const decision = useApiForm({
    initialValues: { words: answer, state: 'accepted' as Report['state'] },
    send: ({ words, state }) => decideReport(_id, { words: words.trim(), state, version }),
    onDone: ({ message }) => {
      onTyped(_id, false)
      notify.success(message)
      void client.invalidateQueries({ queryKey: reportsKey })
    },
    onFailed: ({ reason }) => {
      if (reason !== 'changed') return
      notify.error(words.changed)
      void client.invalidateQueries({ queryKey: reportsKey })
    },
  })
  const typed = decision.form.values.words.trim() !== answer
  useEffect(() => onTyped(_id, typed), [_id, typed, onTyped])
  useEffect(() => () => onTyped(_id, false), [_id, onTyped])
  return decision
}

function Decision(props: ReportCardProps) {
  const { form, props: element, sending, failure } = useDecision(props)
  const decide = (state: Report['state']) => () => form.setFieldValue('state', state)
  return (
    <form {...element}>
      <Stack gap="sm" mt="md">
        <Textarea
          label={words.answer}
          description={words.answerHint}
          autosize
          minRows={2}
          maxLength={LONGEST}
          {...form.getInputProps('words')}
        />
        {failure && failure.reason !== 'changed' && !form.errors.words && (
          <Alert color="red" role="alert">
            {failure.errMessage}
          </Alert>
        )}
        <Group gap="sm">
          <Button type="submit" loading={sending} onClick={decide('accepted')}>
            {words.accept}
          </Button>
          <Button type="submit" variant="default" disabled={sending} onClick={decide('rejected')}>
            {words.reject}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Decided(props: ReportCardProps) {
  const { answer, decidedAt } = props.report
  const { form, props: element, sending, failure } = useDecision(props)
  return (
    <form {...element}>
      <Stack gap="xs" mt="md" align="flex-start">
        {answer && (
          <div>
            <Text fw={600} fz="sm">
              {words.answered}
            </Text>
            <Text className={styles.words}>{answer}</Text>
          </div>
        )}
        {decidedAt && (
          <Text fz="sm" c="dimmed">
            {words.decidedOn(formatDateTime(decidedAt))}
          </Text>
        )}
        {failure && failure.reason !== 'changed' && (
          <Alert color="red" role="alert">
            {failure.errMessage}
          </Alert>
        )}
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={sending}
          onClick={() => form.setFieldValue('state', 'open')}
        >
          {words.reopen}
        </Button>
      </Stack>
    </form>
  )
}
