// The answers to grade, each with its five steps, and the one button that sends all grades.
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { sum } from 'es-toolkit'
import { useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { submitGrades } from '@/shared/api/queries/progress'
import type { Quiz } from '@/shared/api/types'
import type { Step } from '@/shared/exams/gradeSteps'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { notify } from '@/shared/ui/notify'
import { StepActions } from '@/shared/ui/StepActions'
import { Pending } from '../submission'
import { forgetDraft, keepDraft, readDraft } from './draft'
import { GradedAnswer } from './GradedAnswer'
import { type Gradable, type Grades, gradesOf } from './grades'
import { gradeTexts } from './messages'

export function GradeForm({ quiz, answers }: { quiz: Quiz; answers: Gradable[] }) {
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
