// /news: all news, the newest first; and /news/{id}, one of them.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Newspaper } from 'lucide-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { newsDetailQuery, newsQuery } from '@/shared/api/queries/site'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { widths } from '@/shared/ui/pictures'
import { RichText } from '@/shared/ui/RichText'
import { EmptyState, Skeleton } from '@/shared/ui/states'
import { publicTexts } from './messages'
import { NewsCard, NewsMeta } from './NewsCard'
import { PageOf, SitePage } from './SitePage'
import styles from './site.module.css'

/** Cards at first, and as many more at a press: pictures cost data. */
const AT_A_TIME = 9

export function News() {
  const query = useQuery(newsQuery)
  const [most, setMost] = useState(AT_A_TIME)
  return (
    <SitePage title={publicTexts.news} lead={publicTexts.newsLead} wide>
      <QueryView query={query} waiting={<Skeleton count={3} className={styles.cards} />}>
        {(news) =>
          news.length === 0 ? (
            <EmptyState icon={Newspaper} title={publicTexts.noNews}>
              {publicTexts.noNewsText}
            </EmptyState>
          ) : (
            <>
              <ul className={styles.cards}>
                {[...news]
                  .reverse()
                  .slice(0, most)
                  .map((one, i) => (
                    <li key={one._id}>
                      <NewsCard news={one} place={i} />
                    </li>
                  ))}
              </ul>
              {news.length > most && (
                <div className={styles.below}>
                  <Button variant="default" size="md" onClick={() => setMost(most + AT_A_TIME)}>
                    {publicTexts.loadMore}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </QueryView>
    </SitePage>
  )
}

/** /news/{id}: one piece of news. */
export function NewsDetail() {
  const { id = '' } = useParams()
  return (
    <PageOf query={useQuery(newsDetailQuery(id))} title={publicTexts.news}>
      {({ title, logo, createdAt, description }) => (
        <SitePage
          title={title}
          trail={[{ title: publicTexts.news, to: paths.news }]}
          lead={<NewsMeta createdAt={createdAt} />}
        >
          {logo && (
            <img className={styles.lone} {...widths(logo, 760)} alt="" width={760} height={428} />
          )}
          <RichText html={description} className={styles.text} />
          <Button
            component={Link}
            to={paths.news}
            variant="default"
            mt="xl"
            leftSection={<ArrowLeft size={16} aria-hidden />}
          >
            {publicTexts.allNews}
          </Button>
        </SitePage>
      )}
    </PageOf>
  )
}
