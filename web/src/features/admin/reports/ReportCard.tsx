// A report with its question, and a form for the reply.
import { Alert, Anchor, Badge, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  decideReport,
  decideReports,
  type Report,
  readReport,
  reports,
} from '@/shared/api/queries/grading'
import type { AdminQuestion } from '@/shared/api/types'
import { useApiForm } from '@/shared/forms/useApiForm'
import { formatDateTime, formatNumber, letterOf, plural } from '@/shared/i18n/format'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { reportTexts } from '@/shared/report/reportMessages'
import { Disclosure } from '@/shared/ui/Disclosure'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { Loader } from '@/shared/ui/states'
import { useMay } from '../access'
import type { QuestionTrail } from '../bank/trail'
import { listKey } from '../lists/ServerList'
import { conflictTexts } from '../messages'
import { adminPaths } from '../paths'
import { nameOf } from '../people/person'
import styles from './reports.module.css'

export const reportsTexts = {
  about: 'Questions that students reported, oldest first. They can read your answer.',
  view: 'Show',
  open: 'Open',
  accepted: 'Accepted',
  rejected: 'Rejected',
  all: 'All',
  reason: 'Reason',
  subject: 'Subject',
  none: 'No reports are waiting.',
  noneHere: 'No reports here.',

  question: 'Question',
  theory: 'Theory question',
  reportName: (n: string, kind: string, place: string) => `Report ${n}: ${kind}, ${place}`,
  place: (subject: string, year: string) => `${subject}, ${year}`,
  asReported: 'The beginning of the question when it was reported.',
  gone: 'The question is no longer in the bank.',
  right: 'Correct answer',
  explanation: 'Explanation',
  modelAnswer: 'Model answer',
  editQuestion: 'Edit the question',
  report: 'Report',
  from: (who: string, when: string) => `${who}, ${when}`,
  others: {
    one: 'One student has reported this question.',
    other: '{n} students have reported this question.',
  },
  noWords: 'No further details.',
  answer: 'Your answer to the student',
  answerHint: 'They see it in their list of reports.',
  answered: 'Answer to the student',
  decidedOn: (when: string) => `Decided ${when}`,
  accept: 'Accept',
  reject: 'Reject',
  acceptAll: { one: 'Accept', other: 'Accept all {n}' },
  rejectAll: { one: 'Reject', other: 'Reject all {n}' },
  correctAndAccept: 'Correct the key and accept',
  passage: 'Passage',
  otherReports: {
    one: '{n} more report of this question',
    other: '{n} more reports of this question',
  },
  replyRequired: 'Tell the student why you reject the report.',
  reopen: 'Reopen',
  yoursToo: 'Your text is kept below. Deciding replaces theirs.',
  changed: 'Someone else has just decided on this report. This is the current version.',
}

const KeyDialog = lazyPartOfScreen(() => import('../quality/CorrectKey').then((m) => m.KeyDialog))

/** The longest reply that the server accepts, in characters. */
const LONGEST = 1000
const colours = { open: 'sun', accepted: 'brand', rejected: 'gray' } as const

export function ReportCard({ row, number, among, onTyped }: ReportCardProps) {
  const opened = useQuery(openedQuery(row._id))
  // The list may be older or newer than the opened report.
  const report = opened.data && opened.data.version > row.version ? opened.data : row
  const { question, reason, user, createdAt, state, reports } = report
  const together = useQuery({
    ...openOfQuestionQuery(question._id),
    enabled: state === 'open' && reports > 1,
  })
  const others =
    state === 'open' ? (together.data?.rows ?? []).filter(({ _id }) => _id !== report._id) : []
  const kind = question.kind === 'theory' ? reportsTexts.theory : reportsTexts.question
  const place = reportsTexts.place(question.subject.title, String(question.year))
  return (
    <Panel
      component="section"
      aria-label={reportsTexts.reportName(formatNumber(number), kind, place)}
    >
      <div className={styles.sides}>
        <div>
          <Title order={2} fz="md" mb="xs">
            {kind}
            <Text span c="dimmed" fz="sm" fw={400} ml="xs">
              {place}
            </Text>
          </Title>
          <BankQuestion of={report} among={among} />
        </div>
        <div>
          <Group justify="space-between" mb="xs">
            <Text fw={650}>{reportsTexts.report}</Text>
            <Badge variant="light" tt="none" color={colours[state]}>
              {reportsTexts[state]}
            </Badge>
          </Group>
          <Text fw={600}>{reportTexts[reason]}</Text>
          <Text className={styles.words} dir="auto" c={report.words ? undefined : 'dimmed'}>
            {report.words || reportsTexts.noWords}
          </Text>
          <Text fz="sm" c="dimmed" mt="xs">
            {user
              ? reportsTexts.from(nameOf(user), formatDateTime(createdAt))
              : formatDateTime(createdAt)}
          </Text>
          {reports > 1 && (
            <Text fz="sm" c="dimmed">
              {plural(reportsTexts.others, reports)}
            </Text>
          )}
          {others.length > 0 && <Others reports={others} />}
          <Answer
            report={report}
            together={others.length > 0 ? (together.data?.total ?? 1) : 1}
            item={opened.data?.item ?? null}
            onTyped={onTyped}
          />
        </div>
      </div>
    </Panel>
  )
}

