// The steps of a POST UTME before its subjects: the university, the category and the course (spec 2 §2.3).
import { Button, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, GraduationCap, Landmark, Search, Shapes } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import {
  bankSizesQuery,
  categoriesQuery,
  coursesQuery,
  universitiesQuery,
} from '@/shared/api/queries/enrolment'
import type { Category } from '@/shared/api/types'
import { bankSize, jsceBece, postUtme } from '@/shared/exams/exams'
import { type ExamState, ExamStep, PrevLink, Step, StepTrail } from '@/shared/flow/ExamStep'
import { choicesOf } from '@/shared/flow/steps'
import { subscriptionAt } from '@/shared/flow/subscription'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { type CardChoice, ChoiceCards, ChoiceSkeleton } from '@/shared/ui/ChoiceCards'
import { Page } from '@/shared/ui/Page'
import { plainText } from '@/shared/ui/plainText'
import { StepActions } from '@/shared/ui/StepActions'
import { EmptyState } from '@/shared/ui/states'
import { enrolmentTexts } from './messages'
import { SomeRegistered } from './parts'

export function UniversityStep() {
  const universities = useQuery(universitiesQuery)
  const { data: sizes } = useQuery(bankSizesQuery)
  const { choose, forget } = useFlow.getState()
  const navigate = useNavigate()
  return (
    <ExamStep has="exam">
      {({ exam, universityId }) => {
        if (exam.slug !== postUtme) return <Navigate to={paths.exams} replace />
        const next = (id: string) => {
          // Subscription and subjects belong to a university.
          if (id !== universityId) forget('userSubscription', 'subjects')
          choose(choicesOf(exam, id))
          navigate(subscriptionAt(exam, id) ? paths.categories : paths.subscription)
        }
        return (
          <Page
            title={enrolmentTexts.universityTitle}
            description={enrolmentTexts.universityText}
            crumbs={<StepTrail exam={exam} universityId={universityId} here={paths.university} />}
          >
            <QueryView query={universities} waiting={<ChooseSkeleton />}>
              {(rows) => (
                <ChooseOne
                  legend={enrolmentTexts.universityTitle}
                  rows={rows}
                  cardOf={({ _id, logo }) => {
                    const held = subscriptionAt(exam, _id)
                    const size = sizes
                      ?.find((one) => one.exam === exam._id)
                      ?.universities.find(({ university }) => university === _id)
                    // Unknown until the sizes have loaded.
                    const soon = sizes !== undefined && !size && !held
                    return {
                      logo,
                      icon: <Landmark size={28} strokeWidth={1.6} aria-hidden />,
                      badge: soon
                        ? enrolmentTexts.comingSoon
                        : held
                          ? enrolmentTexts.subscribed
                          : undefined,
                      disabled: soon,
                      text: size && bankSize(size),
                    }
                  }}
                  remembered={universityId}
                  error={enrolmentTexts.chooseUniversity}
                  empty={
                    <EmptyState icon={Landmark} title={enrolmentTexts.noUniversities}>
                      {common.comeLater}
                    </EmptyState>
                  }
                  back={paths.exams}
                  onNext={({ _id }) => next(_id)}
                />
              )}
            </QueryView>
          </Page>
        )
      }}
    </ExamStep>
  )
}

/** Chooses the category of the intended course (spec 2 §2.6). */
export function CategoryStep() {
  return (
    <ExamStep has="subscription">
      {(state) =>
        state.exam.slug === jsceBece ? (
          <Navigate to={paths.courseSubjects} replace />
        ) : (
          <Page
            title={enrolmentTexts.categoryTitle}
            description={enrolmentTexts.categoryText}
            crumbs={<StepTrail {...state} here={paths.categories} />}
          >
            <SomeRegistered {...state} />
            <Categories {...state} />
          </Page>
        )
      }
    </ExamStep>
  )
}

function Categories({ exam, universityId }: ExamState<'subscription'>) {
  const categories = useQuery(categoriesQuery)
  const { categoryId, choose, forget } = useFlow()
  const navigate = useNavigate()
  const next = ({ _id, title }: Category) => {
    if (_id !== categoryId) forget('courseId', 'subjects')
    choose({ ...choicesOf(exam, universityId), categoryId: _id, categoryName: title })
    navigate(paths.categoryCourses)
  }
  return (
    <QueryView query={categories} waiting={<ChooseSkeleton />}>
      {(rows) => (
        <ChooseOne
          legend={enrolmentTexts.categoryTitle}
          rows={rows}
          cardOf={({ image, description }) => ({
            logo: image,
            icon: <Shapes size={28} strokeWidth={1.6} aria-hidden />,
            text: plainText(description),
          })}
          remembered={categoryId ?? exam.registration?.category?._id}
          error={enrolmentTexts.chooseCategory}
          empty={
            <EmptyState icon={Shapes} title={enrolmentTexts.noCategories}>
              {common.comeLater}
            </EmptyState>
          }
          back={exam.slug === postUtme ? paths.university : paths.exams}
          onNext={next}
        />
      )}
    </QueryView>
  )
}

