// What an import did.
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ImportReport } from '@/api/types'
import { Panel } from '@/ui/Panel'
import { messages } from '../messages'
import { Counts } from './Counts'
import { Findings } from './Findings'
import { words } from './messages'
import { PhaseTitle } from './PhaseTitle'

export function Done({ report, link, onAgain }: DoneProps) {
  return (
    <>
      <Panel>
        <Stack>
          <PhaseTitle>{report.written ? words.done : messages.bank.notWritten}</PhaseTitle>
          {!report.written && (
            <Text>{report.rejected > 0 ? messages.bank.refusedAll : messages.bank.nothingNew}</Text>
          )}
          <Counts report={report} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onAgain}>
              {words.another}
            </Button>
            {link}
          </Group>
        </Stack>
      </Panel>
      <Findings report={report} />
    </>
  )
}

interface DoneProps {
  report: ImportReport
  /** The way to the questions. */
  link: ReactNode
  onAgain: () => void
}
