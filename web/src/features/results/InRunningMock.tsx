// In place of corrections: their keys would tell those of a mock that the student is sitting
// (ruling 29).
import { Button } from '@mantine/core'
import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import type { ApiError } from '@/shared/api/errors'
import { paths } from '@/shared/paths'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Panel } from '@/shared/ui/Panel'
import { resultsTexts } from './messages'

/** Null for any other error. */
export function InRunningMock({ reason, errMessage, body }: ApiError) {
  if (reason !== 'in-running-mock') return null
  return (
    <Panel>
      <EmptyState
        icon={Lock}
        title={errMessage}
        action={
          // Offline, this device does not say which mock it is.
          body.attempt && (
            <Button component={Link} to={paths.objectiveQuestions(body.attempt)} mt="xs">
              {resultsTexts.goOnWithMock}
            </Button>
          )
        }
      >
        {resultsTexts.inRunningMock}
      </EmptyState>
    </Panel>
  )
}
