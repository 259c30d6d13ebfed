// The first time for an exam: the intended course, the subjects that it requires, and the free trial,
// all taken by one press.
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Rocket, Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import {
  bankSizesQuery,
  categoriesQuery,
  courseSubjectsQuery,
  coursesQuery,
  plansQuery,
} from '@/shared/api/queries/enrolment'
import { cacheRegistration, saveSubjects } from '@/shared/api/queries/register'
import { cacheSubscription, subscribePlan } from '@/shared/api/queries/subscribe'
import type { Course, ExamChoice, PlanOffer, Ref, UserSubscription } from '@/shared/api/types'
import { jambUtme, jsceBece } from '@/shared/exams/exams'
import {
  added,
  isFixed,
  isFull,
  type Offered,
  offeredSubjects,
  registeredCount,
  takeUp,
  ticked,
} from '@/shared/flow/steps'
import { isTrial } from '@/shared/flow/subscription'
import { useMutationOnce } from '@/shared/forms/useMutationOnce'
import { common } from '@/shared/i18n/common'
import { formatNumber, plural } from '@/shared/i18n/format'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { useUserId } from '@/shared/session/useSession'
import { Chips } from '@/shared/ui/Chips'
import { ChoiceCards } from '@/shared/ui/ChoiceCards'
import { focusFirstError, intoView } from '@/shared/ui/focus'
import { notify } from '@/shared/ui/notify'
import { Panel } from '@/shared/ui/Page'
import { StepActions } from '@/shared/ui/StepActions'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { NextPart } from './Setup'

export const enrolTexts = {
  chooseCategory: 'What do you want to study?',
  chooseCourse: 'Which course?',
  findCourse: 'Find a course',
  manyCourses: (n: string) => `${n} more. Type part of the name to find yours.`,
  noCourse: (text: string) => `No course matches “${text}”.`,
  noCourses: 'This category has no courses yet. Choose another one.',
  requires: (subjects: string) => `Subjects: ${subjects}`,
  noneRequired: 'No subjects for this exam yet',
  courseSoon: 'No questions yet',
  subjectsFor: (course: string) => `Subjects for ${course}`,
  subjectsOf: (exam: string) => `Subjects of ${exam}`,
  required: 'required',
  upTo: (n: string, most: string) => `${n} of ${most} chosen.`,
  chooseMore: (n: string) => `Choose ${n} more, as in the real exam.`,
  canChooseMore: (n: string) => `You can choose ${n} more.`,
  // Where all places are taken, and where there is room for more.
  forGoodAll: 'Check your subjects: later you can only request one change.',
  forGood: 'You cannot remove a subject later, but you can add more and request one change.',
  trial: (days: string, questions: string) =>
    `Your free trial runs for ${days}, with ${questions}. You pay nothing.`,
  days: { one: '{n} day', other: '{n} days' },
  perTest: { one: 'up to {n} question per test', other: 'up to {n} questions per test' },
  noLimit: 'no limit on questions',
  startTrial: {
    one: 'Start free with {n} subject',
    other: 'Start free with {n} subjects',
  },
  startFree: 'Start free',
  register: { one: 'Register {n} subject', other: 'Register {n} subjects' },
  needsPlan: (exam: string) => `You need a plan to practise for ${exam}.`,
  trialUsed: 'You have already used the free trial for this exam.',
  seePlans: 'See plans',
  otherPlans: 'See all plans',
}

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
  return <CoursePlan {...props} trial={trial} />
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

function CoursePlan(props: OfPlan) {
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
        cacheSubscription(client, held)
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
      cacheRegistration(client, registration)
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
  const { duration, numOfQuestions } = trial
  return (
    <Text fz="sm" c="dimmed">
      {enrolTexts.trial(
        plural(enrolTexts.days, duration),
        isTrial(trial) ? plural(enrolTexts.perTest, numOfQuestions) : enrolTexts.noLimit,
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
  const mayChoose = slug === jambUtme ? enrolTexts.chooseMore : enrolTexts.canChooseMore
  return `${chosen} ${mayChoose(formatNumber(more))}`
}

function labelOf(hasTrial: boolean, subjects: number): string {
  if (hasTrial) return subjects > 0 ? plural(enrolTexts.startTrial, subjects) : enrolTexts.startFree
  return plural(enrolTexts.register, subjects)
}

/** Courses in sight. */
const MOST = 12
/** Milliseconds without a key after which the list follows what was typed. */
const PAUSE = 300

const CARD_WIDTH = 240
/** As tall as cards with two lines of subjects. */
const waiting = <Skeleton count={4} height={102} width={CARD_WIDTH} />
/** Two lines, before the subjects are known too. */
const reserved = { display: 'block', minHeight: '3.1em' }

/**
 * The courses of a category, each with the subjects that it requires for the exam. A long list is
 * narrowed by a part of the name: subjects are asked for the courses in sight alone.
 */
function Courses({ categoryId, exam, universityId, value, onChange }: CoursesProps) {
  const courses = useQuery(coursesQuery(categoryId))
  const { data: sizes, isPending } = useQuery(bankSizesQuery)
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim().toLowerCase(), PAUSE)
  const open = sizes?.find((one) => one.exam === exam._id)?.courses
  const isSoon = ({ _id }: Course) => sizes !== undefined && !open?.includes(_id)
  return (
    <QueryView query={courses} waiting={waiting}>
      {(all) => {
        // Not before it is known which courses have questions; if that fails, none is held back.
        if (isPending) return waiting
        if (all.length === 0) return <Text c="dimmed">{enrolTexts.noCourses}</Text>
        const found = all.filter(({ title }) => title.toLowerCase().includes(text))
        const shown = found.slice(0, MOST)
        return (
          <Stack gap="sm">
            {all.length > MOST && (
              <TextInput
                type="search"
                aria-label={enrolTexts.findCourse}
                placeholder={enrolTexts.findCourse}
                leftSection={<Search size={16} aria-hidden />}
                maw={420}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            )}
            <ChoiceCards
              legend={enrolTexts.chooseCourse}
              minWidth={CARD_WIDTH}
              choices={shown.map((course) => ({
                value: course._id,
                title: course.title,
                disabled: isSoon(course),
                badge: isSoon(course) ? enrolTexts.courseSoon : undefined,
                text: isSoon(course) ? undefined : (
                  <span style={reserved}>
                    <Required examId={exam._id} courseId={course._id} universityId={universityId} />
                  </span>
                ),
              }))}
              value={value === null ? [] : [value]}
              onChange={([id]) => {
                const course = all.find(({ _id }) => _id === id)
                if (course) onChange(course)
              }}
            />
            <Text fz="sm" c="dimmed" role="status">
              {shown.length === 0 && enrolTexts.noCourse(typed.trim())}
              {found.length > MOST && enrolTexts.manyCourses(formatNumber(found.length - MOST))}
            </Text>
          </Stack>
        )
      }}
    </QueryView>
  )
}

interface CoursesProps {
  categoryId: string
  exam: ExamChoice
  universityId: string | null
  /** The id of the chosen one. */
  value: string | null
  onChange: (course: Ref) => void
}

/** The subjects that a course requires; nothing while they are not known. */
function Required(ask: { examId: string; courseId: string; universityId: string | null }) {
  const { data } = useQuery(courseSubjectsQuery(ask))
  if (data === undefined) return null
  if (data.length === 0) return enrolTexts.noneRequired
  return enrolTexts.requires(data.map(({ title }) => title).join(', '))
}
