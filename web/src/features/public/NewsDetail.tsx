// /news/{id}: one piece of news.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { newsDetailQuery } from '@/shared/api/queries/site'
import { paths } from '@/shared/paths'
import { widths } from '@/shared/ui/pictures'
import { RichText } from '@/shared/ui/RichText'
import { publicTexts } from './messages'
import { NewsMeta } from './NewsCard'
import { SitePage } from './SitePage'
import styles from './site.module.css'
import { PageOf } from './Waiting'

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
