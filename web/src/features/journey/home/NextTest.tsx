// The next test of a returning student, started by one press with the choices of the last one.
import { Button, Group, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePlay } from 'lucide-react'
import { Link } from 'react-router'
import { availabilityQuery, firstYear } from '@/shared/api/queries/attempts'
import { assessmentsQuery, registeredSubjects } from '@/shared/api/queries/enrolment'
import { todayQuery } from '@/shared/api/queries/results'
import type { Assessment, ExamChoice, Quiz, UserSubscription } from '@/shared/api/types'
import { ExamBadge } from '@/shared/exams/exams'
import { lastChoices } from '@/shared/flow/lastChoices'
import { daysLeft, subscriptionAt } from '@/shared/flow/subscription'
import { formatMinutes, plural } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { Panel } from '@/shared/ui/Page'
import { journeyTexts } from '../messages'
import {
  canStart,
  examToBegin,
  freshYear,
  isWhole,
  likeLast,
  minutesOf,
  proposal,
  startOf,
  universityOf,
} from '../practise/proposal'
import { givesSample } from '../setup'
import { NotStarted, useStart } from '../useStart'
import type { HomeProps } from './Home'
import { studentHomeTexts } from './messages'

export function NextTest({ exams, quizzes }: Pick<HomeProps, 'exams' | 'quizzes'>) {
  const { data: assessments = [] } = useQuery(assessmentsQuery)
  const exam = examToBegin(
    exams.filter((one) => canStart(one, universityFor(one))),
    [quizzes[0]?.exam._id],
  )
  const subscription = exam && subscriptionAt(exam, universityFor(exam))
  // A mock has terms to agree to first.
  const open = assessments.filter(({ status, slug }) => status && slug !== 'mock')
  return (
    <Panel component="section" aria-labelledby="next-test">
      <Title order={2} id="next-test" mb="sm">
        {studentHomeTexts.nextTest}
      </Title>
      {exam && subscription && open.length > 0 ? (
        <Start exam={exam} subscription={subscription} assessments={open} quizzes={quizzes} />
      ) : (
        <Button component={Link} to={paths.practise}>
          {studentHomeTexts.chooseTest}
        </Button>
      )}
    </Panel>
  )
}

const universityFor = (exam: ExamChoice) => universityOf(exam, lastChoices(exam._id)?.university)

function Start({ exam, subscription, assessments, quizzes }: StartProps) {
  const client = useQueryClient()
  const start = useStart()
  const { data: today } = useQuery(todayQuery(exam._id))
  // The screen has one main action.
  const isSecond = today !== undefined && today.due + today.fresh > 0
  const own = quizzes.filter((quiz) => quiz.exam._id === exam._id)
  const choices = proposal(
    exam,
    subscription,
    assessments.map(({ slug }) => slug),
    lastChoices(exam._id) ?? likeLast(own[0]),
  )
  const { examType, subjects, questions, university, mode } = choices
  const assessment = assessments.find(({ slug }) => slug === mode)
  const titles = registeredSubjects(exam).filter(({ _id }) => subjects.includes(_id))
  const minutes = minutesOf(choices, subscription)
  const isSample = givesSample(subscription)
  const facts = [
    assessment?.title,
    isWhole(questions)
      ? studentHomeTexts.wholePaper
      : subjects.length > 1 && !isSample
        ? studentHomeTexts.questionsEach(plural(journeyTexts.questions, questions))
        : plural(journeyTexts.questions, questions),
    minutes !== null && formatMinutes(minutes),
  ]
  const begin = () => {
    if (!assessment) return
    start.begin({ exam, assessment, examType }, async () => {
      const body = { examId: exam._id, examType, subjects, year: firstYear, university }
      const found = await client.fetchQuery(availabilityQuery({ mock: false, body }))
      const taken = own
        .filter(({ subjectId }) => subjects.every((id) => subjectId.includes(id)))
        .flatMap(({ year }) => year ?? [])
      const year = freshYear(found, taken)
      return startOf({ exam, subscription, assessmentId: assessment._id, choices, year })
    })
  }
  return (
    <>
      <Group justify="space-between" gap="md">
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <ExamBadge exam={exam} />
          <div>
            <Text fw={650}>{exam.title}</Text>
            <Text fz="sm">{titles.map(({ title }) => title).join(', ')}</Text>
            <Text fz="sm" c="dimmed">
              {facts.filter(Boolean).join(', ')}
            </Text>
            {isSample && (
              <Text fz="sm">{plural(studentHomeTexts.trialLeft, daysLeft(subscription))}</Text>
            )}
          </div>
        </Group>
        <Group gap="xs">
          <Button
            size="md"
            variant={isSecond ? 'light' : 'filled'}
            leftSection={<CirclePlay size={20} aria-hidden />}
            loading={start.isPending}
            onClick={begin}
          >
            {studentHomeTexts.start}
          </Button>
          <Button
            component={Link}
            to={paths.practiseExam(exam.slug)}
            size="md"
            variant="default"
            aria-label={studentHomeTexts.changeTest}
          >
            {studentHomeTexts.change}
          </Button>
        </Group>
      </Group>
      {start.error && (
        <div style={{ marginTop: 16 }}>
          <NotStarted thrown={start.error} onCleared={start.reset} />
        </div>
      )}
    </>
  )
}

interface StartProps {
  exam: ExamChoice
  subscription: UserSubscription
  /** Study and practice, as far as they are switched on. */
  assessments: Assessment[]
  quizzes: Quiz[]
}
