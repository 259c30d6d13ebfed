// Chooses the university of a POST UTME (spec 2 §2.3).
import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { Navigate, useNavigate } from 'react-router'
import { bankSizesQuery, universitiesQuery } from '@/shared/api/queries/enrolment'
import { bankSize } from '@/shared/exams/bankSize'
import { postUtme } from '@/shared/exams/exams'
import { ExamStep } from '@/shared/flow/ExamStep'
import { StepTrail } from '@/shared/flow/StepTrail'
import { choicesOf } from '@/shared/flow/steps'
import { subscriptionAt } from '@/shared/flow/subscription'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Page } from '@/shared/ui/Page'
import { ChooseOne, ChooseSkeleton } from './ChooseOne'
import { enrolmentTexts } from './messages'

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
