// What score to expect if the exam were today, as a range; or what is missing for a forecast.
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { forecastQuery } from '@/shared/api/queries/progress'
import type { ExamRef, SubjectForecast } from '@/shared/api/types'
import { formatNumber, plural } from '@/shared/i18n/format'
import { ErrorState } from '@/shared/ui/ErrorState'
import { Panel } from '@/shared/ui/Panel'
import { Skeleton } from '@/shared/ui/Skeleton'
import styles from './home.module.css'
import { forecastTexts } from './messages'
import { ScoreBar } from './ScoreBar'

export function Forecast({ exam, isTrial }: ForecastProps) {
  const { data, isError, refetch } = useQuery(forecastQuery(exam._id))
  if (isError && !data)
    return <ErrorState message={forecastTexts.failed} onRetry={() => refetch()} />
  // On a trial, mostly nothing comes.
  if (!data) return isTrial ? null : <Skeleton count={1} />
  const { score, next } = data
  const subjects = isTrial ? [] : data.subjects
  if (subjects.length === 0 && !score) return null
  return (
    <Panel component="section" aria-labelledby="forecast">
      <Title order={2} id="forecast" mb="xs">
        {forecastTexts.title(exam.title)}
      </Title>
      {score && (
        <>
          <Text className={styles.days}>{forecastTexts.about(formatNumber(score.about))}</Text>
          <Text c="dimmed">{forecastTexts.between(score.from, score.to, score.outOf)}</Text>
          <ScoreBar score={score} />
        </>
      )}
      <ul className={styles.list}>
        {subjects.map((subject) => (
          <li key={subject.subject._id}>
            <div className={styles.what}>
              <Text fw={650}>{subject.subject.title}</Text>
              <Text fz="sm" c="dimmed">
                {expected(subject)}
              </Text>
              {subject.score && <ScoreBar score={subject.score} />}
            </div>
          </li>
        ))}
      </ul>
      {next && <Text mt="sm">{forecastTexts.next(next.topic.title, next.subject.title)}</Text>}
      {subjects.some((subject) => subject.score) && (
        <Text mt="xs" fz="sm" c="dimmed">
          {forecastTexts.howSure}
        </Text>
      )}
    </Panel>
  )
}

/** The expected score or grade of a subject, or what it needs before there is one. */
function expected({ score, grade, mocksNeeded, answersNeeded }: SubjectForecast) {
  if (!score) {
    return forecastTexts.needs(
      plural(forecastTexts.mocks, mocksNeeded),
      plural(forecastTexts.questions, answersNeeded),
    )
  }
  if (grade) return forecastTexts.grade(grade.about, grade.to, grade.from)
  return forecastTexts.subject(score.about, score.from, score.to, score.outOf)
}

export interface ForecastProps {
  exam: ExamRef
  /** Its few questions say too little about single subjects. */
  isTrial: boolean
}
