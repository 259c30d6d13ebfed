// One theory answer beside the model answers, with its grade once there is one.
import { Badge, Group, Image, SimpleGrid, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { TheoryResult } from '@/api/types'
import { formatNumber, formatPercent } from '@/i18n/format'
import { Panel } from '@/ui/Panel'
import { RichText } from '@/ui/RichText'
import { messages } from './messages'
import styles from './results.module.css'

const words = messages.results

export function CorrectedTheory({ number, result }: { number: number; result: TheoryResult }) {
  const id = useId()
  const { theory, resultsDetail } = result
  const { theoryAnswered, theoryCorrectAnswer, detailedAnswer, resultGrade } = resultsDetail
  return (
    <Panel component="section" aria-labelledby={id}>
      <Group justify="space-between" mb="sm">
        <Title order={2} fz="md" id={id}>
          {words.theoryQuestion(formatNumber(number))}
        </Title>
        <Badge variant="light" tt="none" size="lg" color={resultGrade == null ? 'gray' : 'brand'}>
          {resultGrade == null ? words.notGraded : words.grade(formatPercent(resultGrade))}
        </Badge>
      </Group>
      <RichText html={theory.question} />
      {theory.logo && (
        <Image src={theory.logo} alt="" h={200} w="auto" fit="contain" my="sm" loading="lazy" />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} mt="md">
        <div className={styles.answer}>
          <Text fw={600} fz="sm" mb={4}>
            {words.yourAnswer}
          </Text>
          {theoryAnswered ? (
            <Text className={styles.written}>{theoryAnswered}</Text>
          ) : (
            <Text c="dimmed">{words.notAnswered}</Text>
          )}
        </div>
        <div className={styles.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {words.modelAnswer}
          </Text>
          <RichText html={theoryCorrectAnswer} />
        </div>
      </SimpleGrid>
      {detailedAnswer.trim() && (
        <div className={styles.explanation}>
          <Text fw={600} fz="sm" mb={4}>
            {words.inDetail}
          </Text>
          <RichText html={detailedAnswer} />
        </div>
      )}
    </Panel>
  )
}
