// Three corrections in place: what was missed in the weakest topics.
import { Button, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { ErrorState, Skeleton } from '@/shared/ui/states'
import { CorrectedQuestion } from './CorrectedQuestion'
import { resultsTexts } from './messages'
import { correctionsOf } from './source'

export function Three({ quizId, corrections }: ThreeProps) {
  const query = useQuery(correctionsOf(quizId, { outcome: 'missed', sort: 'weakest', limit: 3 }))
  if (query.data === undefined) {
    if (!query.isError) return <Skeleton count={1} height={320} />
    const { reason, errMessage } = toApiError(query.error)
    // A mock with the same questions runs: the page of corrections says so.
    if (reason === 'in-running-mock' || reason === 'sealed') return null
    return <ErrorState message={errMessage} onRetry={() => query.refetch()} />
  }
  const shown = query.data.subjectResults.flatMap(({ subject, results }) =>
    results.map((question) => ({ subject, question })),
  )
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="three">
      <Title order={2} id="three">
        {resultsTexts.three}
      </Title>
      <Text c="dimmed" fz="sm" mb="sm">
        {resultsTexts.threeText}
      </Text>
      <Stack gap="md" align="stretch">
        {shown.map(({ subject, question }) => (
          <CorrectedQuestion
            key={question._id}
            question={question}
            number={question.number}
            about={question.topic?.title ?? subject.title}
            level={3}
            // Folded: a passage would push the answers off a phone's screen.
            first={false}
          />
        ))}
        <Button component={Link} to={corrections} variant="default" style={{ alignSelf: 'start' }}>
          {resultsTexts.allCorrections}
        </Button>
      </Stack>
    </section>
  )
}

export interface ThreeProps {
  quizId: string
  /** The address of all corrections. */
  corrections: string
}
