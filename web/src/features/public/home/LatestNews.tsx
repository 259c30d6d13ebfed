// The latest two pieces of news, and the way to the others.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { newsQuery } from '@/shared/api/queries/home'
import { QueryView } from '@/shared/lazy/QueryView'
import { paths } from '@/shared/paths'
import { Skeleton } from '@/shared/ui/Skeleton'
import { publicTexts } from '../messages'
import { NewsCard } from '../NewsCard'
import styles from './home.module.css'
import { Section } from './Section'

export function LatestNews({ heading, subheading }: { heading: string; subheading: string }) {
  const news = useQuery(newsQuery)
  if (news.data?.length === 0) return null
  return (
    <Section heading={heading} subheading={subheading}>
      <QueryView query={news} waiting={<Skeleton count={2} className={styles.news} />}>
        {(list) => (
          <>
            <div className={styles.news}>
              {/* The list begins with the oldest. */}
              {list
                .slice(-2)
                .reverse()
                .map((one, i) => (
                  <NewsCard key={one._id} news={one} place={i} level="h3" />
                ))}
            </div>
            <div className={styles.below}>
              <Button component={Link} to={paths.news} variant="default" size="md">
                {publicTexts.loadMore}
              </Button>
            </div>
          </>
        )}
      </QueryView>
    </Section>
  )
}
