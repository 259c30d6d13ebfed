// /exams: the choice of exam on a page of its own (spec 2 §2.1).
import { useQuery } from '@tanstack/react-query'
import { examChoicesQuery } from '@/shared/api/queries/enrolment'
import { QueryView } from '@/shared/lazy/QueryView'
import { Page } from '@/shared/ui/Page'
import { ExamChoice, ExamSkeleton } from './ExamChoice'
import { journeyTexts } from './messages'

export function Exams() {
  const exams = useQuery(examChoicesQuery)
  return (
    <Page title={journeyTexts.selectExamType}>
      <QueryView query={exams} message={journeyTexts.subscriptionFailed} waiting={<ExamSkeleton />}>
        {(list) => <ExamChoice exams={list} hideLegend />}
      </QueryView>
    </Page>
  )
}
