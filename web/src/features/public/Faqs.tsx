// /faqs: what is asked often, and the answers (spec 1 §2). The browser's own disclosure, which
// opens where its words are searched for in the page.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion, Plus } from 'lucide-react'
import { Link } from 'react-router'
import { toApiError } from '@/shared/api/errors'
import { faqsQuery } from '@/shared/api/queries/site'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { RichText } from '@/shared/ui/RichText'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { publicTexts } from './messages'
import { SitePage } from './SitePage'
import styles from './site.module.css'

export function Faqs() {
  const query = useQuery(faqsQuery)
  // The server's own words, where it has any (spec 1 §8).
  const message = query.error && toApiError(query.error).body.errMessage
  return (
    <SitePage title={publicTexts.faqsTitle} here={publicTexts.faqs}>
      <QueryView
        query={query}
        message={message || publicTexts.faqsFailed}
        waiting={<Skeleton count={4} height={68} />}
      >
        {(faqs) =>
          faqs.length === 0 ? (
            <EmptyState icon={MessageCircleQuestion} title={publicTexts.noFaqs} />
          ) : (
            faqs.map(({ _id, question, answer }, i) => (
              <details key={_id} className={styles.question} open={i === 0}>
                <summary>
                  <h2>{question}</h2>
                  <Plus size={20} className={styles.sign} aria-hidden />
                </summary>
                <RichText html={answer} className={styles.answer} />
              </details>
            ))
          )
        }
      </QueryView>
      <div className={styles.still}>
        {publicTexts.stillAsking}
        <Button component={Link} to={paths.contactUs} variant="default">
          {publicTexts.askUs}
        </Button>
      </div>
    </SitePage>
  )
}
