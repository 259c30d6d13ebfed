// What summary and corrections both say of a submitted test.
import { Alert } from '@mantine/core'
import { Hourglass } from 'lucide-react'
import type { Quiz } from '@/shared/api/types'
import { testName } from '@/shared/exams/testName'
import { common } from '@/shared/i18n/common'
import { formatDateTime } from '@/shared/i18n/format'
import { resultsTexts } from './messages'

/** Theory answers that nobody has declared yet, or that no moderator grades. */
export function Pending({ quiz }: { quiz: Quiz }) {
  return (
    <Alert color="sun" icon={<Hourglass aria-hidden />} role="status">
      {quiz.isSubmission === false ? resultsTexts.openedFirst : common.underConsideration}
    </Alert>
  )
}

/** "JAMB UTME, Mock, 2019. 05 Mar 2026, 14:30". */
export function describe(quiz: Quiz): string {
  const { exam, year, createdAt } = quiz
  const what = [exam.title, testName(quiz), year].filter(Boolean).join(', ')
  const test = resultsTexts.testOf(what, formatDateTime(createdAt))
  return ranOut(quiz) ? `${test}. ${resultsTexts.timeRanOut}` : test
}

/** A test is submitted by force in the last second of its time, or by the server after it. */
const ranOut = ({ time, usedtime }: Quiz) => time != null && time > 0 && usedtime >= time - 1
