// /news: all news, the newest first.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import { useState } from 'react'
import { newsQuery } from '@/shared/api/queries/home'
import { QueryView } from '@/shared/lazy/QueryView'
import { EmptyState } from '@/shared/ui/EmptyState'
import { Skeleton } from '@/shared/ui/Skeleton'
import { publicTexts } from './messages'
import { NewsCard } from './NewsCard'
import { SitePage } from './SitePage'
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
