// A theory question with what the student wrote beside the model answers.
import { Text } from '@mantine/core'
import type { TheoryResult } from '@/shared/api/types'
import { PhotographList } from '@/shared/exams/PhotographList'
import { QuestionPicture, RichText } from '@/shared/ui/RichText'
import { resultsTexts } from './messages'
import styles from './results.module.css'

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
