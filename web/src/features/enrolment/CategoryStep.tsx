// Chooses the category of the intended course (spec 2 §2.6).
import { useQuery } from '@tanstack/react-query'
import { Shapes } from 'lucide-react'
import { Navigate, useNavigate } from 'react-router'
import { categoriesQuery } from '@/shared/api/queries/enrolment'
import type { Category } from '@/shared/api/types'
import { jsceBece, postUtme } from '@/shared/exams/exams'
import { ExamStep, type Held } from '@/shared/flow/ExamStep'
import { StepTrail } from '@/shared/flow/StepTrail'
import { choicesOf } from '@/shared/flow/steps'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { plainText } from '@/shared/ui/plainText'
import { ChooseOne, ChooseSkeleton } from './ChooseOne'
import { enrolmentTexts } from './messages'
import { SomeRegistered } from './SomeRegistered'

export function CategoryStep() {
  return (
    <ExamStep has="subscription">
      {(held) =>
        held.exam.slug === jsceBece ? (
          <Navigate to={paths.courseSubjects} replace />
        ) : (
          <Page
            title={enrolmentTexts.categoryTitle}
            description={enrolmentTexts.categoryText}
            crumbs={<StepTrail {...held} here={paths.categories} />}
          >
            <SomeRegistered {...held} />
            <Form {...held} />
          </Page>
        )
      }
    </ExamStep>
  )
}

function Form({ exam, universityId }: Held<'subscription'>) {
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
