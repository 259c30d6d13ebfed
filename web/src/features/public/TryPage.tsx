// /try/{exam}: five questions of an exam without an account.
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { visitorPaperQuery } from '@/shared/api/queries/site'
import type { ExamRef } from '@/shared/api/types'
import { paths } from '@/shared/paths'
import { rememberTried } from './exam/choose'
import { tryTexts } from './messages'
import { PageOf, SitePage } from './SitePage'
import { TryQuestions, WaysOn } from './try/TryQuestions'

export function TryPage() {
  const { exam: slug = '' } = useParams()
  return (
    <PageOf query={useQuery(visitorPaperQuery(slug))} title={tryTexts.title('Sabi')}>
      {(paper) => (
        <SitePage
          title={tryTexts.title(paper.exam.title)}
          trail={[{ title: paper.exam.title, to: paths.exam(slug) }]}
          lead={paper.questions.length > 0 && tryTexts.lead}
        >
          {paper.questions.length > 0 ? (
            <TryQuestions key={slug} paper={paper} />
          ) : (
            <NoQuestions exam={paper.exam} />
          )}
        </SitePage>
      )}
    </PageOf>
  )
}

/** The ways on where an exam has no questions to try. */
function NoQuestions({ exam }: { exam: ExamRef }) {
  const state = { from: paths.practiseExam(exam.slug), exam: exam.title }
  return (
    <Stack align="flex-start">
      <p>{tryTexts.none}</p>
      <WaysOn exam={exam}>
        <Button
          component={Link}
          to={paths.register}
          state={state}
          onClick={() => rememberTried(exam)}
        >
          {tryTexts.start}
        </Button>
      </WaysOn>
    </Stack>
  )
}
