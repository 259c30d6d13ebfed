// One theory answer beside the model answers, with its grade once there is one, and who gave it.
import { Badge, Group, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { TheoryResult } from '@/shared/api/types'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Page'
import { resultsTexts } from './messages'
import { Report, TheoryBeside } from './parts'

export function CorrectedTheory({ number, result }: CorrectedTheoryProps) {
  const id = useId()
  const { resultGrade, ownGrade, remark } = result.resultsDetail
  return (
    <Panel component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="md" id={id}>
          {resultsTexts.theoryQuestion(formatNumber(number))}
        </Title>
        <Badge variant="light" tt="none" size="lg" color={resultGrade == null ? 'gray' : 'brand'}>
          {resultGrade == null
            ? resultsTexts.notGraded
            : resultsTexts.grade(formatPercent(resultGrade))}
        </Badge>
      </Group>
      <TheoryBeside result={result} />
      {ownGrade != null && (
        <Text fz="sm" c="dimmed" mt="md">
          {resultsTexts.ownGrade(formatPercent(ownGrade))}
        </Text>
      )}
      {remark && <Text mt="xs">{resultsTexts.remark(remark)}</Text>}
      <Report question={result.theory._id} />
    </Panel>
  )
}

export interface CorrectedTheoryProps {
  number: number
  result: TheoryResult
}
