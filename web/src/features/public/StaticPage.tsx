// /pages/{page_url}: a page that administrators write.
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { pageQuery } from '@/shared/api/queries/site'
import { RichText } from '@/shared/ui/RichText'
import { publicTexts } from './messages'
import { PageOf, SitePage } from './SitePage'
import styles from './site.module.css'

export function StaticPage() {
  const { page_url = '' } = useParams()
  return (
    <PageOf query={useQuery(pageQuery(page_url))} title={publicTexts.siteTitle}>
      {({ page_title, content }) => (
        <SitePage title={page_title}>
          <RichText html={content} className={styles.text} />
        </SitePage>
      )}
    </PageOf>
  )
}
