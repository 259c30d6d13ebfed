// A student grades their own theory answers beside the model answers (spec 2 §2.13, §5, §9; ruling 16).
import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { sum } from 'es-toolkit'
import { BadgeCheck, FileQuestion } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { correctionsQuery, submitGrades } from '@/shared/api/queries/results'
import type { Quiz, SubjectResult, TheoryResult } from '@/shared/api/types'
import { tryStorage } from '@/shared/device/tryStorage'
import { GradeChoice, type Step, steps } from '@/shared/exams/theory'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { notify } from '@/shared/ui/notify'
import { Page, Panel } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { describe, InRunningMock, Pending, TheoryBeside } from '../parts'

export const gradeTexts = {
  title: 'Grade your answers',
  how: 'Compare each answer with the model answer and grade it honestly. Your grades count until a moderator gives theirs.',
  answerOf: (subject: string, n: string) => `${subject}, theory question ${n}`,
  yourGrade: 'Your grade',
  blank: 'You wrote nothing here, so it counts as 0%.',
  gradedOf: (n: string, all: string) => `${n} of ${all} graded`,
  averageSoFar: (percent: string) => `average ${percent} so far`,
  submit: 'Submit grades',
  later: 'Later',
  missing: 'Please review and grade all questions to submit.',
  graded: 'Result graded successfully',
  noTheories: 'This test has no theory answers to grade.',
  declared: 'This result has been declared, so its grades cannot be changed.',
  toResult: 'Go to the result',
}

export function Grade() {
  const { quizId = '' } = useParams()
  const query = useQuery(correctionsQuery(quizId))
  const quiz = query.data?.quiz
  return (
    <Page title={gradeTexts.title} description={quiz && describe(quiz)}>
      <QueryView query={query} failed={InRunningMock} waiting={<Skeleton count={3} />}>
        {({ quiz, subjectResults }) => {
          const answers = answersOf(subjectResults)
          if (answers.length === 0) return <Closed quiz={quiz} why="none" />
          if (quiz.examResult !== 'pending') return <Closed quiz={quiz} why="declared" />
          return <GradeForm key={quiz._id} quiz={quiz} answers={answers} />
        }}
      </QueryView>
    </Page>
  )
}

/** Nothing to grade: there is nothing, or somebody has declared the result. */
function Closed({ quiz, why }: { quiz: Quiz; why: 'none' | 'declared' }) {
  const to = why === 'none' ? paths.practiceResults : paths.theoriesResults
  return (
    <Panel>
      <EmptyState
        icon={why === 'none' ? FileQuestion : BadgeCheck}
        title={why === 'none' ? gradeTexts.noTheories : gradeTexts.declared}
        action={
          <Button component={Link} to={to(quiz._id)} mt="xs">
            {gradeTexts.toResult}
          </Button>
        }
      />
    </Panel>
  )
}

/** The answers to grade, each with its five steps, and the one button that sends all grades. */
function GradeForm({ quiz, answers }: { quiz: Quiz; answers: Gradable[] }) {
  const user = useUserId()
  // What was chosen and not sent is kept here, so that leaving loses nothing.
  const [grades, setGrades] = useState<Grades>(() => ({
    ...gradesOf(answers),
    ...readDraft(quiz._id),
  }))
  const [missing, setMissing] = useState(false)
  const navigate = useNavigate()
  const client = useQueryClient()

  const first = useRef<HTMLDivElement>(null)
  const open = answers.filter(({ blank }) => !blank)
  const idOf = ({ result }: Gradable) => result.resultsDetail._id
  const graded = open.filter((one) => grades[idOf(one)] !== undefined)
  // What was left empty counts as 0, here as in the result.
  const counted = answers.filter((one) => one.blank || graded.includes(one))

  const send = useMutationOnce({
    mutationFn: () => {
      const given = graded.map((one) => ({ answerId: idOf(one), ansGrade: grades[idOf(one)] ?? 0 }))
      // What was left empty is worth nothing, which the student need not say.
      const blank = answers.filter((one) => one.blank)
      const none = blank.map((one) => ({ answerId: idOf(one), ansGrade: 0 }))
      return submitGrades(user ?? '', quiz._id, [...given, ...none])
    },
    onSuccess: () => {
      forgetDraft(quiz._id)
      notify.success(gradeTexts.graded)
      void client.invalidateQueries({ queryKey: ['results'] })
      void client.invalidateQueries({ queryKey: ['result', quiz._id] })
      void client.invalidateQueries({ queryKey: ['corrections', quiz._id] })
      navigate(paths.theoriesResults(quiz._id))
    },
  })
  const submit = () => {
    const none = graded.length === 0 && open.length > 0
    setMissing(none)
    if (none) first.current?.querySelector('input')?.focus()
    else send.mutate()
  }
  const choose = (id: string, step: Step) => {
    setMissing(false)
    const next = { ...grades, [id]: step }
    setGrades(next)
    keepDraft(quiz._id, next)
  }

  return (
    <Stack gap="lg">
      <Pending quiz={quiz} />
      <Text c="dimmed">{gradeTexts.how}</Text>
      {answers.map((answer) => (
        <div key={idOf(answer)} ref={answer === open[0] ? first : undefined}>
          <GradedAnswer
            answer={answer}
            grade={grades[idOf(answer)]}
            error={missing && answer === open[0] ? gradeTexts.missing : null}
            disabled={send.isPending}
            onChange={(step) => choose(idOf(answer), step)}
          />
        </div>
      ))}
      <Text c="dimmed" role="status">
        {gradeTexts.gradedOf(formatNumber(counted.length), formatNumber(answers.length))}
        {graded.length > 0 && graded.length < open.length && (
          <>
            {' · '}
            {gradeTexts.averageSoFar(
              formatPercent(sum(counted.map((one) => grades[idOf(one)] ?? 0)) / counted.length),
            )}
          </>
        )}
      </Text>
      {send.isError && (
        <Alert color="red" role="alert">
          {toApiError(send.error).errMessage}
        </Alert>
      )}
      <StepActions
        back={
          <Button component={Link} to={paths.theoriesResults(quiz._id)} variant="default" size="md">
            {gradeTexts.later}
          </Button>
        }
      >
        <Button size="md" loading={send.isPending} onClick={submit}>
          {gradeTexts.submit}
        </Button>
      </StepActions>
    </Stack>
  )
}

