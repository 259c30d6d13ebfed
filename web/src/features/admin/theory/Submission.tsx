// /admin/user-theories-exam/{quizId}: a submission to read, to grade, or graded.
import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isEqual } from 'es-toolkit'
import { useState } from 'react'
import { useParams } from 'react-router'
import { type Grading, type ModeratorGrade, saveGrades } from '@/shared/api/queries/grading'
import { useApiForm } from '@/shared/forms/useApiForm'
import { useLeaveGuard } from '@/shared/forms/useLeaveGuard'
import { formatDateTime, formatNumber, formatPercent } from '@/shared/i18n/format'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { notify } from '@/shared/ui/notify'
import { Page, Panel } from '@/shared/ui/Page'
import { useMay } from '../access'
import { adminTexts, leaveTexts } from '../messages'
import { adminPaths } from '../paths'
import { nameOf } from '../people/person'
import { FreshView } from '../resource/FormParts'
import { required } from '../resource/formContext'
import { Crumbs } from '../ui/Crumbs'
import { AnswerCard, Gradings, Rubric } from './AnswerCard'
import { Desk, NextButton, type NextSubmission, useNextSubmission } from './Desk'
import { theoryTexts } from './messages'
import { gradesOf, gradingQuery } from './useGrades'

export function Submission() {
  const { quizId = '' } = useParams()
  const query = useQuery(gradingQuery(quizId))
  const isAdmin = useMay()
  const list = { title: adminTexts.theory, to: adminPaths.userTheories }
  return (
    <Page
      title={theoryTexts.title}
      description={query.data && describe(query.data)}
      crumbs={isAdmin && <Crumbs trail={[list]} here={theoryTexts.title} />}
      width={1240}
    >
      <FreshView query={query}>
        {(grading) => (
          <Stack gap="lg">
            <Panel>
              <DescriptionList items={factsOf(grading)} />
            </Panel>
            <Body key={grading._id} grading={grading} />
          </Stack>
        )}
      </FreshView>
    </Page>
  )
}

function Body({ grading }: { grading: Grading }) {
  const next = useNextSubmission()
  if (grading.examResult === 'declared') return <Declared grading={grading} next={next} />
  if (grading.isGiven) return <Given grading={grading} next={next} />
  return <Desk grading={grading} next={next} />
}

interface BodyProps {
  grading: Grading
  next: NextSubmission
}

const describe = ({ exam, assessment, year }: Grading) =>
  theoryTexts.describe(exam.title, assessment.title, year === null ? '' : String(year))

function factsOf({ user, submittedAt, answers }: Grading): [string, string][] {
  const subjects = [...new Set(answers.flatMap(({ subject }) => subject?.title ?? []))]
  const answered = answers.filter(({ theoryAnswered }) => theoryAnswered !== null).length
  return [
    ...(user ? [[theoryTexts.student, nameOf(user)] satisfies [string, string]] : []),
    [theoryTexts.subjects, subjects.join(', ')],
    [
      theoryTexts.answers,
      theoryTexts.answered(formatNumber(answered), formatNumber(answers.length)),
    ],
    [theoryTexts.submitted, formatDateTime(submittedAt)],
  ]
}

/** A submission that this grader has completed, and that another one must grade too. */
function Given({ grading, next }: BodyProps) {
  const grades = gradesOf(grading)
  return (
    <>
      <Alert color="brand" role="status">
        {theoryTexts.isGiven}
        <NextButton next={next} />
      </Alert>
      <Gradings of={grading} />
      {grading.answers.map((answer, i) => (
        <AnswerCard
          key={answer.answerId}
          answer={answer}
          number={i + 1}
          grade={grades[answer.answerId]}
          disabled
        />
      ))}
    </>
  )
}

/** A declared submission. An administrator can change its grades, with a reason (ruling 16). */
function Declared({ grading, next }: BodyProps) {
  const isAdmin = useMay()
  const [correcting, setCorrecting] = useState(false)
  const grades = gradesOf(grading)
  if (correcting) return <Correction grading={grading} onDone={() => setCorrecting(false)} />
  return (
    <>
      <Alert color="brand" role="status">
        {theoryTexts.isDeclared(formatPercent(grading.totalAvgGrade ?? 0))}
        <NextButton next={next} />
      </Alert>
      <Gradings of={grading} />
      {grading.answers.map((answer, i) => (
        <AnswerCard
          key={answer.answerId}
          answer={answer}
          number={i + 1}
          grade={grades[answer.answerId]}
          disabled
        />
      ))}
      {isAdmin && (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setCorrecting(true)}>
            {theoryTexts.correct}
          </Button>
        </Group>
      )}
    </>
  )
}

function Correction({ grading, onDone }: { grading: Grading; onDone: () => void }) {
  const { _id, answers } = grading
  const client = useQueryClient()
  // The server refuses these grades if somebody else has changed theirs since then.
  const [start, setStart] = useState(grading)
  const before = gradesOf(start)
  const [grades, setGrades] = useState(before)
  const isStale = grading.revision !== start.revision
  const changed = Object.values(grades).filter((one) => !isEqual(one, before[one.answerId]))
  const { form, props, sending, failure, reset } = useApiForm({
    initialValues: { why: '' },
    validate: { why: (text) => (text.trim() ? null : theoryTexts.whyRequired) },
    send: ({ why }) => saveGrades(_id, start.revision, changed, why.trim()),
    onDone: ({ data }) => {
      guard.letGo()
      notify.success(theoryTexts.corrected)
      client.setQueryData(gradingQuery(_id).queryKey, data)
      onDone()
    },
    onFailed: ({ reason }) => {
      if (reason === 'stale-revision')
        void client.invalidateQueries({ queryKey: gradingQuery(_id).queryKey })
    },
  })
  const takeStored = () => {
    setStart(grading)
    setGrades(gradesOf(grading))
    reset()
  }
  const guard = useLeaveGuard(changed.length > 0, leaveTexts)
  const change = (answerId: string, part: Partial<ModeratorGrade>) =>
    setGrades((all) => ({
      ...all,
      [answerId]: { ansGrade: null, remark: null, ...all[answerId], ...part, answerId },
    }))
  return (
    <form {...props} style={{ display: 'contents' }}>
      <Rubric />
      {answers.map((answer, i) => (
        <AnswerCard
          key={answer.answerId}
          answer={answer}
          number={i + 1}
          grade={grades[answer.answerId]}
          disabled={sending}
          onChange={(part) => change(answer.answerId, part)}
        />
      ))}
      <Panel>
        <Textarea
          label={theoryTexts.why}
          description={theoryTexts.correctHint}
          {...required()}
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('why')}
        />
        {isStale ? (
          <Alert color="sun" role="alert" mt="sm" title={theoryTexts.changedMeanwhile}>
            <Button size="xs" variant="default" onClick={takeStored}>
              {theoryTexts.takeStored}
            </Button>
          </Alert>
        ) : (
          failure &&
          !form.errors.why && (
            <Alert color="red" role="alert" mt="sm">
              {failure.errMessage}
            </Alert>
          )
        )}
        {changed.length === 0 && (
          <Text fz="sm" c="dimmed" mt="sm">
            {theoryTexts.nothingChanged}
          </Text>
        )}
        <Group justify="flex-end" gap="sm" mt="md">
          <Button variant="default" onClick={onDone}>
            {theoryTexts.cancel}
          </Button>
          <Button type="submit" loading={sending} disabled={changed.length === 0 || isStale}>
            {theoryTexts.saveCorrection}
          </Button>
        </Group>
      </Panel>
      {guard.dialog}
    </form>
  )
}
