// /admin/user-theories-exam/{quizId}: a submission to read, to grade, or graded.
import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { Grading } from '@/shared/api/queries/grading'
import { formatDateTime, formatNumber } from '@/shared/i18n/format'
import { DescriptionList } from '@/shared/ui/DescriptionList'
import { Page } from '@/shared/ui/Page'
import { Panel } from '@/shared/ui/Panel'
import { useMay } from '../access'
import { adminTexts } from '../messages'
import { adminPaths } from '../paths'
import { nameOf } from '../people/person'
import { FreshView } from '../resource/FreshView'
import { Crumbs } from '../ui/Crumbs'
import { AnswerCard, Gradings } from './AnswerCard'
import { Declared } from './Declared'
import { Desk } from './Desk'
import { theoryTexts } from './messages'
import { NextButton } from './NextButton'
import { gradingQuery } from './queries'
import { gradesOf } from './useGrades'

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
  if (grading.examResult === 'declared') return <Declared grading={grading} />
  if (grading.isGiven) return <Given grading={grading} />
  return <Desk grading={grading} />
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
function Given({ grading }: { grading: Grading }) {
  const grades = gradesOf(grading)
  return (
    <>
      <Alert color="brand" role="status">
        {theoryTexts.isGiven}
        <NextButton />
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
