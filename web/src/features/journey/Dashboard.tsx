// The student's first page: a test left open, and the choice of exam (spec 1 §2).
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Calculator as CalculatorIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { examChoicesQuery } from '@/api/queries/enrolment'
import { QueryView } from '@/shell/QueryView'
import { useFlow } from '@/stores/flow'
import { useSession } from '@/stores/session'
import { LazyCalculator } from '@/ui/LazyCalculator'
import { Page } from '@/ui/Page'
import { ExamChoice } from './ExamChoice'
import { KeptAnswers } from './KeptAnswers'
import { messages } from './messages'
import { RunningAttempts } from './RunningAttempts'

// One file with the dashboard, whose choice of exam it is.
export { Exams } from './Exams'

export function Dashboard() {
  const forget = useFlow((flow) => flow.forget)
  const user = useSession((session) => session.user?._id)
  const exams = useQuery(examChoicesQuery)
  const [calculator, setCalculator] = useState<'never' | 'open' | 'closed'>('never')

  useEffect(() => forget('RegSubjects'), [forget])

  return (
    <Page
      title={messages.journey.dashboard}
      actions={
        <Button
          variant="default"
          leftSection={<CalculatorIcon size={16} aria-hidden />}
          onClick={() => setCalculator('open')}
        >
          {messages.common.calculator}
        </Button>
      }
    >
      <Stack gap="xl">
        <RunningAttempts />
        {user && <KeptAnswers user={user} />}
        <QueryView query={exams} message={messages.journey.subscriptionFailed}>
          {(list) => <ExamChoice exams={list} />}
        </QueryView>
      </Stack>
      {calculator !== 'never' && (
        <LazyCalculator opened={calculator === 'open'} onClose={() => setCalculator('closed')} />
      )}
    </Page>
  )
}
