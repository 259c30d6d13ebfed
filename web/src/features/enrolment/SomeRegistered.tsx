// Lets a student with some registered subjects continue to a test.
import { Alert, Button, Group } from '@mantine/core'
import { Link } from 'react-router'
import type { ExamChoice } from '@/shared/api/types'
import { registeredCount } from '@/shared/flow/steps'
import { formatNumber } from '@/shared/i18n/format'
import { paths } from '@/shared/paths'
import { enrolmentTexts } from './messages'

export function SomeRegistered({ exam }: { exam: ExamChoice }) {
  const count = registeredCount(exam)
  if (count === 0) return null
  return (
    <Alert mb="md">
      <Group justify="space-between" gap="sm">
        {enrolmentTexts.someRegistered(formatNumber(count), formatNumber(exam.maximumSubjects))}
        <Button component={Link} to={paths.examType} variant="default" size="sm">
          {enrolmentTexts.goToExam}
        </Button>
      </Group>
    </Alert>
  )
}
