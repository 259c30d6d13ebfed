// Choosing and registering subjects (spec 2 §2.8, §4.3).
import { Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, BookX } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { courseSubjectsQuery } from '@/shared/api/queries/enrolment'
import { cacheRegistration, saveSubjects } from '@/shared/api/queries/register'
import { jsceBece } from '@/shared/exams/exams'
import { type ExamState, ExamStep, PrevLink, StepTrail } from '@/shared/flow/ExamStep'
import {
  added,
  choicesOf,
  isFixed,
  isFull,
  missingStep,
  type Offered,
  offeredSubjects,
  registeredCount,
  ticked,
} from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { formatNumber } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { ChoiceCards, ChoiceSkeleton } from '@/shared/ui/ChoiceCards'
import { notify } from '@/shared/ui/notify'
import { Page } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { EmptyState } from '@/shared/ui/states'
import { enrolmentTexts } from './messages'
import { Confirm, SomeRegistered } from './parts'

export function CourseSubjects() {
  const flow = useFlow()
  return (
    <ExamStep has="subscription">
      {(state) => {
        const { exam } = state
        const hasCourses = exam.slug !== jsceBece
        // If all subjects are registered, no course is needed.
        const missing =
          hasCourses && !isFull(exam) ? missingStep(flow, ['categoryId', 'courseId']) : null
        if (missing !== null) return <Navigate to={missing} replace />
        return (
          <Page
            title={enrolmentTexts.subjectsTitle}
            description={exam.title}
            crumbs={<StepTrail {...state} here={paths.courseSubjects} />}
          >
            <Load {...state} courseId={hasCourses ? (flow.courseId ?? null) : null} />
          </Page>
        )
      }}
    </ExamStep>
  )
}

type OfCourse = ExamState<'subscription'> & { courseId: string | null }

function Load(state: OfCourse) {
  const { exam, courseId, universityId } = state
  const subjects = useQuery(courseSubjectsQuery({ examId: exam._id, courseId, universityId }))
  return (
    <QueryView query={subjects} waiting={<ChoiceSkeleton count={6} />}>
      {(list) => {
        const offered = offeredSubjects(list, exam)
        return offered.length === 0 ? (
          <NoSubjects hasCourse={courseId !== null} />
        ) : (
          <Form {...state} offered={offered} />
        )
      }}
    </QueryView>
  )
}

function NoSubjects({ hasCourse }: { hasCourse: boolean }) {
  const way = hasCourse
    ? { to: paths.categoryCourses, label: enrolmentTexts.otherCourse }
    : { to: paths.exams, label: common.chooseExam }
  return (
    <EmptyState
      icon={BookX}
      title={common.noSubjects}
      action={
        <Button component={Link} to={way.to} mt="xs">
          {way.label}
        </Button>
      }
    >
      {hasCourse ? enrolmentTexts.noSubjectsText : enrolmentTexts.noSubjectsOfExam}
    </EmptyState>
  )
}

function Form({ exam, universityId, subscription, courseId, offered }: FormProps) {
  const flow = useFlow()
  const user = useUserId() ?? ''
  const navigate = useNavigate()
  const client = useQueryClient()
  const [error, setError] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)

  const most = exam.maximumSubjects
  const chosen = (flow.subjects ?? []).map(({ id }) => id)
  const on = ticked(offered, chosen)
  const news = added(offered, chosen)
  const isDone = isFull(exam) || offered.every(({ registered }) => registered)

  const register = useMutationOnce({
    mutationFn: () =>
      saveSubjects({
        userId: user,
        examId: exam._id,
        categoryId: flow.categoryId ?? null,
        courseId,
        userSubscription: subscription._id,
        subjects: news.map(({ _id }) => _id),
        subjectsUpdate: [],
      }),
    onSuccess: (registration) => {
      cacheRegistration(client, registration)
      flow.forget('subjects')
      flow.choose({ ...choicesOf(exam, universityId), regSubId: registration._id })
      notify.success(common.registeredToast)
      navigate(paths.savedSubjects)
    },
  })

  const select = (ids: string[]) => {
    const next = offered.filter((one) => !isFixed(one) && ids.includes(one._id))
    const isMore = next.length > chosen.length
    if (isMore && ticked(offered, ids).length > most) {
      return setError(common.maximumReached(most))
    }
    setError(null)
    flow.choose({ subjects: next.map(({ _id, title }) => ({ id: _id, title })) })
  }
  const toTest = () => {
    flow.choose(choicesOf(exam, universityId))
    navigate(paths.examType)
  }
  const next = () => {
    if (isDone) return toTest()
    if (news.length === 0) return setError(common.selectSubject)
    if (on.length > most) return setError(common.maximumReached(most))
    setAsking(true)
  }
  const decline = () => {
    if (register.isPending) return
    setAsking(false)
    register.reset()
  }

  return (
    <Stack gap="md">
      {!isDone && <SomeRegistered exam={exam} />}
      <Text c="dimmed" aria-live="polite">
        {isDone
          ? enrolmentTexts.allRegisteredText
          : enrolmentTexts.chosenOf(formatNumber(on.length), formatNumber(most))}
      </Text>
      <ChoiceCards
        legend={enrolmentTexts.subjects}
        hideLegend
        multiple
        minWidth={230}
        choices={offered.map((one) => ({
          value: one._id,
          title: one.title,
          logo: one.logo,
          disabled: isFixed(one) || isDone,
          badge: badgeOf(one),
        }))}
        value={on.map(({ _id }) => _id)}
        onChange={select}
        error={error}
      />
      <StepActions
        back={<PrevLink to={exam.slug === jsceBece ? paths.exams : paths.categoryCourses} />}
      >
        {isFull(exam) && (
          <Button size="md" variant="default" disabled visibleFrom="xs">
            {enrolmentTexts.allRegistered}
          </Button>
        )}
        <Button size="md" rightSection={<ArrowRight size={18} aria-hidden />} onClick={next}>
          {common.next}
        </Button>
      </StepActions>
      {asking && (
        <Confirm
          title={enrolmentTexts.confirmTitle}
          yes={enrolmentTexts.yes}
          no={enrolmentTexts.no}
          busy={register.isPending}
          error={register.error && toApiError(register.error)}
          onYes={() => register.mutate()}
          // With some subjects registered, the student can continue to a test (spec 2 §4.3).
          onNo={() => {
            decline()
            if (registeredCount(exam) > 0) toTest()
          }}
          onClose={decline}
        >
          <ul>
            {news.map(({ _id, title }) => (
              <li key={_id}>{title}</li>
            ))}
          </ul>
          <Text>{enrolmentTexts.confirmText}</Text>
        </Confirm>
      )}
    </Stack>
  )
}

interface FormProps extends OfCourse {
  offered: Offered[]
}

function badgeOf({ registered, mandetory }: Offered): string | undefined {
  if (registered) return enrolmentTexts.registered
  return mandetory ? enrolmentTexts.mandatory : undefined
}
