// /try/{exam}: five questions of an exam without an account.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { visitorPaperQuery } from '@/shared/api/queries/visitors'
import { paths } from '@/shared/paths'
import { SitePage } from './SitePage'
import { messages } from './try/messages'
import { TryQuestions } from './try/TryQuestions'
import { PageOf } from './Waiting'

const words = messages.try

export function TryPage() {
  const { exam: slug = '' } = useParams()
  return (
    <PageOf query={useQuery(visitorPaperQuery(slug))} title={words.title('Sabi')}>
      {(paper) => (
        <SitePage
          title={words.title(paper.exam.title)}
          trail={[{ title: paper.exam.title, to: paths.exam(slug) }]}
          lead={words.lead}
        >
          {paper.questions.length > 0 ? (
            <TryQuestions key={slug} paper={paper} />
          ) : (
            <p>{words.none}</p>
          )}
        </SitePage>
      )}
    </PageOf>
  )
}