/** One theory answer beside the model answer, with the five steps of its grade as radios. */
function GradedAnswer({ answer, grade, error, disabled, onChange }: GradedAnswerProps) {
  const id = useId()
  const { result, subject, number, blank } = answer
  return (
    <Panel component="section" aria-labelledby={id}>
      <Title order={2} fz="md" id={id} mb="sm">
        {gradeTexts.answerOf(subject, formatNumber(number))}
      </Title>
      <TheoryBeside result={result} />
      {blank ? (
        <Text fz="sm" mt="lg">
          {gradeTexts.blank}
        </Text>
      ) : (
        <GradeChoice
          legend={gradeTexts.yourGrade}
          value={grade}
          disabled={disabled}
          onChange={onChange}
        />
      )}
      {error && (
        <Alert color="red" role="alert" mt="sm">
          {error}
        </Alert>
      )}
    </Panel>
  )
}

interface GradedAnswerProps {
  answer: Gradable
  grade: Step | undefined
  /** What is wrong with its grade. */
  error: string | null
  disabled: boolean
  onChange: (step: Step) => void
}

const key = (quizId: string) => `sabi.grades.${quizId}`

const keepDraft = (quizId: string, grades: Grades) =>
  tryStorage(() => localStorage.setItem(key(quizId), JSON.stringify(grades)))

const forgetDraft = (quizId: string) => tryStorage(() => localStorage.removeItem(key(quizId)))

/** Grades that were chosen and not yet sent, kept in the browser until they are. */
function readDraft(quizId: string): Grades {
  const kept = tryStorage(() => JSON.parse(localStorage.getItem(key(quizId)) ?? '{}') as unknown)
  if (typeof kept !== 'object' || kept === null) return {}
  const known = Object.entries(kept).flatMap(([id, grade]) => {
    const step = steps.find((one) => one === grade)
    return step === undefined ? [] : [[id, step] as const]
  })
  return Object.fromEntries(known)
}

// The grades that an answer can have, and the answers of a result one after another.

/** One answer to grade. */
interface Gradable {
  result: TheoryResult
  subject: string
  /** Its number in its subject. */
  number: number
  /** Nothing was written: it counts as 0, and takes no other grade. */
  blank: boolean
}

const answersOf = (results: SubjectResult[]): Gradable[] =>
  results.flatMap(({ subject, theories }) =>
    theories.map((result, i) => ({
      result,
      subject: subject.title,
      number: i + 1,
      blank: !result.resultsDetail.theoryAnswered?.trim(),
    })),
  )

type Grades = Record<string, Step | undefined>

/** The grades that the student has given before. */
const gradesOf = (answers: Gradable[]): Grades =>
  Object.fromEntries(
    answers.map(({ result: { resultsDetail } }) => [
      resultsDetail._id,
      steps.find((step) => step === resultsDetail.resultGrade),
    ]),
  )