interface ReportCardProps {
  /** The report as in the list. */
  row: Report
  /** Its number in the list, which distinguishes reports of the same subject and year. */
  number: number
  /** The questions of the reports on the page. */
  among: QuestionTrail
  /** Reports whether there is an unsent reply here. */
  onTyped: (report: Report, has: boolean) => void
}

/** The other open reports of the same question. */
function Others({ reports }: { reports: Report[] }) {
  return (
    <Details name={plural(reportsTexts.otherReports, reports.length)}>
      <ul className={styles.others}>
        {reports.map(({ _id, reason, words: text, user, createdAt }) => (
          <li key={_id}>
            <Text fz="sm" fw={600}>
              {reportTexts[reason]}
            </Text>
            <Text fz="sm" className={styles.words} dir="auto">
              {text || reportsTexts.noWords}
            </Text>
            <Text fz="xs" c="dimmed">
              {user
                ? reportsTexts.from(nameOf(user), formatDateTime(createdAt))
                : formatDateTime(createdAt)}
            </Text>
          </li>
        ))}
      </ul>
    </Details>
  )
}

/** The reply to the student: decided, or being written. It is for all open reports of the question. */
function Answer({ report, together, item, onTyped }: AnswerProps) {
  const { _id, version, answer, state } = report
  const client = useQueryClient()
  const isAdmin = useMay()
  const [correcting, setCorrecting] = useState(false)
  // The reply that the form started with.
  const [begun, setBegun] = useState(answer)
  const decision = useApiForm({
    initialValues: { words: answer, state: 'accepted' as Report['state'] },
    validate: {
      words: (text, { state }) =>
        state === 'rejected' && text.trim() === '' ? reportsTexts.replyRequired : null,
    },
    send: ({ words, state }) =>
      together > 1 && state !== 'open'
        ? decideReports(report.question._id, {
            words: words.trim(),
            state,
            expected: together,
          })
        : decideReport(_id, { words: words.trim(), state, version }),
    onDone: ({ message }) => {
      onTyped(report, false)
      notify.success(message)
      void client.invalidateQueries({ queryKey: reportsKey })
    },
    onFailed: ({ reason }) => {
      if (reason !== 'changed' && reason !== 'changed-count') return
      notify.error(reportsTexts.changed)
      void client.invalidateQueries({ queryKey: reportsKey })
    },
  })
  const { form, props, sending, submit } = decision
  const failure = decision.failure?.reason.startsWith('changed') ? null : decision.failure
  const mine = form.values.words.trim()
  const typed = mine !== begun && mine !== answer
  const takeTheirs = () => {
    form.setFieldValue('words', answer)
    setBegun(answer)
  }
  // A decision made meanwhile is applied, unless the form has unsaved input.
  useEffect(() => {
    if (begun !== answer && !typed) takeTheirs()
  })
  const last = useRef(report)
  last.current = report
  useEffect(() => onTyped(last.current, typed), [typed, onTyped])
  useEffect(() => () => onTyped(last.current, false), [onTyped])
  const decide = (next: Report['state']) => () => form.setFieldValue('state', next)
  const isWriting = state === 'open' || typed
  const isOvertaken = typed && begun !== answer
  return (
    <form {...props}>
      <Stack gap="sm" mt="md">
        {(state !== 'open' || isOvertaken) && <Decided report={report} />}
        {(state !== 'open' || isOvertaken) && typed && (
          <Group justify="space-between" gap="xs">
            <Text fz="sm">{reportsTexts.yoursToo}</Text>
            <Button size="xs" variant="default" onClick={takeTheirs}>
              {conflictTexts.takeTheirs}
            </Button>
          </Group>
        )}
        {isWriting && (
          <Textarea
            label={reportsTexts.answer}
            description={reportsTexts.answerHint}
            autosize
            minRows={2}
            maxLength={LONGEST}
            {...form.getInputProps('words')}
          />
        )}
        {failure && !form.errors.words && (
          <Alert color="red" role="alert">
            {failure.errMessage}
          </Alert>
        )}
        {isWriting ? (
          <Group gap="sm">
            <Button type="submit" loading={sending} onClick={decide('accepted')}>
              {together > 1 ? plural(reportsTexts.acceptAll, together) : reportsTexts.accept}
            </Button>
            <Button type="submit" variant="default" disabled={sending} onClick={decide('rejected')}>
              {together > 1 ? plural(reportsTexts.rejectAll, together) : reportsTexts.reject}
            </Button>
            {isAdmin && item && (
              <Button
                variant="default"
                leftSection={<KeyRound size={16} aria-hidden />}
                disabled={sending}
                className={styles.long ?? ''}
                onClick={() => setCorrecting(true)}
              >
                {reportsTexts.correctAndAccept}
              </Button>
            )}
          </Group>
        ) : (
          <Button
            type="submit"
            size="xs"
            variant="default"
            loading={sending}
            onClick={decide('open')}
            className={styles.reopen}
          >
            {reportsTexts.reopen}
          </Button>
        )}
      </Stack>
      {correcting && item && (
        <KeyDialog
          question={item}
          confirm={reportsTexts.correctAndAccept}
          onClose={() => setCorrecting(false)}
          onCorrected={() => {
            form.setFieldValue('state', 'accepted')
            submit()
          }}
        />
      )}
    </form>
  )
}

