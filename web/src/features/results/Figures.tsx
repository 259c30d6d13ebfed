// The numbers behind a score, folded away until they are asked for: scales, doughnut, subjects, progress,
// accuracy, speed, data (spec 2 §2.13, §9).
import { SimpleGrid, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Quiz, SubjectResult } from '@/api/types'
import { formatNumber } from '@/i18n/format'
import { kindOf } from '@/shell/kind'
import { usedBy } from '@/stores/dataUsed'
import { Disclosure } from '@/ui/Disclosure'
import { Breakdown } from './Breakdown'
import { Measures } from './Measures'
import { messages } from './messages'
import { Scales } from './Scales'
import { SubjectTable } from './SubjectTable'

const words = messages.results

export function Figures({ quiz, results }: { quiz: Quiz; results: SubjectResult[] }) {
  const [open, setOpen] = useState(false)
  const objective = kindOf(quiz) !== 'theory'
  return (
    <Disclosure name={words.figures} open={open} onToggle={() => setOpen(!open)}>
      {open && (
        <Stack gap="lg" pt="xs">
          <SimpleGrid cols={{ base: 1, sm: objective ? 2 : 1 }} spacing="lg">
            {objective && <Breakdown quiz={quiz} />}
            <Scales quiz={quiz} />
          </SimpleGrid>
          {objective && <SubjectTable quiz={quiz} results={results} />}
          <Measures quiz={quiz} />
          <DataUsed id={quiz._id} />
        </Stack>
      )}
    </Disclosure>
  )
}

/** Where it was sat on this device. */
function DataUsed({ id }: { id: string }) {
  const bytes = usedBy(id)
  if (bytes === null) return null
  return (
    <Text c="dimmed" fz="sm">
      {words.dataUsed(formatNumber(Math.ceil(bytes / 1000)))}
    </Text>
  )
}
