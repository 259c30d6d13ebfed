// The first time for an exam: the intended course, the subjects that it requires, and the free trial,
// all taken by one press.
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { categoriesQuery, courseSubjectsQuery, plansQuery } from '@/shared/api/queries/enrolment'
import { holdRegistration, saveSubjects } from '@/shared/api/queries/register'
import { holdSubscription, subscribePlan } from '@/shared/api/queries/subscribe'
import type { ExamChoice, PlanOffer, UserSubscription } from '@/shared/api/types'
import { jambUtme, jsceBece } from '@/shared/exams/exams'
import { added, isFixed, type Offered, offeredSubjects, ticked } from '@/shared/flow/selection'
import { isFull, registeredCount, takeUp } from '@/shared/flow/steps'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { formatNumber, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { Chips } from '@/shared/ui/Chips'
import { EmptyState } from '@/shared/ui/EmptyState'
import { focusFirstError } from '@/shared/ui/focusFirstError'
import { intoView } from '@/shared/ui/intoView'
import { NextPart } from '@/shared/ui/NextPart'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Panel'
import { Skeleton } from '@/shared/ui/Skeleton'
import { StepActions } from '@/shared/ui/StepActions'
import { Courses } from './Courses'
import { enrolTexts } from './enrolMessages'

export function Enrol(props: EnrolProps) {
  const { exam, universityId, subscription } = props
  const plans = useQuery({
    ...plansQuery(exam._id, universityId),
    enabled: subscription === undefined,
  })
  const isHeld = subscription !== undefined
  if (!isHeld && plans.data === undefined) {
    return (
      <QueryView query={plans} waiting={<Skeleton count={3} />}>
        {() => null}
      </QueryView>
    )
  }
  const free = plans.data?.filter(({ price }) => price === 0) ?? []
  const trial = isHeld ? undefined : free.find(({ standing }) => standing === 'open')
  if (!isHeld && !trial) {
    return <NeedsPlan {...props} isUsed={free.some(({ standing }) => standing === 'used')} />
  }
  // The very same before and after the trial has started, so that the choices stay.
  return <Course {...props} trial={trial} />
}

export interface EnrolProps {
  exam: ExamChoice
  /** For POST UTME alone. */
  universityId: string | null
  subscription: UserSubscription | undefined
  /** Subscribed, and subjects registered. */
  onDone: () => void
}

/** Nothing is free here any more. */
function NeedsPlan({ exam, universityId, isUsed }: EnrolProps & { isUsed: boolean }) {
  return (
    <EmptyState
      title={enrolTexts.needsPlan(exam.title)}
      action={
        <Button
          component={Link}
          to={paths.subscription}
          mt="xs"
          onClick={() => takeUp(exam, universityId)}
        >
          {enrolTexts.seePlans}
        </Button>
      }
    >
      {isUsed && enrolTexts.trialUsed}
    </EmptyState>
  )
}

type OfPlan = EnrolProps & {
  /** The free plan to begin with, where the student has none. */
  trial: PlanOffer | undefined
}

function Course(props: OfPlan) {
  const { exam } = props
  const own = exam.registration
  const [category, setCategory] = useState(own?.category?._id ?? null)
  const [course, setCourse] = useState(own?.course ?? null)
  // Of BECE there are neither categories nor courses; what is full needs no more subjects.
  if (exam.slug === jsceBece || isFull(exam)) return <Subjects {...props} {...none} />
  return (
    <Stack gap="lg">
      <Panel>
        <Stack gap="lg">
          <Categories
            value={category}
            onChange={(id) => {
              setCategory(id)
              setCourse(null)
            }}
          />
          {category !== null && (
            <NextPart key={category} isOpened={category !== own?.category?._id}>
              <Courses
                categoryId={category}
                exam={exam}
                universityId={props.universityId}
                value={course?._id ?? null}
                onChange={setCourse}
              />
            </NextPart>
          )}
        </Stack>
      </Panel>
      {course && (
        <NextPart key={course._id} isOpened={course._id !== own?.course?._id}>
          <Subjects
            {...props}
            categoryId={category}
            courseId={course._id}
            courseTitle={course.title}
          />
        </NextPart>
      )}
    </Stack>
  )
}

const none = { categoryId: null, courseId: null, courseTitle: null }

function Categories({ value, onChange }: CategoriesProps) {
  const categories = useQuery(categoriesQuery)
  return (
    <QueryView query={categories} waiting={<Skeleton count={1} height={72} />}>
      {(list) => (
        <Chips
          legend={enrolTexts.chooseCategory}
          choices={list.map(({ _id, title }) => ({ value: _id, label: title }))}
          value={value === null ? [] : [value]}
          onChange={([id]) => id !== undefined && onChange(id)}
        />
      )}
    </QueryView>
  )
}

interface CategoriesProps {
  value: string | null
  onChange: (id: string) => void
}

type OfCourse = OfPlan & {
  /** These three are null for BECE. */
  categoryId: string | null
  courseId: string | null
  courseTitle: string | null
}

function Subjects(props: OfCourse) {
  const { exam, universityId, courseId } = props
  const subjects = useQuery(courseSubjectsQuery({ examId: exam._id, courseId, universityId }))
  return (
    <QueryView query={subjects} waiting={<Skeleton count={1} height={180} />}>
      {(list) => {
        const offered = offeredSubjects(list, exam)
        return offered.length === 0 ? (
          <EmptyState title={common.noSubjects} />
        ) : (
          <Form {...props} offered={offered} />
        )
      }}
    </QueryView>
  )
}

function Form({ exam, universityId, subscription, trial, offered, onDone, ...of }: FormProps) {
  const client = useQueryClient()
  const user = useUserId() ?? ''
  const most = exam.maximumSubjects
  // What the course requires is taken as a whole where it fits; else the student says which.
  const fits = offered.length <= most
  const [chosen, setChosen] = useState(() =>
    fits ? offered.filter((one) => !isFixed(one)).map(({ _id }) => _id) : [],
  )
  const [error, setError] = useState<string | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const on = ticked(offered, chosen)
  const news = added(offered, chosen)
  const isDone = isFull(exam) || offered.every(({ registered }) => registered)
  const shown = isDone ? on : offered

  const enrol = useMutationOnce({
    mutationFn: async () => {
      let held = subscription
      if (held === undefined && trial) {
        held = await subscribePlan({ examId: exam._id, universityId, subscriptionId: trial._id })
        // At once: after a failure below, the next press only registers.
        holdSubscription(client, held)
      }
      if (isDone || held === undefined) return null
      return saveSubjects({
        userId: user,
        examId: exam._id,
        categoryId: of.categoryId,
        courseId: of.courseId,
        userSubscription: held._id,
        subjects: news.map(({ _id }) => _id),
        subjectsUpdate: [],
      })
    },
    onSuccess: (registration) => {
      onDone()
      if (registration === null) return
      holdRegistration(client, registration)
      notify.success(common.registeredToast)
    },
  })
  const choose = (ids: string[]) => {
    enrol.reset()
    if (ids.length > on.length && ids.length > most) {
      return setError(common.maximumReached(most))
    }
    setError(null)
    setChosen(ids)
  }
  const refuse = () => {
    setError(common.selectSubject)
    focusFirstError(form)
  }
  const failure = enrol.error && toApiError(enrol.error)
  return (
    <Stack gap="lg" ref={form}>
      <Panel>
        <Stack gap="md">
          <Chips
            legend={
              of.courseTitle === null
                ? enrolTexts.subjectsOf(exam.title)
                : enrolTexts.subjectsFor(of.courseTitle)
            }
            multiple
            choices={shown.map((one) => ({
              value: one._id,
              label: one.title,
              note: one.mandetory ? enrolTexts.required : undefined,
              disabled: isFixed(one) || isDone,
            }))}
            value={on.map(({ _id }) => _id)}
            onChange={choose}
            error={error}
            description={chosenOf(on.length, most, shown.length, exam.slug)}
          />
          {!isDone && (
            <Text fz="sm">{on.length < most ? enrolTexts.forGood : enrolTexts.forGoodAll}</Text>
          )}
          {trial && !subscription && (
            <Trial trial={trial} exam={exam} universityId={universityId} />
          )}
        </Stack>
      </Panel>
      {failure && (
        <Alert color="red" role="alert" mt="lg" ref={intoView}>
          {[...new Set([failure.errMessage, ...Object.values(failure.fields)])].join(' ')}
        </Alert>
      )}
      <StepActions>
        <Button
          size="md"
          // A long label takes two lines on a phone.
          h="auto"
          mih="var(--button-height)"
          py={8}
          styles={{ label: { whiteSpace: 'normal' } }}
          leftSection={<Rocket size={18} aria-hidden />}
          loading={enrol.isPending}
          onClick={() =>
            news.length === 0 && registeredCount(exam) === 0 ? refuse() : enrol.mutate()
          }
        >
          {labelOf(trial !== undefined && !subscription, news.length)}
        </Button>
      </StepActions>
    </Stack>
  )
}

interface FormProps extends OfCourse {
  offered: Offered[]
}

function Trial({ trial, exam, universityId }: TrialProps) {
  const { duration, numOfQuestions, planName } = trial
  const isLimited = planName.toLowerCase() === 'trial'
  return (
    <Text fz="sm" c="dimmed">
      {enrolTexts.trial(
        plural(enrolTexts.days, duration),
        isLimited ? plural(enrolTexts.perTest, numOfQuestions) : enrolTexts.noLimit,
      )}{' '}
      <Anchor
        component={Link}
        to={paths.subscription}
        inherit
        underline="always"
        onClick={() => takeUp(exam, universityId)}
      >
        {enrolTexts.otherPlans}
      </Anchor>
    </Text>
  )
}

interface TrialProps {
  trial: PlanOffer
  exam: ExamChoice
  universityId: string | null
}

/**
 * How many are chosen, and how many more of those shown can or, for a whole JAMB UTME, have to be.
 */
function chosenOf(n: number, most: number, shown: number, slug: string): string {
  const chosen = enrolTexts.upTo(formatNumber(n), formatNumber(most))
  const more = Math.min(most, shown) - n
  if (more <= 0) return chosen
  const told = slug === jambUtme ? enrolTexts.chooseMore : enrolTexts.canChooseMore
  return `${chosen} ${told(formatNumber(more))}`
}

function labelOf(isTrial: boolean, subjects: number): string {
  if (isTrial) return subjects > 0 ? plural(enrolTexts.startTrial, subjects) : enrolTexts.startFree
  return plural(enrolTexts.register, subjects)
}
