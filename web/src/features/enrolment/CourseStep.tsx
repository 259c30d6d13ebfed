// Chooses the intended course (spec 2 §2.7).
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { bankSizesQuery, coursesQuery } from '@/shared/api/queries/enrolment'
import { ExamStep, type Held, Step } from '@/shared/flow/ExamStep'
import { StepTrail } from '@/shared/flow/StepTrail'
import { choicesOf } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { ChooseOne, ChooseSkeleton } from './ChooseOne'
import { enrolmentTexts } from './messages'

export function CourseStep() {
  return (
    <ExamStep has="subscription">
      {(held) => (
        <Step needs={['categoryId', 'categoryName']}>
          {({ categoryId, categoryName }) => (
            <Page
              title={enrolmentTexts.courseTitle}
              description={categoryName}
              crumbs={<StepTrail {...held} here={paths.categoryCourses} />}
            >
              <Form {...held} categoryId={categoryId} />
            </Page>
          )}
        </Step>
      )}
    </ExamStep>
  )
}

function Form({ exam, universityId, categoryId }: Held<'subscription'> & { categoryId: string }) {
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