interface AnswerProps {
  report: Report
  /** The number of open reports of the question. */
  together: number
  /** The question, if it is multiple choice. */
  item: AdminQuestion | null
  onTyped: ReportCardProps['onTyped']
}

/** The reply to the student, and its date. */
function Decided({ report: { answer, decidedAt } }: { report: Report }) {
  return (
    <>
      {answer && (
        <div>
          <Text fw={600} fz="sm">
            {reportsTexts.answered}
          </Text>
          <Text className={styles.words} dir="auto">
            {answer}
          </Text>
        </div>
      )}
      {decidedAt && (
        <Text fz="sm" c="dimmed">
          {reportsTexts.decidedOn(formatDateTime(decidedAt))}
        </Text>
      )}
    </>
  )
}

/** The prefix of all query keys of reports. */
export const reportsKey = listKey('reports')

/** A report with the current question. */
const openedQuery = (id: string) =>
  queryOptions({ queryKey: [...reportsKey, 'opened', id], queryFn: () => readReport(id) })

/** The most reports of a question that are shown together. */
const MOST = 100

/** The open reports of a question, oldest first. */
const openOfQuestionQuery = (question: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'of', question],
    queryFn: () =>
      reports({ page: 1, limit: MOST, sort: 'createdAt', filters: { question, state: 'open' } }),
  })

/** The beginning of the stem as it was. */
function Stem({ of: { stem } }: { of: Report['question'] }) {
  return (
    <>
      <Text className={styles.words} dir="auto">
        {stem}
      </Text>
      <Text fz="sm" c="dimmed" mt="xs">
        {reportsTexts.asReported}
      </Text>
    </>
  )
}

/**
 * The question of a report: as it is in the bank now, with its key, or the beginning of its stem if
 * it was deleted.
 */
function BankQuestion({ of: report, among }: { of: Report; among: QuestionTrail }) {
  const isAdmin = useMay()
  const query = useQuery(openedQuery(report._id))
  if (query.isPending) return <Loader />
  const { item, theory } = query.data ?? {}
  const found = item ?? theory
  if (!found) {
    return (
      <>
        <Stem of={report.question} />
        {query.isSuccess && (
          <Text fz="sm" mt="xs">
            {reportsTexts.gone}
          </Text>
        )}
      </>
    )
  }
  return (
    <>
      {item && <Objective of={item} />}
      {theory && <Theory of={theory} />}
      {isAdmin && (
        <Anchor
          component={Link}
          to={editPath(report, found)}
          state={among}
          fz="sm"
          mt="sm"
          display="block"
        >
          {reportsTexts.editQuestion}
        </Anchor>
      )}
    </>
  )
}

type Opened = Awaited<ReturnType<typeof readReport>>
type Item = NonNullable<Opened['item']>
type TheoryItem = NonNullable<Opened['theory']>

const editPath = ({ question }: Report, { _id, subject, year, topic }: Item | TheoryItem) =>
  question.kind === 'theory'
    ? adminPaths.theoryEdit(subject._id, year._id, _id)
    : adminPaths.questionEdit(subject._id, year._id, _id, topic._id)

function Objective({ of }: { of: Item }) {
  return (
    <>
      {of.passage && (
        <Details name={reportsTexts.passage}>
          <RichText html={of.passage} className={styles.passage} />
        </Details>
      )}
      <RichText html={of.question} />
      {of.logo && <QuestionPicture src={of.logo} />}
      <ol className={styles.options}>
        {of.options.map((option, i) => (
          <li key={option._id} data-right={option._id === of.correctAns || undefined}>
            <b>{letterOf(i)}</b>
            <div>
              <RichText html={option.option} />
              {option._id === of.correctAns && (
                <Text fz="xs" fw={600}>
                  {reportsTexts.right}
                </Text>
              )}
            </div>
          </li>
        ))}
      </ol>
      {of.description && (
        <>
          <Text fz="sm" fw={600} mt="sm">
            {reportsTexts.explanation}
          </Text>
          <RichText html={of.description} />
        </>
      )}
    </>
  )
}

function Theory({ of }: { of: TheoryItem }) {
  return (
    <>
      <RichText html={of.question} />
      {of.logo && <QuestionPicture src={of.logo} />}
      <Text fz="sm" fw={600} mt="sm">
        {reportsTexts.modelAnswer}
      </Text>
      <RichText html={of.description} />
    </>
  )
}

/** A part of a report that is closed until it is asked for. */
function Details({ name, children }: { name: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <Disclosure name={name} open={open} onToggle={() => setOpen(!open)}>
      {children}
    </Disclosure>
  )
}
