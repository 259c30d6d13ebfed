// One start screen for all tests: exam, subjects, number of questions, mode, Start. A new student first
// starts the free trial here and registers subjects.

import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { assessmentsQuery, examChoicesQuery } from '@/shared/api/queries/enrolment'
import type { ExamChoice } from '@/shared/api/types'
import { ExamBadge, postUtme } from '@/shared/exams/exams'
import { lastChoices, lastExam } from '@/shared/flow/lastChoices'
import { registeredCount, takeUp } from '@/shared/flow/steps'
import { subscriptionAt } from '@/shared/flow/subscription'
import { useFlow } from '@/shared/flow/useFlow'
import { common } from '@/shared/i18n/common'
import { lazyPartOfScreen } from '@/shared/lazy/lazyScreen'
import { QueryView } from '@/shared/lazy/QueryView'
import { offlinePractice, paths } from '@/shared/paths'
import { useOffline } from '@/shared/session/useSession'
import { Chips } from '@/shared/ui/Chips'
import { Page } from '@/shared/ui/Page'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { journeyTexts } from './messages'
import type { OfflineStartProps } from './offline/Start'
import type { EnrolProps } from './practise/Enrol'
import { practiseTexts } from './practise/messages'
import { examToBegin, universityOf } from './practise/proposal'
import { NextPart, Setup } from './practise/Setup'
import type { UniversityProps } from './practise/University'

const Waiting = () => <Skeleton count={3} />

// Of the first visit alone.
const Enrol = lazyPartOfScreen<EnrolProps>(
  () => import('./practise/Enrol').then((m) => m.Enrol),
  Waiting,
)
const University = lazyPartOfScreen<UniversityProps>(
  () => import('./practise/University').then((m) => m.University),
  Waiting,
)

// Only on devices that are set up for it.
const OfflineStart = lazyPartOfScreen<OfflineStartProps>(
  () => import('./offline/Start').then((m) => m.OfflineStart),
  Waiting,
)

export function Practise() {
  const isOffline = useOffline()
  const [params, setParams] = useSearchParams()
  // Choices that were begun stay when the network comes or goes.
  const [isHere, setHere] = useState(isOffline)
  if (!isHere && !params.has('offline')) return <Online />
  const goOnline = () => {
    setHere(false)
    setParams({}, { replace: true })
  }
  return (
    <Page title={practiseTexts.title}>
      <OfflineStart onOnline={goOnline} />
    </Page>
  )
}

function Online() {
  const exams = useQuery(examChoicesQuery)
  return (
    <Page title={practiseTexts.title}>
      <QueryView query={exams} message={journeyTexts.subscriptionFailed} waiting={<Waiting />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={GraduationCap} title={journeyTexts.noExamTypes}>
              {common.comeLater}
            </EmptyState>
          ) : (
            <Choose exams={list} />
          )
        }
      </QueryView>
      <Anchor component={Link} to={paths.offline} fz="sm" display="inline-block" mt="lg">
        {offlinePractice}
      </Anchor>
    </Page>
  )
}

function Choose({ exams }: { exams: ExamChoice[] }) {
  const [params, setParams] = useSearchParams()
  const remembered = useFlow((flow) => flow.examId)
  const [isOpened, setOpened] = useState(false)
  const exam = examToBegin(exams, [params.get('exam'), remembered, lastExam()])
  const choose = (id: string | undefined) => {
    const chosen = exams.find(({ _id }) => _id === id)
    if (!chosen) return
    takeUp(chosen, universityOf(chosen, lastChoices(chosen._id)?.university))
    setParams({ exam: chosen.slug }, { replace: true })
    setOpened(true)
  }
  return (
    <Stack gap="lg">
      <Chips
        legend={exam ? practiseTexts.exam : practiseTexts.chooseExam}
        choices={exams.map((one) => ({
          value: one._id,
          label: one.title,
          icon: <ExamBadge exam={one} side={32} />,
          disabled: !one.status,
          note: one.status ? undefined : journeyTexts.comingSoon,
        }))}
        value={exam ? [exam._id] : []}
        onChange={([id]) => choose(id)}
      />
      {exam && (
        <NextPart key={exam._id} isOpened={isOpened}>
          <OfExam exam={exam} />
        </NextPart>
      )}
    </Stack>
  )
}

function OfExam({ exam }: { exam: ExamChoice }) {
  const assessments = useQuery(assessmentsQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  /** Whether its subjects were registered just now. */
  const [isNew, setNew] = useState(false)
  const universityId = chosen ?? universityOf(exam, lastChoices(exam._id)?.university)
  const subscription = subscriptionAt(exam, universityId)
  const isReady = subscription !== undefined && registeredCount(exam) > 0
  return (
    <>
      {exam.slug === postUtme && (
        <University exam={exam} value={universityId} onChange={setChosen} />
      )}
      {(exam.slug !== postUtme || universityId !== null) && (
        <NextPart key={universityId} isOpened={chosen !== null}>
          {isReady ? (
            <QueryView
              query={assessments}
              message={practiseTexts.modesFailed}
              waiting={<Waiting />}
            >
              {(list) => (
                <Setup
                  key={subscription._id}
                  exam={exam}
                  subscription={subscription}
                  assessments={list.filter(({ status }) => status)}
                  isNew={isNew}
                />
              )}
            </QueryView>
          ) : (
            <Enrol
              exam={exam}
              universityId={universityId}
              subscription={subscription}
              onDone={() => setNew(true)}
            />
          )}
        </NextPart>
      )}
    </>
  )
}