/** Chooses the intended course (spec 2 §2.7). */
export function CourseStep() {
  return (
    <ExamStep has="subscription">
      {(state) => (
        <Step needs={['categoryId', 'categoryName']}>
          {({ categoryId, categoryName }) => (
            <Page
              title={enrolmentTexts.courseTitle}
              description={categoryName}
              crumbs={<StepTrail {...state} here={paths.categoryCourses} />}
            >
              <Courses {...state} categoryId={categoryId} />
            </Page>
          )}
        </Step>
      )}
    </ExamStep>
  )
}

function Courses({
  exam,
  universityId,
  categoryId,
}: ExamState<'subscription'> & { categoryId: string }) {
  const courses = useQuery(coursesQuery(categoryId))
  const { data: sizes } = useQuery(bankSizesQuery)
  const { courseId, choose, forget } = useFlow()
  const navigate = useNavigate()
  const next = (id: string) => {
    if (id !== courseId) forget('subjects')
    choose({ ...choicesOf(exam, universityId), courseId: id })
    navigate(paths.courseSubjects)
  }
  return (
    <QueryView query={courses} waiting={<ChooseSkeleton minWidth={220} />}>
      {(rows) => (
        <ChooseOne
          legend={enrolmentTexts.courseTitle}
          rows={rows}
          minWidth={220}
          cardOf={({ _id }) => {
            const open = sizes?.find((one) => one.exam === exam._id)?.courses ?? []
            // A registered course stays available, even without questions.
            const registered = exam.registration?.course?._id === _id
            const soon = sizes !== undefined && !open.includes(_id) && !registered
            return { disabled: soon, badge: soon ? enrolmentTexts.comingSoon : undefined }
          }}
          remembered={courseId}
          error={enrolmentTexts.chooseCourse}
          empty={
            <EmptyState
              icon={GraduationCap}
              title={enrolmentTexts.noCourses}
              action={
                <Button component={Link} to={paths.categories} mt="xs">
                  {enrolmentTexts.otherCategory}
                </Button>
              }
            />
          }
          back={paths.categories}
          onNext={({ _id }) => next(_id)}
        />
      )}
    </QueryView>
  )
}

/** Longer lists have a search. */
const MANY = 12

const CARD_WIDTH = 260

/**
 * A step in which one card is chosen: cards, an error if nothing is chosen, Next and Prev. A long
 * list has a search.
 */
function ChooseSkeleton({ minWidth = CARD_WIDTH }: { minWidth?: number }) {
  return <ChoiceSkeleton count={6} minWidth={minWidth} />
}

function ChooseOne<Row extends { _id: string; title: string }>(props: ChooseOneProps<Row>) {
  const {
    legend,
    rows,
    cardOf,
    remembered,
    error,
    empty,
    back,
    onNext,
    minWidth = CARD_WIDTH,
  } = props
  const [chosen, setChosen] = useState(remembered ?? null)
  const [failed, setFailed] = useState(false)
  const [text, setText] = useState('')
  if (rows.length === 0) {
    return (
      <>
        {empty}
        <StepActions back={<PrevLink to={back} />} />
      </>
    )
  }

  const wanted = text.trim().toLowerCase()
  const shown = rows.filter(({ title }) => title.toLowerCase().includes(wanted))
  const row = rows.find((one) => one._id === chosen && !cardOf?.(one).disabled)
  return (
    <Stack gap="md">
      {rows.length > MANY && (
        <TextInput
          type="search"
          aria-label={enrolmentTexts.find(legend)}
          placeholder={enrolmentTexts.find(legend)}
          leftSection={<Search size={16} aria-hidden />}
          maw={420}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && (
        <EmptyState icon={Search} title={enrolmentTexts.nothingFound(text.trim())} />
      )}
      <ChoiceCards
        legend={legend}
        hideLegend
        minWidth={minWidth}
        choices={shown.map((one) => ({ value: one._id, title: one.title, ...cardOf?.(one) }))}
        value={row ? [row._id] : []}
        onChange={([value]) => {
          setChosen(value ?? null)
          setFailed(false)
        }}
        error={failed ? error : null}
      />
      <StepActions back={<PrevLink to={back} />}>
        <Button
          size="md"
          rightSection={<ArrowRight size={18} aria-hidden />}
          onClick={() => (row ? onNext(row) : setFailed(true))}
        >
          {common.next}
        </Button>
      </StepActions>
    </Stack>
  )
}

interface ChooseOneProps<Row> {
  /** The group's name for assistive technology. */
  legend: string
  rows: Row[]
  /** Further content of a card. */
  cardOf?: (row: Row) => Partial<CardChoice>
  /** The id of the previous choice. */
  remembered: string | null | undefined
  /** The error if nothing is chosen. */
  error: string
  empty: ReactNode
  /** The path of the previous step. */
  back: string
  onNext: (row: Row) => void
  minWidth?: number
}
