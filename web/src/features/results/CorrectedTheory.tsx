// One theory answer beside the model answers, with its grade once there is one, and who gave it.
import { Badge, Group, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { TheoryResult } from '@/shared/api/types'
import { PhotographList } from '@/shared/exams/theory'
import { formatNumber, formatPercent } from '@/shared/i18n/format'
import { Panel } from '@/shared/ui/Page'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { Report } from './CorrectedQuestion'
import { resultsTexts } from './messages'
import styles from './results.module.css'

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

/** A theory question with what the student wrote beside the model answers. */
export function TheoryBeside({ result: { theory, resultsDetail } }: { result: TheoryResult }) {
  const { theoryAnswered, theoryCorrectAnswer, detailedAnswer } = resultsDetail
  return (
    <>
      <RichText html={theory.question} />
      {theory.logo && <QuestionPicture src={theory.logo} />}
      <div className={styles.beside}>
        <div className={styles.answer}>
          <Text fw={600} fz="sm" mb={4}>
            {resultsTexts.yourAnswer}
          </Text>
          {theoryAnswered?.trim() ? (
            <Text className={styles.written} dir="auto">
              {theoryAnswered}
            </Text>
          ) : (
            <Text c="dimmed">{resultsTexts.notAnswered}</Text>
          )}
          <PhotographList photographs={resultsDetail.photographs} />
        </div>
        <div className={styles.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {resultsTexts.modelAnswer}
          </Text>
          <RichText html={theoryCorrectAnswer} />
        </div>
      </div>
      {detailedAnswer.trim() && (
        <div className={styles.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {resultsTexts.inDetail}
          </Text>
          <RichText html={detailedAnswer} />
        </div>
      )}
    </>
  )
}
